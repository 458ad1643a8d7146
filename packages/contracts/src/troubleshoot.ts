import { z } from 'zod';
import { campaignState } from './campaigns';
import { day, micros } from './common';
import { FATE_NAMES } from './reasons';
import { TROUBLES } from './troubles';

/** Where a cause is put right: a page of the app, with the tab and field of the campaign's page where it is one. */
export const troubleCure = z.object({
  kind: z.enum(['edit', 'fund', 'resume', 'submit', 'rule', 'goals', 'campaigns']),
  href: z.string(),
});
export type TroubleCure = z.infer<typeof troubleCure>;

/** Figures and times of a sentence; amounts end in `_micros`, shares in `_ppm`, times in `_at`. */
const facts = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

/** A cause that no auction knows of. */
export const outsideCause = z.object({
  code: z.enum(TROUBLES),
  /** Nothing at all is shown because of it. */
  stops: z.boolean(),
  facts,
  cure: troubleCure.nullable(),
});
export type OutsideCause = z.infer<typeof outsideCause>;

/** A fate that took decisions away from the campaign. */
export const auctionCause = z.object({
  code: z.enum(FATE_NAMES),
  decisions: z.number().int(),
  /** Of all decisions that were lost, in millionths, with the 95 % interval of the estimate. */
  share_ppm: z.number().int(),
  low_ppm: z.number().int(),
  high_ppm: z.number().int(),
  /**
   * Impressions that it costs, and what they would have cost, at the campaign's own share of auctions won and price of the
   * same days; null where neither is known, or where nothing could be won.
   */
  would_win: z.number().int().nullable(),
  would_cost_micros: micros.nullable(),
  /**
   * Of fates of price `missing_ecpm_micros`, as coarsely as `price_gap` of the reasons tells it and null where the bid of an
   * impression is not known, and `raise_percent`. Behind fewer than three others, of whom it would tell what one bids, nothing
   * of it, nor what could be won, and `competition` is `few`.
   */
  facts,
  cure: troubleCure.nullable(),
});
export type AuctionCause = z.infer<typeof auctionCause>;

/** GET /api/campaigns/{id}/troubleshoot?from=&to=&timezone=: why a campaign is not shown, the gravest cause first. */
export const troubleshoot = z.object({
  id: z.string(),
  state: campaignState,
  state_reason: z.string().nullable(),
  from: day,
  to: day,
  timezone: z.string(),
  /** How many decisions were looked at, and how many equally weighted ones they are worth. */
  traces: z.number().int(),
  effective_traces: z.number().int(),
  /** Decisions the campaign could have been shown in, and of them those it was shown in; estimates. */
  decisions: z.number().int(),
  won: z.number().int(),
  /** Counted, not estimated: of the same days in UTC. */
  impressions: z.number().int(),
  spend_micros: micros,
  /** Fewer decisions than tell anything: shares are left out. */
  too_few: z.boolean(),
  outside: z.array(outsideCause),
  auction: z.array(auctionCause),
});
export type Troubleshoot = z.infer<typeof troubleshoot>;
