import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { createClient } from '../../platform/db';
import { silentLog } from '../../platform/log';
import { createTestDb, type TestDb } from '../../testing/createTestDb';
import { verify } from '../ledger';
import { makeWorld, storedEvents, type World } from '../serving/testWorld';
import { utcDay } from './billing';
import { createRetention } from './createRetention';
import { ensurePartition } from './events.repo';
import { createPartitions } from './partitions';
import { closeDay } from './retention.repo';
import { ingestEvent } from './testEvents';
import { testIngest } from './testIngest';

const DAY_MS = 86_400_000;
/** Noon, so that a day before is always another day. */
const NOW_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2;
const dayBack = (days: number) => utcDay(NOW_MS - days * DAY_MS);
const partitionOf = (day: string) => `ad_event_${day.replaceAll('-', '')}`;

let test_: TestDb;
let world: World;
beforeEach(async () => {
  test_ = await createTestDb();
  world = await makeWorld(test_.db);
});
afterEach(() => test_.drop());

const now = () => NOW_MS;
const eventOn = (daysBack: number) =>
  ingestEvent({
    campaignId: world.campaignId,
    creativeId: world.creativeId,
    zoneId: world.zoneId,
    decisionId: randomUUID(),
    decidedAtMs: NOW_MS - daysBack * DAY_MS,
    happenedAtMs: NOW_MS - daysBack * DAY_MS + 500,
  });

async function ingestEvents(...daysBack: number[]): Promise<void> {
  const { ingest, records } = testIngest(test_.connection, { now });
  await ingest.open();
  records.push(...daysBack.map(eventOn));
  await ingest.drain();
  await ingest.stop();
}

const retention = (days: number) =>
  createRetention({ connection: test_.connection, days, log: silentLog, now });

async function partitions(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT inhrelid::regclass::text AS name FROM pg_inherits
    WHERE inhparent = 'ad_event'::regclass ORDER BY 1`.execute(test_.db);
  return rows.map(({ name }) => name);
}
const inDefault = async () =>
  Number((await sql<{ n: bigint }>`SELECT count(*) AS n FROM ad_event_other`.execute(test_.db)).rows[0]?.n);
const spendOf = async () =>
  (
    await sql<{ hourly: bigint; daily: bigint }>`SELECT
      (SELECT sum(spend_micros)::int8 FROM rollup_hourly) AS hourly, (SELECT sum(spend_micros)::int8 FROM campaign_spend) AS daily`.execute(
      test_.db,
    )
  ).rows[0];
const expectBooksInOrder = async () => expect((await verify(test_.db)).differences).toEqual([]);

test('raw events beyond the retention go, with their partitions; figures and books stay', async () => {
  await ensurePartition(test_.db, dayBack(31));
  await ingestEvents(0, 1, 2, 31, 31, 80);
  expect(await inDefault()).toBe(1);
  expect(await partitions()).toEqual(
    expect.arrayContaining([0, 1, 2, 31].map((days) => partitionOf(dayBack(days)))),
  );
  const before = await spendOf();
  expect(await retention(31).run()).toEqual([dayBack(80), dayBack(31)]);
  expect(await storedEvents(test_.db, world.campaignId)).toHaveLength(3);
  expect(await inDefault()).toBe(0);
  expect(await partitions()).not.toContain(partitionOf(dayBack(31)));
  expect(await partitions()).toContain(partitionOf(dayBack(2)));
  expect(await spendOf()).toEqual(before);
  const verification = await verify(test_.db);
  expect(verification.differences).toEqual([]);
  expect(verification.counted.events).toBe(6n);
  expect(await retention(31).run()).toEqual([]);
});

test('an event that comes after its day was closed is counted, and closed with it the next time', async () => {
  await ingestEvents(40);
  await retention(31).run();
  await ingestEvents(40);
  expect(await storedEvents(test_.db, world.campaignId)).toHaveLength(1);
  await expectBooksInOrder();
  expect(await retention(31).run()).toEqual([dayBack(40)]);
  expect(await storedEvents(test_.db, world.campaignId)).toHaveLength(0);
  await expectBooksInOrder();
});

test('without single events figures are known by whole hours, and until when is kept', async () => {
  const quarters = async () =>
    (
      await sql<{ quarters: number[]; impressions: bigint; until: string }>`
        SELECT array_agg(quarter ORDER BY hour, quarter) AS quarters, sum(impressions)::int8 AS impressions,
          (SELECT until FROM whole_hours)::text AS until
        FROM rollup_hourly`.execute(test_.db)
    ).rows[0];
  const at = (daysBack: number, minute: number) => {
    const decidedAtMs = NOW_MS - daysBack * DAY_MS + minute * 60_000;
    return { ...eventOn(daysBack), decidedAtMs, happenedAtMs: decidedAtMs + 500 };
  };
  const { ingest, records } = testIngest(test_.connection, { now });
  await ingest.open();
  records.push(...[40, 2].flatMap((days) => [0, 14, 15, 44, 59].map((minute) => at(days, minute))));
  await ingest.drain();
  await ingest.stop();
  expect(await quarters()).toEqual({
    quarters: [0, 1, 2, 3, 0, 1, 2, 3],
    impressions: 10n,
    until: '-infinity',
  });
  await retention(31).run();
  const after = await quarters();
  expect(after).toMatchObject({ quarters: [0, 0, 1, 2, 3], impressions: 10n });
  expect(new Date(after?.until ?? '')).toEqual(new Date(dayBack(39)));
  await expectBooksInOrder();
});

test('days that are kept at least cannot be closed by the role of the app', async () => {
  await ingestEvents(0, 29);
  for (const days of [-1, 0, 29]) await expect(closeDay(test_.db, dayBack(days))).rejects.toThrow(/are kept/);
  await expect(sql`SELECT drop_event_day(${dayBack(29)}::date)`.execute(test_.db)).rejects.toThrow(
    /permission denied/,
  );
  expect(await storedEvents(test_.db, world.campaignId)).toHaveLength(2);
});

test('the books notice when a sum of a closed day is touched', async () => {
  await ingestEvents(40);
  await retention(31).run();
  await sql`UPDATE closed_event_sum SET price_micros = price_micros + 1`.execute(test_.owner);
  const { differences } = await verify(test_.db);
  expect(differences.map(({ check }) => check)).toEqual(
    expect.arrayContaining(['advertisers paid what their events cost', 'days without raw events']),
  );
});

test('a day counts as prepared only once its partition is there', async () => {
  let clockMs = NOW_MS;
  let fails = true;
  const tried: string[] = [];
  const guard = createPartitions({
    log: silentLog,
    now: () => clockMs,
    ensure: async (db, day) => {
      tried.push(day);
      if (fails) throw new Error('lock timeout');
      await ensurePartition(db, day);
    },
  });
  await guard.prepare(test_.db, []);
  expect([...guard.prepared()]).toEqual([]);
  // Whoever holds the table holds it for the other days as well.
  expect(tried).toHaveLength(1);
  // Not with every batch of a busy minute, but again.
  await guard.prepare(test_.db, []);
  expect(tried).toHaveLength(1);
  clockMs += 61_000;
  fails = false;
  await guard.prepare(test_.db, []);
  expect([...guard.prepared()]).toEqual([0, -1, -2].map(dayBack));
  expect(await partitions()).toEqual(expect.arrayContaining([...guard.prepared()].map(partitionOf)));
});

test('events that had to go to the default partition move when their day gets its own', async () => {
  const { ingest, records } = testIngest(test_.connection, { now });
  const blocked = createClient(test_.ownerConnection);
  await blocked.connect();
  await ingest.open();
  records.push(eventOn(1), eventOn(1));
  // Whoever reads events for a long time keeps new partitions from being made, and must not keep events out.
  await blocked.query('BEGIN; LOCK TABLE ad_event_other IN SHARE MODE');
  const draining = ingest.drain();
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  await blocked.query('ROLLBACK');
  await blocked.end();
  await draining;
  await ingest.stop();
  expect(await inDefault()).toBe(2);
  await ensurePartition(test_.db, dayBack(1));
  expect(await inDefault()).toBe(0);
  expect(await storedEvents(test_.db, world.campaignId)).toHaveLength(2);
  await expectBooksInOrder();
});
