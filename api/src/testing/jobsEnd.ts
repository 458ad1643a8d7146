import { sql } from 'kysely';
import type { Db } from '../platform/db';
import { until } from './until';

/**
 * Until no job that is due waits or runs.
 *
 * @param later those that are due later count too: what failed and is tried again
 */
export async function jobsEnd(db: Db, { later = false } = {}): Promise<void> {
  const read = async () => {
    const { rows } = await sql`SELECT FROM pgboss.job
      WHERE state < 'completed' AND name NOT LIKE '%.dead' AND (${later} OR start_after <= now())`.execute(
      db,
    );
    return rows.length;
  };
  await until(read, (count) => count === 0, 'The end of all jobs');
}
