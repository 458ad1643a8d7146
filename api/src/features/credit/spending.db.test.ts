import { randomUUID } from 'node:crypto';
import { INVALID_REASONS } from '@ezdash/contracts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { createClient, inTransaction } from '../../platform/db';
import { createTestDb, type TestDb } from '../../testing/createTestDb';
import type { IngestEvent } from '../events/journalRecords';
import { reversalTools } from '../events/reversal/testReversals';
import { ingestEvent } from '../events/testEvents';
import { testIngest } from '../events/testIngest';
import { chargeBack, deposit, grantBonus, repayFromCash, verify } from '../ledger';
import { createPostgresLeaseStore } from '../serving/leases/postgresLeaseStore';
import { readBudgets, readSpending } from '../serving/snapshot.repo';
import { insertCampaign, makeWorld, type World } from '../serving/testWorld';
import { changeLine, fundsOf, openLine } from './testCredit';

let test_: TestDb;
beforeAll(async () => {
  test_ = await createTestDb();
});
afterAll(() => test_.drop());

const { reverse, spanOf } = reversalTools(() => test_);
const overBudget = INVALID_REASONS['over-budget'];
const LIMIT = 5_000n;
let keys = 0;
const key = () => `credit-${++keys}`;

/** An impression of 1,000 micros. */
function eventOf(world: World, fields: Partial<IngestEvent> = {}): IngestEvent {
  const nowMs = Date.now() - 60_000;
  return ingestEvent({
    campaignId: world.campaignId,
    creativeId: world.creativeId,
    zoneId: world.zoneId,
    decisionId: randomUUID(),
    decidedAtMs: nowMs,
    happenedAtMs: nowMs + 1,
    ...fields,
  });
}
const eventsOf = (world: World, count: number, fields: Partial<IngestEvent> = {}) =>
  Array.from({ length: count }, () => eventOf(world, fields));

/** Events through a node's ingestion, in one batch. */
async function apply(events: readonly IngestEvent[]) {
  const { ingest, records, applied } = testIngest(test_.connection);
  await ingest.open();
  records.push(...events);
  await ingest.drain();
  await ingest.stop();
  return applied.map((batch) => batch.applied);
}

const verdicts = async (world: World) => {
  const { rows } = await sql<{ verdict: number; count: number }>`
    SELECT invalid_reason AS verdict, count(*)::int AS count FROM ad_event
    WHERE campaign_id = ${world.campaignId} GROUP BY 1 ORDER BY 1`.execute(test_.db);
  return Object.fromEntries(rows.map(({ verdict, count }) => [verdict, count]));
};
const funds = ({ advertiserId }: World) => fundsOf(test_.db, advertiserId);
const expectBooksInOrder = async () => expect((await verify(test_.db)).differences).toEqual([]);

async function worldOnCredit(cashMicros: bigint, limitMicros = LIMIT): Promise<World> {
  const world = await makeWorld(test_.db, { cashMicros });
  await openLine(test_.db, world.advertiserId, { limitMicros });
  return world;
}
const pay = (world: World, amountMicros: bigint) =>
  deposit(test_.db, {
    advertiserId: world.advertiserId,
    amountMicros,
    reference: key(),
    occurredAt: new Date(),
  });
const repay = ({ advertiserId }: World) =>
  inTransaction(test_.db, (trx) =>
    repayFromCash(trx, { ownerId: advertiserId, reference: key(), occurredAt: new Date() }),
  );

describe('spending on credit', () => {
  test('draws exactly what bonus and cash do not pay, and the ad server hears what is left', async () => {
    const world = await worldOnCredit(1_500n);
    await grantBonus(test_.db, {
      advertiserId: world.advertiserId,
      amountMicros: 700n,
      occasion: key(),
      occurredAt: new Date(),
      description: '',
    });
    const [applied] = await apply(eventsOf(world, 4));
    expect(await funds(world)).toEqual({ cash: 0n, bonus: 0n, owed: 1_800n });
    expect(applied?.advertisers).toEqual([{ id: world.advertiserId, balanceMicros: 3_200n }]);
    const { rows } = await sql<{ kind: string; amount: bigint }>`
      SELECT t.kind, p.amount_micros AS amount FROM ledger_posting p
      JOIN ledger_transaction t ON t.id = p.transaction_id JOIN ledger_account a ON a.id = p.account_id
      WHERE a.owner_id = ${world.advertiserId} AND a.kind = 'advertiser_credit'`.execute(test_.db);
    expect(rows).toEqual([{ kind: 'credit_draw', amount: -1_800n }]);
    await expectBooksInOrder();
  });

  test('ends at the limit: what is beyond is over budget and free', async () => {
    const world = await worldOnCredit(500n);
    await apply(eventsOf(world, 8));
    expect(await funds(world)).toEqual({ cash: 0n, bonus: 0n, owed: 4_500n });
    expect(await verdicts(world)).toEqual({ 0: 5, [overBudget]: 3 });
    // A smaller price still fits, to the last micro.
    await apply(eventsOf(world, 2, { priceMicros: 500, payoutMicros: 400 }));
    expect(await funds(world)).toEqual({ cash: 0n, bonus: 0n, owed: LIMIT });
    await expectBooksInOrder();
  });

  test('of several hours in one batch is lent once', async () => {
    const world = await worldOnCredit(1_500n);
    const hourAgo = Date.now() - 3_660_000;
    await apply([
      ...eventsOf(world, 2),
      ...eventsOf(world, 2, { decidedAtMs: hourAgo, happenedAtMs: hourAgo + 1 }),
    ]);
    expect(await funds(world)).toEqual({ cash: 0n, bonus: 0n, owed: 2_500n });
    await expectBooksInOrder();
  });

  test('repays a debt in cash with what it lends, never more than the limit', async () => {
    const world = await worldOnCredit(1_000n);
    await chargeBack(test_.db, {
      ownerId: world.advertiserId,
      amountMicros: 3_000n,
      reference: key(),
      occurredAt: new Date(),
    });
    const hourAgo = Date.now() - 3_660_000;
    await apply([
      ...eventsOf(world, 2),
      ...eventsOf(world, 3, { decidedAtMs: hourAgo, happenedAtMs: hourAgo + 1 }),
    ]);
    expect(await funds(world)).toEqual({ cash: 0n, bonus: 0n, owed: LIMIT });
    expect(await verdicts(world)).toEqual({ 0: 3, [overBudget]: 2 });
    await expectBooksInOrder();
  });

  test.each([
    ['paused', { state: 'paused' }],
    ['overdue', { state: 'overdue' }],
    ['closed', { state: 'closed' }],
    ['without a limit', { limit_micros: 0n }],
  ] as const)('a line that is %s lends nothing', async (_, change) => {
    const world = await worldOnCredit(1_000n);
    await changeLine(test_.db, world.advertiserId, change);
    await apply(eventsOf(world, 2));
    expect(await funds(world)).toEqual({ cash: 0n, bonus: 0n, owed: 0n });
    expect(await verdicts(world)).toEqual({ 0: 1, [overBudget]: 1 });
  });

  test.each([
    ['whose type has none', sql`account_type_id = (SELECT id FROM account_type WHERE name = 'Regular')`],
    ['that is suspended', sql`status = 'suspended'`],
    ['that is about to go', sql`deletes_at = now(), deletion_requested_at = now()`],
  ])('an account %s draws nothing', async (_, change) => {
    const world = await worldOnCredit(1_000n);
    await sql`UPDATE app_user SET ${change} WHERE id = ${world.advertiserId}`.execute(test_.db);
    await apply(eventsOf(world, 2));
    expect(await funds(world)).toEqual({ cash: 0n, bonus: 0n, owed: 0n });
  });

  test('a lowered limit lends no more, and takes nothing back', async () => {
    const world = await worldOnCredit(0n);
    await apply(eventsOf(world, 3));
    await changeLine(test_.db, world.advertiserId, { limit_micros: 1_000n });
    await apply(eventsOf(world, 2));
    expect(await funds(world)).toEqual({ cash: 0n, bonus: 0n, owed: 3_000n });
    expect(await verdicts(world)).toEqual({ 0: 3, [overBudget]: 2 });
    await expectBooksInOrder();
  });

  test('holds under eight batches of several nodes at once', async () => {
    const world = await worldOnCredit(2_500n);
    const other = { ...world, ...(await insertCampaign(test_.db, world.advertiserId)) };
    const nodes = Array.from({ length: 8 }, (_, index) => apply(eventsOf(index % 2 ? world : other, 3)));
    // Money comes in and is repaid meanwhile, twice.
    const payments = [1, 2].map(async () => {
      await pay(world, 1_000n);
      await repay(world);
    });
    await Promise.all([...nodes, ...payments]);
    const { cash, bonus, owed } = await funds(world);
    const counted = ((await verdicts(world))[0] ?? 0) + ((await verdicts(other))[0] ?? 0);
    expect(bonus).toBe(0n);
    expect(owed).toBeLessThanOrEqual(LIMIT);
    expect(cash - owed).toBe(4_500n - BigInt(counted) * 1_000n);
    // Seven prices fit without what came in meanwhile, nine with all of it.
    expect(counted).toBeGreaterThanOrEqual(7);
    expect(counted).toBeLessThanOrEqual(9);
    await expectBooksInOrder();
  });
});

test('invalid traffic that is found later repays what was lent for it', async () => {
  const world = await worldOnCredit(1_000n);
  await apply(eventsOf(world, 4));
  expect(await funds(world)).toEqual({ cash: 0n, bonus: 0n, owed: 3_000n });
  await reverse(spanOf(world));
  expect(await funds(world)).toEqual({ cash: 1_000n, bonus: 0n, owed: 0n });
  await expectBooksInOrder();
});

describe('the ad server', () => {
  const balanceOf = async (world: World) => {
    const all = await readBudgets(test_.db, Date.now());
    const some = await readSpending(test_.db, [world.campaignId], Date.now());
    const of = ({ advertisers }: typeof all) =>
      advertisers.find(({ id }) => id === world.advertiserId)?.balanceMicros;
    expect(of(some)).toBe(of(all));
    return of(all);
  };

  test('sees bonus, cash and what may still be drawn', async () => {
    const world = await worldOnCredit(700n);
    expect(await balanceOf(world)).toBe(5_700);
    await apply(eventsOf(world, 2));
    expect(await balanceOf(world)).toBe(3_700);
    await changeLine(test_.db, world.advertiserId, { state: 'overdue' });
    expect(await balanceOf(world)).toBe(0);
    await changeLine(test_.db, world.advertiserId, { state: 'open', limit_micros: 1_000n });
    expect(await balanceOf(world)).toBe(0);
    await pay(world, 1_000n);
    await repay(world);
    expect(await balanceOf(world)).toBe(700);
  });

  test('shares out among its processes what may be drawn, and no more', async () => {
    const world = await worldOnCredit(700n);
    const store = createPostgresLeaseStore(test_.db, 60_000);
    const { node } = await store.join(key(), true);
    const ask = {
      campaignId: world.campaignId,
      unitMicros: 100,
      inUseMicros: 0,
      inUsePlaces: 0,
      wantMicros: 1_000_000,
      wantPlaces: 0,
      keepMicros: null,
      keepPlaces: null,
    };
    const day = new Date().toISOString().slice(0, 10);
    const granted = async () => {
      const [lease] = await store.lease({ node, day, nodes: 1, asks: [ask] });
      return lease?.micros;
    };
    // Half of 700 in cash and 5,000 that may be drawn.
    expect(await granted()).toBe(2_850);
    await changeLine(test_.db, world.advertiserId, { state: 'overdue' });
    expect(await granted()).toBe(700);
  });

  test('hears of a line and of an account type that changed', async () => {
    const world = await worldOnCredit(700n);
    const client = createClient(test_.connection);
    const heard: string[] = [];
    client.on('notification', ({ payload }) => heard.push(payload ?? ''));
    await client.connect();
    await client.query('LISTEN serving_changed');
    const told = async () => {
      await client.query('SELECT 1');
      return heard.splice(0).filter((payload) => payload.startsWith('account'));
    };
    await changeLine(test_.db, world.advertiserId, { state: 'paused' });
    expect(await told()).toEqual([`account:${world.advertiserId}`]);
    await changeLine(test_.db, world.advertiserId, { limit_micros: 7n });
    expect(await told()).toEqual([`account:${world.advertiserId}`]);
    await sql`UPDATE app_user SET account_type_id = 1 WHERE id = ${world.advertiserId}`.execute(test_.db);
    expect(await told()).toEqual([`account:${world.advertiserId}`]);
    await client.end();
  });
});

test('whatever happens in whatever order: the books agree, and nobody owes more than the limit', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('spend' as const), count: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ kind: fc.constant('deposit' as const), micros: fc.bigInt({ min: 1n, max: 4_000n }) }),
    fc.record({ kind: fc.constant('bonus' as const), micros: fc.bigInt({ min: 1n, max: 1_500n }) }),
    fc.record({ kind: fc.constant('chargeback' as const), micros: fc.bigInt({ min: 1n, max: 1_500n }) }),
    fc.record({ kind: fc.constant('repay' as const) }),
    fc.record({ kind: fc.constant('reverse' as const) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      const world = await worldOnCredit(1_300n);
      const { advertiserId } = world;
      for (const each of steps) {
        if (each.kind === 'spend')
          await apply(eventsOf(world, each.count, { priceMicros: 900, payoutMicros: 720 }));
        if (each.kind === 'deposit') await pay(world, each.micros);
        if (each.kind === 'bonus')
          await grantBonus(test_.db, {
            advertiserId,
            amountMicros: each.micros,
            occasion: key(),
            occurredAt: new Date(),
            description: '',
          });
        if (each.kind === 'chargeback')
          await chargeBack(test_.db, {
            ownerId: advertiserId,
            amountMicros: each.micros,
            reference: key(),
            occurredAt: new Date(),
          });
        if (each.kind === 'repay') await repay(world);
        if (each.kind === 'reverse') await reverse(spanOf(world));
        const { bonus, owed } = await funds(world);
        expect(owed).toBeGreaterThanOrEqual(0n);
        expect(owed).toBeLessThanOrEqual(LIMIT);
        expect(bonus).toBeGreaterThanOrEqual(0n);
      }
    }),
    { numRuns: 12 },
  );
  await expectBooksInOrder();
});
