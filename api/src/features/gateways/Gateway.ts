import type { PaymentMethod } from '@ezdash/contracts';

export type PaymentKind = PaymentMethod['kind'];

/** What a gateway keeps, as it may be known outside of it. */
export interface GatewayMethod {
  /** Opens the method at the gateway; opaque, a secret. */
  token: string;
  /** `Visa`, or a bank's name; null when the gateway does not say. */
  brand: string | null;
  /** The last four characters of the card or account number. */
  last4: string;
  /** `2029-04`, the last month a card works in; null for bank accounts. */
  expires: string | null;
}

/** How a visit to the gateway's page stands. All but `open` are final. */
export type GatewaySetup =
  | { state: 'open' }
  | { state: 'done'; method: GatewayMethod }
  /** The visitor left by the page's own way out. */
  | { state: 'cancelled' }
  /** What was entered is not accepted by who has issued it. */
  | { state: 'declined' }
  /** It took too long, or the gateway knows nothing of it. */
  | { state: 'expired' };

/** A visit to be made. */
export interface SetupOrder {
  /** Ours; the gateway keeps it and knows the visit by it. */
  setupId: string;
  kind: PaymentKind;
  owner: { userId: number; locale: string | null };
  /** Where the browser is sent afterwards, whatever came of it; used as it is. */
  returnUrl: string;
  /** The same key again makes no second visit: the answer is the first one's. */
  idempotencyKey: string;
}

/**
 * Who keeps cards and bank accounts. Card numbers are entered at the gateway's own page, never at ours, and never come
 * back: what we hold is a token.
 *
 * Every call goes through `callGateway`: it is aborted when it is late and made again when it fails, so each must bear
 * being repeated, and must stop at its signal. Whatever is thrown counts as a failure that may pass, except
 * GatewayRefused, which is an answer. Messages of errors must hold nothing that was entered.
 */
export interface Gateway {
  /** Kept with every method: never changes. Lower case, `[a-z0-9-]`, at most 40 characters. */
  readonly id: string;
  /** For people. */
  readonly name: string;
  readonly kinds: readonly PaymentKind[];
  /** Makes a visit; `url` is the page that the browser is sent to. */
  beginSetup(order: SetupOrder, signal: AbortSignal): Promise<{ url: string }>;
  /** How the visit stands. A done one answers the same method every time. */
  readSetup(setupId: string, signal: AbortSignal): Promise<GatewaySetup>;
  /** Gives a method back: the token opens nothing afterwards. One that is unknown, or was given back, is no failure. */
  detach(token: string, signal: AbortSignal): Promise<void>;
}

/** The gateway has understood and says no: asking again would not help. */
export class GatewayRefused extends Error {
  override readonly name = 'GatewayRefused';
}
