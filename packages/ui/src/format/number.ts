import { numberFormat, trueMinus } from './intl';

const MICRO_DIGITS = 6;

export interface MoneyOptions {
  /** Digits after the point: 2 for balances, 4 for ledger lines, 6 for a single posting, [2, 4] for bids. */
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
  return numberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: least,
    maximumFractionDigits: most,
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

/** 1_240_000 → "1.24M". Only for tiles, axes and estimates. */
export function compact(value: number | bigint, locale = 'en'): string {
  return trueMinus(numberFormat(locale, { notation: 'compact', maximumFractionDigits: 2 }).format(value));
}

/** Compact money for axes: 1_200_000_000 → "$1.2K", 400_000 → "$0.40". */
export function compactMoney(micros: number | bigint, locale = 'en', currency = 'USD'): string {
  const small = Math.abs(Number(micros)) < 10_000_000 && Number(micros) % 1_000_000 !== 0;
  return trueMinus(
    numberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      notation: 'compact',
      minimumFractionDigits: small ? 2 : 0,
      maximumFractionDigits: small ? 2 : 1,
    }).format(decimalOfMicros(micros)),
  );
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
