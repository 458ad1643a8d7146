import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Client } from 'pg';
import { Registry } from 'prom-client';
import { createClient } from '../../platform/db';
import { silentLog } from '../../platform/log';
import { createTestDb, type TestDb } from '../../testing/createTestDb';
import { createServing, type Serving } from './createServing';
import { listen, makeWorld, storedEvents, temporaryDir, type World } from './testWorld';

let test_: TestDb;
let data: Awaited<ReturnType<typeof temporaryDir>>;
let world: World;
let serving: Serving;
let web: Awaited<ReturnType<typeof listen>>;
let other: Client;
/** How far the server's clock is ahead. */
let aheadMs = 0;

beforeAll(async () => {
  test_ = await createTestDb();
  data = await temporaryDir();
  world = await makeWorld(test_.db);
  other = createClient(test_.connection, { applicationName: 'blocker' });
  await other.connect();
  serving = createServing({
    db: test_.db,
    connection: test_.connection,
    dataDir: data.dir,
    log: silentLog,
    tokenKeys: [{ id: 1, secret: randomBytes(32) }],
    tagSource: '',
    batchTimeoutMs: 500,
    now: () => Date.now() + aheadMs,
  });
  await serving.start();
  web = await listen(serving.handle);
}, 30_000);
afterAll(async () => {
  await web.close();
  await serving.stop();
  await other.end();
  await test_.drop();
  await data.remove();
});

async function until(holds: () => boolean | Promise<boolean>, withinMs = 8_000): Promise<void> {
  const end = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('It did not come to be in time');
    await pause(20);
  }
}

const listeners = async () =>
  (
    await sql<{
      pid: number;
    }>`SELECT pid FROM pg_stat_activity WHERE application_name = 'ezdash serving listener'
      AND datname = current_database()`.execute(test_.db)
  ).rows.map(({ pid }) => pid);

test('events that wait for the database make the server not ready, and the figures end before them', async () => {
  const registry = new Registry();
  serving.registerMetrics(registry);
  const oldest = async () =>
    Number(/^ezdash_ingest_oldest_waiting_seconds (\S+)$/m.exec(await registry.metrics())?.[1]);
  await until(() => serving.stats().ingest.appliedUntilMs > 0);
  expect(serving.problems()).toEqual({});
  expect(await oldest()).toBe(0);
  await other.query('BEGIN; LOCK TABLE rollup_hourly IN ACCESS EXCLUSIVE MODE');
  const [ad] = await web.serve(`zones=${publicId('zone', world.zoneId)}`);
  const shownMs = Date.now();
  expect((await web.ask(ad?.candidates[0]?.impression ?? '')).status).toBe(204);
  await until(() => serving.stats().ingest.failures > 0);
  expect(serving.problems()).toEqual({});
  aheadMs = 31_000;
  expect(serving.problems()).toEqual({
    ingestion: expect.stringMatching(/^events have been waiting for the database for 3\d s \(.+\)$/),
  });
  expect(await oldest()).toBeGreaterThan(30);
  expect(serving.appliedUntil().getTime()).toBeLessThanOrEqual(shownMs + 50);
  aheadMs = 0;
  await other.query('ROLLBACK');
  await until(() => serving.stats().ingest.oldestWaitingMs === null);
  expect(serving.problems()).toEqual({});
  expect(await storedEvents(test_.db, world.campaignId)).toHaveLength(1);
  expect(serving.appliedUntil().getTime()).toBeGreaterThan(shownMs);
});

test('a burst of a hundred changes makes at most two rebuilds', async () => {
  await pause(1_000);
  const before = serving.stats().keeper.refreshes;
  for (let change = 0; change < 100; change += 1)
    await other.query('UPDATE zone SET floor_micros = $1 WHERE id = $2', [1_000_000 + change, world.zoneId]);
  await pause(1_500);
  const { refreshes } = serving.stats().keeper;
  expect(refreshes - before).toBeGreaterThanOrEqual(1);
  expect(refreshes - before).toBeLessThanOrEqual(2);
  expect(serving.parts().engine.snapshot.zonesById.get(world.zoneId)?.floorMicros).toBe(1_000_099);
});

test('a listener that is lost again and again is replaced by one, and changes are seen', async () => {
  let last = 0;
  for (let loss = 0; loss < 3; loss += 1) {
    await until(async () => serving.stats().keeper.listening && (await listeners()).length === 1);
    const [pid = 0] = await listeners();
    expect(pid).not.toBe(last);
    last = pid;
    await sql`SELECT pg_terminate_backend(${pid})`.execute(test_.db);
    await until(() => !serving.stats().keeper.listening);
  }
  await until(() => serving.stats().keeper.listening);
  expect(await listeners()).toHaveLength(1);
  await sql`UPDATE zone SET floor_micros = 3000000 WHERE id = ${world.zoneId}`.execute(test_.db);
  await until(
    () => serving.parts().engine.snapshot.zonesById.get(world.zoneId)?.floorMicros === 3_000_000,
    2_000,
  );
}, 30_000);

test('a listener whose server process stands still is left behind, not kept', async () => {
  await until(async () => (await listeners()).length === 1);
  const [frozen = 0] = await listeners();
  process.kill(frozen, 'SIGSTOP');
  try {
    await until(async () => (await listeners()).length === 2);
  } finally {
    process.kill(frozen, 'SIGCONT');
  }
  await until(async () => (await listeners()).every((pid) => pid !== frozen));
  expect(await listeners()).toHaveLength(1);
}, 20_000);
