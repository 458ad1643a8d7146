import { z } from 'zod';
import { lineText, timestamp } from './common';
import { DRAFTS } from './draftRules';

/** NUL, or half of a surrogate pair, as JSON writes them: no database keeps either. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/i;

/** Whether lists and objects lie in each other no deeper than this; walks without calling itself. */
function isShallow(value: unknown, most: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > most) return false;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return true;
}

/** The fields of a wizard as its page holds them: the server keeps them and does not read them. */
const draftForm = z.record(z.string().max(60), z.unknown()).superRefine((form, check) => {
  const text = isShallow(form, DRAFTS.mostDepth) ? JSON.stringify(form) : null;
  if (text === null || text.length > DRAFTS.mostFormLength)
    check.addIssue({ code: 'custom', message: 'This is more than a draft can hold' });
  else if (UNSTORABLE.test(text))
    check.addIssue({ code: 'custom', message: 'This is not what belongs here' });
});

/** A draft in a list of them. */
export const draftSummary = z.object({
  id: z.string(),
  /** As typed so far; may be empty. */
  name: z.string(),
  /** Where its writer was. */
  step: z.string(),
  /** Counts what was saved. */
  version: z.int(),
  created_at: timestamp,
  updated_at: timestamp,
});
export type DraftSummary = z.infer<typeof draftSummary>;
export const draftList = z.object({ drafts: z.array(draftSummary) });
export type DraftList = z.infer<typeof draftList>;

/** GET /api/campaign-drafts/{id} */
export const campaignDraft = draftSummary.extend({ form: draftForm });
export type StoredCampaignDraft = z.infer<typeof campaignDraft>;

/** POST /api/campaign-drafts */
export const draftInput = z.object({
  name: lineText.max(160),
  step: z.string().max(40),
  form: draftForm,
});
export type DraftInput = z.infer<typeof draftInput>;

/**
 * PUT /api/campaign-drafts/{id}. `version` is the one that the change began from: another one is there by now (409
 * `DRAFT_CHANGED`, `version` of it and `updated_at` beside) when somebody saved in the meantime.
 */
export const draftUpdate = draftInput.extend({ version: z.int().positive() });
export type DraftUpdate = z.infer<typeof draftUpdate>;
