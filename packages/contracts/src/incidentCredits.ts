import { z } from 'zod';
import { micros, plainText, positiveMicros, timestamp } from './common';
import { MAX_ROW } from './ids';
import { INCIDENT_CREDIT } from './newsRules';

/** Bonus that an advertiser was given for an incident that an article tells of. */
export const incidentCredit = z.object({
  /** `tx_…`: the line of the ledger. */
  transaction: z.string(),
  account: z.object({ id: z.int(), email: z.string(), company: z.string() }),
  amount_micros: micros,
  why: z.string(),
  granted_at: timestamp,
  granted_by: z.string(),
  /** Its transaction was reversed: it is in no total, and advertisers do not read of it. */
  taken_back: z.boolean(),
});
export type IncidentCredit = z.infer<typeof incidentCredit>;
/** GET /api/operator/news/{id}/credits: newest first; `total_micros` without what was taken back. */
export const incidentCreditList = z.object({ credits: z.array(incidentCredit), total_micros: micros });
export type IncidentCreditList = z.infer<typeof incidentCreditList>;

/**
 * POST /api/operator/news/{id}/credits (recent proof) → 201, the list. Once for each `key`, also
 * when the article was withdrawn since; 409 `KEY_USED` for another
 * credit under the same one, 409 `NO_INCIDENT` unless the article is of an incident, published and for advertisers.
 */
export const incidentCreditInput = z.object({
  key: z.uuid(),
  advertiser_id: z.int().min(1).max(MAX_ROW),
  amount_micros: positiveMicros.max(INCIDENT_CREDIT.mostMicros),
  why: plainText
    .trim()
    .min(INCIDENT_CREDIT.leastWhy, { error: 'Say in a few words why' })
    .max(INCIDENT_CREDIT.mostWhy, { error: `Use at most ${INCIDENT_CREDIT.mostWhy} characters` }),
});
export type IncidentCreditInput = z.infer<typeof incidentCreditInput>;
