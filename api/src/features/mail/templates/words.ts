import { DEFAULT_LOCALE } from '@ezdash/contracts';
import de from './de.json';
import en from './en.json';

export type WordKey = keyof typeof en;
export type MailLocale = 'en' | 'de';

export const MAIL_LOCALES: readonly MailLocale[] = ['en', 'de'];
const CATALOGUES: Readonly<Record<MailLocale, Readonly<Record<WordKey, string>>>> = { en, de };
/** English dates as the rest of the app writes them: day before month, 24 hours. */
const FORMATS: Readonly<Record<MailLocale, string>> = { en: 'en-GB', de: 'de-DE' };
const PLACEHOLDER = /\{(\w+)\}/g;

/** Texts, times and durations of one language. */
export interface Words {
  locale: MailLocale;
  /** Throws when a text needs a value that is not given: a mail with a gap must not leave. */
  t(key: WordKey, values?: Readonly<Record<string, string>>): string;
  /** "21 November 2026 at 14:02 CET"; in UTC when the zone is not known. */
  time(iso: string, timeZone: string): string;
  /** "21 Nov, 14:02"; in UTC when the zone is not known. */
  shortTime(iso: string, timeZone: string): string;
  /** "November 2026", of `2026-11`. */
  month(month: string): string;
  /** "24 hours", "30 minutes". */
  duration(minutes: number): string;
  /** "2.5 days", to one digit. */
  days(days: number): string;
  /** "$1,250.00"; of millionths of the currency unit, to the cent unless more digits are asked for. */
  money(micros: number, digits?: number): string;
  number(value: number): string;
}

/** The language a person's setting asks for; anything unknown reads English. */
export function mailLocale(setting: string | null | undefined): MailLocale {
  const language = setting?.split('-', 1)[0];
  return MAIL_LOCALES.find((locale) => locale === language) ?? DEFAULT_LOCALE;
}

function isTimeZone(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone }));
  } catch {
    return false;
  }
}

function formatDuration(format: string, minutes: number): string {
  const [count, unit] =
    minutes % 1440 === 0
      ? [minutes / 1440, 'day']
      : minutes % 60 === 0
        ? [minutes / 60, 'hour']
        : [minutes, 'minute'];
  return new Intl.NumberFormat(format, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

function formatTime(format: string, iso: string, timeZone: string): string {
  return new Intl.DateTimeFormat(format, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: isTimeZone(timeZone) ? timeZone : 'UTC',
    timeZoneName: 'short',
  }).format(new Date(iso));
}

function formatShortTime(format: string, iso: string, timeZone: string): string {
  return new Intl.DateTimeFormat(format, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: isTimeZone(timeZone) ? timeZone : 'UTC',
  }).format(new Date(iso));
}

/** Exact to the cent: a division would be a float. */
function formatMoney(format: string, micros: number, digits = 2): string {
  const written = String(micros).padStart(7, '0');
  const decimal = `${written.slice(0, -6)}.${written.slice(-6)}` as `${number}`;
  return new Intl.NumberFormat(format, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: digits,
  }).format(decimal);
}

function formatDays(format: string, days: number): string {
  const unit = { style: 'unit', unit: 'day', unitDisplay: 'long', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(format, unit).format(days);
}

export function wordsOf(locale: MailLocale): Words {
  const format = FORMATS[locale];
  return {
    locale,
    t: (key, values = {}) =>
      CATALOGUES[locale][key].replace(PLACEHOLDER, (_whole, name: string) => {
        const value = Object.hasOwn(values, name) ? values[name] : undefined;
        if (value === undefined) throw new Error(`The text ${key} needs ${name}`);
        return value;
      }),
    time: (iso, timeZone) => formatTime(format, iso, timeZone),
    shortTime: (iso, timeZone) => formatShortTime(format, iso, timeZone),
    month: (month) =>
      new Intl.DateTimeFormat(format, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
        new Date(`${month}-01T00:00:00Z`),
      ),
    duration: (minutes) => formatDuration(format, minutes),
    days: (days) => formatDays(format, days),
    money: (micros, digits) => formatMoney(format, micros, digits),
    number: (value) => new Intl.NumberFormat(format).format(value),
  };
}
