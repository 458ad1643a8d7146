import { z } from 'zod';
import { timestamp } from './common';
import { HISTORY_ACTORS, UNDO_REFUSALS } from './historyRules';

/**
 * A field of a campaign (as `bid_micros`, `targeting.countries`, `creatives`), with what it was and what it is, as the
 * campaign itself has it. `state` has the states of its owner (`draft`, `inReview`, `rejected`, `approved`, `paused`,
 * `archived`); `reviews` lists creatives that were judged otherwise.
 */
export const historyField = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });
export type HistoryField = z.infer<typeof historyField>;

/** One change: what one call did to one campaign. */
export const campaignChange = z.object({
  id: z.string(),
  at: timestamp,
  kind: z.enum(['created', 'changed']),
  /** `name`: of the person, the token or the rule; null for staff and the network itself. */
  by: z.object({ actor: z.enum(HISTORY_ACTORS), name: z.string().nullable() }),
  fields: z.array(historyField),
  /** The change that this one took back. */
  undoes: z.string().nullable(),
  /** The change that took this one back. */
  undone_by: z.string().nullable(),
  /** Why it cannot be undone now; null when it can. `fields` of it stand in the way. */
  undo_refused: z.enum(UNDO_REFUSALS).nullable(),
});
export type CampaignChange = z.infer<typeof campaignChange>;

/** GET /api/campaigns/{id}/history?cursor=: newest first. */
export const campaignHistory = z.object({
  changes: z.array(campaignChange),
  /** Goes on with older changes; null at the first one. */
  next_cursor: z.string().nullable(),
});
export type CampaignHistory = z.infer<typeof campaignHistory>;

export const historyQuery = z.object({ cursor: z.string().max(40).optional() });
