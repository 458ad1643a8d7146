import { dateFormat, relativeFormat } from './intl';

/** ISO 8601 with an offset, a day (`YYYY-MM-DD`), milliseconds, or a Date. */
export type Moment = string | number | Date;

export interface DateOptions {
  locale?: string;
  /** IANA name. A plain day belongs to no zone and ignores it. */
  timezone?: string;
  /** What counts as now: the year is left out when it is this one. */
  now?: Moment;
  weekday?: boolean;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function read(moment: Moment, timezone = 'UTC'): { at: Date; timeZone: string } {
  // A plain day is parsed as midnight UTC; shown in New York it would be the day before.
  const plain = typeof moment === 'string' && DAY.test(moment);
  return { at: moment instanceof Date ? moment : new Date(moment), timeZone: plain ? 'UTC' : timezone };
}

function yearOf(moment: Moment, timezone?: string): string {
  const { at, timeZone } = read(moment, timezone);
  return dateFormat('en', { year: 'numeric', timeZone }).format(at);
}

/** "21 Nov", "21 Nov 2025" when the year is not this one, "Sat 21 Nov" with the weekday. */
export function date(moment: Moment, options: DateOptions = {}): string {
  const { at, timeZone } = read(moment, options.timezone);
  const now = options.now ?? Date.now();
  const year = yearOf(moment, options.timezone) === yearOf(now, timeZone) ? undefined : 'numeric';
  const weekday = options.weekday ? 'short' : undefined;
  const parts = { day: 'numeric', month: 'short', year, weekday, timeZone } as const;
  const text = dateFormat(options.locale ?? 'en', parts).format(at);
  // British English sets a comma behind the weekday; the product does not.
  return options.weekday && (options.locale ?? 'en').startsWith('en') ? text.replace(',', '') : text;
}

/** "14:02", with seconds when asked; always 24 hours. */
export function time(moment: Moment, options: DateOptions & { seconds?: boolean } = {}): string {
  const { at, timeZone } = read(moment, options.timezone);
  const second = options.seconds ? '2-digit' : undefined;
  const parts = { hour: '2-digit', minute: '2-digit', second, hourCycle: 'h23', timeZone } as const;
  return dateFormat(options.locale ?? 'en', parts).format(at);
}

/** "21 Nov, 14:02". */
export function dateTime(moment: Moment, options: DateOptions & { seconds?: boolean } = {}): string {
  return `${date(moment, options)}, ${time(moment, options)}`;
}

/** "25 Oct – 21 Nov 2026"; both ends are plain days, the year is always named. */
export function dateRange(from: string, to: string, options: Pick<DateOptions, 'locale'> = {}): string {
  const format = dateFormat(options.locale ?? 'en', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return format.formatRange(new Date(from), new Date(to));
}

const UNITS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

/** "5 minutes ago", "in 2 days", "now". */
export function relative(moment: Moment, options: Pick<DateOptions, 'locale' | 'now'> = {}): string {
  const now = options.now ?? Date.now();
  const seconds = (read(moment).at.getTime() - read(now).at.getTime()) / 1000;
  const [unit, size] = UNITS.find(([, least]) => Math.abs(seconds) >= least) ?? (['second', 1] as const);
  return relativeFormat(options.locale ?? 'en').format(Math.trunc(seconds / size), unit);
}
