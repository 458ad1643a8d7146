import { z } from 'zod';
import { pricing } from './campaigns';
import { micros } from './common';
import { BIDDINGS, CATEGORIES, MOST, ZONE_KINDS } from './constants';
import {
  ESTIMATE_COMPETITION,
  ESTIMATE_LEFT_OUT,
  ESTIMATE_STATES,
  ESTIMATE_STEPS,
  ESTIMATES,
} from './estimateRules';
import { targeting } from './targeting';

/** Something to show it: banners by their size in CSS pixels; of anything else the size says nothing. */
export const estimatePlace = z.strictObject({
  kind: z.enum(ZONE_KINDS),
  width: z.number().int().min(0).max(10_000),
  height: z.number().int().min(0).max(10_000),
});
export type EstimatePlace = z.infer<typeof estimatePlace>;

/** POST /api/campaigns/estimate: a campaign as its form has it; nothing is stored. */
export const estimateInput = z.object({
  targeting,
  /** What it has creatives for; none is every place there is. */
  places: z.array(estimatePlace).max(ESTIMATES.mostPlaces).default([]),
  pricing,
  bidding: z.enum(BIDDINGS).default('max'),
  /** Null while nobody has named one: then reach and ladder alone are answered. */
  bid_micros: micros.positive().max(MOST.bidMicros).nullable().default(null),
  daily_budget_micros: micros.positive().max(MOST.budgetMicros).nullable().default(null),
  category: z.enum(CATEGORIES).nullable().default(null),
  /** It has a cap, which no estimate can see. */
  capped: z.boolean().default(false),
  /** The campaign that is changed, which does not compete with itself. */
  campaign_id: z.string().max(40).nullable().default(null),
});
export type EstimateInput = z.infer<typeof estimateInput>;
/** As it may be sent. */
export type EstimateRequest = z.input<typeof estimateInput>;

const count = z.number().int().min(0);
/** A coarse figure, and between which it lies in 95 of 100 cases. */
export const estimateRange = z.object({ per_day: count, low: count, high: count });
export type EstimateRange = z.infer<typeof estimateRange>;

export const estimateLadderStep = z.object({
  bid_micros: micros,
  /** Of the impressions that it may bid on those that are won at this bid, in steps of 5 %. */
  share_ppm: count,
});
export type EstimateLadderStep = z.infer<typeof estimateLadderStep>;

/** What a campaign could have had of the last days' traffic. All figures are rounded, none is a promise. */
export const campaignEstimate = z.object({
  state: z.enum(ESTIMATE_STATES),
  /** How many sampled auctions were looked at, rounded, and of how many days the traffic was counted. */
  sampled: count,
  days: z.number().int().min(0),
  /** Impressions a day it may bid on; null unless the state is `told`. */
  reach: estimateRange.nullable(),
  /** Of `few`: more than these it can hardly be. */
  most_per_day: count.nullable(),
  /** What is left of all impressions of the network behind each step; empty unless the state is `told`. */
  steps: z.array(z.object({ step: z.enum(ESTIMATE_STEPS), per_day: count })),
  competition: z.enum(ESTIMATE_COMPETITION),
  /** What other bids would win, the lowest first; empty where nothing is told of bids. */
  ladder: z.array(estimateLadderStep),
  /** What the bid that was named wins and costs; null without one, or where nothing is told of bids. */
  bid: z
    .object({
      share_ppm: count,
      /** Impressions a day it would win; money is not asked about. */
      wins: estimateRange,
      /** Of these as many as the daily budget pays for. */
      impressions: estimateRange,
      /** What they cost a day, never more than the daily budget. */
      cost_micros: estimateRange,
      /** What one billable event costs on average; null when nothing is won. */
      event_micros: micros.nullable(),
      /** The daily budget ends before the auctions do. */
      held: z.boolean(),
    })
    .nullable(),
  left_out: z.array(z.enum(ESTIMATE_LEFT_OUT)),
});
export type CampaignEstimate = z.infer<typeof campaignEstimate>;
