const DAY_MS = 86_400_000;

/** First day of the month of a time, UTC: `2026-11-01`. */
export const monthOf = (time: Date): string => `${time.toISOString().slice(0, 7)}-01`;

/** The month so many months after another. */
export function addMonths(month: string, count: number): string {
  const first = new Date(`${month}T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + count);
  return monthOf(first);
}

/** When the month is over. */
export const endOfMonth = (month: string): Date => new Date(`${addMonths(month, 1)}T00:00:00Z`);

/** The last second of the day (UTC) that comes so many days after another. */
export function endOfDayAfter(time: Date, days: number): Date {
  const day = Math.floor(time.getTime() / DAY_MS);
  return new Date((day + days + 1) * DAY_MS - 1_000);
}

/** Days that something is late: the day after it was due is the first. */
export function daysLate(dueAt: Date, now: Date): number {
  return Math.max(0, Math.ceil((now.getTime() - dueAt.getTime()) / DAY_MS));
}
