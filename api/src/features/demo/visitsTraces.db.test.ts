import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { estimateInput, NO_FILL_REASONS, TRACE_DAYS } from '@ezdash/contracts';
import { sql } from 'kysely';
import { silentLog } from '../../platform/log';
import { createTestDb, fakeClock, type TestDb } from '../../testing';
import { createImageStore } from '../creatives';
import { createEstimateService } from '../estimates/estimates.service';
import { verify } from '../ledger';
import { NO_LEARNING } from '../serving/createLearner';
import { buildSnapshot } from '../serving/hot/index/buildSnapshot';
import { readInput } from '../serving/snapshot.repo';
import { seedDemo } from './seedDemo';
import { createBlockSampler, traceEvery } from './visitsTraces';

// A whole past: more than the five seconds a test usually has.
jest.setTimeout(120_000);

const clock = fakeClock('2026-11-21T15:00:00.000Z');
const DAY_MS = 86_400_000;
/** Requests that no ad server decided. */
const UNDECIDED = [
  NO_FILL_REASONS['unknown-zone'],
  NO_FILL_REASONS['zone-paused'],
  NO_FILL_REASONS['property-not-approved'],
  NO_FILL_REASONS.bot,
  NO_FILL_REASONS.prefetch,
];

let dataDir: string;
let test_: TestDb;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'ezdash-traces-'));
  test_ = await createTestDb();
});
afterEach(async () => {
  await test_.drop();
  await rm(dataDir, { recursive: true });
});

const seed = (days: number, pageViews: number) =>
  seedDemo({
    db: test_.db,
    connection: test_.connection,
    owner: test_.ownerConnection,
    dataDir,
    store: createImageStore(path.join(dataDir, 'creatives')),
    log: silentLog,
    tokenKeys: [{ id: 1, secret: Buffer.alloc(32, 7) }],
    password: 'amber-heron-482',
    siteUrl: 'http://localhost:18081',
    days,
    now: clock.now(),
    pageViews,
  });

async function sumsOf(since: Date) {
  const { rows } = await sql<{
    traced: number;
    requests: number;
    traces: number;
    oldest: Date;
    beyond: number;
  }>`
    SELECT (SELECT sum(decisions)::int FROM traced_hourly WHERE hour >= ${since}) AS traced,
      (SELECT sum(requests)::int FROM request_hourly
        WHERE hour >= ${since} AND reason <> ALL(${UNDECIDED}::int2[])) AS requests,
      (SELECT count(*)::int FROM decision_trace) AS traces, (SELECT min(decided_at) FROM decision_trace) AS oldest,
      (SELECT count(*)::int FROM (
        SELECT f.campaign_id FROM campaign_fate_hourly f JOIN traced_hourly t USING (hour)
        GROUP BY f.hour, f.campaign_id, t.decisions HAVING sum(f.decisions) > t.decisions) more) AS beyond`.execute(
    test_.db,
  );
  const [row] = rows;
  if (!row) throw new Error('There are no sums');
  return row;
}

test('the last days of a new demo leave traces: sums that agree with the requests, and an estimate that is told', async () => {
  expect(await seed(16, 1_200)).toBe(true);
  const sums = await sumsOf(new Date(clock.nowMs() - 14 * DAY_MS));
  expect(sums.requests).toBeGreaterThan(500);
  // So few visits are looked into one by one.
  expect(sums.traced).toBe(sums.requests);
  // Each campaign fared once in each decision, at most.
  expect(sums.beyond).toBe(0);
  expect(sums.traces).toBeGreaterThan(200);
  expect(sums.oldest.getTime()).toBeGreaterThanOrEqual(clock.nowMs() - TRACE_DAYS * DAY_MS);
  expect((await verify(test_.db)).differences).toEqual([]);

  const { db } = test_;
  const snapshot = buildSnapshot(await readInput(db, NO_LEARNING));
  const service = createEstimateService({ db, clock, engine: () => ({ snapshot }) });
  const { id } = await db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', 'advertiser@demo.test')
    .executeTakeFirstOrThrow();
  const asked = estimateInput.parse({ targeting: {}, pricing: 'CPM', bid_micros: 7_000_000 });
  const told = await service.estimate(id, asked);
  expect(told).toMatchObject({ state: 'told', competition: 'told' });
  expect(told.reach?.per_day).toBeGreaterThan(0);
});

test('of many visits one in so many stands for all of them', async () => {
  const [days, pageViews] = [1, 3_600];
  expect(traceEvery(3_600 * 3, days)).toBeGreaterThan(1);
  await seed(days, pageViews);
  const sums = await sumsOf(new Date(clock.nowMs() - 2 * DAY_MS));
  expect(sums.traces).toBeLessThan(sums.requests / 2);
  // But for the last block, of which none may have been drawn yet.
  expect(Math.abs(sums.traced - sums.requests)).toBeLessThanOrEqual(traceEvery(3_600 * 4, days));
  expect(sums.beyond).toBe(0);
});

test('one of each block is taken, whichever is drawn', () => {
  for (const every of [1, 2, 7]) {
    let at = 0;
    const draws = [0, 0.999, 0.4, 0.7];
    const sampler = createBlockSampler(every, () => draws[at++ % draws.length] ?? 0);
    const taken = Array.from({ length: every * 20 }, () => sampler.takes(1, false, 0));
    for (let block = 0; block < 20; block += 1)
      expect(taken.slice(block * every, (block + 1) * every).filter(Boolean)).toHaveLength(1);
    expect(sampler.weight).toBe(every);
  }
});
