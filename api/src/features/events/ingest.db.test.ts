import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { EVENT_KINDS, INVALID_REASONS } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Client } from 'pg';
import { createClient, DatabaseStalled } from '../../platform/db';
import { createTestDb, type TestDb } from '../../testing/createTestDb';
import { balances, verify } from '../ledger';
import { makeWorld, storedEvents, type World, type WorldFields } from '../serving/testWorld';
import type { IngestEvent } from './journalRecords';
import { ingestEvent } from './testEvents';
import { testIngest } from './testIngest';

const TIMEOUT_MS = 400;

let test_: TestDb;
let blocker: Client;
beforeAll(async () => {
  test_ = await createTestDb();
  blocker = createClient(test_.connection, { applicationName: 'blocker' });
  await blocker.connect();
});
afterAll(async () => {
  await blocker.end();
  await test_.drop();
});

const worldOf = (fields: WorldFields = {}): Promise<World> => makeWorld(test_.db, fields);

/** An event of a decision made now, of this world's campaign and zone. */
function eventOf(world: World, fields: Partial<IngestEvent> = {}): IngestEvent {
  const nowMs = Date.now();
  return ingestEvent({
    campaignId: world.campaignId,
    creativeId: world.creativeId,
    zoneId: world.zoneId,
    decisionId: randomUUID(),
    decidedAtMs: nowMs,
    happenedAtMs: nowMs,
    ...fields,
  });
}

const expectBooksInOrder = async () => expect((await verify(test_.db)).differences).toEqual([]);

async function until(holds: () => boolean | Promise<boolean>, withinMs = 8_000): Promise<void> {
  const end = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('It did not come to be in time');
    await pause(20);
  }
}

test('what is read ahead counts once, and is read anew when that failed, or the batch before it', async () => {
  const world = await worldOf();
  const all = Array.from({ length: 6 }, () => eventOf(world));
  const asked: number[] = [];
  let failing = '';
  const { ingest, applied } = testIngest(test_.connection, {
    source: {
      read: async ({ offset }) => {
        asked.push(offset);
        if (failing === 'read' && offset === 2) {
          failing = '';
          throw new Error('The disk has not answered');
        }
        const next = { segment: 0, offset: offset + 2 };
        if (failing === 'batch' && offset === 4) {
          failing = '';
          // The batch of offset 2 is on its way.
          await blocker.query(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE '%ingest%'",
          );
        }
        const records = all.slice(offset, next.offset);
        return {
          records,
          next: records.length > 0 ? next : { segment: 0, offset },
          damagedBytes: 0,
          atEnd: next.offset >= all.length,
        };
      },
    },
  });
  await ingest.open();
  failing = 'read';
  await expect(ingest.drain()).rejects.toThrow('The disk has not answered');
  failing = 'batch';
  await ingest.drain().catch(() => {});
  await ingest.drain();
  expect(failing).toBe('');
  expect(asked.filter((offset) => offset === 2).length).toBeGreaterThan(1);
  expect(applied.flatMap(({ events }) => events)).toEqual(all);
  await ingest.stop();
  await expectBooksInOrder();
});

describe('a database that stands still', () => {
  test('a batch that waits for a lock is given up, told of, and applied once afterwards', async () => {
    const world = await worldOf();
    const { ingest, records, applied } = testIngest(test_.connection, { timeoutMs: TIMEOUT_MS });
    await ingest.open();
    await ingest.drain();
    const madeAtMs = Date.now() - 60_000;
    records.push(eventOf(world, { happenedAtMs: madeAtMs }), eventOf(world));
    await blocker.query('BEGIN; LOCK TABLE rollup_hourly IN ACCESS EXCLUSIVE MODE');
    ingest.start();
    await until(() => ingest.stats().failures >= 2);
    expect(ingest.stats()).toMatchObject({ batches: 0, oldestWaitingMs: madeAtMs });
    expect(ingest.stats().lastError).toMatch(/has not answered in 400 ms|statement timeout/);
    await blocker.query('ROLLBACK');
    await until(() => ingest.stats().batches === 1);
    expect(ingest.stats()).toMatchObject({ events: 2, lastError: null });
    await until(() => ingest.stats().oldestWaitingMs === null);
    expect(ingest.stats().appliedUntilMs).toBeGreaterThan(Date.now() - 5_000);
    expect(applied.map(({ events }) => events.length)).toEqual([2]);
    await ingest.stop();
    expect((await balances(test_.db, world.publisherId)).publisher_pending).toBe(1_600n);
    await expectBooksInOrder();
  });

  test('a server process that stands still is left, and what it holds is taken over once it can be', async () => {
    const world = await worldOf();
    const node = `hang-${Date.now()}`;
    const { ingest, records, applied } = testIngest(test_.connection, { node, timeoutMs: TIMEOUT_MS });
    await ingest.open();
    const backends = async () =>
      (
        await sql<{
          pid: number;
        }>`SELECT pid FROM pg_stat_activity WHERE application_name = ${`ezdash ingest ${node}`}`.execute(
          test_.db,
        )
      ).rows.map(({ pid }) => pid);
    const [frozen = 0] = await backends();
    expect(frozen).toBeGreaterThan(0);
    process.kill(frozen, 'SIGSTOP');
    try {
      records.push(eventOf(world));
      await expect(ingest.drain()).rejects.toThrow(DatabaseStalled);
      const again = ingest.drain();
      await pause(300);
      expect(ingest.stats().batches).toBe(0);
      process.kill(frozen, 'SIGCONT');
      await again;
    } catch (error) {
      process.kill(frozen, 'SIGCONT');
      throw error;
    }
    const after = await backends();
    expect(after).toHaveLength(1);
    expect(after).not.toContain(frozen);
    await ingest.stop();
    expect(applied).toHaveLength(1);
    expect(await storedEvents(test_.db, world.campaignId)).toHaveLength(1);
    await expectBooksInOrder();
  });

  test('a connection that is ended in the middle of a batch costs one more try', async () => {
    const world = await worldOf();
    const node = `ended-${Date.now()}`;
    const { ingest, records, applied } = testIngest(test_.connection, { node });
    await ingest.open();
    await blocker.query('BEGIN; LOCK TABLE rollup_hourly IN ACCESS EXCLUSIVE MODE');
    records.push(eventOf(world));
    const draining = ingest.drain();
    await pause(200);
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = ${`ezdash ingest ${node}`}`.execute(
      test_.db,
    );
    await expect(draining).rejects.not.toThrow(DatabaseStalled);
    await blocker.query('ROLLBACK');
    await ingest.drain();
    await ingest.stop();
    expect(applied).toHaveLength(1);
    expect(await storedEvents(test_.db, world.campaignId)).toHaveLength(1);
    await expectBooksInOrder();
  });

  test('a commit whose answer was lost is neither repeated nor forgotten', async () => {
    const world = await worldOf();
    const { ingest, records, applied } = testIngest(test_.connection, { timeoutMs: TIMEOUT_MS });
    await ingest.open();
    // Deferred: the server stands still in the commit itself, until after we have given up.
    await sql`CREATE FUNCTION slow_commit() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM set_config('statement_timeout', '0', false); PERFORM pg_sleep(0.3); RETURN NULL; END $$`.execute(
      test_.owner,
    );
    await sql`CREATE CONSTRAINT TRIGGER slow_commit AFTER INSERT ON event_batch DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION slow_commit()`.execute(test_.owner);
    records.push(eventOf(world));
    await ingest.drain().catch(() => {});
    await sql`DROP TRIGGER slow_commit ON event_batch`.execute(test_.owner);
    await ingest.drain();
    await ingest.stop();
    expect(applied.map(({ events }) => events.length)).toEqual([1]);
    expect(await storedEvents(test_.db, world.campaignId)).toHaveLength(1);
    await expectBooksInOrder();
  });

  test('a database that cannot be reached is no unhandled failure, and the age is known', async () => {
    const world = await worldOf();
    let reachable = true;
    const connection = new Proxy(test_.connection, {
      get: (target, key) => (key === 'port' && !reachable ? 1 : Reflect.get(target, key)),
      ownKeys: (target) => Reflect.ownKeys(target),
      getOwnPropertyDescriptor: (target, key) => Reflect.getOwnPropertyDescriptor(target, key),
    });
    const node = `gone-${Date.now()}`;
    const { ingest, records } = testIngest(connection, { node, timeoutMs: TIMEOUT_MS });
    await ingest.open();
    ingest.start();
    await until(() => ingest.stats().appliedUntilMs > 0);
    reachable = false;
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = ${`ezdash ingest ${node}`}`.execute(
      test_.db,
    );
    const madeAtMs = Date.now() - 40_000;
    await pause(50);
    records.push(eventOf(world, { happenedAtMs: madeAtMs }));
    await until(() => ingest.stats().failures >= 2);
    expect(ingest.stats().oldestWaitingMs).toBe(madeAtMs);
    const { appliedUntilMs } = ingest.stats();
    expect(appliedUntilMs).toBeLessThan(Date.now());
    reachable = true;
    await until(() => ingest.stats().events === 1);
    await ingest.stop();
  });
});

describe('a click that comes before its impression', () => {
  const cpc = { pricing: 1, priceMicros: 400_000, payoutMicros: 320_000 } as const;
  const decision = (world: World) => {
    const impression = eventOf(world, { ...cpc, claimed: false });
    const of = (kind: keyof typeof EVENT_KINDS) => ({
      ...impression,
      kind: EVENT_KINDS[kind],
      happenedAtMs: impression.happenedAtMs + EVENT_KINDS[kind],
    });
    return { impression, viewable: of('viewable'), click: of('click') };
  };
  const waiting = async () =>
    (await sql<{ kind: number }>`SELECT kind FROM waiting_event ORDER BY kind`.execute(test_.db)).rows.map(
      ({ kind }) => kind,
    );
  const hourly = async (world: World) =>
    (
      await sql`SELECT sum(impressions)::int AS impressions, sum(viewables)::int AS viewables, sum(clicks)::int AS clicks,
        sum(invalid)::int AS invalid, sum(spend_micros)::int AS spend FROM rollup_hourly WHERE campaign_id = ${world.campaignId}`.execute(
        test_.db,
      )
    ).rows[0];

  test('of another candidate than the one that was shown is not paid, in whichever batch it comes', async () => {
    const [world, other] = [await worldOf(), await worldOf({ pricing: 'CPC' })];
    const { ingest, records } = testIngest(test_.connection);
    await ingest.open();
    const shown = eventOf(world);
    const candidate = { campaignId: other.campaignId, creativeId: other.creativeId, claimed: false };
    const clicked = { ...shown, ...cpc, ...candidate, kind: EVENT_KINDS.click };
    records.push(shown);
    await ingest.drain();
    records.push(clicked);
    await ingest.drain();
    const early = eventOf(world);
    records.push({ ...clicked, decisionId: early.decisionId, decidedAtMs: early.decidedAtMs });
    await ingest.drain();
    records.push(early);
    await ingest.drain();
    expect(await hourly(world)).toMatchObject({ impressions: 2, spend: 2_000 });
    expect(await hourly(other)).toMatchObject({ clicks: 0, spend: 0 });
    expect(await waiting()).toEqual([3]);
    await sql`DELETE FROM waiting_event`.execute(test_.db);
    await ingest.stop();
    await expectBooksInOrder();
  });

  test('of a campaign that is gone by then holds nothing up', async () => {
    const [world, other] = [await worldOf(), await worldOf({ pricing: 'CPC' })];
    const { ingest, records } = testIngest(test_.connection);
    await ingest.open();
    const shown = eventOf(world);
    const candidate = { campaignId: other.campaignId, creativeId: other.creativeId, claimed: false };
    records.push({ ...shown, ...cpc, ...candidate, kind: EVENT_KINDS.click });
    await ingest.drain();
    await sql`CREATE TABLE gone AS SELECT * FROM campaign WHERE id = ${other.campaignId}`.execute(
      test_.owner,
    );
    await test_.owner.transaction().execute(async (trx) => {
      // Without the keys that hold it where it is.
      await sql`SET LOCAL session_replication_role = replica`.execute(trx);
      await sql`DELETE FROM campaign WHERE id = ${other.campaignId}`.execute(trx);
    });
    records.push(shown);
    await ingest.drain();
    expect(ingest.stats()).toMatchObject({ failures: 0, lastError: null });
    expect(await hourly(world)).toMatchObject({ impressions: 1, spend: 1_000 });
    await sql`DELETE FROM waiting_event`.execute(test_.db);
    await ingest.stop();
    await sql`INSERT INTO campaign OVERRIDING SYSTEM VALUE SELECT * FROM gone`.execute(test_.owner);
    await expectBooksInOrder();
  });

  test('waits in an earlier batch, and is paid when its impression comes', async () => {
    const world = await worldOf({ pricing: 'CPC' });
    const { ingest, records, applied } = testIngest(test_.connection);
    await ingest.open();
    const { impression, viewable, click } = decision(world);
    records.push(click, viewable, click);
    await ingest.drain();
    expect(await waiting()).toEqual([2, 3]);
    expect(await hourly(world)).toMatchObject({ clicks: 0, viewables: 0, invalid: 2, spend: 0 });
    await expectBooksInOrder();
    records.push(impression);
    await ingest.drain();
    expect(await waiting()).toEqual([]);
    expect(await storedEvents(test_.db, world.campaignId)).toMatchObject([
      { kind: 1, invalid_reason: 0, price_micros: 0n },
      { kind: 2, invalid_reason: 0, price_micros: 0n },
      { kind: 3, invalid_reason: 0, price_micros: 400_000n, payout_micros: 320_000n },
    ]);
    expect(await hourly(world)).toMatchObject({
      impressions: 1,
      viewables: 1,
      clicks: 1,
      invalid: 0,
      spend: 400_000,
    });
    expect((await balances(test_.db, world.publisherId)).publisher_pending).toBe(320_000n);
    // The engine hears what the campaign has spent now.
    expect(applied.at(-1)?.applied).toMatchObject({
      settled: 2,
      campaigns: [{ id: world.campaignId, totalMicros: 400_000n }],
    });
    // Both once more: repetitions, which cost nothing.
    records.push(impression, click);
    await ingest.drain();
    await ingest.stop();
    expect((await balances(test_.db, world.publisherId)).publisher_pending).toBe(320_000n);
    await expectBooksInOrder();
  });

  test('is kept as over budget when the money is gone by then', async () => {
    const world = await worldOf({ pricing: 'CPC', dailyBudgetMicros: 1_000_000 });
    const { ingest, records } = testIngest(test_.connection);
    await ingest.open();
    const { impression, click } = decision(world);
    records.push(click);
    await ingest.drain();
    await sql`UPDATE campaign SET daily_budget_micros = 100 WHERE id = ${world.campaignId}`.execute(test_.db);
    records.push(impression);
    await ingest.drain();
    await ingest.stop();
    expect(await storedEvents(test_.db, world.campaignId)).toMatchObject([
      { kind: 1, invalid_reason: 0 },
      { kind: 3, invalid_reason: INVALID_REASONS['over-budget'], price_micros: 0n },
    ]);
    expect(await hourly(world)).toMatchObject({ clicks: 0, invalid: 1 });
    await expectBooksInOrder();
  });

  test('is found from another node, whichever of the two batches is first', async () => {
    const world = await worldOf({ pricing: 'CPC' });
    const clicks = testIngest(test_.connection);
    const impressions = testIngest(test_.connection);
    await clicks.ingest.open();
    await impressions.ingest.open();
    const decisions = Array.from({ length: 20 }, () => decision(world));
    await Promise.all(
      decisions.map(async ({ click, impression }) => {
        clicks.records.push(click);
        impressions.records.push(impression);
        await Promise.all([clicks.ingest.drain(), impressions.ingest.drain()]);
      }),
    );
    await clicks.ingest.stop();
    await impressions.ingest.stop();
    expect(await hourly(world)).toMatchObject({ impressions: 20, clicks: 20, invalid: 0, spend: 8_000_000 });
    await expectBooksInOrder();
  });

  test('that was forgotten by the settlement shows in the books', async () => {
    const world = await worldOf({ pricing: 'CPC' });
    const { ingest, records } = testIngest(test_.connection);
    await ingest.open();
    const { impression, click } = decision(world);
    records.push(impression, click);
    await ingest.drain();
    await ingest.stop();
    await sql`INSERT INTO waiting_event SELECT decision_id, kind, decided_at, campaign_id, 1, 400000, 320000
      FROM ad_event WHERE decision_id = ${click.decisionId} AND kind = ${EVENT_KINDS.click}`.execute(
      test_.db,
    );
    const { differences } = await verify(test_.db);
    expect(differences).toMatchObject([{ check: 'no event waits for an impression that came' }]);
    await sql`DELETE FROM waiting_event WHERE decision_id = ${click.decisionId}`.execute(test_.db);
    await expectBooksInOrder();
  });

  test('is never paid for an impression that does not count', async () => {
    const world = await worldOf({ pricing: 'CPC' });
    const { ingest, records } = testIngest(test_.connection);
    await ingest.open();
    const { impression, click } = decision(world);
    records.push(click);
    await ingest.drain();
    records.push({ ...impression, invalidReason: INVALID_REASONS.expired });
    await ingest.drain();
    await ingest.stop();
    expect(await hourly(world)).toMatchObject({ clicks: 0, invalid: 2, spend: 0 });
    await expectBooksInOrder();
  });
});
