import { z } from 'zod';
import {
  AMOUNT_PERCENT,
  CAMPAIGN_COLUMNS,
  CAMPAIGN_FORMATS,
  CAMPAIGN_GROUPS,
  CAMPAIGN_LIST,
  CAMPAIGN_SORTS,
} from './campaignRules';
import { campaign, campaignList, campaignState, deliveryFigures, pricing } from './campaigns';
import { day, lineText, micros } from './common';
import { LEAST, MOST } from './constants';

export const campaignGroup = z.enum(CAMPAIGN_GROUPS);
export const campaignSort = z.enum(CAMPAIGN_SORTS);
const direction = z.enum(['ascending', 'descending']);

/** What a creative may be: the formats a list of campaigns can be narrowed to. */
export const campaignFormat = z.enum(CAMPAIGN_FORMATS);

/** Which campaigns: a segment, a state, a pricing, what a creative of them is, words of the name or an id. */
export const campaignFilter = z.object({
  group: campaignGroup.default('all'),
  pricing: pricing.optional(),
  state: campaignState.optional(),
  format: campaignFormat.optional(),
  q: lineText.max(120).default(''),
});
export type CampaignFilter = z.infer<typeof campaignFilter>;

const period = z.object({ from: day.optional(), to: day.optional() });

/** GET /api/campaigns/page */
export const campaignPageQuery = campaignFilter.extend({
  ...period.shape,
  sort: campaignSort.default('id'),
  direction: direction.default('descending'),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(CAMPAIGN_LIST.mostRows).default(25),
});
export type CampaignPageQuery = z.infer<typeof campaignPageQuery>;

/** GET /api/campaigns/ids and /api/campaigns/export.csv */
export const campaignSetQuery = campaignPageQuery.omit({ offset: true, limit: true });
export type CampaignSetQuery = z.infer<typeof campaignSetQuery>;

export const campaignPage = z.object({
  /** From `offset` on, in the order that was asked for. */
  campaigns: z.array(campaign),
  offset: z.number().int(),
  /** How many match. */
  total: z.number().int(),
  /** How many there are in each segment, whatever else is filtered. */
  counts: z.record(campaignGroup, z.number().int()),
  /** Of all that match. */
  totals: deliveryFigures.extend({
    /** Of those that pay for conversions or had one: what a conversion cost is told from these alone. */
    converting: z.object({ spend_micros: micros, conversions: z.number().int() }),
    /** The one pricing of all that match; null when there are several. */
    pricing: pricing.nullable(),
    has_cpa: z.boolean(),
    /** Archived ones that spent something: in no list but their own, and in the account's figures. Null in other lists. */
    archived: z.object({ count: z.number().int(), spend_micros: micros }).nullable().optional(),
  }),
  from: z.string(),
  to: z.string(),
});
export type CampaignPage = z.infer<typeof campaignPage>;

/** GET /api/campaigns and /api/v1/campaigns: where a page begins, and how many campaigns it has. */
export const campaignCursorQuery = z.object({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(CAMPAIGN_LIST.mostBehindCursor)
    .default(CAMPAIGN_LIST.mostBehindCursor),
  /** `next_cursor` of the answer before. */
  cursor: z.string().max(40).optional(),
});

/** Newest first. Totals are those of all campaigns. `next_cursor` is null behind the last. */
export const campaignCursorPage = campaignList.extend({ next_cursor: z.string().nullable() });

/** GET /api/campaigns/ids: of all that match, for what is done with them; `CAMPAIGNS.most` ids are some 100 kB. */
export const campaignIds = z.object({ ids: z.array(z.string()) });
export type CampaignIds = z.infer<typeof campaignIds>;

/** POST /api/campaigns/{id}/clone: a draft with everything its owner had set. Without a name: that of the original, marked. */
export const campaignClone = z.object({ name: lineText.min(1).max(120).optional() });
export type CampaignClone = z.infer<typeof campaignClone>;

/** An amount of many campaigns at once: to one within these bounds, or each by a share of it (−90 is less by 90 %). */
const manyAmounts = (leastMicros: number, mostMicros: number) =>
  z.object({
    ids: z.array(z.string().max(40)).min(1).max(CAMPAIGN_LIST.mostAtOnce),
    change: z.union([
      z.strictObject({ set_micros: micros.min(leastMicros).max(mostMicros) }),
      z.strictObject({ percent: z.number().min(AMOUNT_PERCENT.least).max(AMOUNT_PERCENT.most) }),
    ]),
  });
const changedOne = z.object({
  id: z.string().max(40),
  before_micros: micros.positive(),
  after_micros: micros.positive(),
});
// Made anew for each amount: a schema has one name in the descriptions.
const manyAmountsAnswer = () =>
  z.object({
    changed: z.array(changedOne),
    refused: z.array(z.object({ id: z.string(), message: z.string() })),
  });
const manyAmountsUndo = () => z.object({ changed: z.array(changedOne).min(1).max(CAMPAIGN_LIST.mostAtOnce) });

/** POST /api/campaigns/budgets: daily budgets. A share is rounded to a cent. */
export const campaignBudgets = manyAmounts(LEAST.dailyBudgetMicros, MOST.budgetMicros);
export type CampaignBudgets = z.infer<typeof campaignBudgets>;
/** What became of each: a refused one says why, and the others still go through. */
export const campaignBudgetsAnswer = manyAmountsAnswer();
export type CampaignBudgetsAnswer = z.infer<typeof campaignBudgetsAnswer>;
/** POST /api/campaigns/budgets/undo: what a change of budgets answered; one that was changed again since stays. */
export const campaignBudgetsUndo = manyAmountsUndo();
export type CampaignBudgetsUndo = z.infer<typeof campaignBudgetsUndo>;

/**
 * POST /api/campaigns/bids: bids, of whatever pricing. Below the least of its own pricing each campaign refuses by itself.
 * A share is rounded to a hundredth of a cent.
 */
export const campaignBids = manyAmounts(Math.min(...Object.values(LEAST.bidMicros)), MOST.bidMicros);
export type CampaignBids = z.infer<typeof campaignBids>;
/** What became of each: a refused one says why, and the others still go through. */
export const campaignBidsAnswer = manyAmountsAnswer();
export type CampaignBidsAnswer = z.infer<typeof campaignBidsAnswer>;
/** POST /api/campaigns/bids/undo: what a change of bids answered; one that was changed again since stays. */
export const campaignBidsUndo = manyAmountsUndo();
export type CampaignBidsUndo = z.infer<typeof campaignBidsUndo>;

/** How a person looks at the list. */
export const campaignViewSettings = z.object({
  group: campaignGroup,
  pricing: pricing.nullable(),
  /** Views of before these were there say nothing of them. */
  state: campaignState.nullable().optional(),
  format: campaignFormat.nullable().optional(),
  q: lineText.max(120),
  sort: campaignSort,
  direction,
  /** Columns beside the name; null is the usual ones. */
  columns: z.array(z.enum(CAMPAIGN_COLUMNS)).max(CAMPAIGN_COLUMNS.length).nullable(),
});
export type CampaignViewSettings = z.infer<typeof campaignViewSettings>;

/** POST /api/campaigns/views, PUT /api/campaigns/views/{id} */
export const campaignViewInput = z.object({
  name: lineText.min(1, { error: 'Give the view a name' }).max(CAMPAIGN_LIST.mostViewName),
  settings: campaignViewSettings,
});
export type CampaignViewInput = z.infer<typeof campaignViewInput>;
export const campaignSavedView = campaignViewInput.extend({ id: z.string() });
export type CampaignSavedView = z.infer<typeof campaignSavedView>;
/** GET /api/campaigns/views: one's own, by name. */
export const campaignViews = z.object({ views: z.array(campaignSavedView) });
export type CampaignViews = z.infer<typeof campaignViews>;

const importTrouble = z.object({
  /** In the file, from 1, the header's included; null: of the file as a whole. */
  line: z.number().int().nullable(),
  /** Column, as in the header; null: of the row as a whole. */
  column: z.string().nullable(),
  message: z.string(),
});
/** POST /api/campaigns/import/preview (text/csv): what the file would do. Nothing is stored. */
export const campaignImportPreview = z.object({
  /** Names what was seen here; applied is this and nothing else. Null while there are troubles. */
  plan: z.string().nullable(),
  /** Those that would be made or changed. */
  rows: z.array(
    z.object({
      line: z.number().int(),
      /** Null: a draft would be made. */
      id: z.string().nullable(),
      name: z.string(),
      changes: z.array(z.object({ column: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
  /** Rows that say what is so already. */
  unchanged: z.number().int(),
  /** Running campaigns that it takes out of delivery: their landing page or category would be looked at again. */
  reviewed: z.number().int().optional(),
  troubles: z.array(importTrouble),
});
export type CampaignImportPreview = z.infer<typeof campaignImportPreview>;

/** POST /api/campaigns/import?plan= (text/csv, Idempotency-Key) */
export const campaignImportAnswer = z.object({ created: z.array(z.string()), changed: z.array(z.string()) });
export type CampaignImportAnswer = z.infer<typeof campaignImportAnswer>;
