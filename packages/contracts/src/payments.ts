import { z } from 'zod';
import { lineText, micros, plainText, positiveMicros, timestamp } from './common';
import { PAYMENT_METHOD_KINDS } from './constants';
import {
  DEPOSIT,
  DOCUMENT_KINDS,
  GATEWAY_WAYS,
  PAYMENT_EVENTS,
  PAYMENT_FAILURES,
  PAYMENT_ORIGINS,
  PAYMENT_STATES,
  PAYMENT_TYPES,
  SANDBOX_OUTCOMES,
} from './moneyRules';

export const paymentState = z.enum(PAYMENT_STATES);
export type PaymentState = z.infer<typeof paymentState>;
export const paymentType = z.enum(PAYMENT_TYPES);
export type PaymentType = z.infer<typeof paymentType>;
export const paymentFailure = z.enum(PAYMENT_FAILURES);
export type PaymentFailure = z.infer<typeof paymentFailure>;

/** A document as lists name it; its file is GET /api/documents/:id.pdf. */
export const documentLink = z.object({
  id: z.string(),
  number: z.string(),
  kind: z.enum(DOCUMENT_KINDS),
});
export type DocumentLink = z.infer<typeof documentLink>;

/** Where a bank transfer goes. */
export const transferAccount = z.object({
  holder: z.string(),
  iban: z.string(),
  bic: z.string().nullable(),
  bank: z.string(),
});
export type TransferAccount = z.infer<typeof transferAccount>;

/** What the payer has to do next; null when there is nothing. */
export const paymentNext = z.discriminatedUnion('kind', [
  /** Go to the gateway's page. */
  z.object({ kind: z.literal('checkout'), url: z.string() }),
  /** Send a transfer with this reference. */
  z.object({
    kind: z.literal('transfer'),
    account: transferAccount,
    reference: z.string(),
    amount_micros: micros,
  }),
]);
export type PaymentNext = z.infer<typeof paymentNext>;

export const paymentEvent = z.object({
  at: timestamp,
  kind: z.enum(PAYMENT_EVENTS),
  source: z.enum(['person', 'gateway', 'job', 'operator']),
  /** Names what the text needs: `amount_micros`, `number`, `reason`. */
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type PaymentEvent = z.infer<typeof paymentEvent>;

/** A payment as its owner sees it. */
export const payment = z.object({
  id: z.string(),
  type: paymentType,
  state: paymentState,
  origin: z.enum(PAYMENT_ORIGINS),
  currency: z.string(),
  amount_micros: micros,
  fee_micros: micros,
  /** Amount and fee: what the payer is charged. */
  charged_micros: micros,
  /** What the promo code adds: promised while it is open, given when it is completed. */
  bonus_micros: micros,
  promo_code: z.string().nullable(),
  gateway: z.object({ id: z.string(), name: z.string(), way: z.enum(GATEWAY_WAYS) }),
  /** As `Visa 4242`; null for a gateway that does not say. */
  method: z.string().nullable(),
  failure: paymentFailure.nullable(),
  /** Given back of a completed deposit, and what is on its way back. */
  refunded_micros: micros,
  refunding_micros: micros,
  charged_back_micros: micros,
  next: paymentNext.nullable(),
  documents: z.array(documentLink),
  created_at: timestamp,
  ended_at: timestamp.nullable(),
  expires_at: timestamp.nullable(),
});
export type Payment = z.infer<typeof payment>;

/**
 * POST /api/advertiser/deposits (201, or 200 for a deposit that was made before; the payment). The browser makes
 * `deposit_id`; the same one with other content is 409 DEPOSIT_ID_USED. 422 with `errors` for amount, gateway, method and
 * promo code; 409 ACCOUNT_NOT_ACTIVE; 502 GATEWAY_FAILED (the deposit stays `created` and the same call may be made again).
 */
export const depositRequest = z.object({
  deposit_id: z.uuid(),
  amount_micros: positiveMicros.min(DEPOSIT.leastMicros).max(DEPOSIT.mostMicros),
  gateway: plainText.max(40),
  /** A stored method to charge at once; without one the gateway's page is visited. */
  method_id: z.uuid().nullable().default(null),
  promo_code: lineText.max(40).nullable().default(null),
});
export type DepositRequest = z.input<typeof depositRequest>;

/**
 * GET /api/payments/:id: one's own, with its course. The gateway is asked when it is open and was not asked for some
 * seconds. POST /api/payments/:id/cancel ends an open deposit (409 PAYMENT_ENDED with what it has become).
 */
export const paymentDetail = payment.extend({ events: z.array(paymentEvent) });
export type PaymentDetail = z.infer<typeof paymentDetail>;

/** GET /api/payments?before=: one's own, newest first. */
export const paymentList = z.object({ payments: z.array(payment), next: z.string().nullable() });
export type PaymentList = z.infer<typeof paymentList>;

/** GET /api/payment-test/:checkout: what the sandbox gateway's page shows. 404 where there is no such gateway. */
export const sandboxCheckout = z.object({
  id: z.string(),
  /** Of the payment that it is for. */
  payment_id: z.string(),
  description: z.string(),
  amount_micros: micros,
  currency: z.string(),
  state: z.enum(['open', 'confirming', 'paid', 'declined', 'cancelled', 'expired']),
  scenario: z.enum(SANDBOX_OUTCOMES).nullable(),
  return_url: z.string(),
  expires_at: timestamp,
});
export type SandboxCheckout = z.infer<typeof sandboxCheckout>;

/** POST /api/payment-test/:checkout → where the browser goes. With a seed the outcome is drawn, the same every time. */
export const sandboxChoice = z.union([
  z.object({ outcome: z.enum(SANDBOX_OUTCOMES) }),
  z.object({ seed: z.int().min(0).max(2_147_483_647) }),
]);
export type SandboxChoice = z.infer<typeof sandboxChoice>;
export const sandboxAnswer = z.object({ checkout: sandboxCheckout, return_url: z.string() });
export type SandboxAnswer = z.infer<typeof sandboxAnswer>;

/** A payment as operators see it; also what matching looks for. */
export const operatorPayment = payment.extend({
  account: z.object({ id: z.string(), email: z.string(), company: z.string() }),
  reference: z.string().nullable(),
  external_id: z.string().nullable(),
  note: z.string(),
  /** What may be given back now; 0 unless it is a completed deposit. */
  refundable_micros: micros,
});
export type OperatorPayment = z.infer<typeof operatorPayment>;

/** GET /api/operator/payments/:id: with its course. */
export const operatorPaymentDetail = operatorPayment.extend({ events: z.array(paymentEvent) });
export type OperatorPaymentDetail = z.infer<typeof operatorPaymentDetail>;

/** GET /api/operator/payments?state=&type=&gateway=&search=&before=; `search`: e-mail address, reference or id. */
export const operatorPaymentList = z.object({
  payments: z.array(operatorPayment),
  next: z.string().nullable(),
  /** Transfers that are awaited. */
  awaited: z.object({ count: z.int(), micros }),
});
export type OperatorPaymentList = z.infer<typeof operatorPaymentList>;

/**
 * POST /api/operator/bank-transfers (recent proof): money that has come in, for the payment that its reference names.
 * The same `bank_reference` counts once. 404 NO_SUCH_REFERENCE; 409 AMOUNT_DIFFERS unless `accept_difference` (the
 * balance gets what came in); answers the payment.
 */
export const bankTransfer = z.object({
  reference: lineText.toUpperCase().max(40),
  amount_micros: positiveMicros,
  bank_reference: lineText.min(1).max(120),
  received_at: timestamp,
  accept_difference: z.boolean().default(false),
});
export type BankTransfer = z.input<typeof bankTransfer>;

/** POST /api/operator/payments/:id/refunds (recent proof; `refund_id` is sent once): gives back cash that was not spent. */
export const refundRequest = z.object({
  refund_id: z.uuid(),
  amount_micros: positiveMicros,
  why: plainText.trim().min(3).max(500),
});
export type RefundRequest = z.infer<typeof refundRequest>;

/** GET /api/operator/dead-letters: jobs that failed for good, of all queues. POST …/:queue/:id/replay sends it anew. */
export const deadLetterList = z.object({
  dead: z.array(
    z.object({
      queue: z.string(),
      id: z.string(),
      /** JSON of what it was to do. */
      payload: z.string(),
      reason: z.string(),
      failed_at: timestamp,
    }),
  ),
  queues: z.array(z.object({ queue: z.string(), dead: z.int() })),
});
export type DeadLetterList = z.infer<typeof deadLetterList>;

/** Ways of paying that a page offers. */
export const depositWay = z.object({
  gateway: z.string(),
  name: z.string(),
  way: z.enum(GATEWAY_WAYS),
  least_micros: micros,
  most_micros: micros,
  /** On top of the amount: `amount × fee_bps / 10000`, rounded up to a cent, and `fee_micros`. */
  fee_bps: z.int(),
  fee_micros: micros,
  /** Kept there, to be charged without a visit; `expired` ones cannot. */
  methods: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(PAYMENT_METHOD_KINDS),
      label: z.string(),
      expired: z.boolean(),
      is_default: z.boolean(),
    }),
  ),
});
export type DepositWay = z.infer<typeof depositWay>;
