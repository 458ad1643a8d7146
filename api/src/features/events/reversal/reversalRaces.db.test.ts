import { EVENT_KINDS } from '@ezdash/contracts';
import { createDb } from '../../../platform/db';
import { createTestDb, type TestDb } from '../../../testing/createTestDb';
import { makeWorld, storedEvents, type World, type WorldFields } from '../../serving/testWorld';
import type { IngestEvent } from '../journalRecords';
import { testIngest } from '../testIngest';
import { reverseInvalidTraffic } from './reverseInvalidTraffic';
import { reversalTools } from './testReversals';

const HOUR_MS = 3_600_000;

let test_: TestDb;
beforeAll(async () => {
  test_ = await createTestDb();
});
afterAll(() => test_.drop());

const { eventOf, ingestAll, spanOf, reverse, differences, moneyOf, figuresOf } = reversalTools(() => test_);
const worldOf = (fields: WorldFields = {}): Promise<World> => makeWorld(test_.db, fields);
const expectBooksInOrder = async () => expect(await differences()).toEqual([]);
describe('at the same time', () => {
  /** A connection pool of its own, as another process has. */
  async function withOtherDb<T>(work: (db: ReturnType<typeof createDb>) => Promise<T>): Promise<T> {
    const db = createDb(test_.connection, { max: 4, applicationName: 'another' });
    try {
      return await work(db);
    } finally {
      await db.destroy();
    }
  }

  test('two reversals of the same range give back once', async () => {
    const world = await worldOf();
    await ingestAll(Array.from({ length: 120 }, () => eventOf(world)));
    const selection = spanOf(world);
    const request = { reason: 'sivt', selection, by: 'somebody', why: 'twice' } as const;
    await withOtherDb(async (other) => {
      const runs = await Promise.all([
        reverseInvalidTraffic(test_.db, request, { batchEvents: 7 }),
        reverseInvalidTraffic(other, request, { batchEvents: 11 }),
      ]);
      expect(new Set(runs.flatMap(({ id }) => id ?? [])).size).toBe(1);
    });
    expect(await moneyOf(world)).toMatchObject({ cash: 1_000_000_000n, pending: 0n });
    await expectBooksInOrder();
  });

  test('two reversals that overlap give back each event once', async () => {
    const world = await worldOf();
    await ingestAll(Array.from({ length: 120 }, () => eventOf(world)));
    const { zoneId, campaignId, publisherId } = world;
    const span = { fromMs: Date.now() - HOUR_MS, toMs: Date.now() };
    await withOtherDb(async (other) => {
      const by = { by: 'somebody', why: 'overlap' };
      const [a, b] = await Promise.all([
        reverseInvalidTraffic(
          test_.db,
          { reason: 'sivt', selection: { zoneId, campaignId, ...span }, ...by },
          { batchEvents: 9 },
        ),
        reverseInvalidTraffic(
          other,
          { reason: 'data-centre', selection: { publisherId, ...span }, ...by },
          { batchEvents: 13 },
        ),
      ]);
      expect(a.events + b.events).toBe(120);
      expect(a.priceMicros + b.priceMicros).toBe(120_000n);
    });
    expect(await moneyOf(world)).toMatchObject({ cash: 1_000_000_000n, pending: 0n });
    await expectBooksInOrder();
  });

  test('a reversal races the ingestion of the same campaign', async () => {
    const world = await worldOf({ pricing: 'CPC' });
    const cpc = { pricing: 1, priceMicros: 4_000, payoutMicros: 3_200, claimed: false } as const;
    const { ingest, records } = testIngest(test_.connection);
    await ingest.open();
    const decisions = Array.from({ length: 300 }, () => eventOf(world, cpc));
    // Half of the clicks come in a batch before their impressions.
    const early = decisions.filter((_, at) => at % 2 === 0);
    const late = decisions.filter((_, at) => at % 2 === 1);
    const click = (event: IngestEvent) => ({ ...event, kind: EVENT_KINDS.click });
    const waves = [early.map(click), decisions.slice(0, 150), late.map(click), decisions.slice(150)];
    const ingesting = (async () => {
      for (const wave of waves)
        for (let at = 0; at < wave.length; at += 40) {
          records.push(...wave.slice(at, at + 40));
          await ingest.drain();
        }
    })();
    const span = spanOf(world, { toMs: Date.now() });
    for (let run = 0; run < 6; run += 1) await reverse(span, { batchEvents: 25 });
    await ingesting;
    await expectBooksInOrder();
    await reverse(span, { batchEvents: 50 });
    await ingest.stop();
    expect(await moneyOf(world)).toEqual({ cash: 1_000_000_000n, bonus: 0n, pending: 0n, payable: 0n });
    expect(await figuresOf(world)).toMatchObject({ impressions: 0, clicks: 0, spend: 0, budget: 0 });
    const stored = await storedEvents(test_.db, world.campaignId);
    expect(stored).toHaveLength(600);
    expect(stored.filter(({ invalid_reason }) => invalid_reason === 0)).toEqual([]);
    await expectBooksInOrder();
  });
});
