const THOUSAND = 1_000;
const BASIS_POINTS = 10_000;
const DECIMALS = 6;
/** Nobody bids that much a thousand impressions. */
const MOST_DOLLARS = 1_000_000;

/** `2.01` → 2010000 whole micros, exact; a part of a micro counts as `up` or is left out. Null when it is no amount. */
export function microsOf(text: string, up = false): number | null {
  const [, whole = '', part = ''] = /^(\d{1,7})(?:\.(\d{1,40}))?$/.exec(text.trim()) ?? [];
  if (whole === '') return null;
  const kept = Number(part.slice(0, DECIMALS).padEnd(DECIMALS, '0'));
  const more = up && /[1-9]/.test(part.slice(DECIMALS)) ? 1 : 0;
  return Number(whole) * 10 ** DECIMALS + kept + more;
}

/** An exchange's floor in micros, rounded up. The shortest text of a number is what was written. */
export function floorMicros(cpm: number): number {
  if (cpm >= MOST_DOLLARS) return Number.POSITIVE_INFINITY;
  // Beyond six decimals a number is written as 1e-7: less than a micro, and more than nothing.
  return microsOf(String(cpm), true) ?? (cpm > 0 ? 1 : 0);
}

/**
 * The least eCPM an advertiser must pay so that the publisher's part of each impression reaches the exchange's floor
 * (both in micros per thousand). Every price is a whole number of micros an impression, and so is its part.
 */
export function advertiserFloor(exchangeFloorMicros: number, revenueShareBps: number): number {
  if (exchangeFloorMicros === 0) return 0;
  const payoutMicros = Math.ceil(exchangeFloorMicros / THOUSAND);
  return Math.ceil((payoutMicros * BASIS_POINTS) / revenueShareBps) * THOUSAND;
}

/** Micros of one impression as dollars per thousand: 1601 → 1.601. The quotient's shortest text is exact. */
export const bidPrice = (payoutMicros: number): number => payoutMicros / THOUSAND;
