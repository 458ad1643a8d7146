import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { migrate } from '../../platform/db';
import { migrationsDir } from '../../platform/db/migrate';
import { createTestDb, type TestDb } from '../../testing';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let test_: TestDb;
let before: string;
/** A database as the migrations before quarters leave it. */
beforeEach(async () => {
  test_ = await createTestDb();
  before = mkdtempSync(path.join(tmpdir(), 'ezdash-migrations-'));
  for (const file of readdirSync(migrationsDir()))
    if (file < '0125') copyFileSync(path.join(migrationsDir(), file), path.join(before, file));
  await sql`DROP SCHEMA public CASCADE`.execute(test_.owner);
  await sql`CREATE SCHEMA public`.execute(test_.owner);
  await migrate(test_.ownerConnection, { dir: before });
});
afterEach(async () => {
  rmSync(before, { recursive: true });
  await test_.drop();
});

/** As the release before adds requests. */
const addRequests = (count: number) =>
  sql`INSERT INTO request_hourly AS r (hour, zone_id, country, device, publisher_id, property_id, reason, requests)
    VALUES ('2026-11-21 10:00+00', 1, 'DE', 1, 1, 1, 0, ${count})
    ON CONFLICT (hour, zone_id, country, device, reason) DO UPDATE SET requests = r.requests + excluded.requests`.execute(
    test_.owner,
  );
const readUntil = async () => {
  const { rows } = await sql<{ until: string }>`SELECT until::text FROM whole_hours`.execute(test_.owner);
  return rows.map(({ until }) => until);
};

test('figures from before quarters are known by whole hours, and a server from before still adds to them', async () => {
  await addRequests(3);
  await migrate(test_.ownerConnection);
  await addRequests(4);
  const { rows } = await sql`SELECT quarter, requests FROM request_quarterly`.execute(test_.owner);
  expect(rows).toEqual([{ quarter: 0, requests: 7n }]);
  const [until = ''] = await readUntil();
  const ahead = Date.parse(until) - Date.now();
  expect(Date.parse(until) % DAY_MS).toBe(0);
  // Behind the next fold, by which servers from before have stopped.
  expect(ahead).toBeGreaterThan(22 * HOUR_MS);
  expect(ahead).toBeLessThanOrEqual(49 * HOUR_MS);
});

test('a network without figures has nothing that is known by whole hours', async () => {
  await migrate(test_.ownerConnection);
  expect(await readUntil()).toEqual(['-infinity']);
});
