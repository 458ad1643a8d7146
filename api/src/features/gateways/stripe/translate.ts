import type { PaymentFailure } from '@ezdash/contracts';
import type Stripe from 'stripe';
import { GatewayRefused } from '../Gateway';
import type { GatewayGiveBack } from '../PaymentGateway';

const MICROS_PER_CENT = 10_000n;

/** Every currency of ours has cents. */
export function centsOf(micros: bigint): number {
  if (micros % MICROS_PER_CENT !== 0n) throw new GatewayRefused('An amount has whole cents');
  return Number(micros / MICROS_PER_CENT);
}
export const microsOf = (cents: number): bigint => BigInt(cents) * MICROS_PER_CENT;

const FAILURES: Readonly<Record<string, PaymentFailure>> = {
  insufficient_funds: 'insufficient-funds',
  card_velocity_exceeded: 'over-limit',
  withdrawal_count_limit_exceeded: 'over-limit',
  expired_card: 'card-expired',
  authentication_required: 'authentication',
  payment_intent_authentication_failure: 'authentication',
  fraudulent: 'fraud-suspected',
  lost_card: 'fraud-suspected',
  stolen_card: 'fraud-suspected',
  pickup_card: 'fraud-suspected',
  merchant_blacklist: 'fraud-suspected',
  processing_error: 'gateway-error',
  issuer_not_available: 'gateway-error',
};

/** `decline_code` is the bank's reason, `code` Stripe's; the bank's says more. */
export function failureOf(
  error: { code?: string; decline_code?: string } | null | undefined,
): PaymentFailure {
  return FAILURES[error?.decline_code ?? ''] ?? FAILURES[error?.code ?? ''] ?? 'declined';
}

const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'Eftpos Australia',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};
export const brandName = (brand: string | null | undefined): string | null =>
  brand == null || brand === 'unknown' ? null : (BRANDS[brand] ?? brand);

/** `Visa 4242`; null for ways that are no card. */
export function labelOf(charge: Stripe.Charge | null): string | null {
  const card = charge?.payment_method_details?.card;
  const brand = brandName(card?.brand);
  return brand && card?.last4 ? `${brand} ${card.last4}` : null;
}

export const ASKED_WITH = 'asked_with';

const REFUND_STATES: Readonly<Record<string, GatewayGiveBack['state']>> = {
  succeeded: 'done',
  failed: 'failed',
  canceled: 'failed',
};

export const refundOf = (refund: Stripe.Refund): GatewayGiveBack => ({
  id: refund.id,
  amountMicros: microsOf(refund.amount),
  state: REFUND_STATES[refund.status ?? ''] ?? 'pending',
  askedWith: refund.metadata?.[ASKED_WITH] ?? null,
});

/** Inquiries take no money yet, and one that was prevented never will. */
const takesMoney = ({ status }: Stripe.Dispute) => !status.startsWith('warning_') && status !== 'prevented';

/**
 * The money is taken when a dispute begins, and comes back when it is won: so it is done from the beginning, and failed
 * once it is won.
 */
export const disputesOf = (disputes: readonly Stripe.Dispute[]): GatewayGiveBack[] =>
  disputes.filter(takesMoney).map(({ id, amount, status }) => ({
    id,
    amountMicros: microsOf(amount),
    state: status === 'won' ? 'failed' : 'done',
    askedWith: null,
  }));

/** A stored card: whose it is at Stripe, and which. */
export interface StripeToken {
  customer: string;
  method: string;
}
export const writeToken = ({ customer, method }: StripeToken): string => `${customer}/${method}`;
export function readToken(token: string): StripeToken | null {
  const [, customer, method] = /^(cus_\w+)\/(pm_\w+)$/.exec(token) ?? [];
  return customer && method ? { customer, method } : null;
}

/** What stands in place of an object that was not expanded, or is not there. */
export function expanded<T extends { id: string }>(given: string | T | null | undefined): T | null {
  return given == null || typeof given === 'string' ? null : given;
}
export const idOf = (given: string | { id: string } | null | undefined): string | null =>
  given == null ? null : typeof given === 'string' ? given : given.id;

/** Its pages speak our languages; anything else is left to the browser. */
export const pageLocale = (locale: string | null): 'de' | 'en' | 'auto' =>
  locale?.startsWith('de') ? 'de' : locale?.startsWith('en') ? 'en' : 'auto';
