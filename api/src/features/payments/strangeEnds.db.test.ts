import { randomUUID } from 'node:crypto';
import type { ErrorBody, OperatorPayment, Payment } from '@ezdash/contracts';
import { inTransaction } from '../../platform/db';
import { createJobs, type Jobs } from '../../platform/jobs';
import { silentLog } from '../../platform/log';
import { buildApp, makeAdmin, makeAdvertiser, type TestApp, type TestClient } from '../../testing';
import { createTestPublisher } from '../../testing/testPublisher';
import { balances, deposit, grantBonus, verify } from '../ledger';
import { createPaymentsFeature, type PaymentsFeature } from '.';
import { lockMoney } from './payments.repo';
import { body, METHOD, openPayments, type PaymentsWorld, UNIT } from './testPayments';

const DAY_MS = 86_400_000;
let world: PaymentsWorld;
/** A server that was started without gateways in its configuration. */
let bare: { jobs: Jobs; payments: PaymentsFeature; app: TestApp };
let client: TestClient;
let ownerId: number;
beforeAll(async () => {
  world = await openPayments();
  const { test, clock } = world;
  const jobs = createJobs({ connection: test.connection, log: silentLog, pollMs: 20 });
  const payments = createPaymentsFeature({
    db: test.db,
    clock,
    jobs,
    log: silentLog,
    mail: { send: async () => ({ id: randomUUID(), isNew: true }) },
    publisher: createTestPublisher(),
    appName: 'Ads',
    appUrl: 'http://ads.test',
    gateways: [],
    hooks: [],
    openMethod: async () => null,
    bankAccount: null,
  });
  await jobs.start();
  bare = { jobs, payments, app: await buildApp({ test, clock, mounts: payments.mounts }) };
});
beforeEach(async () => {
  world.gateway.charging = 'paid';
  const owner = await makeAdvertiser(world.test.db, { cashMicros: 0n });
  ownerId = owner.id;
  client = await world.signedIn(owner);
});
afterEach(async () => {
  expect((await verify(world.test.db)).differences).toEqual([]);
});
afterAll(async () => {
  await bare.payments.stop();
  await bare.app.close();
  await bare.jobs.stop();
  await world.close();
});

const cash = async () => Number((await balances(world.test.db, ownerId)).advertiser_cash) / UNIT;
const own = async () => (await client.get<{ payments: Payment[] }>('/api/payments')).body.payments;

it('holds every account that a deposit with a bonus books on from the beginning: no deadlock with who gives one', async () => {
  const { db } = world.test;
  const occurredAt = world.clock.now();
  await grantBonus(db, {
    advertiserId: ownerId,
    amountMicros: 1n,
    occasion: `x:${ownerId}`,
    occurredAt,
    description: 'x',
  });
  await deposit(db, { advertiserId: ownerId, amountMicros: 1n, reference: `x:${ownerId}`, occurredAt });
  const free = () =>
    inTransaction(db, (other) =>
      other
        .selectFrom('ledger_account')
        .select('kind')
        .where((where) => where.or([where('owner_id', '=', ownerId), where('owner_id', 'is', null)]))
        .where('kind', 'in', ['advertiser_cash', 'advertiser_bonus', 'clearing', 'promo_expense'])
        .forUpdate()
        .skipLocked()
        .execute(),
    );
  expect(await free()).toHaveLength(4);
  const left = await inTransaction(db, async (trx) => {
    expect(await lockMoney(trx, ownerId)).toEqual({ cashMicros: 1n });
    return free();
  });
  expect(left).toEqual([]);
});

it('a charge of which no answer came waits for its gateway, also where that is not set up', async () => {
  world.gateway.fail('charge', 'after');
  await client.post('/api/advertiser/deposits', body({ method_id: METHOD }));
  world.clock.advance(2 * 60_000);
  expect(await bare.payments.reconcile()).toBe(1);
  expect((await own())[0]).toMatchObject({ state: 'created', failure: null });
  world.clock.advance(2 * 60_000);
  await world.payments.reconcile();
  expect((await own())[0]?.state).toBe('completed');
  expect(await cash()).toBe(500);
});

it('a charge that its payer never confirms ends after a day, at its gateway too', async () => {
  world.gateway.charging = 'open';
  const { id } = await world.deposit(client, { method_id: METHOD });
  const external = (await world.row(id)).external_id ?? '';
  world.clock.advance(DAY_MS - 60_000);
  await world.payments.reconcile();
  expect((await world.row(id)).state).toBe('created');
  world.clock.advance(7 * 3_600_000);
  await world.payments.reconcile();
  expect(await world.row(id)).toMatchObject({ state: 'cancelled', failure: 'left' });
  expect(world.gateway.kept.get(external)?.state).toBe('cancelled');
});

it('a charge that is confirmed while it is ended is completed', async () => {
  world.gateway.charging = 'open';
  const { id } = await world.deposit(client, { method_id: METHOD });
  const external = (await world.row(id)).external_id ?? '';
  world.clock.advance(2 * DAY_MS);
  const { cancel } = world.gateway;
  world.gateway.cancel = async (...args) => {
    world.gateway.set(external, { state: 'paid' });
    return cancel(...args);
  };
  await world.payments.reconcile();
  world.gateway.cancel = cancel;
  expect((await world.row(id)).state).toBe('completed');
  expect(await cash()).toBe(500);
});

it('an answer about a dispute that a newer one has overtaken takes nothing back', async () => {
  const { id } = await world.deposit(client, { method_id: METHOD });
  const { id: number, external_id } = await world.row(id);
  const external = external_id ?? '';
  const dispute = world.gateway.takeBack(external, 'disputes', BigInt(500 * UNIT));
  await world.payments.learn(number, { source: 'gateway' });
  expect(await cash()).toBe(0);
  const { read } = world.gateway;
  let crossed = false;
  world.gateway.read = async (...args) => {
    const answer = await read(...args);
    if (crossed) return answer;
    crossed = true;
    world.gateway.set(external, { disputes: [{ ...dispute, state: 'failed' }] });
    world.clock.advance(10);
    await world.payments.learn(number, { source: 'gateway' });
    expect(await cash()).toBe(500);
    return {
      ...answer,
      ...(answer.state === 'paid' && { disputes: [{ ...dispute, state: 'done' as const }] }),
    };
  };
  await world.payments.learn(number, { source: 'gateway' });
  world.gateway.read = read;
  expect(crossed).toBe(true);
  expect(await cash()).toBe(500);
});

it('a transfer of more than may be booked at once is refused in words, and nothing is booked', async () => {
  const { id } = await world.deposit(client, { gateway: 'bank-transfer' });
  const admin = await world.signedIn(await makeAdmin(world.test.db));
  const { status, body: error } = await admin.post<ErrorBody>('/api/operator/bank-transfers', {
    reference: (await world.row(id)).reference,
    amount_micros: 100_000_001 * UNIT,
    bank_reference: randomUUID(),
    received_at: world.clock.now().toISOString(),
    accept_difference: true,
  });
  expect([status, Object.keys(error.errors ?? {})]).toEqual([422, ['amount_micros']]);
  expect(await cash()).toBe(0);
  expect((await world.row(id)).state).toBe('pending');
});

it('a transfer is given back from the bank, also when none are taken any more', async () => {
  const { id } = await world.deposit(client, { gateway: 'bank-transfer' });
  const user = await makeAdmin(world.test.db);
  const admin = bare.app.client();
  await admin.signIn(user);
  const matched = await admin.post('/api/operator/bank-transfers', {
    reference: (await world.row(id)).reference,
    amount_micros: 500 * UNIT,
    bank_reference: randomUUID(),
    received_at: world.clock.now().toISOString(),
  });
  expect(matched.status).toBe(200);
  const { status, body: refund } = await admin.post<OperatorPayment>(`/api/operator/payments/${id}/refunds`, {
    refund_id: randomUUID(),
    amount_micros: 200 * UNIT,
    why: 'Asked for',
  });
  expect([status, refund.state]).toEqual([201, 'completed']);
  expect(await cash()).toBe(300);
});
