import { randomUUID } from 'node:crypto';
import { EVENT_KINDS, INVALID_REASONS } from '@ezdash/contracts';
import { sql } from 'kysely';
import { createTestDb, type TestDb } from '../../testing/createTestDb';
import { seededRandom } from '../demo/visitsModel';
import { verify } from '../ledger';
import { REQUEST_CUBE_IDS } from '../ledger/verifyRequests';
import { makeWorld, type World } from '../serving/testWorld';
import { DAILY_CUBES } from './dailyCubes';
import { foldDays } from './foldDays';
import type { IngestEvent } from './journalRecords';
import { REQUEST_CUBES } from './requestCubes';
import { ingestEvent } from './testEvents';
import { testIngest } from './testIngest';

const DAY_MS = 86_400_000;
/** Midnight of the day the tests play on, some days ago. */
const FIRST_DAY_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS - 5 * DAY_MS;
const DAYS = 3;
const AFTER = new Date(FIRST_DAY_MS + DAYS * DAY_MS + 2 * 3_600_000);

let test_: TestDb;
let world: World;
beforeEach(async () => {
  test_ = await createTestDb();
  world = await makeWorld(test_.db, { cashMicros: 1_000_000_000n });
});
afterEach(() => test_.drop());

function events(count: number, seed: number): IngestEvent[] {
  const random = seededRandom(seed);
  const one = <Item>(items: readonly [Item, ...Item[]]) =>
    items[Math.floor(random() * items.length)] ?? items[0];
  return Array.from({ length: count }, () => {
    const decidedAtMs = FIRST_DAY_MS + Math.floor(random() * DAYS * DAY_MS);
    return ingestEvent({
      campaignId: world.campaignId,
      creativeId: world.creativeId,
      zoneId: world.zoneId,
      decisionId: randomUUID(),
      decidedAtMs,
      happenedAtMs: decidedAtMs + 500,
      kind: one([EVENT_KINDS.impression, EVENT_KINDS.impression, EVENT_KINDS.viewable]),
      invalidReason: one([0, 0, 0, INVALID_REASONS.bot, INVALID_REASONS.expired]),
      country: one(['DE', 'US', 'ZZ']),
      device: one([1, 2]),
      os: one([0, 1, 5]),
      browser: one([0, 1, 2]),
      language: one(['', 'de', 'en']),
      sub: one(['', '', 'mail-7', 'Social']),
    });
  });
}

async function ingestAll(all: readonly IngestEvent[]): Promise<void> {
  const { ingest, records } = testIngest(test_.connection);
  await ingest.open();
  records.push(...all);
  for (const { decidedAtMs, zoneId, country, device, browser, kind } of all)
    records.push({
      type: 'request',
      decidedAtMs,
      zoneId,
      country,
      device,
      reason: kind === EVENT_KINDS.impression ? 0 : browser === 1 ? 7 : 8,
      requests: 1,
    });
  await ingest.drain();
  await ingest.stop();
}

const SUMS = sql.raw(
  'sum(impressions)::int8 AS impressions, sum(viewables)::int8 AS viewables, sum(clicks)::int8 AS clicks, sum(conversions)::int8 AS conversions, sum(invalid)::int8 AS invalid, sum(spend_micros)::int8 AS spend_micros, sum(payout_micros)::int8 AS payout_micros',
);

/** Every cube says, of every key it keeps, what the hourly rows say. */
async function expectCubesInOrder(): Promise<void> {
  for (const { id, owner, dimensions } of DAILY_CUBES) {
    const keys = sql.raw(dimensions.join(', '));
    const daily = await sql`SELECT owner_id, day, ${keys}, ${SUMS} FROM rollup_daily WHERE cube = ${id}
      GROUP BY owner_id, day, ${keys} ORDER BY day, ${keys}`.execute(test_.db);
    const hourly =
      await sql`SELECT ${sql.ref(owner)} AS owner_id, (hour AT TIME ZONE 'UTC')::date AS day, ${keys}, ${SUMS}
      FROM (
        SELECT hour, advertiser_id, publisher_id, campaign_id, creative_id, property_id, zone_id, country, device, os,
          browser, language, sub_id, impressions, viewables, clicks, conversions, invalid, spend_micros, payout_micros
        FROM rollup_hourly
        UNION ALL
        SELECT hour, advertiser_id, publisher_id, campaign_id, creative_id, property_id, zone_id, country, device, os,
          browser, language, sub_id, 0, 0, 0, 0, events, 0, 0 FROM invalid_by_sub) hours
      GROUP BY 1, 2, ${keys} ORDER BY day, ${keys}`.execute(test_.db);
    expect(hourly.rows.length).toBeGreaterThan(0);
    expect(daily.rows).toEqual(hourly.rows);
  }
  await expectRequestsInOrder();
}

/** Every cube of requests says, of every key it keeps, what the hourly rows say. */
async function expectRequestsInOrder(): Promise<void> {
  for (const { id, dimensions } of REQUEST_CUBES) {
    const keys = sql.raw(dimensions.join(', '));
    const daily =
      await sql`SELECT publisher_id, day, ${keys}, sum(requests)::int8 AS requests, sum(filled)::int8 AS filled,
        sum(below_floor)::int8 AS below_floor
      FROM request_daily WHERE cube = ${id} GROUP BY publisher_id, day, ${keys} ORDER BY day, ${keys}`.execute(
        test_.db,
      );
    const hourly =
      await sql`SELECT publisher_id, (hour AT TIME ZONE 'UTC')::date AS day, ${keys}, sum(requests)::int8 AS requests,
        coalesce(sum(requests) FILTER (WHERE reason = 0), 0)::int8 AS filled,
        coalesce(sum(requests) FILTER (WHERE reason = 7), 0)::int8 AS below_floor
      FROM request_hourly GROUP BY 1, 2, ${keys} ORDER BY day, ${keys}`.execute(test_.db);
    expect(hourly.rows.length).toBeGreaterThan(0);
    expect(daily.rows).toEqual(hourly.rows);
  }
}

test('days that are over are folded once, into every cube', async () => {
  await ingestAll(events(400, 1));
  const days = await foldDays(test_.connection, AFTER);
  expect(days).toHaveLength(DAYS);
  await expectCubesInOrder();
  expect(await foldDays(test_.connection, AFTER)).toEqual([]);
  await expectCubesInOrder();
});

test('a day is open until an hour after its end', async () => {
  await ingestAll(events(100, 2));
  const endOfFirst = FIRST_DAY_MS + DAY_MS;
  expect(await foldDays(test_.connection, new Date(endOfFirst + 3_599_999))).toEqual([]);
  expect(await foldDays(test_.connection, new Date(endOfFirst + 3_600_000))).toEqual([
    new Date(FIRST_DAY_MS).toISOString().slice(0, 10),
  ]);
});

test('the rows that batches added to a quarter of an hour become one, and the books stay in order', async () => {
  const all = events(900, 3);
  for (let at = 0; at < all.length; at += 180) await ingestAll(all.slice(at, at + 180));
  const count = async () =>
    (
      await sql<{
        rows: bigint;
        keys: bigint;
      }>`SELECT count(*) AS rows, count(DISTINCT (hour, quarter, country, device, os,
      browser, language, sub_id)) AS keys FROM rollup_hourly`.execute(test_.db)
    ).rows[0];
  expect(Number((await count())?.rows)).toBeGreaterThan(Number((await count())?.keys));
  await foldDays(test_.connection, AFTER);
  const after = await count();
  expect(after?.rows).toBe(after?.keys);
  expect((await verify(test_.db)).differences).toEqual([]);
});

test('what comes late, and what it settles, corrects folded days too', async () => {
  const all = events(300, 4);
  const late = events(200, 5);
  const [early] = late.filter(
    ({ kind, invalidReason }) => kind === EVENT_KINDS.viewable && invalidReason === 0,
  );
  if (!early) throw new Error('No viewable impression among the events');
  await ingestAll([...all, early]);
  await foldDays(test_.connection, AFTER);
  await ingestAll([...late, { ...early, kind: EVENT_KINDS.impression }]);
  await expectCubesInOrder();
  expect((await verify(test_.db)).differences).toEqual([]);
});

test('days that were folded without their requests get them with the next folding', async () => {
  await ingestAll(events(200, 7));
  await foldDays(test_.connection, AFTER);
  await sql`UPDATE rollup_day SET has_requests = false`.execute(test_.db);
  await sql`DELETE FROM request_daily`.execute(test_.db);
  const foldedAt = () => sql`SELECT day, folded_at FROM rollup_day ORDER BY day`.execute(test_.db);
  const before = await foldedAt();
  await ingestAll(events(100, 8));
  expect((await sql`SELECT FROM request_daily`.execute(test_.db)).rows).toEqual([]);
  expect(await foldDays(test_.connection, AFTER)).toHaveLength(DAYS);
  expect((await foldedAt()).rows).toEqual(before.rows);
  await expectCubesInOrder();
});

test('days that were folded without sub ids get them with the next folding, and agree with the books before', async () => {
  await ingestAll(events(200, 10));
  await foldDays(test_.connection, AFTER);
  await sql`UPDATE rollup_day SET has_subs = false`.execute(test_.db);
  await sql`DELETE FROM rollup_daily WHERE sub_id <> 0 OR cube >= 20`.execute(test_.db);
  await ingestAll(events(100, 11));
  expect((await verify(test_.db)).differences).toEqual([]);
  expect(await foldDays(test_.connection, AFTER)).toHaveLength(DAYS);
  await expectCubesInOrder();
  expect((await verify(test_.db)).differences).toEqual([]);
});

test('what is discarded is told apart by sub id, and adds up to what it was', async () => {
  const all = events(300, 12).map((event) => ({ ...event, invalidReason: INVALID_REASONS.bot }));
  const proven = events(60, 13).map((event) => ({ ...event, invalidReason: 0 }));
  await ingestAll([...proven, ...all]);
  const { rows } = await sql<{ word: string; events: bigint }>`
    SELECT word, sum(events)::int8 AS events FROM invalid_by_sub JOIN sub_id_word w ON w.id = sub_id
    GROUP BY word ORDER BY word COLLATE "C"`.execute(test_.db);
  const countOf = (word: string) => BigInt(all.filter(({ sub }) => sub === word).length);
  expect(rows).toEqual(['', 'Social', 'mail-7'].map((word) => ({ word, events: countOf(word) })));
});

test.each([
  ['a figure of one cube', 'UPDATE request_daily SET filled = filled + 1 WHERE cube = 1'],
  ['a cube that is gone', 'DELETE FROM request_daily WHERE cube = 3'],
  ['hours that are gone', 'DELETE FROM request_hourly WHERE reason = 8'],
])('of requests, %s is found', async (_, change) => {
  await ingestAll(events(50, 9));
  await foldDays(test_.connection, AFTER);
  await sql.raw(change).execute(test_.owner);
  const { differences } = await verify(test_.db);
  expect(new Set(differences.map(({ check }) => check))).toEqual(new Set(['daily requests']));
});

test('the ledger looks for every cube of requests that is written', () => {
  expect(REQUEST_CUBE_IDS).toEqual(REQUEST_CUBES.map(({ id }) => id));
});

test('no event and no request is lost between folding and ingestion at the same time', async () => {
  const all = events(600, 6);
  await ingestAll(all.slice(0, 50));
  const parts = Array.from({ length: 11 }, (_, index) => all.slice(50 * (index + 1), 50 * (index + 2)));
  const folds = async () => {
    for (let time = 0; time < 8; time += 1) {
      await foldDays(test_.connection, AFTER);
      // Folded again while events come: as after a correction by hand.
      await sql`DELETE FROM rollup_day WHERE day = (SELECT min(day) + ${time % DAYS}::int FROM rollup_day)`.execute(
        test_.owner,
      );
    }
  };
  await Promise.all([
    folds(),
    ...[0, 1].map(async (half) => {
      for (const part of parts.filter((_, index) => index % 2 === half)) await ingestAll(part);
    }),
  ]);
  await foldDays(test_.connection, AFTER);
  await expectCubesInOrder();
  expect((await verify(test_.db)).differences).toEqual([]);
});
