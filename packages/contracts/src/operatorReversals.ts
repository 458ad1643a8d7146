import { z } from 'zod';
import { lineText, micros, plainText, timestamp } from './common';
import { LATER_REASONS, REVERSAL } from './reversalRules';

/** What may be found of traffic after it was counted. */
export const laterReason = z.enum(LATER_REASONS);
export type LaterReason = z.infer<typeof laterReason>;

/** Whose traffic and from when, or single decisions; all that is given must hold. Public ids; the publisher is an account's number. */
export const reversalSelection = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('span'),
    property: lineText.max(40).optional(),
    zone: lineText.max(40).optional(),
    publisher_id: z.int().min(1).optional(),
    campaign: lineText.max(40).optional(),
    from: timestamp,
    /** Not part of it. */
    to: timestamp,
  }),
  z.object({
    kind: z.literal('decisions'),
    decisions: z.array(lineText.toLowerCase().max(60)).min(1).max(REVERSAL.mostDecisions),
  }),
]);
export type ReversalSelection = z.input<typeof reversalSelection>;

const traffic = {
  /** Events whose verdict changes. */
  events: z.int(),
  impressions: z.int(),
  viewables: z.int(),
  clicks: z.int(),
  /** Counted conversions of the clicks, which are taken back with them. */
  conversions: z.int(),
  /** What advertisers get back, of it their bonus; what publishers give back. */
  price_micros: micros,
  bonus_micros: micros,
  payout_micros: micros,
};
const owner = z.object({ id: z.int(), email: z.string(), ...traffic });

/**
 * POST /api/operator/reversals/preview: what taking it back would do; changes nothing. 422 with `errors` for what cannot be
 * taken back. Owners: those with the largest sums, at most 50 of each; `…_count` are all of them.
 */
export const reversalPreviewRequest = z.object({ selection: reversalSelection });
export type ReversalPreviewRequest = z.input<typeof reversalPreviewRequest>;
export const reversalPreview = z.object({
  ...traffic,
  advertisers: z.array(owner),
  advertiser_count: z.int(),
  /** Below nothing it is a debt. */
  publishers: z.array(owner.extend({ pending_micros: micros, pending_after_micros: micros })),
  publisher_count: z.int(),
});
export type ReversalPreview = z.infer<typeof reversalPreview>;

/**
 * POST /api/operator/reversals (recent proof; header Idempotency-Key): 201 with the reversal, which a job carries out; 200 when
 * the same key, or an unfinished reversal of the same traffic, has begun it before. 409 NOTHING_TO_REVERSE, 409
 * IDEMPOTENCY_KEY_USED for the same key with other contents; 422 as for the preview.
 */
export const reversalRequest = z.object({
  selection: reversalSelection,
  reason: laterReason,
  why: plainText.trim().min(3).max(REVERSAL.longestWhy),
});
export type ReversalRequest = z.input<typeof reversalRequest>;

/** A place of the selection: its public id (a publisher's is the account's number), and what people call it. */
const named = z.object({ id: z.string(), name: z.string() });
export const reversal = z.object({
  id: z.int(),
  reason: laterReason,
  why: z.string(),
  /** The admin's address, or the person at the command line. */
  by: z.string(),
  selection: z.object({
    property: named.nullable(),
    zone: named.nullable(),
    publisher: named.nullable(),
    campaign: named.nullable(),
    from: timestamp.nullable(),
    to: timestamp.nullable(),
    /** How many single decisions; 0 for a span. */
    decisions: z.int(),
  }),
  /** Taken back so far. */
  events: z.int(),
  conversions: z.int(),
  /** As the preview counted them when it was begun; null for one from the command line. */
  expected_events: z.int().nullable(),
  price_micros: micros,
  bonus_micros: micros,
  payout_micros: micros,
  started_at: timestamp,
  /** Null while it runs, or waits to go on. */
  finished_at: timestamp.nullable(),
});
export type Reversal = z.infer<typeof reversal>;

/** GET /api/operator/reversals?before=: newest first, 25 at a time. */
export const reversalQuery = z.object({
  before: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
});
export const reversalList = z.object({
  reversals: z.array(reversal),
  /** Of the last one, when there are older ones. */
  next: z.int().nullable(),
});
export type ReversalList = z.infer<typeof reversalList>;
