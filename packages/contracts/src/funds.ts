import { z } from 'zod';
import { micros, plainText, positiveMicros, timestamp } from './common';
import { creditState } from './credit';
import { AUTO_TOP_UP, DEPOSIT, DOCUMENT_KINDS, TRANSACTION_FILTERS } from './moneyRules';
import { depositWay, documentLink, payment, paymentState } from './payments';

/** Charges a stored method by itself when the balance falls below an amount. */
export const autoTopUp = z.object({
  enabled: z.boolean(),
  below_micros: micros,
  amount_micros: micros,
  month_most_micros: micros,
  method_id: z.string(),
  method: z.string(),
  /** Charged in this month (UTC) so far. */
  month_micros: micros,
  /** Why nothing is charged at present. */
  stopped: z.enum(['declined', 'month-most', 'method-gone']).nullable(),
  last_payment: z.object({ id: z.string(), state: paymentState, created_at: timestamp }).nullable(),
});
export type AutoTopUp = z.infer<typeof autoTopUp>;

/** PUT /api/advertiser/auto-top-up (recent proof); answers it. Saving starts it again when it was stopped. */
export const autoTopUpInput = z
  .object({
    enabled: z.boolean(),
    below_micros: positiveMicros.min(AUTO_TOP_UP.leastBelowMicros).max(DEPOSIT.mostMicros),
    amount_micros: positiveMicros.min(DEPOSIT.leastMicros).max(DEPOSIT.mostMicros),
    month_most_micros: positiveMicros.max(10 * DEPOSIT.mostMicros),
    method_id: z.uuid(),
  })
  .refine((input) => input.month_most_micros >= input.amount_micros, {
    path: ['month_most_micros'],
    error: 'A month takes at least one top-up',
  });
export type AutoTopUpInput = z.infer<typeof autoTopUpInput>;

/** Of one's own credit line. */
export const creditSummary = z.object({
  state: z.enum(['open', 'overdue', 'paused', 'closed']),
  limit_micros: micros,
  owed_micros: micros,
  /** What may be drawn now: nothing unless the line is open. */
  available_micros: micros,
  terms_days: z.int(),
  /** The oldest statement that is not settled. */
  due: z.object({ micros, at: timestamp, overdue_days: z.int() }).nullable(),
});
export type CreditSummary = z.infer<typeof creditSummary>;

/** GET /api/advertiser/funds */
export const funds = z.object({
  now: timestamp,
  currency: z.string(),
  /** Events up to here are posted. */
  final_until: timestamp,
  balance: z.object({
    /** Cash and bonus: what was paid in or given and is not spent. */
    total_micros: micros,
    cash_micros: micros,
    bonus_micros: micros,
    /** Of the total: reserved by ad servers for bids that are running. */
    held_micros: micros,
    /** Of what was paid in: on its way back to its payer, no part of the total. */
    refunding_micros: micros,
  }),
  credit: creditSummary.nullable(),
  /** At the pace of the last seven days; null when nothing was spent. */
  per_day_micros: micros.nullable(),
  days_left: z.number().nullable(),
  ways: z.array(depositWay),
  /** Deposits that are open, newest first. */
  open_payments: z.array(payment),
  auto_top_up: autoTopUp.nullable(),
});
export type Funds = z.infer<typeof funds>;

/**
 * A line of the ledger as its owner reads it: a ledger transaction, or a deposit that moved nothing. `kind` names the
 * text (`funds.line.<kind>`), `params` fills it.
 */
export const fundsLine = z.object({
  /** `tx_…`, or the payment's id where there is no transaction. */
  id: z.string(),
  occurred_at: timestamp,
  kind: z.enum([
    'ad_spend',
    'invalid_traffic',
    'deposit',
    'deposit_open',
    'deposit_failed',
    'deposit_cancelled',
    'bonus',
    'bonus_return',
    'incident_credit',
    'credit_draw',
    'credit_repayment',
    'hold',
    'hold_return',
    'refund',
    'chargeback',
    'referral_release',
    'correction',
    'reversal',
    'opening',
  ]),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The operator's words for a correction; empty otherwise. */
  description: z.string(),
  /** What cash and bonus gained or lost together; 0 of what only moved between others. */
  amount_micros: micros,
  /** Cash and bonus after it. */
  balance_micros: micros,
  payment: z.object({ id: z.string(), state: paymentState }).nullable(),
  documents: z.array(documentLink),
});
export type FundsLine = z.infer<typeof fundsLine>;

/** GET /api/advertiser/transactions?filter=&before=&limit=: newest first. GET …/transactions.csv?from=&to= is all of them. */
export const transactionList = z.object({
  lines: z.array(fundsLine),
  next: z.string().nullable(),
  /** Of the filter in all. */
  total: z.int(),
});
export type TransactionList = z.infer<typeof transactionList>;
export const transactionFilter = z.enum(TRANSACTION_FILTERS);
export type TransactionFilter = z.infer<typeof transactionFilter>;

/** GET /api/advertiser/transactions/:id: its postings, and of ad spend the events behind it. */
export const transactionDetail = z.object({
  line: fundsLine,
  postings: z.array(z.object({ account: plainText, amount_micros: micros })),
  /** By campaign and kind of event; null for what no event caused. */
  events: z
    .array(
      z.object({
        campaign_id: z.string(),
        campaign: z.string(),
        kind: z.enum(['impression', 'viewable', 'click', 'conversion']),
        count: z.int(),
        micros,
      }),
    )
    .nullable(),
  /** False: raw events of that day are gone, the sums are from the rollups. */
  exact: z.boolean(),
});
export type TransactionDetail = z.infer<typeof transactionDetail>;

/** GET /api/documents?before=&kind=: one's own, newest first. */
export const documentList = z.object({
  documents: z.array(
    documentLink.extend({ issued_at: timestamp, total_micros: micros, currency: z.string() }),
  ),
  next: z.string().nullable(),
});
export type DocumentList = z.infer<typeof documentList>;
export const documentKind = z.enum(DOCUMENT_KINDS);
export type DocumentKind = z.infer<typeof documentKind>;

/** GET /api/advertiser/credit: the line with its statements, newest first; null without a line. */
export const creditDetail = z.object({
  credit: creditSummary,
  statements: z.array(
    z.object({
      id: z.string(),
      period: z.iso.date(),
      owed_micros: micros,
      drawn_micros: micros,
      repaid_micros: micros,
      issued_at: timestamp,
      due_at: timestamp,
      settled_at: timestamp.nullable(),
      state: creditState,
      document: documentLink.nullable(),
    }),
  ),
});
export type CreditDetail = z.infer<typeof creditDetail>;
