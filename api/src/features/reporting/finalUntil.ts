import { sql } from 'kysely';
import type { Db } from '../../platform/db';

/** Requests are counted in memory for a moment and events wait for their fsync before the ingestion can see them. */
const WRITTEN_WITHIN_MS = 1_000;

interface Applied {
  /** Of the processes that live, the one that is furthest behind; null when none is known. */
  by_all: Date | null;
  /** When the last batch was applied, whoever did. */
  last_batch: Date | null;
}

/**
 * Up to when events are in the figures, whichever process received them: never beyond the oldest that still waits for
 * the database. `appliedUntil` is the word of this process' own ingestion, newer than what the database has of it. When
 * nobody says anything the last batch that was applied tells.
 */
export async function finalUntil(db: Db, now: Date, appliedUntil?: Date): Promise<Date> {
  const { rows } = await sql<Applied>`
    SELECT (SELECT min(coalesce(applied_until, joined_at)) FROM serving_node
        WHERE expires_at > clock_timestamp()) AS by_all,
      (SELECT max(updated_at) FROM journal_checkpoint) AS last_batch`.execute(db);
  const [found] = rows;
  const words = [appliedUntil, found?.by_all].filter((word) => word instanceof Date);
  if (words.length > 0)
    return new Date(Math.min(now.getTime(), ...words.map((word) => word.getTime())) - WRITTEN_WITHIN_MS);
  const appliedAt = found?.last_batch ?? now;
  return appliedAt > now ? now : appliedAt;
}
