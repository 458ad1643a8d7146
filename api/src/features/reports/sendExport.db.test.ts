import { Writable } from 'node:stream';
import type { Response } from 'express';
import { sql } from 'kysely';
import { inTransaction } from '../../platform/db';
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
const open = (limits?: Parameters<typeof createSendExport>[1]) =>
  createSendExport({ db: test_.db, log: silentLog, translate }, limits);
const TOO_MANY = { status: 503 };

/** Holds all figures, so that exports that are read do not end before `release`. */
async function holdReads() {
  let release: () => void = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let begin: () => void = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const held = inTransaction(test_.db, async (trx) => {
    await sql`LOCK TABLE rollup_hourly IN ACCESS EXCLUSIVE MODE`.execute(trx);
    begin();
    await released;
  });
  await begun;
  return async () => {
    release();
    await held;
  };
}

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

describe('while four exports are read', () => {
  const others = () => [1, 2, 3, 4].map((more) => ({ owner: ownerId + more, reader: readerOf(true) }));
  const patient = { mostFiles: 16, longestWaitMs: 20_000 };

  test('another account waits for its turn, in front of those that come again', async () => {
    const release = await holdReads();
    const sendExport = open(patient);
    const order: number[] = [];
    const send = (owner: number) =>
      sendExport(ask(owner), { res: readerOf(true).res, locale: 'en' }).then(() => order.push(owner));
    const again = async (owner: number) => {
      for (let time = 0; time < 5; time += 1) await send(owner);
    };
    const four = others().map(({ owner }) => again(owner));
    const mine = send(ownerId);
    await release();
    await Promise.all([...four, mine]);
    expect(order).toHaveLength(21);
    // It begins fifth; how long each takes is not for the test to say.
    expect(order.indexOf(ownerId)).toBeLessThan(15);
  });

  test('whoever waits for too long, or leaves, gives the place back', async () => {
    const release = await holdReads();
    const sendExport = open({ mostFiles: 16, longestWaitMs: 50 });
    const four = others().map(({ owner, reader }) =>
      sendExport(ask(owner), { res: reader.res, locale: 'en' }),
    );
    const late = sendExport(ask(), { res: readerOf(true).res, locale: 'en' });
    await expect(late).rejects.toMatchObject(TOO_MANY);
    const leaving = readerOf(true);
    const left = sendExport(ask(), { res: leaving.res, locale: 'en' });
    leaving.res.destroy();
    await left;
    expect(leaving.pieces).toEqual([]);
    await release();
    await Promise.all(four);
    const next = readerOf(true);
    await sendExport(ask(), { res: next.res, locale: 'en' });
    expect(next.pieces[0]).toMatch(/^\uFEFFdate,/);
  });
});

test('a node keeps so many files and no more, however slowly they are read', async () => {
  const sendExport = open({ mostFiles: 2, longestWaitMs: 20_000 });
  const still = [1, 2].map((more) => ({ owner: ownerId + more, reader: readerOf(false) }));
  const sent = still.map(({ owner, reader }) => sendExport(ask(owner), { res: reader.res, locale: 'en' }));
  await until(
    async () => still.filter(({ reader }) => reader.pieces.length > 0).length,
    (count) => count === still.length,
    'The first piece of each',
  );
  const third = () => sendExport(ask(), { res: readerOf(true).res, locale: 'en' });
  await expect(third()).rejects.toMatchObject(TOO_MANY);
  still[0]?.reader.res.destroy();
  await sent[0];
  await third();
  still[1]?.reader.res.destroy();
  await sent[1];
});
