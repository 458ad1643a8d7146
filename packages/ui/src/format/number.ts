import { numberFormat, trueMinus } from './intl';

const MICRO_DIGITS = 6;
const CENTS = 2;

export interface MoneyOptions {
  /**
   * Digits after the point: 2 for balances, 4 for ledger lines, 6 for a single posting, [2, 4] for bids; [0, 2] leaves
   * the cents of a whole amount out.
   */
  digits?: number | readonly [least: number, most: number];
  /** ISO 4217. */
  currency?: string;
  /** Shows the plus of a gain too. */
  signed?: boolean;
}

/** A formatted amount in the pieces that are set differently: "$1,250", ".40", and what some languages put behind. */
export interface MoneyParts {
  main: string;
  /** The decimal mark and the digits after it. */
  fraction: string;
  /** Currency sign at the end ("1.250,40 $"). */
  tail: string;
}

type Decimal = `${number}`;

/** 1_250_400 → "1.250400": exact, where a division would be a float. Takes micros as integer or bigint. */
export function decimalOfMicros(micros: number | bigint): Decimal {
  const whole = BigInt(micros);
  const digits = String(whole < 0n ? -whole : whole).padStart(MICRO_DIGITS + 1, '0');
  const point = digits.length - MICRO_DIGITS;
  return `${whole < 0n ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}` as Decimal;
}

function moneyFormat(locale: string, { digits = 2, currency = 'USD', signed = false }: MoneyOptions) {
  const [least, most] = typeof digits === 'number' ? [digits, digits] : digits;
  // Whole or with its cents: "$12" and "$12.50", never "$12.5".
  const mayBeWhole = least < CENTS && most >= CENTS;
  return numberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: mayBeWhole ? CENTS : least,
    maximumFractionDigits: most,
    trailingZeroDisplay: mayBeWhole ? 'stripIfInteger' : 'auto',
    // "negative" also keeps an amount that rounds to nothing from becoming "−$0.00".
    signDisplay: signed ? 'exceptZero' : 'negative',
  });
}

/** 1_250_000 → "$1.25". `micros` are millionths of the currency unit. */
export function money(micros: number | bigint, locale = 'en', options: MoneyOptions = {}): string {
  return trueMinus(moneyFormat(locale, options).format(decimalOfMicros(micros)));
}

/** The same amount in pieces, so that the cents can be set smaller. */
export function moneyParts(micros: number | bigint, locale = 'en', options: MoneyOptions = {}): MoneyParts {
  const parts = { main: '', fraction: '', tail: '' };
  let at: keyof MoneyParts = 'main';
  for (const part of moneyFormat(locale, options).formatToParts(decimalOfMicros(micros))) {
    if (part.type === 'decimal') at = 'fraction';
    else if (at === 'fraction' && part.type !== 'fraction') at = 'tail';
    parts[at] += trueMinus(part.value);
  }
  return parts;
}

/** 18420 → "18,420". Exact: for tables. */
export function count(value: number | bigint, locale = 'en'): string {
  return trueMinus(numberFormat(locale, { maximumFractionDigits: 0 }).format(value));
}

/** A number as it is, with the language's marks: 1700 → "1,700", 2.5 → "2.5". */
export function figure(value: number | bigint, locale = 'en'): string {
  return trueMinus(numberFormat(locale, { maximumFractionDigits: MICRO_DIGITS }).format(value));
}

/** 1_240_000 → "1.24M". Only for tiles, axes and estimates. */
export function compact(value: number | bigint, locale = 'en'): string {
  return trueMinus(numberFormat(locale, { notation: 'compact', maximumFractionDigits: 2 }).format(value));
}

const DIGITS_MOST = 6;

/** Digits behind the point that an axis needs, so that no two of its lines read alike: of steps of 0.025 three. */
export function digitsOfStep(step: number): number {
  for (let digits = 0; digits < DIGITS_MOST; digits++) {
    const whole = step * 10 ** digits;
    if (Math.abs(whole - Math.round(whole)) < 1e-6 && Math.round(whole) > 0) return digits;
  }
  return DIGITS_MOST;
}

const THOUSAND_MICROS = 1_000_000_000;
const SHORT_DIGITS = 2;

/**
 * Compact money for axes: 1_200_000_000 → "$1.2K", 400_000 → "$0.40". With the step of the axis all its lines have the
 * digits that tell them apart: steps of half a cent read $0.005, $0.010, $0.015.
 */
export function compactMoney(
  micros: number | bigint,
  locale = 'en',
  currency = 'USD',
  stepMicros?: number,
): string {
  const size = Math.abs(Number(micros));
  const style = {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    notation: 'compact',
  } as const;
  const small = size < 10_000_000 && Number(micros) % 1_000_000 !== 0;
  const needed = stepMicros === undefined ? 0 : digitsOfStep(stepMicros / 10 ** MICRO_DIGITS);
  const isWhole = stepMicros === undefined ? !small : needed === 0;
  const digits = isWhole
    ? {
        minimumFractionDigits: 0,
        maximumFractionDigits: stepMicros && size >= THOUSAND_MICROS ? SHORT_DIGITS : 1,
      }
    : {
        minimumFractionDigits: Math.max(SHORT_DIGITS, needed),
        maximumFractionDigits: Math.max(SHORT_DIGITS, needed),
      };
  return trueMinus(numberFormat(locale, { ...style, ...digits }).format(decimalOfMicros(micros)));
}

/** 0.00412 → "0.41%". Rates carry two digits, shares one. */
export function percent(ratio: number, locale = 'en', digits = 2): string {
  return trueMinus(
    numberFormat(locale, {
      style: 'percent',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      signDisplay: 'negative',
    }).format(ratio),
  );
}
