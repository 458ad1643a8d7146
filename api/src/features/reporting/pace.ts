const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Below so many days of money at the present pace the balance is called low. */
export const LOW_BALANCE_DAYS = 7;
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
 * What a day costs at the recent pace, in micros, with fractions; null when nothing was spent. Who began less than
 * seven days ago is measured from then on, but over a day at least: the first hour says little.
 */
export function spendPerDay({ spendMicros, firstHour }: Spending, now: Date): number | null {
  if (spendMicros <= 0 || !firstHour) return null;
  const elapsedDays = (now.getTime() - firstHour.getTime()) / DAY_MS;
  return spendMicros / Math.min(PACE_DAYS, Math.max(1, elapsedDays));
}

/** Whether spending began at least a day ago: what a shorter time tells of the days to come is chance. */
function isSettled({ firstHour }: Spending, now: Date): boolean {
  return firstHour !== null && now.getTime() - firstHour.getTime() >= DAY_MS;
}

/** Days until the balance is used up at the recent pace, to one digit; null when nothing was spent. */
export function daysLeft(balanceMicros: number, spending: Spending, now: Date): number | null {
  const perDay = spendPerDay(spending, now);
  if (perDay === null) return null;
  const days = balanceMicros / perDay;
  return Math.max(0, Math.round(days * 10) / 10);
}

/**
 * The same as a forecast for people: nothing before there is a day of spend, unless it is below `low` by then. Such a
 * balance lasts that long at most, and its owner has to know.
 */
export function foreseenDaysLeft(
  balanceMicros: number,
  spending: Spending,
  now: Date,
  low: number,
): number | null {
  const days = daysLeft(balanceMicros, spending, now);
  return days === null || days < low || isSettled(spending, now) ? days : null;
}
