import { z } from 'zod';
import { CAMPAIGN_COLUMNS, CAMPAIGN_GROUPS, CAMPAIGN_LIST, CAMPAIGN_SORTS } from './campaignRules';
import { campaign, campaignList, deliveryFigures, pricing } from './campaigns';
import { day, micros, plainText } from './common';
import { LEAST, MOST } from './constants';

export const campaignGroup = z.enum(CAMPAIGN_GROUPS);
export const campaignSort = z.enum(CAMPAIGN_SORTS);
const direction = z.enum(['ascending', 'descending']);

/** Which campaigns: a segment, a pricing, words of the name or an id. */
export const campaignFilter = z.object({
  group: campaignGroup.default('all'),
  pricing: pricing.optional(),
  q: plainText.trim().max(120).default(''),
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
  }),
  from: z.string(),
  to: z.string(),
});
export type CampaignPage = z.infer<typeof campaignPage>;

/** GET /api/v1/campaigns?limit=&cursor=: newest first. Totals are those of all campaigns. */
export const campaignCursorPage = campaignList.extend({ next_cursor: z.string().nullable() });

export const campaignIds = z.object({ ids: z.array(z.string()) });
export type CampaignIds = z.infer<typeof campaignIds>;

/** POST /api/campaigns/{id}/clone: a draft with everything its owner had set. Without a name: that of the original, marked. */
export const campaignClone = z.object({ name: plainText.trim().min(1).max(120).optional() });
export type CampaignClone = z.infer<typeof campaignClone>;

/** POST /api/campaigns/budgets: daily budgets of many at once, to one amount or by a share of each (−90 is less by 90 %). */
export const campaignBudgets = z.object({
  ids: z.array(z.string().max(40)).min(1).max(CAMPAIGN_LIST.mostAtOnce),
  change: z.union([
    z.strictObject({ set_micros: micros.min(LEAST.dailyBudgetMicros).max(MOST.budgetMicros) }),
    z.strictObject({ percent: z.number().min(-90).max(900) }),
  ]),
});
export type CampaignBudgets = z.infer<typeof campaignBudgets>;

const changedBudget = z.object({
  id: z.string().max(40),
  before_micros: micros.positive(),
  after_micros: micros.positive(),
});
/** What became of each: a refused one says why, and the others still go through. */
export const campaignBudgetsAnswer = z.object({
  changed: z.array(changedBudget),
  refused: z.array(z.object({ id: z.string(), message: z.string() })),
});
export type CampaignBudgetsAnswer = z.infer<typeof campaignBudgetsAnswer>;

/** POST /api/campaigns/budgets/undo: what a change of budgets answered; one that was changed again since stays. */
export const campaignBudgetsUndo = z.object({
  changed: z.array(changedBudget).min(1).max(CAMPAIGN_LIST.mostAtOnce),
});
export type CampaignBudgetsUndo = z.infer<typeof campaignBudgetsUndo>;

/** How a person looks at the list. */
export const campaignViewSettings = z.object({
  group: campaignGroup,
  pricing: pricing.nullable(),
  q: plainText.trim().max(120),
  sort: campaignSort,
  direction,
  /** Columns beside the name; null is the usual ones. */
  columns: z.array(z.enum(CAMPAIGN_COLUMNS)).max(CAMPAIGN_COLUMNS.length).nullable(),
});
export type CampaignViewSettings = z.infer<typeof campaignViewSettings>;

/** POST /api/campaigns/views, PUT /api/campaigns/views/{id} */
export const campaignViewInput = z.object({
  name: plainText.trim().min(1, { error: 'Give the view a name' }).max(CAMPAIGN_LIST.mostViewName),
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
