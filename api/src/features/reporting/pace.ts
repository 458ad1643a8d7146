const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The pace of a balance is that of so many days. */
export const PACE_DAYS = 7;

export interface Spending {
  /** Spent within the last PACE_DAYS days, in micros. */
  spendMicros: number;
  /** First hour of them with spend. */
  firstHour: Date | null;
}

/** From when on spend counts for the pace. */
export function paceStart(now: Date): Date {
  return new Date(now.getTime() - PACE_DAYS * DAY_MS);
}

/**
 * Days until the balance is used up at the recent pace, to one digit; null when nothing was spent. Who began less than
 * seven days ago is measured from then on, but over a day at least: the first hour says little.
 */
export function daysLeft(balanceMicros: number, spending: Spending, now: Date): number | null {
  if (spending.spendMicros <= 0 || !spending.firstHour) return null;
  const elapsedMs = now.getTime() - spending.firstHour.getTime();
  const elapsedDays = Math.min(PACE_DAYS, Math.max(1, elapsedMs / DAY_MS));
  const days = balanceMicros / (spending.spendMicros / elapsedDays);
  return Math.max(0, Math.round(days * 10) / 10);
}
