import { z } from 'zod';
import { ESTIMATE_LEFT_OUT } from './estimateRules';
import { OPPORTUNITIES, OPPORTUNITY_CASES, OPPORTUNITY_KINDS } from './opportunityRules';
import { troubleCure } from './troubleshoot';

const count = z.number().int().min(0);
/** Of an average day, and the interval that sample and prices leave open: single days differ more. */
const daily = z.object({ per_day: count, low: count, high: count });
export type DailyRange = z.infer<typeof daily>;

/** Something that would do a running campaign good, worked out from its own last days. None of it is a promise. */
export const opportunity = z.object({
  /** The same for the same proposal: `raise_bid:c_…`, `exclude_zone:c_…:z_…`. */
  key: z.string(),
  kind: z.enum(OPPORTUNITY_KINDS),
  campaign: z.object({ id: z.string(), name: z.string() }),
  /**
   * Figures of the sentence that says why: amounts end in `_micros`, shares in `_ppm`, a share's interval is `low_ppm` to
   * `high_ppm`. `raise_bid`: in `share_ppm` of the decisions that suited it (place, visitor, hour) it was the next best
   * behind another advertiser, `percent`, `bid_micros`, `new_bid_micros`.
   * `raise_budget`: `share_ppm` of the decisions that suited it missed, `days` of `of_days` reached, `budget_micros`,
   * `new_budget_micros`. `add_size`: `size`. `widen_countries`: `country`. `widen_devices`: `device`. `exclude_zone`: `zone`,
   * `zone_name`, `domain`, `measure` (`clicks` or `conversions`), `rate_ppm` of it in the zone, `others_ppm` elsewhere,
   * `spend_micros` in `days`.
   */
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Impressions that it would win more on an average day; null when nothing is won by it. */
  gains: daily.nullable(),
  /** What these cost a day, in micros; null when nothing is won by it. */
  costs_micros: daily.nullable(),
  /** Of what is spent a day now: what brought less than it does elsewhere, in micros; null when nothing is saved by it. */
  saves_micros: daily.nullable(),
  /** How many cases it was worked out from, and what they are. */
  cases: z.object({ count, of: z.enum(OPPORTUNITY_CASES) }),
  /** Whole days and begun ones that these cases are from. */
  days: z.number().int().min(1),
  /** What of the campaign no recorded auction can tell: its gains may be smaller. */
  left_out: z.array(z.enum(ESTIMATE_LEFT_OUT)),
  /** Where it is put into practice: a field of the campaign's page. */
  cure: troubleCure,
});
export type Opportunity = z.infer<typeof opportunity>;

/** GET /api/opportunities, for VIP1 and above: savings first, then the most money. */
export const opportunityList = z.object({
  /** Campaigns that run, or wait for the next day's budget. */
  running: count,
  /** How many of them were looked at: those that spent most. */
  looked_at: count,
  /** Of these, what was recorded since their last change says too little. */
  too_few: count,
  /** Days that are looked at, since the campaign's last change; a new name is none. */
  days: z.number().int(),
  opportunities: z.array(opportunity).max(OPPORTUNITIES.mostShown),
});
export type OpportunityList = z.infer<typeof opportunityList>;
