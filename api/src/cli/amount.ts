import { MICROS } from '@ezdash/contracts/constants';

const DECIMALS = 6;

/** `100`, `100.5` or `0.000001` as micros, without floating point; null when it is no amount above nothing. */
export function amountMicros(text: string): bigint | null {
  const match = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(text);
  if (!match) return null;
  const [, whole = '0', fraction = ''] = match;
  const micros = BigInt(whole) * BigInt(MICROS) + BigInt(fraction.padEnd(DECIMALS, '0'));
  return micros > 0n ? micros : null;
}

const MICROS_A_UNIT = BigInt(MICROS);

/** Micros as people write them: `1234.50`, `-0.000001`; two decimals at least, exact. */
export function amountText(micros: bigint): string {
  const positive = micros < 0n ? -micros : micros;
  const decimals = String(positive % MICROS_A_UNIT).padStart(DECIMALS, '0');
  return `${micros < 0n ? '-' : ''}${positive / MICROS_A_UNIT}.${decimals.slice(0, 2)}${decimals.slice(2).replace(/0+$/, '')}`;
}
