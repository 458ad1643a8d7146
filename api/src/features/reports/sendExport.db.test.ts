import { Writable } from 'node:stream';
import type { Response } from 'express';
import { sql } from 'kysely';
import { silentLog } from '../../platform/log';
import { createTestDb, makeAdvertiser, type TestDb } from '../../testing';
import { until } from '../../testing/until';
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
const ask = (owner = ownerId) =>
  metricsAsk(
    metricsQuery.parse({ group: 'date', from: '2026-11-20', to: '2026-11-20' }),
    'advertiser',
    owner,
    new Date('2026-11-21T12:00:00Z'),
  );
const translate = (_locale: string, text: string) => text;
const open = () => createSendExport({ db: test_.db, log: silentLog, translate });

test('readers who take nothing keep nobody from an export, and no transaction open', async () => {
  const sendExport = open();
  const still = [1, 2, 3, 4].map(() => readerOf(false));
  const waiting = still.map(async ({ res }, index) => {
    await sendExport(ask(ownerId + 1 + index), { res, locale: 'en' });
  });
  await until(
    async () => still.filter(({ pieces }) => pieces.length > 0).length,
    (count) => count === still.length,
    'The first piece of each',
  );
  const quick = readerOf(true);
  await sendExport(ask(), { res: quick.res, locale: 'en' });
  expect(quick.pieces[0]).toMatch(/^\uFEFFdate,/);
  const { rows } = await sql`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`.execute(
    test_.db,
  );
  expect(rows).toEqual([]);
  for (const { res } of still) res.destroy();
  await Promise.all(waiting);
});

test('an account has one export at a time, until its reader has it or is gone', async () => {
  const sendExport = open();
  const still = readerOf(false);
  const sent = sendExport(ask(), { res: still.res, locale: 'en' });
  await expect(sendExport(ask(), { res: readerOf(true).res, locale: 'en' })).rejects.toMatchObject({
    code: 'EXPORT_RUNNING',
  });
  still.res.destroy();
  await sent;
  const next = readerOf(true);
  await sendExport(ask(), { res: next.res, locale: 'en' });
  expect(next.pieces[0]).toMatch(/^\uFEFFdate,/);
});

test('a reader who left before the rows were asked for holds nothing', async () => {
  const sendExport = open();
  const left = readerOf(true);
  await new Promise((resolve) => left.res.once('close', resolve).destroy());
  await sendExport(ask(), { res: left.res, locale: 'en' });
  expect(left.pieces).toEqual([]);
  const next = readerOf(true);
  await sendExport(ask(), { res: next.res, locale: 'en' });
  expect(next.pieces[0]).toMatch(/^\uFEFFdate,/);
});
