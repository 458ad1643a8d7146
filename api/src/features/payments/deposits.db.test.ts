import { randomUUID } from 'node:crypto';
import type { ErrorBody, Payment, PaymentDetail, PaymentList } from '@ezdash/contracts';
import { ValidationError } from '../../platform/errors';
import { type MadeUser, makeAdvertiser, makePublisher, type TestClient } from '../../testing';
import { balances, verify } from '../ledger';
import type { PaymentFacts, PaymentHook } from '.';
import { body, EXPIRED_METHOD, METHOD, openPayments, type PaymentsWorld, UNIT } from './testPayments';

const PATH = '/api/advertiser/deposits';
const steps: string[] = [];
const seen = (step: string, { id }: PaymentFacts) => void steps.push(`${step}:${id}`);
const hook: PaymentHook = {
  created: async (_trx, payment) => {
    seen('created', payment);
    if (payment.promoCode === 'NO') throw new ValidationError({ promo_code: ['This code is not known'] });
    return payment.promoCode === null ? undefined : { bonusMicros: payment.amountMicros / 10n };
  },
  awaited: async (_trx, payment) => {
    seen('awaited', payment);
    return [{ kind: 'document-issued', detail: { number: 'PRO-2026-000001' } }];
  },
  completed: async (_trx, payment) => {
    seen('completed', payment);
    if (payment.promoCode === null) return [];
    return [{ kind: 'bonus-added', detail: { amount_micros: Number(payment.amountMicros) / 10 } }];
  },
  ended: async (_trx, payment) => {
    seen('ended', payment);
    return [];
  },
};

let world: PaymentsWorld;
let owner: MadeUser;
let client: TestClient;
beforeAll(async () => {
  world = await openPayments({ hooks: [hook] });
});
beforeEach(async () => {
  steps.length = 0;
  world.publisher.sent.length = 0;
  owner = await makeAdvertiser(world.test.db, { cashMicros: 0n });
  client = await world.signedIn(owner);
  world.gateway.charging = 'paid';
});
afterAll(() => world.close());

const cash = async () => (await balances(world.test.db, owner.id)).advertiser_cash;
const detail = async (id: string) => (await client.get<PaymentDetail>(`/api/payments/${id}`)).body;
const externalOf = async (id: string) => (await world.row(id)).external_id ?? '';

describe('a deposit at the gateway’s page', () => {
  it('is made once, and answered with where to go', async () => {
    const sent = body({ promo_code: ' spring ' });
    const first = await client.post<Payment>(PATH, sent);
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      type: 'deposit',
      state: 'created',
      origin: 'person',
      amount_micros: 500 * UNIT,
      fee_micros: 12_800_000,
      charged_micros: 512_800_000,
      bonus_micros: 50 * UNIT,
      promo_code: 'SPRING',
      gateway: { id: 'test', name: 'Test cards', way: 'checkout' },
      next: { kind: 'checkout', url: expect.stringContaining('https://pay.test/') },
      documents: [],
    });
    const second = await client.post<Payment>(PATH, { ...sent, deposit_id: sent.deposit_id.toUpperCase() });
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
    const other = await client.post<ErrorBody>(PATH, { ...sent, amount_micros: 600 * UNIT });
    expect([other.status, other.body.code]).toEqual([409, 'DEPOSIT_ID_USED']);
    const withoutCode = await client.post<ErrorBody>(PATH, { ...sent, promo_code: null });
    expect(withoutCode.body.code).toBe('DEPOSIT_ID_USED');
  });

  it('50 at once make one payment and one page', async () => {
    const sent = body();
    const before = world.gateway.kept.size;
    const answers = await Promise.all(Array.from({ length: 50 }, () => client.post<Payment>(PATH, sent)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(49);
    expect(new Set(answers.map(({ body: { id } }) => id)).size).toBe(1);
    expect(new Set(answers.map(({ body: { next } }) => JSON.stringify(next))).size).toBe(1);
    expect(world.gateway.kept.size).toBe(before + 1);
    expect(steps).toHaveLength(1);
  });

  it('is completed when it is paid: ledger, hooks, course, mail and a note to open pages', async () => {
    const { id } = await world.deposit(client, { promo_code: 'SPRING' });
    world.gateway.set(await externalOf(id), { state: 'paid' });
    world.clock.advance(6_000);
    world.publisher.sent.length = 0;
    const paid = await detail(id);
    expect(paid).toMatchObject({
      state: 'completed',
      bonus_micros: 50 * UNIT,
      method: 'Visa 4242',
      next: null,
      failure: null,
      ended_at: world.clock.now().toISOString(),
    });
    expect(paid.events.map(({ kind }) => kind)).toEqual([
      'created',
      'sent-to-gateway',
      'completed',
      'bonus-added',
    ]);
    expect(await cash()).toBe(BigInt(500 * UNIT));
    const number = (await world.row(id)).id;
    expect(steps).toEqual([`created:${number}`, `completed:${number}`]);
    expect(await world.mails()).toContainEqual({ template: 'payment-completed', recipient: owner.email });
    expect(world.publisher.sent).toEqual([
      { to: `account:${owner.id}`, event: 'payment.changed', payload: { payment_id: id } },
      { to: 'operators', event: 'money.changed', payload: {} },
    ]);
    expect((await verify(world.test.db)).differences).toEqual([]);
  });

  it('asks the gateway for who looks, at most every 5 seconds', async () => {
    const { id } = await world.deposit(client);
    world.gateway.calls.length = 0;
    await detail(id);
    expect(world.gateway.calls).toEqual([]);
    world.clock.advance(5_000);
    await Promise.all([detail(id), detail(id), detail(id)]);
    expect(world.gateway.calls).toEqual(['read']);
  });

  it('shows what is known when the gateway does not answer', async () => {
    const { id } = await world.deposit(client);
    world.clock.advance(5_000);
    world.gateway.fail('read', 'before');
    expect(await detail(id)).toMatchObject({ state: 'created' });
  });

  it('is pending while the gateway confirms it', async () => {
    const { id } = await world.deposit(client);
    world.gateway.set(await externalOf(id), { state: 'confirming' });
    world.clock.advance(5_000);
    expect(await detail(id)).toMatchObject({ state: 'pending', next: null });
    const refused = await client.post<ErrorBody>(`/api/payments/${id}/cancel`);
    expect([refused.status, refused.body.code]).toEqual([409, 'PAYMENT_PENDING']);
  });

  it.each([
    ['failed', 'failed', 'declined'],
    ['cancelled', 'cancelled', 'left'],
    ['expired', 'cancelled', 'expired'],
  ] as const)('that is %s there ends as %s', async (there, state, failure) => {
    const { id } = await world.deposit(client);
    world.gateway.set(await externalOf(id), { state: there });
    world.clock.advance(5_000);
    expect(await detail(id)).toMatchObject({ state, failure, next: null });
    expect(steps.at(-1)).toMatch(/^ended:/);
    expect(await cash()).toBe(0n);
  });

  it('that was paid after its end is completed', async () => {
    const { id } = await world.deposit(client);
    expect((await client.post<Payment>(`/api/payments/${id}/cancel`)).body.state).toBe('cancelled');
    world.gateway.set(await externalOf(id), { state: 'paid' });
    await world.payments.learn((await world.row(id)).id, { source: 'job' });
    expect(await detail(id)).toMatchObject({ state: 'completed', failure: null });
    expect(await cash()).toBe(BigInt(500 * UNIT));
  });

  it.each([
    ['amount', { paidMicros: 100n }, 'amount-differs'],
    ['currency', { currency: 'EUR' }, 'currency-differs'],
  ])('with another %s than was asked for books nothing, and says so', async (_, change, trouble) => {
    const { id } = await world.deposit(client);
    world.gateway.set(await externalOf(id), { state: 'paid', ...change });
    const number = (await world.row(id)).id;
    for (let time = 0; time < 3; time++) await world.payments.learn(number, { source: 'job' });
    const shown = await detail(id);
    expect(shown.state).toBe('created');
    expect(shown.events.filter(({ detail: { reason } }) => reason === trouble)).toHaveLength(1);
    expect((await world.row(id)).trouble).toBe(trouble);
    expect(await cash()).toBe(0n);
  });
});

describe('a gateway that fails', () => {
  it.each(['before', 'after'] as const)('%s it has acted: the same deposit goes on', async (when) => {
    const sent = body();
    const before = world.gateway.kept.size;
    world.gateway.fail('beginCheckout', when);
    const failed = await client.post<ErrorBody>(PATH, sent);
    expect([failed.status, failed.body.code]).toEqual([502, 'GATEWAY_FAILED']);
    const { payments } = (await client.get<PaymentList>('/api/payments')).body;
    expect(payments).toMatchObject([{ state: 'created', next: null }]);
    const again = await client.post<Payment>(PATH, sent);
    expect(again.status).toBe(200);
    expect(again.body.next?.kind).toBe('checkout');
    expect(world.gateway.kept.size).toBe(before + 1);
  });

  it('that refuses ends the deposit', async () => {
    world.gateway.fail('beginCheckout', 'refused');
    const { status, body: payment } = await client.post<Payment>(PATH, body());
    expect([status, payment.state, payment.failure]).toEqual([201, 'failed', 'gateway-error']);
  });
});

describe('a stored method', () => {
  it('is charged at once', async () => {
    const payment = await world.deposit(client, { method_id: METHOD });
    expect(payment).toMatchObject({ state: 'completed', method: 'Visa 4242', next: null });
    expect(await cash()).toBe(BigInt(500 * UNIT));
  });

  it('is charged once, however the answer gets lost', async () => {
    const sent = body({ method_id: METHOD });
    world.gateway.fail('charge', 'after');
    expect((await client.post(PATH, sent)).status).toBe(502);
    expect((await client.post<Payment>(PATH, sent)).body.state).toBe('completed');
    expect(await cash()).toBe(BigInt(500 * UNIT));
    expect((await verify(world.test.db)).differences).toEqual([]);
  });

  it('that is declined fails', async () => {
    world.gateway.charging = 'failed';
    const payment = await world.deposit(client, { method_id: METHOD });
    expect(payment).toMatchObject({ state: 'failed', failure: 'declined' });
  });

  it('that asks for a confirmation leads to the gateway’s page', async () => {
    world.gateway.charging = 'open';
    const { id, next } = await world.deposit(client, { method_id: METHOD });
    expect(next?.kind).toBe('checkout');
    expect((await detail(id)).events.map(({ kind }) => kind)).toContain('authentication-asked');
  });

  it('that is cancelled while no answer came turns out to be paid', async () => {
    world.gateway.fail('charge', 'after');
    await client.post(PATH, body({ method_id: METHOD }));
    const [open] = (await client.get<PaymentList>('/api/payments')).body.payments;
    const refused = await client.post<ErrorBody>(`/api/payments/${open?.id}/cancel`);
    expect([refused.status, refused.body.code]).toEqual([409, 'PAYMENT_ENDED']);
    expect(await cash()).toBe(BigInt(500 * UNIT));
  });
});

describe('a bank transfer', () => {
  it('is waited for with a reference of its own', async () => {
    const payment = await world.deposit(client, { gateway: 'bank-transfer' });
    expect(payment).toMatchObject({
      state: 'pending',
      fee_micros: 0,
      next: {
        kind: 'transfer',
        account: { iban: 'DE89370400440532013000' },
        reference: expect.stringMatching(/^D-[2-9A-Z]{4}-[2-9A-Z]{4}$/),
        amount_micros: 500 * UNIT,
      },
      expires_at: new Date(world.clock.nowMs() + 30 * 86_400_000).toISOString(),
    });
    expect(steps.at(-1)).toMatch(/^awaited:/);
    expect(await world.mails()).toContainEqual({
      template: 'transfer-instructions',
      recipient: owner.email,
    });
    const cancelled = await client.post<Payment>(`/api/payments/${payment.id}/cancel`);
    expect(cancelled.body).toMatchObject({ state: 'cancelled', next: null });
  });
});

describe('what is refused', () => {
  it.each([
    ['gateway', { gateway: 'nowhere' }],
    ['amount_micros', { amount_micros: 99 * UNIT }],
    ['amount_micros', { amount_micros: 60_000 * UNIT }],
    ['amount_micros', { amount_micros: 500 * UNIT + 1 }],
    ['method_id', { method_id: randomUUID() }],
    ['method_id', { method_id: EXPIRED_METHOD }],
    ['method_id', { method_id: METHOD, gateway: 'bank-transfer' }],
    ['promo_code', { promo_code: 'NO' }],
    ['deposit_id', { deposit_id: 'one' }],
  ])('%s of %j', async (field, given) => {
    const { status, body: error } = await client.post<ErrorBody>(PATH, body(given));
    expect([status, Object.keys(error.errors ?? {})]).toEqual([422, [field]]);
    expect((await client.get<PaymentList>('/api/payments')).body.payments).toEqual([]);
  });

  it('more open deposits than anybody needs', async () => {
    for (let count = 0; count < 20; count++) await world.deposit(client);
    const { status, body: error } = await client.post<ErrorBody>(PATH, body());
    expect([status, error.code]).toEqual([409, 'TOO_MANY_DEPOSITS']);
  });

  it('more new deposits an hour than anybody needs; repeated ones do not count', async () => {
    const first = body({ method_id: METHOD });
    await client.post(PATH, first);
    for (let count = 1; count < 60; count++) await world.deposit(client, { method_id: METHOD });
    expect((await client.post(PATH, body())).status).toBe(429);
    expect((await client.post(PATH, first)).status).toBe(200);
  });

  it('accounts that are not active, and publishers', async () => {
    const suspended = await world.signedIn(await makeAdvertiser(world.test.db, { status: 'suspended' }));
    const publisher = await world.signedIn(await makePublisher(world.test.db));
    expect((await suspended.post<ErrorBody>(PATH, body())).body.code).toBe('ACCOUNT_NOT_ACTIVE');
    expect((await publisher.post<ErrorBody>(PATH, body())).status).toBe(403);
  });
});

it('nobody else sees or ends a payment', async () => {
  const { id } = await world.deposit(client);
  const other = await world.signedIn(await makeAdvertiser(world.test.db));
  expect((await other.get(`/api/payments/${id}`)).status).toBe(404);
  expect((await other.post(`/api/payments/${id}/cancel`)).status).toBe(404);
  expect((await other.get<PaymentList>('/api/payments')).body.payments).toEqual([]);
  expect((await client.get('/api/payments/pay_nothing')).status).toBe(404);
});

it('lists one’s own, newest first, a page at a time', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 27; count++)
    ids.unshift((await world.deposit(client, { method_id: METHOD })).id);
  const { body: first } = await client.get<PaymentList>('/api/payments');
  const { body: second } = await client.get<PaymentList>(`/api/payments?before=${first.next}`);
  expect([...first.payments, ...second.payments].map(({ id }) => id)).toEqual(ids);
  expect([first.payments.length, second.next]).toEqual([25, null]);
});
