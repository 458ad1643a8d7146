import { z } from 'zod';
import { day, lineText, micros, plainText, timestamp } from './common';
import { CLAIM_SOURCE_NAMES, HOLD_REASONS, HOLD_STATES } from './holdRules';
import { DEDUCTION_CAUSES, EARNING_STATES, PAYOUT_REFUSALS, PAYOUT_STATES } from './moneyRules';
import { documentLink } from './payments';
import { LATER_REASONS } from './reversalRules';

export const payoutState = z.enum(PAYOUT_STATES);
export type PayoutState = z.infer<typeof payoutState>;

export const payout = z.object({
  id: z.string(),
  state: payoutState,
  amount_micros: micros,
  currency: z.string(),
  /** The bank account, as `Test bank Germany 3000`. */
  method: z.string(),
  requested_at: timestamp,
  /** The network decides and sends it until then. */
  due_at: timestamp,
  sent_at: timestamp.nullable(),
  ended_at: timestamp.nullable(),
  /** Why it was refused or failed; empty otherwise. */
  reason: z.string(),
  /** The bank's reference once it was sent. */
  reference: z.string().nullable(),
  documents: z.array(documentLink),
  /**
   * What became payable since the payout before: the months (their first days, both included), and of it what came from
   * referrals. Months are null when it is made of what earlier payouts left. Not told of new ones before they are read again.
   */
  made_of: z
    .object({ from: day.nullable(), to: day.nullable(), earnings_micros: micros, referral_micros: micros })
    .optional(),
});
export type Payout = z.infer<typeof payout>;

/** One month (UTC) of a publisher. */
export const earningsMonth = z.object({
  /** Its first day. */
  period: day,
  state: z.enum(EARNING_STATES),
  earned_micros: micros,
  /** On hold, and not part of what was earned until it is released. */
  held_micros: micros.optional(),
  /** Taken back for invalid traffic. */
  deducted_micros: micros,
  /** What became payable; null before. */
  released_micros: micros.nullable(),
  /** When it becomes or became payable. */
  release_at: timestamp,
});
export type EarningsMonth = z.infer<typeof earningsMonth>;

/** Earnings of one property by a server's word: on hold, or decided in the last 90 days. */
export const earningsHold = z.object({
  /** For the list; not an id of anything else. */
  id: z.string(),
  property: z.object({ id: z.string(), name: z.string() }),
  source: z.enum(CLAIM_SOURCE_NAMES),
  /** `waiting`: released by itself at `release_at`; `open`: an operator looks at it. */
  state: z.enum(['waiting', ...HOLD_STATES]),
  reasons: z.array(z.enum(HOLD_REASONS)),
  /** First UTC day of what is on hold, or of what was decided. */
  since: day,
  amount_micros: micros,
  /** When the first of it is released; null unless it waits. */
  release_at: timestamp.nullable(),
  decided_at: timestamp.nullable(),
});
export type EarningsHold = z.infer<typeof earningsHold>;

/** GET /api/publisher/earnings */
export const earnings = z.object({
  now: timestamp,
  currency: z.string(),
  /** Reported by servers, and not confirmed yet (docs/invalid-traffic.md). */
  on_hold_micros: micros.optional(),
  holds: z.array(earningsHold).optional(),
  /** This month so far. */
  estimated_micros: micros,
  /** Of months that are over, still validated. */
  validating_micros: micros,
  payable_micros: micros,
  /** Left by invalid traffic that was found after a release; taken off what is payable. */
  debt_micros: micros,
  /** Asked for and not yet paid. */
  on_the_way_micros: micros,
  paid_micros: micros,
  last_paid_at: timestamp.nullable(),
  terms_days: z.int(),
  threshold_micros: micros,
  /** Deductions for invalid traffic, of all time. */
  deducted_micros: micros,
  next_release: z.object({ at: timestamp, micros }).nullable(),
  method: z.object({ id: z.string(), label: z.string(), locked_until: timestamp.nullable() }).nullable(),
  /** What can be asked for now, or why nothing can. */
  request: z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), amount_micros: micros }),
    z.object({
      ok: z.literal(false),
      reason: z.enum(PAYOUT_REFUSALS),
      params: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  ]),
  months: z.array(earningsMonth),
});
export type Earnings = z.infer<typeof earnings>;

/** One reason why earnings were taken back, with all that was taken back for it. */
export const earningsDeduction = z.object({
  /** For the list; not an id of anything else. */
  id: z.string(),
  cause: z.enum(DEDUCTION_CAUSES),
  /** Of invalid traffic: what it was found to be; null otherwise. */
  reason: z.enum(LATER_REASONS).nullable(),
  /** When it was booked, days in UTC: first and last. */
  booked_from: day,
  booked_to: day,
  /** The traffic that it is about, days in UTC; null where it is not about traffic. */
  traffic: z.object({ from: day, to: day, events: z.int() }).nullable(),
  amount_micros: micros,
});
export type EarningsDeduction = z.infer<typeof earningsDeduction>;
/** GET /api/publisher/deductions?before=: newest first; all of them together are `deducted_micros` of the earnings. */
export const earningsDeductionList = z.object({
  deductions: z.array(earningsDeduction),
  next: z.string().nullable(),
  total_micros: micros,
});
export type EarningsDeductionList = z.infer<typeof earningsDeductionList>;

/** GET /api/publisher/payouts?before= */
export const payoutList = z.object({ payouts: z.array(payout), next: z.string().nullable() });
export type PayoutList = z.infer<typeof payoutList>;

/**
 * POST /api/publisher/payouts (recent proof; 201, 200 when it was sent before): all that is available, to the default
 * bank account, in whole cents. `amount_micros` is what the page showed: 409 AMOUNT_CHANGED when it is another one by now.
 * 409 PAYOUT_REFUSED with one of PAYOUT_REFUSALS in `errors.reason`; PAYOUT_ID_USED when the id was sent with another amount.
 */
export const payoutRequest = z.object({ payout_id: z.uuid(), amount_micros: micros.positive() });
export type PayoutRequest = z.infer<typeof payoutRequest>;

export const operatorPayout = payout.extend({
  account: z.object({ id: z.string(), email: z.string(), company: z.string() }),
  batch_id: z.string().nullable(),
  /** What speaks against it: codes, worst first; empty when nothing does. */
  checks: z.array(
    z.enum([
      'not-reconciled',
      'account-not-active',
      'held',
      'method-changed',
      'method-gone',
      'debt',
      'first-payout',
      'invalid-share',
    ]),
  ),
  /** Of the earnings of the last 90 days, what was taken back, 0–1. */
  invalid_share: z.number(),
});
export type OperatorPayout = z.infer<typeof operatorPayout>;
/** GET /api/operator/payouts?state=&before= */
export const operatorPayoutList = z.object({
  payouts: z.array(operatorPayout),
  next: z.string().nullable(),
  counts: z.record(z.string(), z.int()),
  /** What is payable to all publishers, and what is on its way. */
  payable_micros: micros,
  on_the_way_micros: micros,
});
export type OperatorPayoutList = z.infer<typeof operatorPayoutList>;

/**
 * POST /api/operator/payouts/:id/decision (recent proof). Refuses also what is approved and not sent. 409 PAYOUT_DECIDED; to approve also NOT_RECONCILED (the books do not
 * agree), PAYOUT_ACCOUNT_NOT_ACTIVE, PAYOUT_HELD, PAYOUT_METHOD_GONE.
 */
export const payoutDecision = z.discriminatedUnion('decision', [
  z.object({ decision: z.literal('approve') }),
  z.object({ decision: z.literal('refuse'), reason: plainText.trim().min(3).max(500) }),
]);
export type PayoutDecision = z.infer<typeof payoutDecision>;

/**
 * POST /api/operator/payout-batches (recent proof; 201, 200 when it was sent before): sends approved ones together. 409
 * BATCH_ID_USED when the id was sent with other payouts, PAYOUT_NOT_APPROVED, PAYOUT_ACCOUNT_NOT_ACTIVE, PAYOUT_HELD,
 * PAYOUT_METHOD_GONE, NOT_RECONCILED. GET …/:id.csv is the bank's file: of its payouts those that still wait for the bank.
 */
export const payoutBatchRequest = z.object({
  batch_id: z.uuid(),
  payouts: z.array(z.string()).min(1).max(500),
});
export type PayoutBatchRequest = z.infer<typeof payoutBatchRequest>;
export const payoutBatch = z.object({
  id: z.string(),
  created_at: timestamp,
  count: z.int(),
  amount_micros: micros,
  /** Of its payouts: sent, paid, failed. */
  sent: z.int(),
  paid: z.int(),
  failed: z.int(),
});
export type PayoutBatch = z.infer<typeof payoutBatch>;
export const payoutBatchList = z.object({ batches: z.array(payoutBatch) });
export type PayoutBatchList = z.infer<typeof payoutBatchList>;

/**
 * POST /api/operator/payouts/:id/outcome (recent proof): what the bank said of a sent one. Payouts of one batch may share the
 * bank's reference. 409 PAYOUT_NOT_SENT; BANK_REFERENCE_USED when one of another batch was paid with it.
 */
export const payoutOutcome = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('paid'), bank_reference: lineText.min(1).max(120) }),
  z.object({ outcome: z.literal('failed'), reason: plainText.trim().min(3).max(500) }),
]);
export type PayoutOutcome = z.infer<typeof payoutOutcome>;

/** PUT /api/operator/publishers/:userId/payout-terms (recent proof) */
export const payoutTerms = z.object({
  terms_days: z.int().min(0).max(90),
  held: z.boolean(),
  why: plainText.trim().min(3).max(500),
});
export type PayoutTerms = z.infer<typeof payoutTerms>;
/** GET of the same, and its answer. */
export const payoutTermsState = payoutTerms.pick({ terms_days: true, held: true });
export type PayoutTermsState = z.infer<typeof payoutTermsState>;
