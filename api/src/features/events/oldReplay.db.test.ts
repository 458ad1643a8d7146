import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { createTestDb, type TestDb } from '../../testing/createTestDb';
import { verify } from '../ledger';
import { makeWorld, storedEvents } from '../serving/testWorld';
import { ingestEvent } from './testEvents';
import { testIngest } from './testIngest';

const DAY_MS = 86_400_000;

let test_: TestDb;
beforeAll(async () => {
  test_ = await createTestDb();
});
afterAll(() => test_.drop());

/** How often the rows of each day's partition have been looked for. */
async function searches(): Promise<Map<string, number>> {
  // What a connection has counted is told when it is idle for a while, or at once when it is asked.
  await sql`SELECT pg_stat_force_next_flush()`.execute(test_.db);
  const { rows } = await sql<{ name: string; searched: number }>`
    SELECT i.inhrelid::regclass::text AS name,
      (coalesce(s.idx_scan, 0) + coalesce(s.seq_scan, 0))::int AS searched
    FROM pg_inherits i JOIN pg_stat_all_tables s ON s.relid = i.inhrelid
    WHERE i.inhparent = 'ad_event'::regclass`.execute(test_.db);
  return new Map(rows.map(({ name, searched }) => [name, searched]));
}

test('an old event that is told again is found, and its batch looks into no day between', async () => {
  const world = await makeWorld(test_.db);
  const { ingest, records, applied } = testIngest(test_.connection);
  const eventAt = (decidedAtMs: number) =>
    ingestEvent({
      campaignId: world.campaignId,
      creativeId: world.creativeId,
      zoneId: world.zoneId,
      decisionId: randomUUID(),
      decidedAtMs,
      happenedAtMs: decidedAtMs,
    });
  const nowMs = Date.now();
  const old = eventAt(nowMs - 5 * DAY_MS);
  await sql`SELECT ensure_event_partitions(${new Date(nowMs - 6 * DAY_MS).toISOString()}::date, now()::date)`.execute(
    test_.db,
  );
  records.push(old, eventAt(nowMs));
  await ingest.drain();
  expect(await storedEvents(test_.db, world.campaignId)).toHaveLength(2);
  const before = await searches();
  records.push(old, ...Array.from({ length: 50 }, () => eventAt(nowMs)));
  await ingest.drain();
  await ingest.stop();
  expect(applied).toHaveLength(2);
  // The old one is no event a second time.
  expect(await storedEvents(test_.db, world.campaignId)).toHaveLength(52);
  expect((await verify(test_.db)).differences).toEqual([]);
  const after = await searches();
  const isBetween = (name: string) =>
    [1, 2, 3, 4].some((days) =>
      name.endsWith(new Date(nowMs - days * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')),
    );
  const between = [...after].filter(([name]) => isBetween(name));
  expect(between).toHaveLength(4);
  // The books were verified in between, which reads every day once or twice, not once for each event.
  for (const [name, searched] of between) expect(searched - (before.get(name) ?? 0)).toBeLessThan(20);
});
