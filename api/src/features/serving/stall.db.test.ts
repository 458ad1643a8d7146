import { setTimeout as pause } from 'node:timers/promises';
import { publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import type { Client } from 'pg';
import { Registry } from 'prom-client';
import { createClient } from '../../platform/db';
import { openServing, type TestServing } from './testServing';
import { makeWorld, storedEvents, type World } from './testWorld';

let opened: TestServing;
let world: World;
let other: Client;
/** How far the server's clock is ahead. */
let aheadMs = 0;

beforeAll(async () => {
  opened = await openServing(
    async (test) => {
      world = await makeWorld(test.db);
    },
    { batchTimeoutMs: 500, now: () => Date.now() + aheadMs },
  );
  other = createClient(opened.test.connection, { applicationName: 'blocker' });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await opened.close();
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
      AND datname = current_database()`.execute(opened.test.db)
  ).rows.map(({ pid }) => pid);

test('events that wait for the database make the server not ready, and the figures end before them', async () => {
  const registry = new Registry();
  opened.serving.registerMetrics(registry);
  const oldest = async () =>
    Number(/^ezdash_ingest_oldest_waiting_seconds (\S+)$/m.exec(await registry.metrics())?.[1]);
  await until(() => opened.serving.stats().ingest.appliedUntilMs > 0);
  expect(opened.serving.problems()).toEqual({});
  expect(await oldest()).toBe(0);
  await other.query('BEGIN; LOCK TABLE rollup_hourly IN EXCLUSIVE MODE');
  // On a busy machine a batch before this one may have run out of its time.
  const { failures } = opened.serving.stats().ingest;
  const [ad] = await opened.web.serve(`zones=${publicId('zone', world.zoneId)}`);
  const shownMs = Date.now();
  expect((await opened.web.ask(ad?.candidates[0]?.impression ?? '')).status).toBe(204);
  await until(() => {
    const { ingest } = opened.serving.stats();
    return ingest.failures > failures && ingest.oldestWaitingMs !== null;
  });
  expect(opened.serving.problems()).toEqual({});
  aheadMs = 31_000;
  expect(opened.serving.problems()).toEqual({
    ingestion: expect.stringMatching(/^events have been waiting for the database for 3\d s \(.+\)$/),
  });
  expect(await oldest()).toBeGreaterThan(30);
  expect(opened.serving.appliedUntil().getTime()).toBeLessThanOrEqual(shownMs + 50);
  aheadMs = 0;
  await other.query('ROLLBACK');
  await until(() => opened.serving.stats().ingest.oldestWaitingMs === null);
  expect(opened.serving.problems()).toEqual({});
  expect(await storedEvents(opened.test.db, world.campaignId)).toHaveLength(1);
  expect(opened.serving.appliedUntil().getTime()).toBeGreaterThan(shownMs);
});

/** The keeper's rest between two readings that notifications ask for. */
const REST_MS = 500;

test('a burst of a hundred changes is read once, and once more for each rest that it lasts', async () => {
  await pause(1_000);
  const before = opened.serving.stats().keeper.changes;
  const begunMs = performance.now();
  for (let change = 0; change < 100; change += 1)
    await other.query('UPDATE zone SET floor_micros = $1 WHERE id = $2', [1_000_000 + change, world.zoneId]);
  const most = 2 + Math.floor((performance.now() - begunMs) / REST_MS);
  await pause(1_500);
  const { changes } = opened.serving.stats().keeper;
  expect(changes - before).toBeGreaterThanOrEqual(1);
  expect(changes - before).toBeLessThanOrEqual(most);
  expect(opened.serving.parts().engine.snapshot.zones.byId.get(world.zoneId)?.floorMicros).toBe(1_000_099);
});

test('a listener that is lost again and again is replaced by one, and changes are seen', async () => {
  let last = 0;
  for (let loss = 0; loss < 3; loss += 1) {
    await until(async () => opened.serving.stats().keeper.listening && (await listeners()).length === 1);
    const [pid = 0] = await listeners();
    expect(pid).not.toBe(last);
    last = pid;
    await sql`SELECT pg_terminate_backend(${pid})`.execute(opened.test.db);
    // The next one may stand before anybody has looked.
    await until(
      async () =>
        !opened.serving.stats().keeper.listening || (await listeners()).some((other) => other !== pid),
    );
  }
  await until(() => opened.serving.stats().keeper.listening);
  expect(await listeners()).toHaveLength(1);
  await sql`UPDATE zone SET floor_micros = 3000000 WHERE id = ${world.zoneId}`.execute(opened.test.db);
  await until(
    () => opened.serving.parts().engine.snapshot.zones.byId.get(world.zoneId)?.floorMicros === 3_000_000,
    2_000,
  );
});

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
});
