import type { PaymentFailure } from '@ezdash/contracts';

/** How a payment stands at its gateway. All but `open`, `confirming` and a partial give-back are final. */
export type GatewayPayment =
  /** The payer has not done their part yet. */
  | { state: 'open' }
  /** The payer has done their part; the gateway does not know yet what becomes of it. */
  | { state: 'confirming' }
  | {
      state: 'paid';
      /** What was taken from the payer, amount and fee together. */
      paidMicros: bigint;
      currency: string;
      /** The gateway's own number of the money's movement. */
      transactionId: string;
      /** What the payer knows the way by, as `Visa 4242`; null when the gateway does not say. */
      methodLabel: string | null;
      /** Given back by the gateway or by us, in all, by refunds that are done. */
      refunds: readonly GatewayGiveBack[];
      /** Taken back by the payer's bank. */
      disputes: readonly GatewayGiveBack[];
    }
  | { state: 'failed'; failure: PaymentFailure }
  /** The payer left by the page's own way out. */
  | { state: 'cancelled' }
  /** It took too long, or the gateway knows nothing of it. */
  | { state: 'expired' };

/** Money that went back. */
export interface GatewayGiveBack {
  /** The gateway's number of it: the same one is booked once. */
  id: string;
  amountMicros: bigint;
  state: 'pending' | 'done' | 'failed';
  /** The idempotency key that it was asked for with; null when we did not ask. */
  askedWith: string | null;
}

interface PaymentOrder {
  /** Public id of the payment: the gateway keeps it as its reference to us. */
  paymentId: string;
  /** What the payer is charged, amount and fee together. Whole cents. */
  chargedMicros: bigint;
  currency: string;
  /** One line for the payer's statement and the gateway's page. */
  description: string;
  /** The same key again makes no second payment: the answer is the first one's. */
  idempotencyKey: string;
  payer: { userId: number; email: string; locale: string };
}
export interface CheckoutOrder extends PaymentOrder {
  /** Where the browser is sent afterwards, whatever came of it. */
  returnUrl: string;
}
export interface ChargeOrder extends PaymentOrder {
  /** Of a stored method, as `Gateway.readSetup` gave it. */
  token: string;
}
export interface RefundOrder {
  /** Of the deposit, as `beginCheckout` or `charge` gave it. */
  externalId: string;
  amountMicros: bigint;
  currency: string;
  idempotencyKey: string;
}

/** Names in lower case, as Node gives them. */
export type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** What a webhook was about, once its signature held: what to ask for, never how it stands. */
export interface GatewayNotice {
  /** Unique for the gateway: the same one may come many times. */
  eventId: string;
  kind: string;
  /** The payment's id at the gateway; null for what is none of our payments. */
  externalId: string | null;
}

/**
 * Who takes money in. Every call goes through `callGateway`: it is aborted when it is late and made again when it fails,
 * so each must bear being repeated (that is what the keys are for) and must stop at its signal. What is thrown counts as a
 * failure that may pass, except GatewayRefused, which is an answer. A gateway without webhooks is only ever asked.
 */
export interface PaymentGateway {
  /** Kept with every payment: never changes. */
  readonly id: string;
  /** For people. */
  readonly name: string;
  readonly way: 'checkout' | 'transfer';
  /** Whole cents. */
  readonly leastMicros: bigint;
  readonly mostMicros: bigint;
  /** What the payer pays on top: a share of the amount in basis points, rounded up to a cent, and a fixed part. */
  readonly fee: { bps: number; fixedMicros: bigint };
  /** Whether stored methods can be charged without a visit. */
  readonly charges: boolean;
  /** Prepares a visit to the gateway's page. A transfer answers no page: it is waited for. */
  beginCheckout(
    order: CheckoutOrder,
    signal: AbortSignal,
  ): Promise<{ externalId: string; url: string | null }>;
  /** Charges a stored method. Answers how it stands, which may be `open` with a page for the payer's confirmation. */
  charge(
    order: ChargeOrder,
    signal: AbortSignal,
  ): Promise<{ externalId: string; payment: GatewayPayment; url: string | null }>;
  read(externalId: string, signal: AbortSignal): Promise<GatewayPayment>;
  /** Ends a checkout that is open, so that it cannot be paid any more. Paid ones stay paid; unknown ones are no failure. */
  cancel(externalId: string, signal: AbortSignal): Promise<void>;
  refund(order: RefundOrder, signal: AbortSignal): Promise<GatewayGiveBack>;
  /** Reads a webhook's raw body. Rejects with WebhookRefused when it was not the gateway who sent it. */
  readWebhook?(body: Buffer, headers: WebhookHeaders): Promise<GatewayNotice>;
}

/** The signature does not fit, or is too old. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused';
}
