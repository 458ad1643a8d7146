import { FLOOR_ADVICE, type FloorAdvice, type FloorOutcome } from '@ezdash/contracts';
import { effectiveOf } from './Sample';

/** What somebody bid, as an auction for a place sees it. */
export interface FloorBid {
  advertiserId: number;
  ecpmMicros: number;
  /** Pays its bid whatever others bid. */
  isFixed: boolean;
}

/** A recorded auction for one zone: the bids that stood above the floor of its time, the best first. */
export interface FloorAuction {
  weight: number;
  /** Bids below it were not recorded. */
  floorMicros: number;
  reserveMicros: number;
  /** A guaranteed campaign that had the place before anybody bid; it must come up to the floor too. */
  guaranteed: FloorBid | null;
  bids: readonly FloorBid[];
  /** There were bids, and all below the floor. */
  isBelowFloor: boolean;
}

const MILLION = 1_000_000;
/** 99 %, of each floor for itself: of many floors the best looks better than it is. */
const Z = 2.576;
/** Floors that are looked at, in micros: the steps in which people think. */
const STEPS = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8];
const DECADES = [10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];
const NICE = DECADES.flatMap((decade) => STEPS.map((step) => Math.round(decade * step)));
const MOST_FLOORS = 24;
/** Floors that nearly nobody bid for are not looked at. */
const HIGHEST_PART = 0.98;

/** eCPM that an auction is sold for at a floor; 0 unsold. */
export function soldFor(auction: FloorAuction, floorMicros: number): number {
  const { guaranteed, bids, reserveMicros } = auction;
  const winner = guaranteed ?? bids[0];
  const first = winner && winner.ecpmMicros >= floorMicros ? winner : bids[0];
  if (!first || first.ecpmMicros < floorMicros) return 0;
  if (first.isFixed) return first.ecpmMicros;
  const rival = bids.find(
    (bid) => bid !== first && bid.advertiserId !== first.advertiserId && bid.ecpmMicros >= floorMicros,
  );
  const second = rival ? rival.ecpmMicros + 1 : 0;
  return Math.min(first.ecpmMicros, Math.max(second, floorMicros, reserveMicros));
}

/** A floor against the zone's own over the same auctions: the ratio of both sums, and how exactly it is known. */
function compare(
  auctions: readonly FloorAuction[],
  currentMicros: number,
  floorMicros: number,
  shareBps: number,
): FloorOutcome {
  let weights = 0;
  let before = 0;
  let after = 0;
  let filled = 0;
  const pairs = auctions.map((auction) => {
    const { weight } = auction;
    const old = soldFor(auction, currentMicros);
    const now = soldFor(auction, floorMicros);
    weights += weight;
    before += weight * old;
    after += weight * now;
    if (now > 0) filled += weight;
    return { weight, old, now };
  });
  const ratio = before === 0 ? 1 : after / before;
  let squares = 0;
  for (const { weight, old, now } of pairs) squares += (weight * (now - ratio * old)) ** 2;
  const error = before === 0 ? 0 : Math.sqrt(squares) / before;
  const ppm = (value: number) => Math.round(value * MILLION);
  return {
    floor_micros: floorMicros,
    per_thousand_micros: weights === 0 ? 0 : Math.floor((after / weights) * (shareBps / 10_000)),
    fill_ppm: weights === 0 ? 0 : ppm(filled / weights),
    change_ppm: ppm(ratio - 1),
    change_low_ppm: ppm(ratio - 1 - Z * error),
    change_high_ppm: ppm(ratio - 1 + Z * error),
  };
}

/** The floors worth looking at: nice ones up to what nearly nobody bid, at most so many, evenly thinned. */
function floorsOf(auctions: readonly FloorAuction[], currentMicros: number): number[] {
  const best = auctions
    .map(({ bids, guaranteed }) => Math.max(bids[0]?.ecpmMicros ?? 0, guaranteed?.ecpmMicros ?? 0))
    .filter((micros) => micros > 0)
    .sort((a, b) => a - b);
  const highest = best[Math.floor((best.length - 1) * HIGHEST_PART)] ?? 0;
  const least = Math.min(...auctions.map(({ floorMicros }) => floorMicros));
  const floors = NICE.filter((floor) => floor <= highest && floor >= least && floor !== currentMicros);
  const every = Math.max(1, Math.ceil(floors.length / MOST_FLOORS));
  return floors.filter((_, index) => (floors.length - 1 - index) % every === 0);
}

/**
 * What other floors would have earned of the recorded auctions, and the one that would surely have earned most: the
 * advice is the floor whose interval lies highest at its lower end, where that is above nothing. A bid that was below
 * the floor of its time is not known, so each floor is compared over the auctions whose own was not higher.
 */
export function adviseFloor(
  auctions: readonly FloorAuction[],
  currentMicros: number,
  shareBps: number,
): FloorAdvice {
  const known = (floorMicros: number) =>
    auctions.filter((auction) => auction.floorMicros <= Math.min(floorMicros, currentMicros));
  const isEnough = (some: readonly FloorAuction[]) =>
    effectiveOf(some.map(({ weight }) => weight)) >= FLOOR_ADVICE.fewestAuctions;
  const all = auctions.reduce((sum, { weight }) => sum + weight, 0);
  const below = auctions.reduce((sum, { weight, isBelowFloor }) => sum + (isBelowFloor ? weight : 0), 0);
  const usable = known(currentMicros);
  const shared = {
    days: FLOOR_ADVICE.days,
    sampled: usable.length,
    needed: FLOOR_ADVICE.fewestAuctions,
    below_floor_ppm: all === 0 ? 0 : Math.round((below / all) * MILLION),
  };
  const current = compare(usable, currentMicros, currentMicros, shareBps);
  // Of what earned nothing there is no more to be had by so many percent.
  if (!isEnough(usable) || current.per_thousand_micros === 0)
    return { state: 'few', ...shared, current: null, advised: null, ladder: [] };
  const ladder = floorsOf(usable, currentMicros).flatMap((floor) => {
    const some = known(floor);
    return isEnough(some) ? [compare(some, currentMicros, floor, shareBps)] : [];
  });
  const best = ladder.reduce<FloorOutcome | null>(
    (found, each) => (found === null || each.change_low_ppm > found.change_low_ppm ? each : found),
    null,
  );
  const advised = best !== null && best.change_low_ppm > 0 ? best : null;
  return { state: advised ? 'change' : 'keep', ...shared, current, advised, ladder };
}
