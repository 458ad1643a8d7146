import type { MetricComparison, MetricPeriod } from '@ezdash/contracts';
import { addDays, makePeriod, type Period, previousPeriod } from '../figures';

/** To make a format takes a hundred times as long as to use it. */
const calendars = new Map<string, Intl.DateTimeFormat>();

/** The day of a moment in a timezone, YYYY-MM-DD. */
export function localDayOf(timezone: string, moment: Date): string {
  let calendar = calendars.get(timezone);
  if (!calendar) {
    calendar = new Intl.DateTimeFormat('en', {
      timeZone: timezone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    calendars.set(timezone, calendar);
  }
  const parts = calendar.formatToParts(moment);
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

const clocks = new Map<string, Intl.DateTimeFormat>();

/** What clocks show there at a moment, as the moment at which those of UTC show the same. */
function wallClock(timezone: string, ms: number): number {
  let clock = clocks.get(timezone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en', {
      timeZone: timezone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    clocks.set(timezone, clock);
  }
  const parts = new Map(clock.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

const HOUR_MS = 3_600_000;
/** Clocks are changed at no other moments. */
export const QUARTER_MS = HOUR_MS / 4;

/**
 * When the hour began that clocks of the timezone show at a moment. Where clocks were changed within it, as in Chatham
 * and on Lord Howe, what is left of it begins with the change.
 */
export function hourAround(ms: number, timezone: string): number {
  const wall = wallClock(timezone, ms);
  let begun = ms - (wall % HOUR_MS);
  while (wallClock(timezone, begun) - begun !== wall - ms) begun += QUARTER_MS;
  return begun;
}

/**
 * The hour at which clocks of the timezone showed the same on another day; hours are their first moments in UTC. Null
 * where there was none: clocks were put forward over it, or this is the second of two that they show alike.
 */
export function sameHour(hour: string, timezone: string, moveDay: (day: string) => string): string | null {
  const ms = Date.parse(hour);
  const wall = wallClock(timezone, ms);
  if (wallClock(timezone, ms - HOUR_MS) === wall) return null;
  const day = new Date(wall).toISOString().slice(0, 10);
  const moved = wall + Date.parse(moveDay(day)) - Date.parse(day);
  const guess = moved - (wall - ms);
  const found = moved - (wallClock(timezone, guess) - guess);
  if (wallClock(timezone, found) !== moved) return null;
  return new Date(found).toISOString();
}
