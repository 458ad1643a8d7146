import { randomUUID } from 'node:crypto';
import { inTransaction } from '../../../platform/db';
import { createLog, silentLog } from '../../../platform/log';
import { jobsEnd, until } from '../../../testing';
import { type CallPolicy, callGateway } from '../callGateway';
import { GatewayRefused } from '../Gateway';
import type { ChargeOrder, CheckoutOrder, PaymentGateway } from '../PaymentGateway';
import { DECLINES } from './standIn/cards';
import { CARD, openStripe, type StripeWorld } from './testStripe';

const POLICY: CallPolicy = { timeoutMs: 10_000, tries: 3, firstPauseMs: 1 };
const AMOUNT = 250_000_000n;
let world: StripeWorld;
beforeAll(async () => {
  world = await openStripe();
});
afterAll(() => world.close());
beforeEach(() => {
  world.standIn.faults.length = 0;
  world.standIn.calls.length = 0;
});

const call = <T>(work: (gateway: PaymentGateway, signal: AbortSignal) => Promise<T>, log = silentLog) =>
  callGateway(world.gateway, log, (signal) => work(world.gateway, signal), POLICY);
const order = (): CheckoutOrder => ({
  paymentId: `pay_${randomUUID()}`,
  chargedMicros: AMOUNT,
  currency: 'EUR',
  description: 'Deposit',
  idempotencyKey: randomUUID(),
  payer: { userId: world.user.id, email: world.user.email, locale: 'en' },
  returnUrl: 'https://app.test/payment/result?payment=pay_1',
});
const begin = async (made = order()) => {
  const { externalId, url } = await call((gateway, signal) => gateway.beginCheckout(made, signal));
  return { externalId, url: String(url) };
};
const read = (externalId: string) => call((gateway, signal) => gateway.read(externalId, signal));
async function paid(): Promise<string> {
  const { externalId, url } = await begin();
  await world.visit(url, 'paid');
  return externalId;
}
const notices = () =>
  Promise.all(
    world.received.splice(0).map(({ body, headers }) => world.gateway.readWebhook?.(body, headers)),
  );

describe('a call that fails is made again with its key', () => {
  it.each(['429', '500', 'silent-before', 'silent-after'] as const)('%s: one session', async (fault) => {
    const before = world.standIn.books.sessions.size;
    world.standIn.faults.push(fault, fault);
    await begin();
    expect(world.standIn.calls).toHaveLength(3);
    expect(world.standIn.books.sessions.size).toBe(before + 1);
  });

  it.each(['500', 'silent-before', 'silent-after'] as const)('%s: one charge', async (fault) => {
    const { returnUrl: _, ...rest } = order();
    const made = { ...rest, token: await world.keep(CARD.fine) };
    const before = world.standIn.books.intents.size;
    // What was made before is looked for first.
    world.standIn.faults.push('none', fault);
    const first = await call((gateway, signal) => gateway.charge(made, signal));
    expect(first.payment.state).toBe('paid');
    expect(world.standIn.books.intents.size).toBe(before + 1);
  });

  it.each(['500', 'silent-before', 'silent-after'] as const)('%s: one refund', async (fault) => {
    const externalId = await paid();
    const ask = { externalId, amountMicros: AMOUNT, currency: 'EUR', idempotencyKey: randomUUID() };
    // The session and the refunds of before are read first.
    world.standIn.faults.push('none', 'none', fault);
    await call((gateway, signal) => gateway.refund(ask, signal));
    const standing = await read(externalId);
    expect(standing).toMatchObject({ refunds: [{ amountMicros: AMOUNT, askedWith: ask.idempotencyKey }] });
  });

  it('and not for ever', async () => {
    world.standIn.faults.push('500', '500', '500');
    await expect(begin()).rejects.toMatchObject({ status: 502, code: 'GATEWAY_FAILED' });
    expect(world.standIn.calls).toHaveLength(3);
  });
});

it('a key of ours that Stripe does not take says nothing about a charge that was made', async () => {
  const { returnUrl: _, ...rest } = order();
  const made = { ...rest, token: await world.keep(CARD.fine) };
  const first = await call((gateway, signal) => gateway.charge(made, signal));
  world.standIn.faults.push('401', '401', '401');
  const refused = await call((gateway, signal) => gateway.charge(made, signal)).catch(
    (error: Error) => error,
  );
  expect(refused).toMatchObject({ code: 'GATEWAY_FAILED' });
  expect(refused).not.toMatchObject({ cause: expect.any(GatewayRefused) });
  expect(await call((gateway, signal) => gateway.charge(made, signal))).toEqual(first);
});

it('a refund is found again when Stripe has forgotten its key', async () => {
  const externalId = await paid();
  const ask = { externalId, amountMicros: 100_000_000n, currency: 'EUR', idempotencyKey: randomUUID() };
  const first = await call((gateway, signal) => gateway.refund(ask, signal));
  const made = () => world.standIn.calls.filter((each) => each === 'POST /v1/refunds').length;
  const before = made();
  expect(await call((gateway, signal) => gateway.refund(ask, signal))).toEqual(first);
  expect(made()).toBe(before);
});

describe('a charge', () => {
  const chargeOf = async (number: string) => {
    const { returnUrl: _, ...rest } = order();
    return { ...rest, token: await world.keep(number) };
  };
  const charge = (made: ChargeOrder) => call((gateway, signal) => gateway.charge(made, signal));
  const intents = () => world.standIn.books.intents.size;

  it.each([
    ['forgotten its key', (made: ChargeOrder) => made],
    ['other words for it', (made: ChargeOrder) => ({ ...made, description: 'Another name of the app' })],
  ])('is found again when Stripe has %s', async (_, change) => {
    const made = await chargeOf(CARD.fine);
    const first = await charge(made);
    const before = intents();
    world.standIn.forgetKeys();
    expect(await charge(change(made))).toEqual(first);
    expect(intents()).toBe(before);
  });

  it('that broke at Stripe while it was made is made once its key is free, once', async () => {
    const made = await chargeOf(CARD.fine);
    const before = intents();
    world.standIn.faults.push('none', '500-kept');
    // Whoever asks with the key hears the same for a day.
    await expect(charge(made)).rejects.toMatchObject({ code: 'GATEWAY_FAILED' });
    await expect(charge(made)).rejects.toMatchObject({ code: 'GATEWAY_FAILED' });
    expect(intents()).toBe(before);
    world.standIn.forgetKeys();
    expect((await charge(made)).payment.state).toBe('paid');
    expect(intents()).toBe(before + 1);
  });

  it('of a bank that asks is led there, also after a crash in between', async () => {
    const made = await chargeOf(CARD.asks);
    const before = intents();
    // Looked for, made, read; the question gets no answer, three times.
    const dead = { ...POLICY, tries: 1 };
    const gone = new Error('The process has died');
    const confirm = jest.spyOn(world.standIn.books, 'tell').mockImplementation((type) => {
      if (type === 'payment_intent.requires_action') throw gone;
    });
    const failing = callGateway(
      world.gateway,
      silentLog,
      (signal) => world.gateway.charge(made, signal),
      dead,
    );
    await expect(failing).rejects.toMatchObject({ code: 'GATEWAY_FAILED' });
    confirm.mockRestore();
    for (const intent of world.standIn.books.intents.values())
      if (intent.status === 'requires_action') {
        intent.status = 'requires_payment_method';
        intent.error = DECLINES.asks;
      }
    world.standIn.forgetKeys();
    const { payment, url } = await charge(made);
    expect(payment).toEqual({ state: 'open' });
    await world.visit(String(url), '3ds-passed');
    expect((await charge(made)).payment.state).toBe('paid');
    expect(intents()).toBe(before + 1);
  });
});

it('what Stripe refuses for good is not tried again, and its words stay outside', async () => {
  const lines: string[] = [];
  const log = createLog({ production: true, level: 'debug', write: (line: string) => lines.push(line) });
  const made = order();
  await begin(made);
  world.standIn.calls.length = 0;
  const again = { ...made, chargedMicros: AMOUNT + 10_000n };
  const failing = call((gateway, signal) => gateway.beginCheckout(again, signal), log);
  await expect(failing).rejects.toMatchObject({ code: 'GATEWAY_FAILED', cause: expect.any(GatewayRefused) });
  expect(world.standIn.calls).toHaveLength(1);
  expect(lines.join('\n')).toContain('gateway_failed');
  expect(lines.join('\n')).not.toContain(made.idempotencyKey);
});

describe('webhooks of a payment that was read', () => {
  it('name its session also when they are about its intent, its refund or its dispute', async () => {
    await notices();
    const { externalId, url } = await begin();
    await world.enter(url, CARD.disputed);
    await read(externalId);
    await call((gateway, signal) =>
      gateway.refund(
        { externalId, amountMicros: 10_000n, currency: 'EUR', idempotencyKey: randomUUID() },
        signal,
      ),
    );
    const told = await notices();
    expect(told.map((notice) => notice?.kind).sort()).toEqual([
      'charge.dispute.created',
      'charge.refunded',
      'checkout.session.completed',
      'payment_intent.succeeded',
    ]);
    expect(new Set(told.map((notice) => notice?.externalId))).toEqual(new Set([externalId]));
  });

  it('name the intent of a charge, known or not, and no card that is kept', async () => {
    const { returnUrl: _, ...rest } = order();
    const token = await world.keep(CARD.fine);
    expect((await notices()).map((notice) => notice?.externalId)).toEqual([null]);
    const { externalId } = await call((gateway, signal) => gateway.charge({ ...rest, token }, signal));
    await world.test.owner.deleteFrom('stripe_intent').execute();
    expect(await notices()).toEqual([
      { eventId: expect.any(String), kind: 'payment_intent.succeeded', externalId },
    ]);
  });
});

describe('disputes', () => {
  it.each([
    ['needs_response', ['done']],
    ['lost', ['done']],
    ['won', ['failed']],
    ['warning_needs_response', []],
  ] as const)('%s: %j', async (status, states) => {
    const { externalId, url } = await begin();
    await world.enter(url, CARD.disputed);
    const dispute = world.standIn.books.disputes.at(-1);
    if (dispute) dispute.status = status;
    const standing = await read(externalId);
    if (standing.state !== 'paid') throw new Error(standing.state);
    expect(standing.disputes.map(({ state }) => state)).toEqual(states);
  });
});

it('an account that is deleted is deleted at Stripe, with its cards', async () => {
  const token = await world.keep(CARD.fine);
  const [customer = ''] = token.split('/');
  expect(world.standIn.books.customers.get(customer)?.metadata).toEqual({ account: String(world.user.id) });
  expect((await world.gateways.exportOf(world.user.id)).stripe_customer).toBe(customer);
  world.standIn.faults.push('500');
  await inTransaction(world.test.db, (trx) => world.gateways.forget(trx, world.user.id));
  await jobsEnd(world.test.db, { later: true });
  expect(world.standIn.books.customers.has(customer)).toBe(false);
  const { returnUrl: _, ...rest } = order();
  const charged = await call((gateway, signal) => gateway.charge({ ...rest, token }, signal));
  expect(charged.payment).toEqual({ state: 'failed', failure: 'method-gone' });
  // Whoever comes back is somebody new.
  expect((await world.keep(CARD.fine)).startsWith(customer)).toBe(false);
});

it('visits of long ago are forgotten', async () => {
  const count = async () => (await world.test.db.selectFrom('stripe_setup').selectAll().execute()).length;
  await world.keep(CARD.fine);
  const { start, stop } = world.gateways;
  start();
  expect(await count()).toBeGreaterThan(0);
  stop();
  world.clock.advance(8 * 86_400_000);
  start();
  await until(count, (left) => left === 0, 'The end of old visits');
  stop();
});
