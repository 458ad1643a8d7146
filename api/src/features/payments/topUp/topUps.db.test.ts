import { randomUUID } from 'node:crypto';
import type { AutoTopUp, ErrorBody } from '@ezdash/contracts';
import { makeAdvertiser, type TestClient } from '../../../testing';
import { balances, chargeBack, verify } from '../../ledger';
import type { StoppedTopUp } from '..';
import { autoTopUpOf } from '..';
import { EXPIRED_METHOD, METHOD, openPayments, type PaymentsWorld, UNIT } from '../testPayments';

const PATH = '/api/advertiser/auto-top-up';
const HOUR_MS = 3_600_000;
const stopped: StoppedTopUp[] = [];
let world: PaymentsWorld;
let client: TestClient;
let ownerId: number;
beforeEach(async () => {
  stopped.length = 0;
  world = await openPayments({
    onTopUpStopped: async (_trx, given) => void stopped.push(given),
  });
  const owner = await makeAdvertiser(world.test.db, { cashMicros: BigInt(50 * UNIT) });
  ownerId = owner.id;
  client = await world.signedIn(owner);
});
afterEach(() => world.close());

const settings = (given: Partial<Record<string, unknown>> = {}) => ({
  enabled: true,
  below_micros: 100 * UNIT,
  amount_micros: 200 * UNIT,
  month_most_micros: 1_000 * UNIT,
  method_id: METHOD,
  ...given,
});
const save = (given?: Partial<Record<string, unknown>>) =>
  client.put<AutoTopUp & ErrorBody>(PATH, settings(given));
const cash = async () => Number((await balances(world.test.db, ownerId)).advertiser_cash) / UNIT;
const now = () => autoTopUpOf(world.test.db, ownerId, world.clock.now());
const templates = async () => (await world.mails()).map(({ template }) => template);

it('charges once when the balance is below what was chosen', async () => {
  expect((await save()).body).toMatchObject({
    enabled: true,
    month_micros: 0,
    stopped: null,
    last_payment: null,
  });
  expect(await world.payments.topUps.charge()).toBe(1);
  expect(await world.payments.topUps.charge()).toBe(0);
  expect(await cash()).toBe(250);
  expect(await now()).toMatchObject({ month_micros: 200 * UNIT, last_payment: { state: 'completed' } });
  expect(await templates()).toEqual(['payment-completed']);
  expect((await verify(world.test.db)).differences).toEqual([]);
});

it('charges once a day while something is owed: what comes in pays that first', async () => {
  await save();
  await chargeBack(world.test.db, {
    ownerId,
    amountMicros: BigInt(1_000 * UNIT),
    reference: 'of the test',
    occurredAt: world.clock.now(),
  });
  expect(await world.payments.topUps.charge()).toBe(1);
  expect(await world.payments.topUps.charge()).toBe(0);
  world.clock.advance(23 * HOUR_MS);
  expect(await world.payments.topUps.charge()).toBe(0);
  world.clock.advance(HOUR_MS);
  expect(await world.payments.topUps.charge()).toBe(1);
  expect(await cash()).toBe(-550);
});

it('charges again and again as long as it is below, one at a time', async () => {
  await save({ below_micros: 600 * UNIT });
  for (let round = 0; round < 5; round++)
    await Promise.all(Array.from({ length: 4 }, () => world.payments.topUps.charge()));
  expect(await cash()).toBe(650);
  expect(world.gateway.kept.size).toBe(3);
});

it('many servers at once charge once', async () => {
  await save();
  await Promise.all(Array.from({ length: 8 }, () => world.payments.topUps.charge()));
  expect(await cash()).toBe(250);
  expect(world.gateway.kept.size).toBe(1);
});

it('a crash behind the charge repeats the same one', async () => {
  await save();
  world.gateway.fail('charge', 'after');
  await world.payments.topUps.charge();
  expect(await cash()).toBe(50);
  await world.payments.topUps.charge();
  world.clock.advance(60_000);
  await world.payments.reconcile();
  expect(await cash()).toBe(250);
  expect(world.gateway.kept.size).toBe(1);
});

it('stops at the month’s most, and goes on in the next month', async () => {
  await save({ below_micros: 900 * UNIT, month_most_micros: 500 * UNIT });
  for (let round = 0; round < 4; round++) await world.payments.topUps.charge();
  expect(await cash()).toBe(450);
  expect(await now()).toMatchObject({ stopped: 'month-most', month_micros: 400 * UNIT });
  expect(stopped).toEqual([{ userId: ownerId, reason: 'month-most' }]);
  expect((await templates()).filter((each) => each === 'top-up-trouble')).toHaveLength(1);
  world.clock.set('2026-12-01T00:00:01.000Z');
  await world.payments.topUps.charge();
  expect(await cash()).toBe(650);
  expect(await now()).toMatchObject({ stopped: null, month_micros: 200 * UNIT });
});

it('stops after three refusals, with pauses in between, until a person looks at it', async () => {
  await save();
  world.gateway.charging = 'failed';
  await world.payments.topUps.charge();
  await world.payments.topUps.charge();
  expect(world.gateway.kept.size).toBe(1);
  world.clock.advance(HOUR_MS);
  await world.payments.topUps.charge();
  expect(world.gateway.kept.size).toBe(2);
  world.clock.advance(HOUR_MS);
  await world.payments.topUps.charge();
  expect(world.gateway.kept.size).toBe(2);
  world.clock.advance(5 * HOUR_MS);
  await world.payments.topUps.charge();
  expect(await now()).toMatchObject({ stopped: 'declined', last_payment: { state: 'failed' } });
  expect(stopped).toEqual([{ userId: ownerId, reason: 'declined' }]);
  world.clock.advance(100 * HOUR_MS);
  expect(await world.payments.topUps.charge()).toBe(0);
  world.gateway.charging = 'paid';
  expect((await save()).body.stopped).toBeNull();
  await world.payments.topUps.charge();
  expect(await cash()).toBe(250);
});

it('stops when the card is gone, and says so', async () => {
  await save();
  world.methods.delete(METHOD);
  await world.payments.topUps.charge();
  await world.payments.topUps.charge();
  expect(await now()).toMatchObject({ stopped: 'method-gone', last_payment: null });
  expect(stopped).toEqual([{ userId: ownerId, reason: 'method-gone' }]);
});

it('a charge that the bank wants confirmed is told to its owner', async () => {
  await save();
  world.gateway.charging = 'open';
  await world.payments.topUps.charge();
  expect(await templates()).toEqual(['top-up-trouble']);
  expect(await world.payments.topUps.charge()).toBe(0);
});

it('nothing is charged when it is off, removed, or of an account that is not active', async () => {
  await save({ enabled: false });
  expect(await world.payments.topUps.charge()).toBe(0);
  await save();
  await world.test.db
    .updateTable('app_user')
    .set({ status: 'suspended' })
    .where('id', '=', ownerId)
    .execute();
  expect(await world.payments.topUps.charge()).toBe(0);
  await world.test.db.updateTable('app_user').set({ status: 'active' }).where('id', '=', ownerId).execute();
  expect((await client.delete(PATH)).status).toBe(204);
  expect((await client.delete(PATH)).status).toBe(404);
  expect(await world.payments.topUps.charge()).toBe(0);
  expect(await now()).toBeNull();
});

it('set up anew after it was removed, it charges anew', async () => {
  await save();
  await world.payments.topUps.charge();
  await client.delete(PATH);
  await save({ below_micros: 300 * UNIT });
  await world.payments.topUps.charge();
  expect(await cash()).toBe(450);
});

it.each([
  ['method_id', { method_id: randomUUID() }],
  ['method_id', { method_id: EXPIRED_METHOD }],
  ['amount_micros', { amount_micros: 99 * UNIT }],
  ['amount_micros', { amount_micros: 200 * UNIT + 1 }],
  ['below_micros', { below_micros: 1 }],
  ['month_most_micros', { month_most_micros: 100 * UNIT }],
])('refuses %s of %j', async (field, given) => {
  const { status, body } = await save(given);
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
});
