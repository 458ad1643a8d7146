import type { RulePeriod } from '@ezdash/contracts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** Clicks and late impressions of an hour come for some time; most of them within this. */
const SETTLING_MS = 5 * 60_000;

const LENGTH_MS = { hour: HOUR_MS, day: DAY_MS } as const;

/** The end of the last hour or UTC day that is over and has had time to settle. */
export function lastPeriod(every: RulePeriod, now: Date): Date {
  const length = LENGTH_MS[every];
  return new Date(Math.floor((now.getTime() - SETTLING_MS) / length) * length);
}

/** Every period of a dry run, oldest first: so many days up to the last one. */
export function periodsBefore(every: RulePeriod, last: Date, days: number): Date[] {
  const length = LENGTH_MS[every];
  const count = (days * DAY_MS) / length;
  return Array.from({ length: count }, (_, index) => new Date(last.getTime() - (count - 1 - index) * length));
}

/** The UTC day of a moment as a number. */
export const dayNumber = (moment: Date): number => Math.floor(moment.getTime() / DAY_MS);
