import type Stripe from 'stripe';
import type { Db } from '../../../platform/db';
import type { GatewayPayment } from '../PaymentGateway';
import { isInvalid } from './client';
import { keepIntent } from './stripe.repo';
import { disputesOf, expanded, failureOf, idOf, labelOf, microsOf, refundOf } from './translate';

const MOST_REFUNDS = 1_000;
const GONE: GatewayPayment = { state: 'expired' };

/** How payments stand at Stripe: checkouts by their session (`cs_`), charges of stored cards by their intent (`pi_`). */
export function createReadPayment(stripe: Stripe, db: Db) {
  async function paid(intent: Stripe.PaymentIntent): Promise<GatewayPayment> {
    const charge = expanded(intent.latest_charge);
    const about = { payment_intent: intent.id, limit: 100 };
    const refunds = await stripe.refunds.list(about).autoPagingToArray({ limit: MOST_REFUNDS });
    const disputes = charge?.disputed ? (await stripe.disputes.list(about)).data : [];
    return {
      state: 'paid',
      paidMicros: microsOf(intent.amount_received),
      currency: intent.currency.toUpperCase(),
      transactionId: idOf(intent.latest_charge) ?? intent.id,
      methodLabel: labelOf(charge),
      refunds: refunds.map(refundOf),
      disputes: disputesOf(disputes),
    };
  }

  async function ofIntent(intent: Stripe.PaymentIntent): Promise<GatewayPayment> {
    switch (intent.status) {
      case 'succeeded':
        return paid(intent);
      case 'canceled':
        return { state: 'cancelled' };
      case 'requires_payment_method':
        return { state: 'failed', failure: failureOf(intent.last_payment_error) };
      case 'requires_action':
      case 'requires_confirmation':
        return { state: 'open' };
      default:
        return { state: 'confirming' };
    }
  }

  async function ofSession(session: Stripe.Checkout.Session): Promise<GatewayPayment> {
    if (session.status === 'expired') return GONE;
    const intent = expanded(session.payment_intent);
    if (session.status !== 'complete' || !intent) return { state: 'open' };
    await keepIntent(db, intent.id, session.id);
    return ofIntent(intent);
  }

  async function fetchOne(externalId: string): Promise<GatewayPayment> {
    if (externalId.startsWith('cs_')) {
      const expand = ['payment_intent.latest_charge'];
      return ofSession(await stripe.checkout.sessions.retrieve(externalId, { expand }));
    }
    if (externalId.startsWith('pi_'))
      return ofIntent(await stripe.paymentIntents.retrieve(externalId, { expand: ['latest_charge'] }));
    return GONE;
  }

  return {
    ofIntent,
    read: async (externalId: string): Promise<GatewayPayment> => {
      try {
        return await fetchOne(externalId);
      } catch (error) {
        if (isInvalid(error, 'resource_missing')) return GONE;
        throw error;
      }
    },
  };
}
export type ReadPayment = ReturnType<typeof createReadPayment>;
