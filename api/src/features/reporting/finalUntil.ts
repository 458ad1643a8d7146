import { sql } from 'kysely';
import type { Db } from '../../platform/db';

/** Requests are counted in memory for a moment and events wait for their fsync before the ingestion can see them. */
const WRITTEN_WITHIN_MS = 1_000;

/**
 * Up to when events are in the figures: never beyond the oldest that still waits for the database. Without a word of
 * the ingestion the last batch that was applied tells.
 */
export async function finalUntil(db: Db, now: Date, appliedUntil?: Date): Promise<Date> {
  if (appliedUntil) return new Date(Math.min(now.getTime(), appliedUntil.getTime()) - WRITTEN_WITHIN_MS);
  const { rows } = await sql<{ applied_at: Date | null }>`
    SELECT max(updated_at) AS applied_at FROM journal_checkpoint`.execute(db);
  const appliedAt = rows[0]?.applied_at ?? now;
  return appliedAt > now ? now : appliedAt;
}
