const MILLION = 1_000_000;
/** Steps in which shares of auctions are told. */
const SHARE_STEP_PPM = 50_000;
/** Ten bids a decade, each about a quarter above the one before: Renard's series. */
const SERIES = [1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8] as const;

type Round = (value: number) => number;

/** In two digits: no figure is told more exactly. */
export function coarse(value: number, round: Round = Math.round): number {
  if (value <= 0) return 0;
  const step = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  // What a division leaves behind the point must not become another step.
  return round(Number((value / step).toPrecision(12))) * step;
}

/** By how much a figure that is told in two digits may be off: half of its last one. */
export const halfStep = (told: number): number => 10 ** Math.max(0, Math.floor(Math.log10(told)) - 1) / 2;

/** A share (0–1) in millionths, in steps of 5 %. */
export const coarseShare = (share: number): number =>
  Math.round((Math.min(1, Math.max(0, share)) * MILLION) / SHARE_STEP_PPM) * SHARE_STEP_PPM;

const gridBid = (place: number): number => {
  const decade = Math.floor(place / SERIES.length);
  return Math.round((SERIES[place - decade * SERIES.length] ?? 1) * 10 ** decade);
};

/** The place in the series of the dearest of its bids that is not above a bid, counted from 1 micro. */
export function gridPlace(bidMicros: number): number {
  let place = Math.max(0, Math.floor(Math.log10(Math.max(1, bidMicros)) * SERIES.length) - 1);
  while (gridBid(place + 1) <= bidMicros) place += 1;
  while (place > 0 && gridBid(place) > bidMicros) place -= 1;
  return place;
}

/**
 * The bids of the series. Only at them is it worked out what is won: between two of them the line is straight, so that
 * trying bids finds out what nobody else bids.
 */
export { gridBid };
