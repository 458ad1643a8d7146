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
