import { Writable } from 'node:stream';
import type { Response } from 'express';
import { sql } from 'kysely';
import { silentLog } from '../../platform/log';
import { createTestDb, makeAdvertiser, type TestDb } from '../../testing';
import { metricsAsk, metricsQuery } from '.';
import { createSendExport } from './sendExport';

let test_: TestDb;
let ownerId: number;

beforeAll(async () => {
  test_ = await createTestDb();
  ownerId = (await makeAdvertiser(test_.db)).id;
});
afterAll(() => test_.drop());

/** A reader that takes pieces, or leaves them lying. */
function readerOf(takes: boolean) {
  const pieces: string[] = [];
  const stream = new Writable({
    highWaterMark: 1,
    write: (piece: Buffer, _encoding, done) => {
      pieces.push(piece.toString());
      if (takes) done();
    },
  });
  const res = Object.assign(stream, {
    headersSent: false,
    set() {
      this.headersSent = true;
    },
  }) as unknown as Response;
  return { res, pieces };
}
const ask = () =>
  metricsAsk(
    metricsQuery.parse({ group: 'date', from: '2026-11-20', to: '2026-11-20' }),
    'advertiser',
    ownerId,
    new Date('2026-11-21T12:00:00Z'),
  );
const translate = (_locale: string, text: string) => text;

test('a reader who takes nothing ends the query, and may ask again', async () => {
  const sendExport = createSendExport({ db: test_.db, log: silentLog, translate, idleMs: 50 });
  const still = readerOf(false);
  await sendExport(ask(), { res: still.res, locale: 'en' }).catch(() => {});
  expect(still.pieces).toHaveLength(1);
  expect(still.res.destroyed).toBe(true);
  const { rows } = await sql`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`.execute(
    test_.db,
  );
  expect(rows).toEqual([]);
  const quick = readerOf(true);
  await sendExport(ask(), { res: quick.res, locale: 'en' });
  expect(quick.pieces[0]).toMatch(/^\uFEFFdate,/);
});

test('a reader who left before the rows were asked for holds nothing', async () => {
  const sendExport = createSendExport({ db: test_.db, log: silentLog, translate, idleMs: 60_000 });
  const left = readerOf(true);
  await new Promise((resolve) => left.res.once('close', resolve).destroy());
  await sendExport(ask(), { res: left.res, locale: 'en' });
  expect(left.pieces).toEqual([]);
  const next = readerOf(true);
  await sendExport(ask(), { res: next.res, locale: 'en' });
  expect(next.pieces[0]).toMatch(/^\uFEFFdate,/);
});
