import { type Connection, createClient } from '../../platform/db';
import { utcDay } from './billing';
import { findOpenDays, foldDay } from './folding.repo';
import { singleClientDb } from './singleClientDb';

/** Most events of a day have arrived by then; what comes later is added when it comes. */
const SETTLED_AFTER_MS = 3_600_000;
const MOST_DAYS = 1_000;
/** A day of millions of rows takes its time. */
const DAY_LIMIT_MS = 10 * 60_000;

/** Folds every UTC day that ended an hour ago or earlier, oldest first; answers which (YYYY-MM-DD). */
export async function foldDays(connection: Connection, now: Date): Promise<string[]> {
  const client = createClient(connection, {
    applicationName: 'ezdash folding',
    statementTimeoutMs: DAY_LIMIT_MS,
  });
  try {
    await client.connect();
    const db = singleClientDb(client);
    const days = await findOpenDays(db, utcDay(now.getTime() - SETTLED_AFTER_MS), MOST_DAYS);
    for (const day of days) await foldDay(db, day);
    return days;
  } finally {
    await client.end().catch(() => {});
  }
}
