import type Stripe from 'stripe';
import type { Clock } from '../../../platform/clock';
import type { Db } from '../../../platform/db';
import type { Gateway, GatewaySetup, SetupOrder } from '../Gateway';
import { isInvalid, type StripeClient } from './client';
import * as repo from './stripe.repo';
import { brandName, expanded, pageLocale, readToken, writeToken } from './translate';

interface StripeMethodDeps {
  db: Db;
  clock: Clock;
  client: StripeClient;
}

function ofSetupIntent(intent: Stripe.SetupIntent | null): GatewaySetup {
  if (intent?.status === 'requires_payment_method') return { state: 'declined' };
  if (intent?.status === 'canceled') return { state: 'cancelled' };
  const method = expanded(intent?.payment_method);
  if (intent?.status !== 'succeeded' || !method?.card) return { state: 'open' };
  const customer = typeof method.customer === 'string' ? method.customer : method.customer?.id;
  // It was given back.
  if (!customer) return { state: 'expired' };
  const { brand, last4, exp_year, exp_month } = method.card;
  return {
    state: 'done',
    method: {
      token: writeToken({ customer, method: method.id }),
      brand: brandName(brand),
      last4,
      expires: `${exp_year}-${String(exp_month).padStart(2, '0')}`,
    },
  };
}

/** Cards that Stripe keeps: entered at its own page, in a checkout that takes no money. */
export function createStripeMethods({ db, clock, client: { stripe, run } }: StripeMethodDeps): Gateway {
  /** Stripe knows an account by its number alone: name and address are none of its business. */
  async function customerOf({ userId }: SetupOrder['owner'], idempotencyKey: string): Promise<string> {
    const known = await repo.findCustomer(db, userId);
    if (known) return known;
    const made = await stripe.customers.create({ metadata: { account: String(userId) } }, { idempotencyKey });
    return repo.keepCustomer(db, userId, made.id, clock.now());
  }

  const makeSession = ({ setupId, owner, returnUrl }: SetupOrder, customer: string, idempotencyKey: string) =>
    stripe.checkout.sessions.create(
      {
        mode: 'setup',
        customer,
        allowed_payment_method_types: ['card'],
        client_reference_id: setupId,
        success_url: returnUrl,
        cancel_url: returnUrl,
        locale: pageLocale(owner.locale),
      },
      { idempotencyKey },
    );

  async function sessionOf(order: SetupOrder): Promise<Stripe.Checkout.Session> {
    const { owner, idempotencyKey } = order;
    const customer = await customerOf(owner, `customer-${owner.userId}`);
    try {
      return await makeSession(order, customer, idempotencyKey);
    } catch (error) {
      if (!isInvalid(error, 'resource_missing')) throw error;
      // Somebody has deleted the customer at Stripe.
      await repo.forgetCustomer(db, customer);
      const other = await customerOf(owner, `customer-${owner.userId}-${order.setupId}`);
      return makeSession(order, other, `${idempotencyKey}:again`);
    }
  }

  async function beginSetup(order: SetupOrder) {
    const session = await sessionOf(order);
    await repo.keepSetup(db, order.setupId, session.id, clock.now());
    if (session.url === null) throw new Error('Stripe gave no page');
    return { url: session.url };
  }

  async function readSetup(setupId: string): Promise<GatewaySetup> {
    const sessionId = await repo.findSetup(db, setupId);
    if (!sessionId) return { state: 'expired' };
    const session = await stripe.checkout.sessions.retrieve(sessionId, {
      expand: ['setup_intent.payment_method'],
    });
    if (session.status === 'expired') return { state: 'expired' };
    return session.status === 'complete' ? ofSetupIntent(expanded(session.setup_intent)) : { state: 'open' };
  }

  /** Whether it belongs to nobody, or is not there: then there is nothing to give back. */
  async function isFree(method: string): Promise<boolean> {
    try {
      return (await stripe.paymentMethods.retrieve(method)).customer === null;
    } catch (error) {
      if (isInvalid(error, 'resource_missing')) return true;
      throw error;
    }
  }

  async function detach(token: string): Promise<void> {
    const method = readToken(token)?.method;
    if (!method) return;
    try {
      await stripe.paymentMethods.detach(method);
    } catch (error) {
      if (!isInvalid(error) || !(await isFree(method))) throw error;
    }
  }

  return {
    id: 'stripe',
    name: 'Card (Stripe)',
    kinds: ['card'],
    beginSetup: (order, signal) => run(signal, () => beginSetup(order)),
    readSetup: (setupId, signal) => run(signal, () => readSetup(setupId)),
    detach: (token, signal) => run(signal, () => detach(token)),
  };
}
