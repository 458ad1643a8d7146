import Stripe from 'stripe';
import type { Db } from '../../../platform/db';
import type { ChargeOrder, GatewayPayment } from '../PaymentGateway';
import { StripeTrouble } from './client';
import type { ReadPayment } from './readPayment';
import { keepIntent } from './stripe.repo';
import { centsOf, failureOf, readToken, type StripeToken } from './translate';

interface ChargeDeps {
  stripe: Stripe;
  db: Db;
  appUrl: string;
  readPayment: ReadPayment;
}
interface Charged {
  externalId: string;
  payment: GatewayPayment;
  url: string | null;
}

/** Of a payment that came to nothing before Stripe had made anything of it. */
const unmade = ({ paymentId }: ChargeOrder, payment: GatewayPayment): Charged => ({
  externalId: `unmade_${paymentId}`,
  payment,
  url: null,
});
const GONE: GatewayPayment = { state: 'failed', failure: 'method-gone' };

/** The method, or whose it is, is not there any more. */
const isMethodGone = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  (error.param === 'payment_method' || error.param === 'customer');

/** The bank wants to ask the payer, and nobody has led them there yet. */
const asksPayer = ({ status, last_payment_error }: Stripe.PaymentIntent): boolean =>
  status === 'requires_payment_method' && last_payment_error?.code === 'authentication_required';

const LOOKED_THROUGH = 100;

/**
 * Charges a stored card as the payer would not be there (off session). A bank that wants to ask them says so with
 * `authentication_required`: the intent is confirmed again then, with the payer, which leads to a page of Stripe's.
 */
export function createCharge({ stripe, db, appUrl, readPayment }: ChargeDeps) {
  /** Stripe forgets keys after a day, and refuses them with other content: what was made before is looked for. */
  async function findMade({ paymentId }: ChargeOrder, customer: string): Promise<string | null> {
    const { data } = await stripe.paymentIntents.list({ customer, limit: LOOKED_THROUGH });
    return data.find(({ metadata }) => metadata.payment_id === paymentId)?.id ?? null;
  }

  /** Card errors bear the intent that they are about. */
  async function make(order: ChargeOrder, { customer, method }: StripeToken) {
    try {
      const { id } = await stripe.paymentIntents.create(
        {
          amount: centsOf(order.chargedMicros),
          currency: order.currency.toLowerCase(),
          customer,
          payment_method: method,
          allowed_payment_method_types: ['card'],
          confirm: true,
          off_session: true,
          description: order.description,
          metadata: { payment_id: order.paymentId, made_by: 'charge' },
        },
        { idempotencyKey: order.idempotencyKey },
      );
      return { id };
    } catch (error) {
      if (error instanceof Stripe.errors.StripeCardError)
        return { id: error.payment_intent?.id ?? null, failure: failureOf(error) };
      // Made before, with other words beside the amount: it is found by the next try.
      if (error instanceof Stripe.errors.StripeIdempotencyError)
        throw new StripeTrouble('Stripe: the key is known');
      throw error;
    }
  }

  const fetchIntent = (id: string) => stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });

  async function ask(order: ChargeOrder, id: string, method: string): Promise<Stripe.PaymentIntent> {
    const return_url = `${appUrl}/payment/result?payment=${encodeURIComponent(order.paymentId)}`;
    await stripe.paymentIntents.confirm(
      id,
      { payment_method: method, off_session: false, return_url },
      { idempotencyKey: `${order.idempotencyKey}:confirm` },
    );
    return fetchIntent(id);
  }

  async function charge(order: ChargeOrder, token: StripeToken): Promise<Charged> {
    const found = await findMade(order, token.customer);
    const made = found === null ? await make(order, token) : { id: found };
    if (made.id === null) return unmade(order, { state: 'failed', failure: made.failure ?? 'declined' });
    await keepIntent(db, made.id, made.id);
    // A key that was used before answers what was then: this is how it stands now.
    const now = await fetchIntent(made.id);
    const intent = asksPayer(now) ? await ask(order, made.id, token.method) : now;
    const url = intent.next_action?.redirect_to_url?.url ?? null;
    return { externalId: made.id, payment: await readPayment.ofIntent(intent), url };
  }

  return async (order: ChargeOrder): Promise<Charged> => {
    const token = readToken(order.token);
    if (!token) return unmade(order, GONE);
    try {
      return await charge(order, token);
    } catch (error) {
      if (isMethodGone(error)) return unmade(order, GONE);
      throw error;
    }
  };
}
