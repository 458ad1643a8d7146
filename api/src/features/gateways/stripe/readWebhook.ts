import type Stripe from 'stripe';
import type { Clock } from '../../../platform/clock';
import type { Db } from '../../../platform/db';
import { type GatewayNotice, type WebhookHeaders, WebhookRefused } from '../PaymentGateway';
import type { StripeClient, StripeSettings } from './client';
import { findByIntent } from './stripe.repo';
import { idOf } from './translate';

interface ReadWebhookDeps {
  db: Db;
  clock: Clock;
  settings: StripeSettings;
  client: StripeClient;
}

const TOLERANCE_SECONDS = 300;

/** What every event's object has, whatever it is; which fields there are depends on `object`. */
interface EventObject {
  object?: string;
  id?: string;
  mode?: string;
  payment_intent?: string | { id: string } | null;
  metadata?: Record<string, string> | null;
}

/** Reads Stripe's webhooks. Refunds and disputes name the intent alone: what it belongs to was noted when it was read. */
export function createReadWebhook({ db, clock, settings, client }: ReadWebhookDeps) {
  async function externalIdOf({ object, id, mode, payment_intent, metadata }: EventObject) {
    if (object === 'checkout.session') return mode === 'payment' && id ? id : null;
    if (object === 'payment_intent' && metadata?.made_by === 'charge' && id) return id;
    const intent = object === 'payment_intent' ? id : idOf(payment_intent);
    return intent ? findByIntent(db, intent) : null;
  }

  return async (body: Buffer, headers: WebhookHeaders): Promise<GatewayNotice> => {
    const signature = headers['stripe-signature'];
    if (typeof signature !== 'string') throw new WebhookRefused('The signature is missing');
    let event: Stripe.Event;
    try {
      event = client.stripe.webhooks.constructEvent(
        body,
        signature,
        settings.webhookSecret,
        TOLERANCE_SECONDS,
        undefined,
        clock.nowMs(),
      );
    } catch {
      throw new WebhookRefused('The signature does not fit, or is too old');
    }
    const object: EventObject = event.data.object;
    return { eventId: event.id, kind: event.type, externalId: await externalIdOf(object) };
  };
}
