import { randomBytes } from 'node:crypto';
import { FATES } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db';
import { silentLog } from '../../platform/log';
import { createTestDb, fakeClock, type TestDb } from '../../testing';
import type { FateRow, HourRow, Trace } from '../serving';
import { createTraceWriter, type TraceSource } from './createTraceWriter';
import { addFates, addHours } from './fates.repo';
import { decisionIdAt, packedTrace } from './testDecisions';
import { insertTraces } from './traces.repo';

const NOW = '2026-11-21T12:30:00.000Z';
const NOW_MS = Date.parse(NOW);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let test_: TestDb;
beforeAll(async () => {
  test_ = await createTestDb();
});
afterAll(() => test_.drop());
beforeEach(async () => {
  await sql`TRUNCATE decision_trace, campaign_fate_hourly, traced_hourly`.execute(test_.owner);
});

async function madeTrace(fields: Partial<Trace> = {}): Promise<Trace> {
  const { fates: _, ...packed } = await packedTrace({
    decidedAtMs: NOW_MS,
    zoneId: 1,
    publisherId: 2,
    fates: [],
  });
  return { ...packed, decisionId: decisionIdAt(NOW_MS), fates: [Buffer.from([1])], ...fields };
}

/** An engine's tracer with what is put into it. */
function source() {
  const traces: Trace[] = [];
  const fates: FateRow[] = [];
  const hours: HourRow[] = [];
  const tracer = {
    take: () => traces.splice(0),
    settle: () => {},
    start: () => {},
    stop: () => {},
    tally: { take: (most: number) => fates.splice(0, most), takeHours: () => hours.splice(0) },
  };
  const engine = (): TraceSource => ({ tracer });
  return { traces, fates, hours, engine };
}

function writerOf(engine: ReturnType<typeof source>['engine'], db: Db = test_.db) {
  const outcomes: Record<string, number> = {};
  const metrics = {
    count: (outcome: string, count: number) => {
      outcomes[outcome] = (outcomes[outcome] ?? 0) + count;
    },
  };
  const writer = createTraceWriter({ db, clock: fakeClock(NOW), log: silentLog, engine, metrics });
  return { writer, outcomes };
}
const stored = async () =>
  Number(
    (await sql<{ count: bigint }>`SELECT count(*) AS count FROM decision_trace`.execute(test_.db)).rows[0]
      ?.count,
  );

/** A database in which statements with these words fail while it says so. */
function failing(statement: string, isBroken: () => boolean): Db {
  return test_.db.withPlugin({
    transformQuery: ({ node }) => {
      const isMeant = node.kind === 'RawNode' && node.sqlFragments.join('?').includes(statement);
      if (isMeant && isBroken()) throw new Error(`No ${statement}`);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
}

async function traceSaying(keyword: string): Promise<Trace> {
  const trace = await madeTrace();
  return { ...trace, inputs: { ...trace.inputs, keywords: [keyword] } };
}
const anHour: HourRow = { hourMs: NOW_MS, traces: 1, decisions: 10, squares: 100 };
const aFate: FateRow = {
  hourMs: NOW_MS,
  campaignId: 1,
  fate: FATES.won,
  gap: 0,
  decisions: 30,
  missingMicros: 0,
  rivals: 0,
};
const countOf = async (table: string) =>
  Number(
    (await sql<{ count: bigint }>`SELECT count(*) AS count FROM ${sql.table(table)}`.execute(test_.db))
      .rows[0]?.count,
  );
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 100 && !(await isSo()); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
}

/** A database that refuses everything until it is told otherwise. */
function fragile(): { db: Db; mend: () => void } {
  let broken = true;
  const db = new Proxy(test_.db, {
    get(target, property) {
      if (broken && property === 'getExecutor') throw new Error('The database is gone');
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return {
    db,
    mend: () => {
      broken = false;
    },
  };
}

test('a database that is gone costs nothing but what does not fit into the queue', async () => {
  const { traces, engine } = source();
  const { db, mend } = fragile();
  const { writer, outcomes } = writerOf(engine, db);
  for (let index = 0; index < 300; index += 1) traces.push(await madeTrace());
  await expect(writer.flush()).rejects.toThrow('The database is gone');
  for (let index = 0; index < 300; index += 1) traces.push(await madeTrace());
  await expect(writer.flush()).rejects.toThrow('The database is gone');
  expect(outcomes).toEqual({ dropped: 200 });
  mend();
  await writer.flush();
  expect(outcomes).toEqual({ dropped: 200, kept: 400 });
  expect(await stored()).toBe(400);
});

test('sums that could not be written are written the next time, once', async () => {
  const { fates, hours, engine } = source();
  const { db, mend } = fragile();
  const { writer } = writerOf(engine, db);
  hours.push(anHour);
  await expect(writer.flush()).rejects.toThrow();
  hours.push({ hourMs: NOW_MS, traces: 2, decisions: 20, squares: 202 });
  fates.push({
    hourMs: NOW_MS,
    campaignId: 1,
    fate: FATES.won,
    gap: 0,
    decisions: 30,
    missingMicros: 0,
    rivals: 0,
  });
  mend();
  await writer.flush();
  await writer.flush();
  const { rows } = await sql`SELECT traces, decisions, squares FROM traced_hourly`.execute(test_.owner);
  expect(rows).toEqual([{ traces: 3n, decisions: 30n, squares: 302n }]);
  const sums = await sql`SELECT decisions FROM campaign_fate_hourly`.execute(test_.db);
  expect(sums.rows).toEqual([{ decisions: 30n }]);
});

test('what was sampled has so much room a minute, and trials have as much of their own', async () => {
  const { traces, engine } = source();
  const { writer, outcomes } = writerOf(engine);
  // Random bytes cannot be made smaller.
  const heavy = () => ({ fates: [randomBytes(300_000)] });
  for (let index = 0; index < 10; index += 1) traces.push(await madeTrace(heavy()));
  for (let index = 0; index < 5; index += 1)
    traces.push(await madeTrace({ ...heavy(), test: true, weight: 0 }));
  await writer.flush();
  expect(outcomes).toEqual({ 'too-much': 7, kept: 8 });
  const { rows } = await sql<{ tests: bigint }>`
    SELECT count(*) AS tests FROM decision_trace WHERE test`.execute(test_.db);
  expect(rows).toEqual([{ tests: 4n }]);
});

test('several nodes add to the same sums at once', async () => {
  const rows = Array.from({ length: 200 }, (_, index) => ({
    hourMs: NOW_MS,
    campaignId: index,
    fate: FATES.outbid,
    gap: 1,
    decisions: 2,
    missingMicros: 5,
    rivals: 0,
  }));
  await Promise.all(
    Array.from({ length: 6 }, (_, node) => {
      const own = rows.map((row) => ({ ...row, rivals: 1 << (26 + node) }));
      return addFates(test_.db, node % 2 === 0 ? own : own.toReversed());
    }),
  );
  const hour = { hourMs: NOW_MS, traces: 1, decisions: 4, squares: 16 };
  await Promise.all([1, 2].map(() => addHours(test_.db, [hour])));
  const { rows: sums } = await sql`
    SELECT DISTINCT decisions, missing_micros, rivals FROM campaign_fate_hourly`.execute(test_.db);
  // The six highest bits of 32.
  expect(sums).toEqual([{ decisions: 12n, missing_micros: 30n, rivals: -(2 ** 26) }]);
  const { rows: hours } = await sql`SELECT traces, decisions, squares FROM traced_hourly`.execute(
    test_.owner,
  );
  expect(hours).toEqual([{ traces: 2n, decisions: 8n, squares: 32n }]);
});

test('traces are kept for a week, sums for two', async () => {
  const { engine } = source();
  const { writer } = writerOf(engine);
  const at = async (days: number) => {
    const decidedAtMs = NOW_MS - days * DAY_MS;
    const fates = [] as const;
    await insertTraces(test_.db, [await packedTrace({ decidedAtMs, zoneId: 1, publisherId: 2, fates })]);
    const row = {
      hourMs: decidedAtMs,
      campaignId: 1,
      fate: FATES.won,
      gap: 0,
      decisions: 1,
      missingMicros: 0,
      rivals: 0,
    };
    await addFates(test_.db, [row]);
    await addHours(test_.db, [{ hourMs: decidedAtMs, traces: 1, decisions: 1, squares: 1 }]);
  };
  for (const days of [0, 6.9, 7.1, 14, 15.1]) await at(days);
  expect(await writer.forget()).toBe(4);
  const count = async (table: string) =>
    (await sql<{ count: bigint }>`SELECT count(*) AS count FROM ${sql.table(table)}`.execute(test_.db))
      .rows[0]?.count;
  expect(await count('decision_trace')).toBe(2n);
  expect(await count('campaign_fate_hourly')).toBe(4n);
  expect(await count('traced_hourly')).toBe(4n);
});

test('runs beside everything else, and takes what is left when it is stopped', async () => {
  const { traces, engine } = source();
  const { writer } = writerOf(engine);
  traces.push(await madeTrace());
  writer.start();
  for (let tries = 0; tries < 100 && (await stored()) < 1; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await stored()).toBe(1);
  traces.push(await madeTrace());
  await writer.stop();
  expect(await stored()).toBe(2);
});

test('traces that the database can never take are dropped and counted, all others are kept', async () => {
  const { traces, hours, engine } = source();
  const { writer, outcomes } = writerOf(engine);
  for (const keyword of ['tea', 'a\u0000b', 'milk', '\ud83d', '\udf75\ud83d', 'grün 🍵'])
    traces.push(await traceSaying(keyword));
  for (let index = 0; index < 60; index += 1) traces.push(await madeTrace());
  hours.push(anHour);
  await writer.flush();
  expect(outcomes).toEqual({ kept: 63, refused: 3 });
  expect([await stored(), await countOf('traced_hourly')]).toEqual([63, 1]);
  traces.push(await madeTrace());
  await writer.flush();
  expect(await stored()).toBe(64);
});

test('traces that fail again and again make room, and are packed once', async () => {
  let isBroken = true;
  const { traces, engine } = source();
  const { writer, outcomes } = writerOf(
    engine,
    failing('INSERT INTO decision_trace', () => isBroken),
  );
  for (let index = 0; index < 60; index += 1) traces.push(await madeTrace());
  for (let tries = 0; tries < 10; tries += 1) await expect(writer.flush()).rejects.toThrow('No INSERT');
  expect(outcomes).toEqual({ dropped: 50 });
  isBroken = false;
  await writer.flush();
  expect(outcomes).toEqual({ dropped: 50, kept: 10 });
});

test('sums are written and old traces forgotten also while traces cannot be kept', async () => {
  const { traces, fates, hours, engine } = source();
  const old = NOW_MS - 8 * DAY_MS;
  await insertTraces(test_.db, [
    await packedTrace({ decidedAtMs: old, zoneId: 1, publisherId: 2, fates: [] }),
  ]);
  const { writer } = writerOf(
    engine,
    failing('INSERT INTO decision_trace', () => true),
  );
  traces.push(await madeTrace());
  hours.push(anHour);
  fates.push(aFate);
  writer.start();
  const isDone = async () =>
    (await countOf('traced_hourly')) === 1 &&
    (await countOf('campaign_fate_hourly')) === 1 &&
    (await stored()) === 0;
  await until(isDone);
  expect(await isDone()).toBe(true);
  await writer.stop();
});

test('after one that the database refuses the writer goes on', async () => {
  const { traces, hours, engine } = source();
  const { writer, outcomes } = writerOf(engine);
  traces.push(await traceSaying('\u0000'));
  writer.start();
  await until(async () => outcomes.refused === 1);
  traces.push(await madeTrace());
  hours.push(anHour);
  await until(async () => (await stored()) === 1);
  await writer.stop();
  expect([await stored(), await countOf('traced_hourly')]).toEqual([1, 1]);
});
