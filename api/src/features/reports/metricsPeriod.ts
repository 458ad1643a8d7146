import type { MetricComparison, MetricPeriod } from '@ezdash/contracts';
import { addDays, makePeriod, type Period, previousPeriod } from '../figures';

/** The day of a moment in a timezone, YYYY-MM-DD. */
export function localDayOf(timezone: string, moment: Date): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: timezone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(moment);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

const LAST_DAYS: Partial<Record<MetricPeriod, number>> = { last7: 7, last28: 28, last90: 90, last365: 365 };

/** The days that a moving period means at a moment, in the timezone; today is the last of "last" days. */
export function movingPeriod(period: MetricPeriod, timezone: string, now: Date): Period {
  const today = localDayOf(timezone, now);
  const monthStart = `${today.slice(0, 8)}01`;
  const count = LAST_DAYS[period];
  if (count !== undefined) return makePeriod(addDays(today, 1 - count), today);
  if (period === 'today') return makePeriod(today, today);
  if (period === 'yesterday') return makePeriod(addDays(today, -1), addDays(today, -1));
  if (period === 'month') return makePeriod(monthStart, today);
  const lastOfPrevious = addDays(monthStart, -1);
  return makePeriod(`${lastOfPrevious.slice(0, 8)}01`, lastOfPrevious);
}

/** The same day a year before; of a leap day the one before it. */
export function yearBefore(day: string): string {
  const year = String(Number(day.slice(0, 4)) - 1).padStart(4, '0');
  const rest = day.slice(4) === '-02-29' ? '-02-28' : day.slice(4);
  return year + rest;
}

/** The period that another one is compared with. */
export function comparedPeriod(period: Period, how: MetricComparison): Period {
  return how === 'previous'
    ? previousPeriod(period)
    : makePeriod(yearBefore(period.from), yearBefore(period.to));
}
