import { AsyncLocalStorage } from 'node:async_hooks';
import Stripe from 'stripe';
import { GatewayRefused } from '../Gateway';

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** Where its API is; undefined: Stripe's own. */
  apiUrl: string | undefined;
  /** What payers pay on top, in whole cents. */
  fee: { bps: number; fixedMicros: bigint };
}

/** What our types and the stand-in were written against; a newer library does not change it by itself. */
const API_VERSION = '2026-10-28.endive';
/** One call; callGateway makes it again. */
const CALL_MS = 8_000;

export interface StripeClient {
  stripe: Stripe;
  /** Does calls that stop at the signal. What Stripe refuses for good is GatewayRefused; its words stay outside. */
  run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

/** A failure that may pass. Stripe's own message may hold what somebody entered: it is not kept. */
export class StripeTrouble extends Error {
  override readonly name = 'StripeTrouble';
}

export const isInvalid = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  (codes.length === 0 || codes.includes(error.code ?? ''));

/** Another call with this key is being worked on: its answer will be there for the next try. */
const isInUse = (error: Stripe.errors.StripeError) =>
  error.code === 'idempotency_key_in_use' || error.statusCode === 409;

/** Answers to what was asked. A key of ours that is wrong is none: what was asked before may have been done. */
const REFUSALS = [
  Stripe.errors.StripeInvalidRequestError,
  Stripe.errors.StripeIdempotencyError,
  Stripe.errors.StripeCardError,
];

function translated(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const words = `Stripe: ${[error.type, error.statusCode, error.code].filter(Boolean).join(' ')}`;
  const isRefusal = !isInUse(error) && REFUSALS.some((kind) => error instanceof kind);
  return isRefusal ? new GatewayRefused(words) : new StripeTrouble(words);
}

export function createStripeClient({ secretKey, apiUrl }: StripeSettings): StripeClient {
  const signals = new AsyncLocalStorage<AbortSignal>();
  // The library knows no signals: its calls are made by this one.
  const fetchUntilAborted: typeof fetch = (input, init) => {
    const both = [init?.signal, signals.getStore()].filter((signal) => signal != null);
    return fetch(input, { ...init, signal: AbortSignal.any(both) });
  };
  const address = apiUrl === undefined ? null : new URL(apiUrl);
  const stripe = new Stripe(secretKey, {
    apiVersion: API_VERSION,
    maxNetworkRetries: 0,
    timeout: CALL_MS,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(fetchUntilAborted),
    ...(address && {
      protocol: address.protocol === 'http:' ? 'http' : 'https',
      host: address.hostname,
      port: address.port || (address.protocol === 'http:' ? 80 : 443),
    }),
  });
  return {
    stripe,
    run: (signal, work) =>
      signals.run(signal, async () => {
        signal.throwIfAborted();
        try {
          return await work();
        } catch (error) {
          throw translated(error);
        }
      }),
  };
}
