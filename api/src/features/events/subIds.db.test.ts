import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { EVENT_KINDS, INVALID_REASONS, SUB_IDS_MOST } from '@ezdash/contracts';
import { sql } from 'kysely';
import { createTestDb, type TestDb } from '../../testing/createTestDb';
import { verify } from '../ledger';
import { makeWorld, type World } from '../serving/testWorld';
import type { IngestEvent } from './journalRecords';
import { forgetSubIdUses, takeSubIds } from './subIds.repo';
import { ingestEvent } from './testEvents';
import { testIngest } from './testIngest';

const NOVEMBER = Date.UTC(2026, 10, 18, 10, 30);
const DECEMBER = Date.UTC(2026, 11, 2, 10, 30);

let test_: TestDb;
let world: World;
beforeEach(async () => {
  test_ = await createTestDb();
  world = await makeWorld(test_.db, { cashMicros: 1_000_000_000n });
});
afterEach(() => test_.drop());

const impression = (sub: string, fields: Partial<IngestEvent> = {}): IngestEvent =>
  ingestEvent({
    campaignId: world.campaignId,
    creativeId: world.creativeId,
    zoneId: world.zoneId,
    decisionId: randomUUID(),
    decidedAtMs: NOVEMBER,
    happenedAtMs: NOVEMBER,
    sub,
    ...fields,
  });

/** One server of the network, which remembers words as one does. */
async function server() {
  const { ingest, records } = testIngest(test_.connection);
  await ingest.open();
  return {
    take: async (...events: IngestEvent[]) => {
      records.push(...events);
      await ingest.drain();
    },
    stop: () => ingest.stop(),
  };
}
async function take(...events: IngestEvent[]): Promise<void> {
  const one = await server();
  await one.take(...events);
  await one.stop();
}

/** Counted impressions by word. */
async function shown(): Promise<Record<string, number>> {
  const { rows } = await sql<{ word: string; impressions: number }>`
    SELECT word, sum(impressions)::int AS impressions FROM rollup_hourly JOIN sub_id_word w ON w.id = sub_id
    GROUP BY word HAVING sum(impressions) > 0`.execute(test_.db);
  return Object.fromEntries(rows.map(({ word, impressions }) => [word, impressions]));
}
const uses = async () =>
  (
    await sql<{ month: string; word: string }>`
    SELECT to_char(month, 'YYYY-MM') AS month, word FROM sub_id_use JOIN sub_id_word w ON w.id = sub_id
    ORDER BY 1, 2`.execute(test_.db)
  ).rows.map(({ month, word }) => `${month} ${word}`);

/** As if the property had used so many words in a month. */
async function fill(count: number, month = '2026-11-01'): Promise<void> {
  await sql`WITH made AS (INSERT INTO sub_id_word (word)
      SELECT 'made-' || n FROM generate_series(1, ${count}) n RETURNING id)
    INSERT INTO sub_id_use (property_id, month, sub_id)
    SELECT ${world.propertyId}, ${month}::date, id FROM made`.execute(test_.db);
}

test('an event is kept with its word, and is counted by it', async () => {
  await take(impression('mail-7'), impression('mail-7'), impression(''), impression('Mail-7'));
  expect(await shown()).toEqual({ 'mail-7': 2, '': 1, 'Mail-7': 1 });
  expect((await verify(test_.db)).differences).toEqual([]);
});

test('words beyond the most of a month are one, and those that were known stay told apart', async () => {
  await fill(SUB_IDS_MOST - 2);
  await take(impression('first'), impression('second'), impression('third'), impression('fourth'));
  await take(impression('first'), impression('third'), impression('made-1'));
  expect(await shown()).toEqual({ first: 2, second: 1, '(other)': 3, 'made-1': 1 });
  expect(await uses()).toHaveLength(SUB_IDS_MOST);
});

test('each month has room of its own, that of the decision', async () => {
  await fill(SUB_IDS_MOST);
  await take(
    impression('new'),
    impression('new', { decidedAtMs: DECEMBER, happenedAtMs: DECEMBER }),
    // Told of in December, decided in November.
    impression('late', { happenedAtMs: DECEMBER }),
  );
  expect(await shown()).toEqual({ '(other)': 2, new: 1 });
  expect((await uses()).filter((use) => use.startsWith('2026-12'))).toEqual(['2026-12 new']);
});

test('what does not count takes no room: anybody may write any word behind an address', async () => {
  const bot = { invalidReason: INVALID_REASONS.bot };
  await take(impression('made-up', bot), impression('mail-7'), impression('mail-7', bot));
  expect(await uses()).toEqual(['2026-11 mail-7']);
  const { rows } = await sql`SELECT word, sum(events)::int AS events FROM invalid_by_sub
    JOIN sub_id_word w ON w.id = sub_id GROUP BY word HAVING sum(events) <> 0 ORDER BY word`.execute(
    test_.db,
  );
  expect(rows).toEqual([
    { word: '(other)', events: 1 },
    { word: 'mail-7', events: 1 },
  ]);
});

test('who has brought too many brings no more, and uses those that are known', async () => {
  const tooMany = { knownOnly: true };
  await take(impression('mail-7'), impression('mail-7', tooMany), impression('made-up', tooMany));
  expect(await shown()).toEqual({ 'mail-7': 2, '(other)': 1 });
  expect(await uses()).toEqual(['2026-11 mail-7']);
  // Another visitor brings it, beside an event of who may not.
  await take(impression('made-up', tooMany), impression('made-up'));
  expect(await shown()).toEqual({ 'mail-7': 2, '(other)': 1, 'made-up': 2 });
  expect((await verify(test_.db)).differences).toEqual([]);
});

test('a flood of one visitor over several servers leaves its room to the words of others', async () => {
  await fill(SUB_IDS_MOST - 6);
  const servers = await Promise.all([server(), server(), server()]);
  const flood = (from: number) =>
    Array.from({ length: 400 }, (_, index) => impression(`random-${from}-${index}`, { knownOnly: true }));
  const honest = ['mail-1', 'mail-2', 'mail-3', 'mail-4', 'mail-5'];
  await Promise.all(
    servers.map((each, index) =>
      each.take(...flood(index), ...honest.map((word) => impression(word)), ...flood(index + 10)),
    ),
  );
  await Promise.all(servers.map((each) => each.stop()));
  const { '(other)': other, ...told } = await shown();
  expect(told).toEqual(Object.fromEntries(honest.map((word) => [word, 3])));
  expect(other).toBe(3 * 800);
  expect(await uses()).toHaveLength(SUB_IDS_MOST - 1);
  // No word of the flood is kept anywhere.
  const { rows } = await sql`SELECT word FROM sub_id_word WHERE word LIKE 'random-%'`.execute(test_.db);
  expect(rows).toEqual([]);
});

test('two servers fill the last places once, and agree on every word', async () => {
  await fill(SUB_IDS_MOST - 5);
  const words = Array.from({ length: 12 }, (_, index) => `w${index}`);
  const servers = await Promise.all([server(), server(), server()]);
  await Promise.all(
    servers.map((each, index) =>
      each.take(...words.map((_, at) => impression(words[(at + index * 4) % words.length] ?? ''))),
    ),
  );
  await Promise.all(servers.map((each) => each.take(...words.map((word) => impression(word)))));
  await Promise.all(servers.map((each) => each.stop()));
  expect(await uses()).toHaveLength(SUB_IDS_MOST);
  const { '(other)': other, ...told } = await shown();
  expect(Object.values(told)).toEqual([6, 6, 6, 6, 6]);
  expect(other).toBe(7 * 6);
});

test('a word that another server takes in first leaves its place to the next', async () => {
  await fill(SUB_IDS_MOST - 2);
  const { propertyId } = world;
  const asked = { propertyId, month: '2026-11-01', words: ['first', 'second'], unproven: new Set<string>() };
  const waits = async () =>
    (
      await sql<{ waits: boolean }>`SELECT EXISTS (SELECT FROM pg_locks
        WHERE locktype = 'advisory' AND NOT granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS waits`.execute(
        test_.db,
      )
    ).rows[0]?.waits;
  let taken: Promise<ReadonlyMap<string, number>> | undefined;
  await test_.db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('sub_id_use:' || ${String(propertyId)}, 0))`.execute(
      trx,
    );
    taken = takeSubIds(test_.db, asked);
    while (!(await waits())) await setImmediate();
    await sql`WITH made AS (INSERT INTO sub_id_word (word) VALUES ('first') RETURNING id)
      INSERT INTO sub_id_use (property_id, month, sub_id)
      SELECT ${propertyId}, '2026-11-01'::date, id FROM made`.execute(trx);
  });
  expect([...((await taken)?.keys() ?? [])].sort()).toEqual(['first', 'second']);
  expect(await uses()).toHaveLength(SUB_IDS_MOST);
});

test('a click that waits for its impression keeps its word when it is settled', async () => {
  const decisionId = randomUUID();
  await take(impression('mail-7', { decisionId, kind: EVENT_KINDS.click }));
  expect(await shown()).toEqual({});
  await take(impression('mail-7', { decisionId }));
  const { rows } = await sql`SELECT word, sum(clicks)::int AS clicks, sum(invalid)::int AS invalid
    FROM rollup_hourly JOIN sub_id_word w ON w.id = sub_id GROUP BY word`.execute(test_.db);
  expect(rows).toEqual([{ word: 'mail-7', clicks: 1, invalid: 0 }]);
  expect((await verify(test_.db)).differences).toEqual([]);
});

test('who used what is forgotten after months, the words are not', async () => {
  await take(impression('mail-7'), impression('new', { decidedAtMs: DECEMBER, happenedAtMs: DECEMBER }));
  await forgetSubIdUses(test_.db, new Date(DECEMBER));
  expect(await uses()).toEqual(['2026-12 new']);
  expect(await shown()).toEqual({ 'mail-7': 1, new: 1 });
});
