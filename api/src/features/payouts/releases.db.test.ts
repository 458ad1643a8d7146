import { inTransaction } from '../../platform/db';
import { makePublisher } from '../../testing';
import { balances, post, reverse } from '../ledger';
import { checkBooks } from './books';
import { foldDays } from './earnings.repo';
import { openPayouts, type PayoutsWorld, UNIT } from './testPayouts';

let world: PayoutsWorld;
beforeAll(async () => {
  world = await openPayouts();
});
afterAll(() => world.close());
beforeEach(() => world.clock.set('2026-11-16T12:00:00.000Z'));
afterEach(async () => expect(await world.trouble()).toEqual([]));

const held = async (publisherId: number) => {
  const { publisher_pending, publisher_payable } = await balances(world.test.db, publisherId);
  return [publisher_pending, publisher_payable].map(Number);
};
const rows = (publisherId: number) =>
  world.test.db
    .selectFrom('earnings_release')
    .select(['period', 'earned_micros', 'deducted_micros', 'released_micros'])
    .where('publisher_id', '=', publisherId)
    .orderBy('period')
    .execute();

it('a month is released when its end and the terms are over, and not a moment before', async () => {
  const user = await makePublisher(world.test.db);
  const client = await world.signedIn(user);
  await world.earn(user.id, 100 * UNIT, '2026-10-31T23:59:59.999Z');
  await world.earn(user.id, 7 * UNIT, '2026-11-01T00:00:00.000Z');
  world.clock.set('2026-11-30T23:59:59.999Z');
  await world.payouts.release();
  expect(await held(user.id)).toEqual([107 * UNIT, 0]);
  expect(await world.earnings(client)).toMatchObject({
    estimated_micros: 7 * UNIT,
    validating_micros: 100 * UNIT,
    payable_micros: 0,
    next_release: { at: '2026-12-01T00:00:00.000Z', micros: 100 * UNIT },
    months: [
      { period: '2026-11-01', state: 'estimated', earned_micros: 7 * UNIT, released_micros: null },
      {
        period: '2026-10-01',
        state: 'validating',
        earned_micros: 100 * UNIT,
        release_at: '2026-12-01T00:00:00.000Z',
      },
    ],
  });
  world.clock.set('2026-12-01T00:00:00.000Z');
  await world.payouts.release();
  expect(await held(user.id)).toEqual([7 * UNIT, 100 * UNIT]);
  expect(await world.earnings(client)).toMatchObject({
    estimated_micros: 0,
    validating_micros: 7 * UNIT,
    payable_micros: 100 * UNIT,
    months: [
      { period: '2026-11-01', state: 'validating' },
      {
        period: '2026-10-01',
        state: 'released',
        released_micros: 100 * UNIT,
        release_at: '2026-12-01T00:00:00.000Z',
      },
    ],
  });
});

it('is done once by several servers at a time, and again', async () => {
  const made = [];
  for (let each = 0; each < 4; each++) {
    const user = await makePublisher(world.test.db);
    await world.earn(user.id, (each + 1) * UNIT, '2026-08-10T10:00:00Z');
    await world.earn(user.id, UNIT, '2026-09-10T10:00:00Z');
    made.push(user);
  }
  await Promise.all(Array.from({ length: 5 }, () => world.payouts.release()));
  await world.payouts.release();
  for (const [index, user] of made.entries()) {
    expect(await held(user.id)).toEqual([0, (index + 2) * UNIT]);
    expect(await rows(user.id)).toHaveLength(2);
  }
});

it('takes off what was found invalid meanwhile; what is found later is a debt that the next month pays', async () => {
  const user = await makePublisher(world.test.db);
  const client = await world.signedIn(user);
  await world.earn(user.id, 100 * UNIT, '2026-09-10T10:00:00Z');
  await world.earn(user.id, 20 * UNIT, '2026-10-10T10:00:00Z');
  await world.earn(user.id, -15 * UNIT, '2026-10-20T10:00:00Z');
  await world.payouts.release();
  expect(await held(user.id)).toEqual([20 * UNIT, 85 * UNIT]);
  await world.earn(user.id, -50 * UNIT, '2026-11-15T10:00:00Z');
  expect(await world.earnings(client)).toMatchObject({
    debt_micros: 30 * UNIT,
    validating_micros: 0,
    payable_micros: 85 * UNIT,
    deducted_micros: 65 * UNIT,
    months: [
      { period: '2026-10-01', earned_micros: 20 * UNIT, deducted_micros: 50 * UNIT },
      {
        period: '2026-09-01',
        earned_micros: 100 * UNIT,
        deducted_micros: 15 * UNIT,
        released_micros: 85 * UNIT,
      },
    ],
  });
  world.clock.set('2026-12-02T12:00:00.000Z');
  await world.payouts.release();
  expect(await held(user.id)).toEqual([-30 * UNIT, 85 * UNIT]);
  await world.earn(user.id, 100 * UNIT, '2026-11-20T10:00:00Z');
  world.clock.set('2027-01-05T12:00:00.000Z');
  await world.payouts.release();
  expect(await held(user.id)).toEqual([0, 155 * UNIT]);
  expect((await rows(user.id)).map((row) => Number(row.released_micros) / UNIT)).toEqual([85, 0, 70]);
  expect(await checkBooks(world.test.db, user.id)).toEqual([]);
});

it('what comes late to a released month goes with the next; months without anything leave nothing', async () => {
  const user = await makePublisher(world.test.db);
  await world.earn(user.id, 10 * UNIT, '2026-07-10T10:00:00Z');
  await world.payouts.release();
  expect((await rows(user.id)).map(({ period }) => String(period))).toEqual(['2026-07-01']);
  await world.earn(user.id, 3 * UNIT, '2026-07-31T10:00:00Z');
  await world.payouts.release();
  expect(await held(user.id)).toEqual([3 * UNIT, 10 * UNIT]);
  world.clock.set('2026-12-01T12:00:00.000Z');
  await world.payouts.release();
  expect(await held(user.id)).toEqual([0, 13 * UNIT]);
});

it('other terms count from the next month on, and who is held is released all the same', async () => {
  const user = await makePublisher(world.test.db, { payout_terms_days: 60, payout_held: true });
  await world.earn(user.id, 10 * UNIT, '2026-09-10T10:00:00Z');
  await world.payouts.release();
  expect(await held(user.id)).toEqual([10 * UNIT, 0]);
  await world.test.db
    .updateTable('app_user')
    .set({ payout_terms_days: 0 })
    .where('id', '=', user.id)
    .execute();
  await world.earn(user.id, 5 * UNIT, '2026-10-10T10:00:00Z');
  await world.payouts.release();
  expect(await held(user.id)).toEqual([0, 15 * UNIT]);
});

it('a release that is reversed is released with the next month', async () => {
  const { user } = await world.makePaid(30 * UNIT);
  const { id } = await world.test.db
    .selectFrom('ledger_transaction')
    .select('id')
    .where('idempotency_key', '=', `release:${user.id}:2026-09`)
    .executeTakeFirstOrThrow();
  await inTransaction(world.test.db, (trx) => reverse(trx, id, { occurredAt: world.clock.now() }));
  expect(await held(user.id)).toEqual([30 * UNIT, 0]);
  world.clock.set('2026-12-01T12:00:00.000Z');
  await world.payouts.release();
  expect(await held(user.id)).toEqual([0, 30 * UNIT]);
});

it('the sums by day are the same however they were added up, with postings coming in meanwhile', async () => {
  const user = await makePublisher(world.test.db);
  const earn = (index: number) =>
    world.earn(
      user.id,
      index % 5 === 4 ? -100 : 1_000 + index,
      `2026-10-${String(1 + (index % 28)).padStart(2, '0')}T10:00:00Z`,
    );
  const fold = () => inTransaction(world.test.db, (trx) => foldDays(trx, user.id));
  await earn(0);
  await Promise.all(Array.from({ length: 60 }, (_, index) => (index % 6 === 0 ? fold() : earn(index))));
  expect(await checkBooks(world.test.db, user.id)).toEqual([]);
  await fold();
  expect(await checkBooks(world.test.db, user.id)).toEqual([]);
  await expect(
    inTransaction(world.test.db, async (trx) => {
      const undone = await post(trx, {
        idempotencyKey: 'test:beyond',
        kind: 'release',
        occurredAt: world.clock.now(),
        postings: [
          { kind: 'publisher_pending', ownerId: user.id, amountMicros: -5n },
          { kind: 'publisher_payable', ownerId: user.id, amountMicros: 5n },
        ],
      });
      expect(undone.posted).toBe(true);
      expect((await checkBooks(trx, user.id)).map(({ check }) => check)).toEqual([
        'what was released is what the months say',
      ]);
      throw new Error('undo');
    }),
  ).rejects.toThrow('undo');
});
