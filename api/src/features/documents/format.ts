import type { DocumentLocale } from './content';

/** English as the rest of the app writes it: day before month. */
const FORMATS: Readonly<Record<DocumentLocale, string>> = { en: 'en-GB', de: 'de-DE' };

/** The language of an account's documents; what there is none of reads English. */
export function documentLocale(setting: string | null | undefined): DocumentLocale {
  return setting?.split('-', 1)[0] === 'de' ? 'de' : 'en';
}

/** "22 November 2026", of the day in UTC. */
export function longDate(locale: DocumentLocale, date: Date): string {
  const style = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(FORMATS[locale], style).format(date);
}

/** "November 2026" of its first day. */
export function monthName(locale: DocumentLocale, month: string): string {
  const style = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(FORMATS[locale], style).format(
    new Date(`${month.slice(0, 7)}-01T00:00:00Z`),
  );
}

const MICRO_DIGITS = 6;

/** Exact: to the cent, and with up to six digits where there is less than a cent. "$1,000.00", "1.000,00 $". */
export function money(locale: DocumentLocale, micros: bigint, currency: string): string {
  const digits = (micros < 0n ? -micros : micros).toString().padStart(MICRO_DIGITS + 1, '0');
  const decimal = `${micros < 0n ? '-' : ''}${digits.slice(0, -MICRO_DIGITS)}.${digits.slice(-MICRO_DIGITS)}`;
  return new Intl.NumberFormat(FORMATS[locale], {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: MICRO_DIGITS,
  })
    .format(decimal as `${number}`)
    .replace('-', '−');
}

/** "DE89 3704 0044 0532 0130 00": as banks print it. */
export const grouped = (iban: string): string => iban.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** "Germany"; the code itself where nothing is known of it. */
export function countryName(locale: DocumentLocale, code: string): string {
  return new Intl.DisplayNames([FORMATS[locale]], { type: 'region', fallback: 'code' }).of(code) ?? code;
}
