import { numberFormat } from '../format/intl';
import { decimalOfMicros } from '../format/number';

const MICRO_DIGITS = 6;
const MOST_LENGTH = 60;
const BIDI_MARKS = '\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069';
const AROUND = new RegExp(`^[\\s${BIDI_MARKS}]+|[\\s${BIDI_MARKS}]+$`, 'g');
const MINUS = ['-', '−'];
const SIGNS = [...MINUS, '+'];

/** What stands beside the digits: the currency of the network, a percent sign, or nothing. */
export type AmountUnit = 'USD' | '%' | 'none';

/** What a text means. One that is not well formed has the amounts that could have been meant. */
export type ParsedAmount = { micros: bigint } | { micros: null; readings: bigint[] };

interface Marks {
  decimal: string;
  group: string;
  /** Digits of the last group, and of the others: 3 and 2 in India. */
  sizes: readonly [last: number, other: number];
  /** Shorter numbers are not grouped: "1234" and "12.345" in Spanish. */
  groupedFrom: number;
}

interface Writing {
  marks: Marks[];
  /** Currency signs, percent signs and words that may stand once at either end. */
  units: string[];
  /** In Frisian the minus follows an amount of money. */
  maySignBeLast: boolean;
}

const FORMS: Readonly<Record<AmountUnit, readonly Intl.NumberFormatOptions[]>> = {
  none: [{}],
  '%': [{}, { style: 'percent' }],
  USD: [
    {},
    ...(['symbol', 'narrowSymbol', 'code'] as const).map((currencyDisplay) => ({
      style: 'currency' as const,
      currency: 'USD',
      currencyDisplay,
    })),
  ],
};
const UNITS: Readonly<Record<AmountUnit, readonly string[]>> = {
  none: [],
  '%': ['%'],
  USD: ['US$', '$', 'USD'],
};

/** Spaces of all widths are one mark, and so are both apostrophes: keyboards have one of each. */
const plainMarks = (text: string): string => text.replace(/\s/g, ' ').replace(/’/g, "'");
const bare = (text: string): string => text.replace(AROUND, '');

const LONG = 1_234_567_890_123.5;

function getMarks(format: Intl.NumberFormat): Marks {
  const parts = format.formatToParts(LONG);
  const value = (type: string) => plainMarks(parts.find((part) => part.type === type)?.value ?? '');
  const sizes = parts.filter(({ type }) => type === 'integer').map((part) => [...part.value].length);
  const grouped = [4, 5, 6, 7].find((length) =>
    format.formatToParts(10 ** (length - 1)).some(({ type }) => type === 'group'),
  );
  return {
    decimal: value('decimal'),
    group: value('group'),
    sizes: [sizes.at(-1) ?? 3, sizes.at(-2) ?? 3],
    groupedFrom: grouped ?? Number.POSITIVE_INFINITY,
  };
}

const writings = new Map<string, Writing>();

/** How a language writes amounts with the digits of one script, as Intl has it; currencies may have marks of their own. */
function getWriting(locale: string, numberingSystem: string, unit: AmountUnit): Writing {
  const key = `${locale} ${numberingSystem} ${unit}`;
  const known = writings.get(key);
  if (known) return known;
  const formats = FORMS[unit].map((form) =>
    numberFormat(locale, { ...form, numberingSystem, minimumFractionDigits: 1 }),
  );
  const parts = formats.map((format) => format.formatToParts(-LONG));
  const units = parts.flat().filter(({ type }) => ['currency', 'percentSign', 'literal'].includes(type));
  const writing = {
    marks: formats.map(getMarks),
    units: [...new Set([...UNITS[unit], ...units.map((part) => bare(plainMarks(part.value)))])]
      .filter((text) => text !== '')
      .sort((a, b) => b.length - a.length),
    maySignBeLast: parts.some(
      (list) =>
        list.findIndex(({ type }) => type === 'minusSign') > list.findIndex(({ type }) => type === 'integer'),
    ),
  };
  writings.set(key, writing);
  return writing;
}

let digitsOfScripts: ReadonlyMap<string, { digit: string; script: string }> | undefined;

/** Every digit that Intl writes, with its value and its numbering system. */
function getDigits() {
  digitsOfScripts ??= new Map(
    Intl.supportedValuesOf('numberingSystem').flatMap((script) =>
      [...numberFormat('en', { numberingSystem: script, useGrouping: false }).format(9_876_543_210)].map(
        (sign, at) => [sign, { digit: String(9 - at), script }] as const,
      ),
    ),
  );
  return digitsOfScripts;
}

/** The text with digits of ASCII and plain marks, and the script that its digits were in; null when they are of several. */
function toPlain(text: string): { plain: string; script: string } | null {
  const scripts = new Set<string>();
  const plain = Array.from(text, (sign) => {
    const known = getDigits().get(sign);
    if (!known) return plainMarks(sign);
    scripts.add(known.script);
    return known.digit;
  }).join('');
  const [script, ...others] = scripts;
  return script === undefined || others.length > 0 ? null : { plain, script };
}

interface Peeled {
  core: string;
  isNegative: boolean;
}

/** Takes one sign and one unit from the ends of a text, with the spaces and direction marks around them. */
function peel(text: string, { units, maySignBeLast }: Writing): Peeled {
  let core = bare(text);
  let sign: string | undefined;
  let hasUnit = false;
  /** What of `affixes` stands at an end; it is cut off. */
  const cut = (affixes: readonly string[], isFirst: boolean): string | undefined => {
    const upper = core.toUpperCase();
    const found = affixes.find((affix) =>
      isFirst ? upper.startsWith(affix.toUpperCase()) : upper.endsWith(affix.toUpperCase()),
    );
    if (found !== undefined) core = bare(isFirst ? core.slice(found.length) : core.slice(0, -found.length));
    return found;
  };
  for (let before = ''; before !== core; ) {
    before = core;
    sign ??= cut(SIGNS, true) ?? (maySignBeLast ? cut(SIGNS, false) : undefined);
    // The end first: in Cape Verde "$" is the decimal mark of money too.
    if (!hasUnit && (cut(units, false) ?? cut(units, true)) !== undefined) hasUnit = true;
  }
  return { core, isNegative: sign !== undefined && MINUS.includes(sign) };
}

/** Micros of digits on both sides of the point; null when there are none, or more than micros have. */
function toMicros(whole: string, fraction: string): bigint | null {
  if (whole === '' && fraction === '') return null;
  return fraction.length > MICRO_DIGITS ? null : BigInt(`${whole}${fraction.padEnd(MICRO_DIGITS, '0')}`);
}

function isGrouped(whole: string, { group, sizes: [last, other], groupedFrom }: Marks): boolean {
  const [first = '', ...groups] = whole.split(group);
  const lengths = groups.map((digits, at) => digits.length === (at === groups.length - 1 ? last : other));
  return (
    group !== '' &&
    first.length >= 1 &&
    first.length <= other &&
    !first.startsWith('0') &&
    lengths.every(Boolean) &&
    whole.split(group).join('').length >= groupedFrom
  );
}

/** One reading by one set of marks: as Intl writes it, or without groups; null when the text is not well formed. */
function readStrictly(core: string, marks: Marks): bigint | null {
  const [whole = '', fraction, ...more] = core.split(marks.decimal);
  if (more.length > 0 || fraction === '' || !/^\d*$/.test(fraction ?? '')) return null;
  const isPlain = /^(0|[1-9]\d*)?$/.test(whole);
  const digits = marks.group === '' ? whole : whole.split(marks.group).join('');
  if (!isPlain && !(/^\d+$/.test(digits) && isGrouped(whole, marks))) return null;
  return toMicros(digits, fraction ?? '');
}

/** A mark between digits: of any language, where the person's own does not explain the text. */
const ANY_MARK = /[.,'·٫٬،⹁ ]/g;

/** What a text could have meant whose marks do not fit: its last mark as the point, the page's own point, no point. */
function listReadings(core: string, { decimal }: Marks): bigint[] {
  if (!/^[\d.,'·٫٬،⹁ ]+$/.test(core) || !/\d/.test(core)) return [];
  const digits = (text: string) => text.replace(ANY_MARK, '');
  const cutAt = (index: number) => toMicros(digits(core.slice(0, index)), digits(core.slice(index + 1)));
  const lastMark = Math.max(...[...'.,·٫٬،⹁'].map((mark) => core.lastIndexOf(mark)));
  const own = core.indexOf(decimal);
  const readings = [
    lastMark >= 0 ? cutAt(lastMark) : null,
    own >= 0 && own === core.lastIndexOf(decimal) ? cutAt(own) : null,
    toMicros(digits(core), ''),
  ];
  return [...new Set(readings.filter((reading) => reading !== null))].slice(0, 2);
}

/**
 * What a person typed, exactly: the inverse of what Intl writes in the language. Takes digits of any script with the
 * marks that the language has for them, groups where the language groups or none at all, and one sign and one unit at the
 * ends. Whatever else it is gets no amount: "0.425" is neither 425 nor 0.425 on a German page.
 */
export function parseAmount(text: string, locale = 'en', unit: AmountUnit = 'USD'): ParsedAmount {
  const found = text.length > MOST_LENGTH ? null : toPlain(text);
  if (!found) return { micros: null, readings: [] };
  const writing = getWriting(locale, found.script, unit);
  const { core, isNegative } = peel(found.plain, writing);
  const signed = (micros: bigint) => (isNegative ? -micros : micros);
  const read = writing.marks.map((marks) => readStrictly(core, marks));
  const [only, ...others] = new Set(read.filter((micros) => micros !== null));
  if (only !== undefined && others.length === 0) return { micros: signed(only) };
  const [own] = writing.marks;
  const readings = others.length > 0 ? [only, ...others] : own ? listReadings(core, own) : [];
  return {
    micros: null,
    readings: readings.flatMap((micros) => (micros === undefined ? [] : signed(micros))),
  };
}

/** `parseAmount` for remotes that were built before it: micros, null for what is no amount or too large for a number. */
export function parseMoney(text: string, locale = 'en'): number | null {
  const { micros } = parseAmount(text, locale);
  return micros !== null && Number.isSafeInteger(Number(micros)) ? Number(micros) : null;
}

/** An amount in the page's language with the decimals that it has: 425_000n → "0.425". */
export const amountText = (micros: number | bigint, locale: string): string =>
  numberFormat(locale, { maximumFractionDigits: MICRO_DIGITS }).format(decimalOfMicros(micros));

/**
 * Micros as a person would type them, without the currency sign: 12_500_000 → "12.50". A bank's form takes no groups;
 * grouped they are easier to read.
 */
export function moneyInputText(
  micros: number | bigint | null,
  locale: string,
  most: number,
  useGrouping = false,
): string {
  if (micros === null) return '';
  const least = Math.min(2, most);
  const digits = { minimumFractionDigits: least, maximumFractionDigits: most };
  return numberFormat(locale, { ...digits, useGrouping: useGrouping ? 'auto' : false }).format(
    decimalOfMicros(micros),
  );
}
