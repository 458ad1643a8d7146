import { DEPOSIT } from '@ezdash/contracts';
import type Stripe from 'stripe';
import type { Clock } from '../../../platform/clock';
import type { Db } from '../../../platform/db';
import { GatewayRefused } from '../Gateway';
import type { CheckoutOrder, PaymentGateway, RefundOrder } from '../PaymentGateway';
import { createCharge } from './charge';
import { isInvalid, type StripeClient, type StripeSettings } from './client';
import { createReadPayment } from './readPayment';
import { createReadWebhook } from './readWebhook';
import { ASKED_WITH, centsOf, idOf, pageLocale, refundOf } from './translate';

export interface StripePaymentDeps {
  db: Db;
  clock: Clock;
  appUrl: string;
  settings: StripeSettings;
  client: StripeClient;
}

/** An end that is there already, or nothing to end. */
const HAS_ENDED = ['resource_missing', 'payment_intent_unexpected_state', ''];

/**
 * The same content for the same key, whenever it is sent: nothing of it depends on the time, so there is no `expires_at`
 * and a checkout lives for Stripe's 24 hours.
 */
const sessionOf = (order: CheckoutOrder): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  client_reference_id: order.paymentId,
  customer_email: order.payer.email,
  line_items: [
    {
      quantity: 1,
      price_data: {
        currency: order.currency.toLowerCase(),
        unit_amount: centsOf(order.chargedMicros),
        product_data: { name: order.description },
      },
    },
  ],
  payment_intent_data: {
    description: order.description,
    metadata: { payment_id: order.paymentId, made_by: 'checkout' },
  },
  metadata: { payment_id: order.paymentId },
  success_url: order.returnUrl,
  cancel_url: order.returnUrl,
  locale: pageLocale(order.payer.locale),
});

export function createStripePayments(deps: StripePaymentDeps): PaymentGateway {
  const { db, appUrl, settings, client } = deps;
  const { stripe, run } = client;
  const readPayment = createReadPayment(stripe, db);
  const charge = createCharge({ stripe, db, appUrl, readPayment });

  async function intentOf(externalId: string): Promise<string> {
    if (externalId.startsWith('pi_')) return externalId;
    const session = externalId.startsWith('cs_') ? await stripe.checkout.sessions.retrieve(externalId) : null;
    const intent = session?.status === 'complete' ? idOf(session.payment_intent) : null;
    if (intent === null) throw new GatewayRefused('There is no payment to give back');
    return intent;
  }

  async function refund({ externalId, amountMicros, idempotencyKey }: RefundOrder) {
    const payment_intent = await intentOf(externalId);
    // Stripe forgets keys after a day: what was asked for before is looked for.
    const before = await stripe.refunds
      .list({ payment_intent, limit: 100 })
      .autoPagingToArray({ limit: 1_000 });
    const same = before.find(({ metadata }) => metadata?.[ASKED_WITH] === idempotencyKey);
    if (same) return refundOf(same);
    const made = await stripe.refunds.create(
      { payment_intent, amount: centsOf(amountMicros), metadata: { [ASKED_WITH]: idempotencyKey } },
      { idempotencyKey },
    );
    return refundOf(made);
  }

  async function cancel(externalId: string): Promise<void> {
    try {
      if (externalId.startsWith('cs_')) await stripe.checkout.sessions.expire(externalId);
      else if (externalId.startsWith('pi_')) await stripe.paymentIntents.cancel(externalId);
    } catch (error) {
      if (!isInvalid(error, ...HAS_ENDED)) throw error;
    }
  }

  return {
    id: 'stripe',
    name: 'Card (Stripe)',
    way: 'checkout',
    leastMicros: BigInt(DEPOSIT.leastMicros),
    mostMicros: BigInt(DEPOSIT.mostMicros),
    fee: settings.fee,
    charges: true,
    beginCheckout: (order, signal) =>
      run(signal, async () => {
        const made = await stripe.checkout.sessions.create(sessionOf(order), {
          idempotencyKey: order.idempotencyKey,
        });
        return { externalId: made.id, url: made.url };
      }),
    charge: (order, signal) => run(signal, () => charge(order)),
    read: (externalId, signal) => run(signal, () => readPayment.read(externalId)),
    cancel: (externalId, signal) => run(signal, () => cancel(externalId)),
    refund: (order, signal) => run(signal, () => refund(order)),
    readWebhook: createReadWebhook(deps),
  };
}
