import { sql } from 'kysely';
import { createTestDb, type TestDb } from '../../testing';
import { createTracer, type KeptSpan, runInTrace, traceText } from '../trace';
import { inTransaction, openDb } from '.';

const ORIGIN = { correlationId: 'click-12345678', debugSessionId: 7, bornAtMs: Date.now() };

let test: TestDb;
let spans: KeptSpan[];
const tracer = createTracer({
  insert: async (batch) => void spans.push(...batch),
  node: 'n1',
  log: { warn: () => {} },
});
const traced = <T>(work: () => Promise<T>) => runInTrace(tracer.contextOf(ORIGIN, 'request-1'), work);
const kept = async () => {
  await tracer.flush();
  return spans;
};

beforeAll(async () => {
  test = await createTestDb();
});
beforeEach(() => {
  spans = [];
});
afterAll(() => test.drop());

it('keeps the text of a query, how long it took and whether it failed, never what it was asked with', async () => {
  await sql`SELECT 1`.execute(test.db);
  await traced(async () => {
    await test.db.selectFrom('app_user').select('id').where('email', '=', 'hunter2@example.com').execute();
    await expect(sql`SELECT ${'hunter2'}::integer`.execute(test.db)).rejects.toThrow();
    await inTransaction(test.db, (trx) => sql`SELECT 2`.execute(trx));
  });
  expect(await kept()).toMatchObject([
    { kind: 'sql', name: 'select "id" from "app_user" where "email" = $1', failed: false, detail: {} },
    { kind: 'sql', name: 'SELECT $1::integer', failed: true, detail: { code: '22P02' } },
    { name: 'begin' },
    { name: 'SELECT 2' },
    { name: 'commit' },
  ]);
  for (const { durationMs } of spans) expect(durationMs).toBeGreaterThan(0);
  expect(JSON.stringify(spans)).not.toContain('hunter2');
});

describe('a connection', () => {
  const setting = async (db = test.db) => {
    const query = sql<{ is: string | null }>`SELECT nullif(current_setting('ezdash.trace', true), '') AS is`;
    return (await query.execute(db)).rows[0]?.is ?? null;
  };

  it('carries the origin of the call that has it, in transactions too, and goes back without', async () => {
    // One connection, so that the next one is the same.
    const { db } = openDb(test.connection, { max: 1 });
    try {
      expect(await setting(db)).toBeNull();
      expect(await traced(() => setting(db))).toBe(traceText(ORIGIN));
      expect(await setting(db)).toBeNull();
      expect(await traced(() => inTransaction(db, setting))).toBe(traceText(ORIGIN));
      const broken = traced(() => inTransaction(db, (trx) => sql`SELECT 1 / 0`.execute(trx)));
      await expect(broken).rejects.toThrow();
      expect(await setting(db)).toBeNull();
    } finally {
      await db.destroy();
    }
  });

  it('carries nothing for a call that nobody debugs', async () => {
    const context = tracer.contextOf({ ...ORIGIN, debugSessionId: null }, null);
    expect(await runInTrace(context, () => setting())).toBeNull();
  });

  it('has triggers write it behind their notes', async () => {
    const client = await test.pool.connect();
    const notes: string[] = [];
    client.on('notification', ({ payload }) => notes.push(payload ?? ''));
    try {
      await client.query('LISTEN realtime');
      const tell = () => sql`SELECT tell_realtime('balance', ARRAY['1', '22'])`.execute(test.db);
      await tell();
      await traced(tell);
      await client.query('SELECT 1');
      expect(notes).toEqual(['balance:1,22', `balance:1,22\n${traceText(ORIGIN)}`]);
      // As long as they can be.
      const things = Array.from({ length: 400 }, (_, at) => `2147483647/${String(at).padStart(32, '0')}`);
      const longest = { correlationId: 'c'.repeat(64), debugSessionId: 2_147_483_647, bornAtMs: Date.now() };
      await runInTrace(tracer.contextOf(longest, null), () =>
        sql`SELECT tell_realtime('campaign', ${things}::text[])`.execute(test.db),
      );
      await client.query('SELECT 1');
      expect(notes.slice(2).map((note) => note.endsWith(traceText(longest)))).toEqual([true, true, true]);
    } finally {
      client.release(true);
    }
  });
});
