import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDb } from '../../../api/src/platform/db';
import { startEmbeddedPostgres } from '../../../api/src/platform/embeddedPostgres';

const EVERY_MS = 1_000;
const TIMEOUT_MS = 600_000;

/** Waits until the days of a running server's past are folded; answers how many rows of figures an advertiser has. */
export async function waitForFolding(
  dataDir: string,
  email: string,
): Promise<{ hourly_rows: number; daily_rows: number; days: number }> {
  // The server's own database: it is adopted, and left with it.
  const { connection, stop } = await startEmbeddedPostgres({ dataDir });
  const open = openDb(connection, { statementTimeoutMs: 0 });
  try {
    for (const endsAt = Date.now() + TIMEOUT_MS; Date.now() < endsAt; await pause(EVERY_MS)) {
      const { rows } = await sql<{ open: number }>`
        SELECT count(*)::int AS open FROM (
          SELECT DISTINCT (hour AT TIME ZONE 'UTC')::date AS day FROM rollup_hourly
          WHERE hour < date_trunc('day', now() - interval '1 hour', 'UTC')) d
        WHERE NOT EXISTS (SELECT FROM rollup_day WHERE rollup_day.day = d.day)`.execute(open.db);
      if (rows[0]?.open !== 0) continue;
      const counted = await sql<{ hourly_rows: number; daily_rows: number; days: number }>`
        WITH owner AS (SELECT id FROM app_user WHERE email = ${email})
        SELECT (SELECT count(*)::int FROM rollup_hourly WHERE advertiser_id = owner.id) AS hourly_rows,
          (SELECT count(*)::int FROM rollup_daily WHERE owner_id = owner.id) AS daily_rows,
          (SELECT count(*)::int FROM rollup_day) AS days
        FROM owner`.execute(open.db);
      const [year] = counted.rows;
      if (year) return year;
    }
    throw new Error('The days of the demo were not folded');
  } finally {
    await open.db.destroy();
    await stop();
  }
}
