import { dateFormat } from '../format/intl';

type Part = 'day' | 'month' | 'year';

/** How a language writes a day in figures. */
export interface DatePattern {
  /** In the order they are written. */
  parts: readonly Part[];
  /** Between them. */
  mark: string;
}

/** A day no part of which can be taken for another. */
const SAMPLE = new Date(Date.UTC(2026, 10, 21));
const ISO: DatePattern = { parts: ['year', 'month', 'day'], mark: '-' };
const isPart = (type: string): type is Part => type === 'day' || type === 'month' || type === 'year';

/**
 * The pattern of a language. English is read on both sides of an ocean that swaps day and month, so it writes the
 * international order, year first.
 */
export function datePattern(locale: string): DatePattern {
  if (locale.startsWith('en')) return ISO;
  const options = { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' } as const;
  const found = dateFormat(locale, options).formatToParts(SAMPLE);
  const parts = found.map(({ type }) => type).filter(isPart);
  const mark = found.find(({ type }) => type === 'literal')?.value ?? ISO.mark;
  return parts.length === ISO.parts.length ? { parts, mark } : ISO;
}

const pad = (value: number, length: number) => String(value).padStart(length, '0');

/** `2026-11-21T08:30` (or `2026-11-21`) as the language writes it in figures: "21.11.2026, 08:30". */
export function dateInputText(value: string, locale: string): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}:\d{2}))?$/.exec(value);
  if (!match) return value;
  const [, year = '', month = '', day = '', time] = match;
  const { parts, mark } = datePattern(locale);
  const date = parts.map((part) => ({ year, month, day })[part]).join(mark);
  return time ? `${date}, ${time}` : date;
}

/** Hour and minute behind the day; midnight when there is none, null when there is no such time. */
function readTime(numbers: readonly number[], text: string): string | null {
  const [hour = 0, minute = 0] = numbers;
  const half = /([ap])\.?m\b/i.exec(text)?.[1]?.toLowerCase();
  if (half && (hour < 1 || hour > 12)) return null;
  const hours = half ? (hour % 12) + (half === 'p' ? 12 : 0) : hour;
  return hours > 23 || minute > 59 ? null : `${pad(hours, 2)}:${pad(minute, 2)}`;
}

const CENTURY = 2_000;

/**
 * What a person typed as `YYYY-MM-DDTHH:MM`, or as `YYYY-MM-DD` without the time; null when it is no such day. Takes
 * the language's order with any marks, two digits for the year, and the international order in every language.
 */
export function parseDate(text: string, locale: string, withTime: boolean): string | null {
  const groups = text.match(/\d+/g) ?? [];
  const most = withTime ? 5 : 3;
  if (groups.length < 3 || groups.length > most) return null;
  const { parts } = groups[0]?.length === 4 ? ISO : datePattern(locale);
  const at = (part: Part) => Number(groups[parts.indexOf(part)]);
  const year = at('year') < 100 ? CENTURY + at('year') : at('year');
  const [month, day] = [at('month'), at('day')];
  const date = new Date(Date.UTC(year, month - 1, day));
  // The 31st of a month of thirty days is not the first of the next.
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1;
  if (!exists || date.getUTCDate() !== day || year < CENTURY || year > 9_999) return null;
  const iso = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
  if (!withTime) return iso;
  const time = readTime(groups.slice(3).map(Number), text);
  return time === null ? null : `${iso}T${time}`;
}
