import type { DecisionContext, HourCount } from '../serving';

/** What somebody bid in a recorded auction. */
export interface RecordedBid {
  campaignId: number;
  advertiserId: number;
  ecpmMicros: number;
}

/** A decision that was recorded, with all that an estimate asks of it. */
export interface SampledAuction {
  context: DecisionContext;
  floorMicros: number;
  reserveMicros: number;
  /** Impressions a day that it stands for. */
  weight: number;
  /** The guaranteed campaign that had the place before anybody bid; null when nobody had. */
  takenBy: number | null;
  /** Of the auction, the best first: at least until another advertiser than the first one comes. */
  bids: readonly RecordedBid[];
}

/** The traffic of the last days: what was counted of it, and what was looked into. */
export interface Sample {
  auctions: readonly SampledAuction[];
  /** Requests by the hour, all of them. */
  hours: readonly HourCount[];
  /** Of all sampled decisions, also of places that are gone. */
  perDay: number;
  /** How many equally weighted decisions they are worth, and how many there are. */
  effective: number;
  sampled: number;
  days: number;
}

export const NO_SAMPLE: Sample = {
  auctions: [],
  hours: [],
  perDay: 0,
  effective: 0,
  sampled: 0,
  days: 0,
};

/** Kish: as many equally weighted cases tell as much. */
export function effectiveOf(weights: readonly number[]): number {
  let sum = 0;
  let squares = 0;
  for (const weight of weights) {
    sum += weight;
    squares += weight * weight;
  }
  return squares === 0 ? 0 : (sum * sum) / squares;
}
