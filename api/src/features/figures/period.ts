import { day } from '@ezdash/contracts';
import { z } from 'zod';
import { ValidationError } from '../../platform/errors';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 28;
/** A leap year and a day, so that "this year" can be compared with the one before. */
const MOST_DAYS = 367;

/** Query of every list and dashboard: days in UTC, both included; without them the last 28 days. */
export const periodQuery = z.object({ from: day.optional(), to: day.optional() });
export type PeriodQuery = z.infer<typeof periodQuery>;

/** Whole days in UTC. */
export interface Period {
  /** First day, YYYY-MM-DD. */
  from: string;
  /** Last day, included. */
  to: string;
  start: Date;
  /** Midnight after the last day: excluded. */
  end: Date;
  /** Every day, oldest first. */
  days: string[];
}

/** The UTC day of a moment, YYYY-MM-DD. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** The day so many days later (or earlier). */
export function addDays(from: string, count: number): string {
  return dayOf(new Date(Date.parse(from) + count * DAY_MS));
}

/** Share of the UTC day that has passed, 0–1, to four digits. */
export function shareOfDay(now: Date): number {
  return Math.floor(((now.getTime() % DAY_MS) / DAY_MS) * 10_000) / 10_000;
}

/** The period of two days, the first not after the last. */
export function makePeriod(from: string, to: string): Period {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  return {
    from,
    to,
    start: new Date(`${from}T00:00:00Z`),
    end: new Date(Date.parse(to) + DAY_MS),
    days: Array.from({ length: Math.max(0, count) }, (_, index) => addDays(from, index)),
  };
}

/** Reads the query; refuses (422) a period that runs backwards or is longer than a year. */
export function periodOf(query: PeriodQuery, now: Date): Period {
  const to = query.to ?? dayOf(now);
  const from = query.from ?? addDays(to, 1 - DEFAULT_DAYS);
  if (from > to) throw new ValidationError({ to: ['The last day lies before the first'] });
  if (Date.parse(to) - Date.parse(from) >= MOST_DAYS * DAY_MS)
    throw new ValidationError({ from: ['Choose a year at most'] });
  return makePeriod(from, to);
}

/** As many days, just before. */
export function previousPeriod(period: Period): Period {
  return makePeriod(addDays(period.from, -period.days.length), addDays(period.from, -1));
}

/** Midnight after the period's first day. Who was at work before it has figures of the whole period. */
export function endOfFirstDay(period: Period): Date {
  return new Date(period.start.getTime() + DAY_MS);
}

/** A day alone. */
export function singleDay(moment: Date): Period {
  return makePeriod(dayOf(moment), dayOf(moment));
}
