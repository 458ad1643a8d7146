const DECIMALS = 6;
const LEAST_DECIMALS = 2;

/** Micros as an exact decimal with a point: -1600n → `-0.0016`, 2_500_000n → `2.50`. */
export function formatMicros(micros: bigint): string {
  const digits = (micros < 0n ? -micros : micros).toString().padStart(DECIMALS + 1, '0');
  const fraction = digits
    .slice(-DECIMALS)
    .replace(/(?<!0)0+$/, '')
    .padEnd(LEAST_DECIMALS, '0');
  return `${micros < 0n ? '-' : ''}${digits.slice(0, -DECIMALS)}.${fraction}`;
}
