/** Rules about money that both sides know; no zod here. */
const UNIT = 1_000_000;

/** Of one deposit, in micros; gateways may ask for more and take less. */
export const DEPOSIT = { leastMicros: 100 * UNIT, mostMicros: 100_000 * UNIT } as const;
/** What the page offers to press. */
export const DEPOSIT_PRESETS = [250, 500, 1_000, 2_500].map((amount) => amount * UNIT);

export const PAYMENT_TYPES = ['deposit', 'refund', 'chargeback'] as const;
export const PAYMENT_STATES = ['created', 'pending', 'completed', 'failed', 'cancelled'] as const;
export const PAYMENT_ORIGINS = ['person', 'top-up', 'operator', 'gateway'] as const;
/** Why a payment ended without money. Stored: only add. */
export const PAYMENT_FAILURES = [
  'declined',
  'insufficient-funds',
  'card-expired',
  'authentication',
  'fraud-suspected',
  'expired',
  'gateway-error',
  'left',
  'method-gone',
  'over-limit',
] as const;
/** Steps of a payment's course, as its timeline shows them. Stored: only add. */
export const PAYMENT_EVENTS = [
  'created',
  'sent-to-gateway',
  'returned',
  'authentication-asked',
  'authentication-passed',
  'authentication-failed',
  'asked-gateway',
  'gateway-told',
  'pending',
  'completed',
  'failed',
  'cancelled',
  'transfer-matched',
  'bonus-added',
  'bonus-lost',
  'bonus-returned',
  'credit-repaid',
  'document-issued',
  'refund-asked',
  'refunded',
  'charged-back',
] as const;
/** How a gateway takes money: at its own page, by a transfer that somebody matches. */
export const GATEWAY_WAYS = ['checkout', 'transfer'] as const;

/** What can be chosen at the sandbox gateway's page. */
export const SANDBOX_OUTCOMES = [
  'paid',
  'declined',
  '3ds-passed',
  '3ds-failed',
  'late-webhook',
  'paid-then-refunded',
  'paid-then-charged-back',
  'cancelled',
] as const;

export const TRANSACTION_FILTERS = ['all', 'deposits', 'spend', 'corrections'] as const;
/** Rows of a page of transactions, and of a file. */
export const TRANSACTIONS = { page: 25, mostPage: 100, mostFile: 100_000 } as const;
export const DOCUMENT_KINDS = [
  'invoice',
  'proforma',
  'credit_note',
  'credit_statement',
  'payout_statement',
] as const;

export const AUTO_TOP_UP = {
  leastBelowMicros: 10 * UNIT,
  /** After so many refused charges in a row it stops until a person looks at it. */
  mostFailures: 3,
} as const;

export const PROMO_TYPES = ['percentage', 'fixed_amount', 'bonus_balance'] as const;
/** Why a promo code does nothing for somebody; the first that holds is told. */
export const PROMO_REFUSALS = [
  'unknown',
  'inactive',
  'not-started',
  'expired',
  'exhausted',
  'used-already',
  'not-for-this-account',
  'new-accounts-only',
  'currency',
  'below-minimum',
  'needs-deposit',
  'needs-no-deposit',
] as const;

export const CREDIT_STATES = ['open', 'overdue', 'paused', 'closed'] as const;

export const PAYOUT_STATES = ['requested', 'approved', 'sent', 'paid', 'refused', 'failed'] as const;
export const PAYOUT = {
  /** Least amount of a payout. */
  thresholdMicros: 50 * UNIT,
  /** After a bank account was added or made the default. */
  lockedHours: 72,
  /** From the request until the network has sent it. */
  dueDays: 5,
} as const;
/** Why a publisher cannot ask for a payout now; the first that holds is told. */
export const PAYOUT_REFUSALS = [
  'account',
  'held',
  'no-method',
  'method-locked',
  'open-payout',
  'below-threshold',
  'not-reconciled',
] as const;
/**
 * Why earnings are taken back: traffic was found to be invalid later, a paid conversion was taken back by its
 * advertiser, or a booking was put right.
 */
export const DEDUCTION_CAUSES = ['invalid_traffic', 'conversion', 'correction'] as const;
/** What becomes of the earnings of a month. */
export const EARNING_STATES = ['estimated', 'validating', 'released'] as const;
