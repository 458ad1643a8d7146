import { z } from 'zod';
import { micros, timestamp } from './common';
import { FLOOR_ADVICE_STATES } from './zoneRules';

/** What a floor would have earned of the auctions that were recorded, against the zone's own. */
export const floorOutcome = z.object({
  floor_micros: micros,
  /** The publisher's earnings per thousand ad requests. */
  per_thousand_micros: micros,
  /** Of the requests, in millionths. */
  fill_ppm: z.number().int(),
  /** How much more (or, below 0, less) it would have earned than the zone's own floor, in millionths, and where that lies with 99 %. */
  change_ppm: z.number().int(),
  change_low_ppm: z.number().int(),
  change_high_ppm: z.number().int(),
});
export type FloorOutcome = z.infer<typeof floorOutcome>;

/**
 * GET /api/zones/{id}/floor-advice: the auctions of the last days that were recorded, played again at other floors.
 * Bids below the floor of their time were never recorded: lower floors than that are not told of.
 */
export const floorAdvice = z.object({
  state: z.enum(FLOOR_ADVICE_STATES),
  days: z.number().int(),
  /** Recorded auctions that were played again. */
  sampled: z.number().int(),
  needed: z.number().int(),
  /** The zone's floor of now, what was earned with it; null with too few. */
  current: floorOutcome.nullable(),
  /** What is advised; null unless `change`. */
  advised: floorOutcome.nullable(),
  /** Further floors, lowest first. */
  ladder: z.array(floorOutcome),
  /** Of the requests, in millionths, those for which there were bids, and all of them below the floor. */
  below_floor_ppm: z.number().int(),
});
export type FloorAdvice = z.infer<typeof floorAdvice>;

/** POST /api/properties/{id}/tag-debugger: an address of the property's that shows what its tag does. */
export const tagDebugger = z.object({ url: z.string(), token: z.string(), expires_at: timestamp });
export type TagDebugger = z.infer<typeof tagDebugger>;

/** GET /tag-debug/decisions/{id}?token=: what became of a test request of one's own page, for the tag debugger. */
export const taggedDecision = z.object({
  id: z.string(),
  zone: z.string(),
  /** Of the property that the zone belongs to. */
  domain: z.string(),
  /** Null when it was filled. */
  reason: z.string().nullable(),
  /** Campaigns by what became of them; none is named. */
  fates: z.record(z.string(), z.number().int()),
  /** Where the winner's ad leads; null without one. */
  winner_domain: z.string().nullable(),
  /** Of what the publisher would have got for a thousand of them, in micros; the upper end is null when it is open. */
  payout_bucket: z.object({ from_micros: micros, to_micros: micros.nullable() }).nullable(),
  floor_micros: micros,
});
export type TaggedDecision = z.infer<typeof taggedDecision>;
