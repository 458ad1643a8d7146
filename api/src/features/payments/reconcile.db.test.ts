import { makeAdvertiser, type TestClient } from '../../testing';
import { balances, verify } from '../ledger';
import { body, METHOD, openPayments, type PaymentsWorld, UNIT } from './testPayments';

const MINUTE_MS = 60_000;
let world: PaymentsWorld;
let client: TestClient;
let ownerId: number;
beforeEach(async () => {
  world = await openPayments();
  const owner = await makeAdvertiser(world.test.db, { cashMicros: 0n });
  ownerId = owner.id;
  client = await world.signedIn(owner);
});
afterEach(() => world.close());

const cash = async () => (await balances(world.test.db, ownerId)).advertiser_cash;
const reads = () => world.gateway.calls.filter((call) => call === 'read').length;

it('hears of what nobody told', async () => {
  const { id } = await world.deposit(client);
  world.gateway.set((await world.row(id)).external_id ?? '', { state: 'paid' });
  expect(await world.payments.reconcile()).toBe(0);
  world.clock.advance(MINUTE_MS);
  expect(await world.payments.reconcile()).toBe(1);
  expect((await world.row(id)).state).toBe('completed');
  expect((await verify(world.test.db)).differences).toEqual([]);
});

it('asks the less often the older a payment is', async () => {
  await world.deposit(client);
  const asked: number[] = [];
  for (let minute = 1; minute <= 90; minute++) {
    world.clock.advance(MINUTE_MS);
    if ((await world.payments.reconcile()) > 0) asked.push(minute);
  }
  expect(asked.slice(0, 9)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(asked.slice(9)).toEqual([14, 19, 24, 29, 34, 39, 44, 49, 54, 59, 89]);
});

it('two servers never ask for the same one at a time', async () => {
  for (let count = 0; count < 10; count++) await world.deposit(client);
  world.clock.advance(MINUTE_MS);
  world.gateway.calls.length = 0;
  const looked = await Promise.all(Array.from({ length: 4 }, () => world.payments.reconcile()));
  expect(looked.reduce((sum, count) => sum + count, 0)).toBe(10);
  expect(reads()).toBe(10);
});

it('a gateway that is away changes nothing, and is asked again', async () => {
  const { id } = await world.deposit(client);
  world.gateway.fail('read', 'before');
  world.clock.advance(MINUTE_MS);
  expect(await world.payments.reconcile()).toBe(1);
  expect((await world.row(id)).state).toBe('created');
  world.gateway.set((await world.row(id)).external_id ?? '', { state: 'expired' });
  world.clock.advance(MINUTE_MS);
  await world.payments.reconcile();
  expect(await world.row(id)).toMatchObject({ state: 'cancelled', failure: 'expired' });
});

it('a page that was never made is given up after 15 minutes', async () => {
  world.gateway.fail('beginCheckout', 'before');
  await client.post('/api/advertiser/deposits', body());
  const only = () => world.test.db.selectFrom('payment').selectAll().executeTakeFirstOrThrow();
  world.clock.advance(14 * MINUTE_MS);
  await world.payments.reconcile();
  expect((await only()).state).toBe('created');
  world.clock.advance(5 * MINUTE_MS);
  await world.payments.reconcile();
  expect(await only()).toMatchObject({ state: 'cancelled', failure: 'gateway-error' });
});

it('a charge of which no answer came is learnt by its key: charged once', async () => {
  world.gateway.fail('charge', 'after');
  await client.post('/api/advertiser/deposits', body({ method_id: METHOD }));
  world.clock.advance(MINUTE_MS);
  await world.payments.reconcile();
  expect(world.gateway.kept.size).toBe(1);
  expect(await cash()).toBe(BigInt(500 * UNIT));
});

it('a transfer is waited for 30 days, asks nobody, and its payer is told of the end', async () => {
  const { id } = await world.deposit(client, { gateway: 'bank-transfer' });
  world.transfers.calls.length = 0;
  world.clock.advance(29 * 86_400_000);
  await world.payments.reconcile();
  expect((await world.row(id)).state).toBe('pending');
  world.clock.advance(86_400_000);
  await world.payments.reconcile();
  expect(await world.row(id)).toMatchObject({ state: 'cancelled', failure: 'expired' });
  expect(world.transfers.calls).toEqual([]);
  expect((await world.mails()).map(({ template }) => template)).toContain('payment-ended');
});

describe('a completed deposit', () => {
  const DAY_MS = 86_400_000;
  const paid = async () => world.row((await world.deposit(client, { method_id: METHOD })).id);

  it('is asked for again once a day: what goes back is found though nobody told, and what comes back again', async () => {
    const { external_id } = await paid();
    const dispute = world.gateway.takeBack(external_id ?? '', 'disputes', BigInt(500 * UNIT));
    world.clock.advance(DAY_MS - 1);
    expect([await world.payments.recheck(), await world.payments.reconcile()]).toEqual([0, 0]);
    world.clock.advance(1);
    expect(await world.payments.recheck()).toBe(1);
    expect(await cash()).toBe(0n);
    expect(await world.payments.recheck()).toBe(0);
    // It was won.
    world.gateway.set(external_id ?? '', { disputes: [{ ...dispute, state: 'failed' }] });
    world.clock.advance(DAY_MS);
    await world.payments.recheck();
    expect(await cash()).toBe(BigInt(500 * UNIT));
    expect((await verify(world.test.db)).differences).toEqual([]);
  });

  it('is asked for by one of several servers, some at a time, the one that waits longest first', async () => {
    const ids: number[] = [];
    for (let count = 0; count < 55; count++) {
      ids.push((await paid()).id);
      world.clock.advance(1_000);
    }
    world.clock.advance(DAY_MS);
    world.gateway.calls.length = 0;
    expect(await world.payments.recheck()).toBe(50);
    const asked = await world.test.db
      .selectFrom('payment')
      .select('id')
      .where('asked_at', '=', world.clock.now())
      .orderBy('id')
      .execute();
    expect(asked.map(({ id }) => id)).toEqual(ids.slice(0, 50));
    const others = await Promise.all(Array.from({ length: 4 }, () => world.payments.recheck()));
    expect(others.reduce((sum, count) => sum + count, 0)).toBe(5);
    expect(reads()).toBe(55);
  });

  it('is left alone after 120 days, and by transfer from the beginning; one that fails is asked the next day', async () => {
    const { user_id, type, state, origin, amount_micros, transaction_id, created_at, ended_at } =
      await paid();
    const same = { user_id, type, state, origin, amount_micros, transaction_id, created_at, ended_at };
    const transfer = { ...same, gateway: 'bank-transfer', client_key: 'transfer', external_id: 'transfer' };
    await world.test.db.insertInto('payment').values(transfer).execute();
    world.clock.advance(DAY_MS);
    world.gateway.fail('read', 'before');
    expect(await world.payments.recheck()).toBe(1);
    expect(await world.payments.recheck()).toBe(0);
    world.clock.advance(118 * DAY_MS);
    expect(await world.payments.recheck()).toBe(1);
    world.clock.advance(DAY_MS);
    expect(await world.payments.recheck()).toBe(0);
    expect(world.transfers.calls).toEqual([]);
  });
});

it('works in rounds once it is started, and ends when it is stopped', async () => {
  const { id } = await world.deposit(client);
  world.gateway.set((await world.row(id)).external_id ?? '', { state: 'paid' });
  world.clock.advance(MINUTE_MS);
  world.payments.start();
  await world.payments.stop();
  expect((await world.row(id)).state).toBe('completed');
});
