import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Payment, PaymentDetail, PaymentMethod, PaymentSetup, SandboxAnswer } from '@ezdash/contracts';
import { buildApp, jobsEnd, makeAdvertiser, type TestApp, type TestClient } from '../../testing';
import { openMailParts } from '../../testing/mailParts';
import { createVisitor, GOOD } from '../../testing/sandboxVisitor';
import { createTestPublisher } from '../../testing/testPublisher';
import { balances, verify } from '../ledger';
import { createPaymentMethodsFeature } from '../payment-methods';
import { createPaymentsFeature } from '../payments';
import { createGateways } from './createGateways';
import { startStripeStandIn } from './stripe/standIn/startStripeStandIn';
import { CARD } from './stripe/testStripe';

jest.setTimeout(120_000);

const SECRET = 'a secret of the tests, long enough for anybody';
const STRIPE = { secretKey: 'sk_test_standin', webhookSecret: 'whsec_standin' };
const PACE = { lateMs: 1_500, backMs: 1_500 };
const AMOUNT = 500_000_000;

/** Sends on what arrives to the app, whose port is known only once it has its gateways. */
async function openRelay() {
  const target = { url: '' };
  const server = createServer(async (req, res) => {
    const parts: Buffer[] = [];
    for await (const part of req) parts.push(Buffer.from(part));
    const headers = Object.entries(req.headers).filter(([name]) => /signature|content-type/.test(name));
    const { status } = await fetch(target.url + req.url, {
      method: 'POST',
      headers: headers.map(([name, value]): [string, string] => [name, String(value)]),
      body: Buffer.concat(parts),
    });
    res.writeHead(status).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { target, url, close: () => new Promise((resolve) => server.close(resolve)) };
}

/** Payments, stored methods and real gateways, as they are put together for people; webhooks go over HTTP. */
async function openWorld() {
  const relay = await openRelay();
  const { test, parts, site, close } = await openMailParts();
  // What is due later is due by the database's clock.
  parts.clock.set(new Date().toISOString());
  const sent: Promise<unknown>[] = [];
  const standIn = await startStripeStandIn({
    ...STRIPE,
    nowMs: parts.clock.nowMs,
    onWebhook: (body, signature) => {
      const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature };
      sent.push(fetch(`${relay.url}/webhooks/payments/stripe`, { method: 'POST', headers, body }));
    },
  });
  const deps = { ...parts, ...site, secret: SECRET };
  const gateways = createGateways({
    ...deps,
    sandbox: true,
    stripe: { ...STRIPE, apiUrl: standIn.url, fee: { bps: 150, fixedMicros: 250_000n } },
    transfers: true,
    sandboxWebhookUrl: `${relay.url}/webhooks/payments/sandbox`,
    pace: PACE,
  });
  const methods = createPaymentMethodsFeature({ ...deps, gateways: gateways.methods });
  const payments = createPaymentsFeature({
    ...deps,
    publisher: createTestPublisher(),
    gateways: gateways.payment,
    hooks: [],
    openMethod: methods.service.openMethod,
    bankAccount: null,
  });
  await parts.jobs.start();
  const mounts = [...gateways.mounts, ...methods.mounts, ...payments.mounts];
  const app: TestApp = await buildApp({ test, clock: parts.clock, mounts });
  relay.target.url = app.url;
  return {
    test,
    app,
    standIn,
    clock: parts.clock,
    /** Until everything that was to be told has been, and was worked on. */
    settled: async () => {
      while (sent.length > 0) await sent.shift();
      await jobsEnd(test.db, { later: true });
    },
    close: async () => {
      await payments.stop();
      await standIn.close();
      await app.close();
      await relay.close();
      await close();
    },
  };
}

let world: Awaited<ReturnType<typeof openWorld>>;
let client: TestClient;
let userId: number;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  const owner = await makeAdvertiser(world.test.db, { cashMicros: 0n });
  userId = owner.id;
  client = world.app.client();
  await client.signIn(owner);
});
afterEach(async () => {
  await world.settled();
  expect((await verify(world.test.db)).differences).toEqual([]);
});

async function deposit(gateway: string, methodId: string | null = null): Promise<Payment> {
  const body = { deposit_id: randomUUID(), amount_micros: AMOUNT, gateway, method_id: methodId };
  const { status, body: made, text } = await client.post<Payment>('/api/advertiser/deposits', body);
  if (status !== 201) throw new Error(`The deposit was answered with ${status}: ${text}`);
  return made;
}
function pageOf({ next }: Payment): string {
  if (next?.kind !== 'checkout') throw new Error('There is no page');
  return next.url;
}
const choose = (payment: Payment, outcome: string) =>
  client.post<SandboxAnswer>(`/api/payment-test/${new URL(pageOf(payment)).searchParams.get('checkout')}`, {
    outcome,
  });
/** How it stands without anybody asking the gateway. */
const stateOf = async ({ id }: Payment) => {
  const { body } = await client.get<{ payments: Payment[] }>('/api/payments');
  return body.payments.find((each) => each.id === id)?.state;
};
const cash = async () => (await balances(world.test.db, userId)).advertiser_cash ?? 0n;

async function addCard(number: string): Promise<PaymentMethod> {
  client.setHeader('Idempotency-Key', randomUUID());
  const path = '/api/settings/payment-methods';
  const { body } = await client.post<PaymentSetup>(`${path}/setups`, { gateway: 'sandbox' });
  await createVisitor(world.app.url).enter(body.url, { ...GOOD.card, number });
  return (await client.post<PaymentMethod>(path, { setup: body.id })).body;
}

describe('a deposit at the sandbox', () => {
  it.each([
    ['paid', 'completed', BigInt(AMOUNT)],
    ['declined', 'failed', 0n],
    ['cancelled', 'cancelled', 0n],
  ] as const)('%s: told by webhooks alone', async (outcome, state, balance) => {
    const made = await deposit('sandbox');
    expect((await choose(made, outcome)).status).toBe(200);
    await world.settled();
    expect(await stateOf(made)).toBe(state);
    expect(await cash()).toBe(balance);
  });

  it.each([
    ['3ds-passed', 'completed', BigInt(AMOUNT)],
    ['3ds-failed', 'failed', 0n],
  ] as const)('%s, in two steps', async (outcome, state, balance) => {
    const made = await deposit('sandbox');
    await choose(made, outcome);
    await world.settled();
    expect(await cash()).toBe(0n);
    await choose(made, outcome);
    await world.settled();
    expect(await stateOf(made)).toBe(state);
    expect(await cash()).toBe(balance);
    const { body } = await client.get<PaymentDetail>(`/api/payments/${made.id}`);
    expect(body.failure).toBe(outcome === '3ds-failed' ? 'authentication' : null);
  });

  it('late, twice and out of order: completed once', async () => {
    const made = await deposit('sandbox');
    await choose(made, 'late-webhook');
    world.clock.advance(PACE.lateMs + 3_000);
    await world.settled();
    expect(await stateOf(made)).toBe('completed');
    expect(await cash()).toBe(BigInt(AMOUNT));
  });

  it.each([
    ['paid-then-refunded', 'refunded_micros'],
    ['paid-then-charged-back', 'charged_back_micros'],
  ] as const)('%s: it is gone again', async (outcome, field) => {
    const made = await deposit('sandbox');
    await choose(made, outcome);
    world.clock.advance(PACE.backMs);
    await world.settled();
    const { body } = await client.get<PaymentDetail>(`/api/payments/${made.id}`);
    expect(body).toMatchObject({ state: 'completed', [field]: AMOUNT });
    expect(await cash()).toBe(0n);
  });
});

describe('a deposit with a card that is kept at the sandbox', () => {
  it('is there at once', async () => {
    const { id } = await addCard('4242424242424242');
    const made = await deposit('sandbox', id);
    expect(made).toMatchObject({ state: 'completed', method: 'Visa 4242', next: null });
    expect(await cash()).toBe(BigInt(AMOUNT));
  });

  it('is declined', async () => {
    const { id } = await addCard('4000000000000341');
    expect(await deposit('sandbox', id)).toMatchObject({ state: 'failed', failure: 'declined' });
    expect(await cash()).toBe(0n);
  });

  it('asks the payer first', async () => {
    const { id } = await addCard('4000002760003184');
    const made = await deposit('sandbox', id);
    expect(await cash()).toBe(0n);
    const { body } = await choose(made, '3ds-passed');
    expect(body.return_url).toBe(`http://ads.test/payment/result?payment=${made.id}`);
    await world.settled();
    expect(await stateOf(made)).toBe('completed');
    expect(await cash()).toBe(BigInt(AMOUNT));
  });
});

describe('a deposit at Stripe', () => {
  const enter = (url: string, number: string) =>
    fetch(url, { method: 'POST', body: new URLSearchParams({ do: 'pay', number }), redirect: 'manual' });

  it('is charged with its fee, and told by webhooks alone', async () => {
    const made = await deposit('stripe');
    expect(made).toMatchObject({ fee_micros: 7_750_000, charged_micros: 507_750_000 });
    await enter(pageOf(made), CARD.fine);
    await world.settled();
    expect(await stateOf(made)).toBe('completed');
    expect(await cash()).toBe(BigInt(AMOUNT));
  });

  it('that is declined can be paid with another card', async () => {
    const made = await deposit('stripe');
    expect((await enter(pageOf(made), CARD.declined)).status).toBe(402);
    await world.settled();
    expect(await stateOf(made)).not.toBe('failed');
    await enter(pageOf(made), CARD.fine);
    await world.settled();
    expect(await cash()).toBe(BigInt(AMOUNT));
  });

  it('that the payer’s bank disputes is taken back with its fee', async () => {
    const made = await deposit('stripe');
    await enter(pageOf(made), CARD.disputed);
    await world.settled();
    const { body } = await client.get<PaymentDetail>(`/api/payments/${made.id}`);
    expect(body).toMatchObject({ state: 'completed', charged_back_micros: 507_750_000 });
  });
});
