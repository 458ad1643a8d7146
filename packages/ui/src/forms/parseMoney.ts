import { numberFormat } from '../format/intl';
import { decimalOfMicros } from '../format/number';

const MICRO_DIGITS = 6;

function marksOf(locale: string): { decimal: string; group: string } {
  const parts = numberFormat(locale, { useGrouping: true }).formatToParts(12345.6);
  const find = (type: string, fallback: string) =>
    parts.find((part) => part.type === type)?.value ?? fallback;
  return { decimal: find('decimal', '.'), group: find('group', ',') };
}

/**
 * What a person typed as micros, exactly; null when it is no amount. Takes the language's marks ("1,250.40",
 * "1.250,40"), a currency sign, spaces, and the other decimal mark where nothing else can be meant ("12.5" in German).
 */
export function parseMoney(text: string, locale = 'en'): number | null {
  const { decimal, group } = marksOf(locale);
  const bare = text.replace(/[\s$€£\u00a0\u202f]/g, '').replace('−', '-');
  const other = decimal === ',' ? '.' : ',';
  // "12.5" in German: a group would have three digits behind it.
  const foreign = !bare.includes(decimal) && new RegExp(`^-?\\d+\\${other}(\\d{1,2}|\\d{4,6})$`).test(bare);
  const plain = foreign ? bare.replace(other, '.') : bare.split(group).join('').replace(decimal, '.');
  const match = /^(-?)(\d*)(?:\.(\d{0,6}))?$/.exec(plain);
  if (!match || !/\d/.test(plain)) return null;
  const [, sign, whole = '', fraction = ''] = match;
  const micros = Number(`${whole}${fraction.padEnd(MICRO_DIGITS, '0')}`);
  if (!Number.isSafeInteger(micros)) return null;
  return sign && micros !== 0 ? -micros : micros;
}

/**
 * Micros as a person would type them, without the currency sign: 12_500_000 → "12.50". A bank's form takes no groups;
 * grouped they are easier to read.
 */
export function moneyInputText(
  micros: number | null,
  locale: string,
  most: number,
  useGrouping = false,
): string {
  if (micros === null) return '';
  const least = Math.min(2, most);
  const digits = { minimumFractionDigits: least, maximumFractionDigits: most };
  return numberFormat(locale, { ...digits, useGrouping }).format(decimalOfMicros(micros));
}
