import { z } from 'zod';
import { day, micros, plainText, timestamp } from './common';
import { CLAIM_SOURCE_NAMES, HOLD_REASONS, HOLD_STATES } from './holdRules';
import { REVERSAL } from './reversalRules';

export const claimSource = z.enum(CLAIM_SOURCE_NAMES);
export const holdReason = z.enum(HOLD_REASONS);

const counts = {
  /** First and last UTC day. */
  from: day,
  to: day,
  views: z.int(),
  clicks: z.int(),
  /** Of them, those that came from the address that was named. */
  confirmed_views: z.int(),
  confirmed_clicks: z.int(),
  /** Not counted: they came from another address than the one that was named. */
  elsewhere: z.int(),
  /** As far as the servers told addresses apart: views and clicks, addresses that sent them, and visitors' addresses and networks. */
  counted_origins: z.int(),
  senders: z.int(),
  /** Addresses that sent on the busiest day. */
  most_senders: z.int().optional(),
  visitors: z.int(),
  networks: z.int(),
  /** What is on hold now. */
  held_micros: micros,
};
/** The same over all properties of the publisher; of all sources when `source` is null. */
export const holdSum = z.object({ source: claimSource.nullable(), ...counts });
export type HoldSum = z.infer<typeof holdSum>;

/** What is known of a source's views and clicks, of HOLD_RULES.figureDays or all that waits, and since a case was last decided. */
export const holdFigures = z.object({
  ...counts,
  /** When the key or the seat was made; null of players. */
  made_at: timestamp.nullable(),
  /** Missing in cases that were decided before sums were judged. */
  sums: z.array(holdSum).optional(),
});
export type HoldFigures = z.infer<typeof holdFigures>;

const named = z.object({ id: z.string(), name: z.string() });
export const holdCase = z.object({
  id: z.int(),
  publisher: z.object({ id: z.int(), email: z.string() }),
  property: named,
  source: claimSource,
  state: z.enum(HOLD_STATES),
  reasons: z.array(holdReason),
  figures: holdFigures,
  opened_at: timestamp,
  decided_at: timestamp.nullable(),
  /** The admin's address; null while it is open, and when the reasons ended before anybody decided. */
  decided_by: z.string().nullable(),
  why: z.string().nullable(),
  /** What went to the publisher or back to advertisers' charges, of the publisher's part; 0 while it is open. */
  decided_micros: micros,
});
export type HoldCase = z.infer<typeof holdCase>;

/** GET /api/operator/hold-cases?state=&before=: open ones first when nothing is asked, then newest first, 25 at a time. */
export const holdCaseQuery = z.object({
  state: z.enum(['open', 'decided']).optional(),
  before: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
});
export const holdCaseList = z.object({ cases: z.array(holdCase), next: z.int().nullable() });
export type HoldCaseList = z.infer<typeof holdCaseList>;

/**
 * POST /api/operator/hold-cases/:id/decision (recent proof): all that is on hold of the source goes to the publisher, or back to
 * the advertisers by a reversal. 409 ALREADY_DECIDED.
 */
export const holdDecision = z.object({
  decision: z.enum(['release', 'take_back']),
  why: plainText.trim().min(3).max(REVERSAL.longestWhy),
});
export type HoldDecision = z.input<typeof holdDecision>;
