import { sql } from 'kysely';
import type { Db } from '../../platform/db';

/** What is acknowledged is in the figures within a second while the ingestion works: a quarter of one to read, and the batch. */
const INGESTED_WITHIN_MS = 1_000;

/**
 * Up to when events are in the figures. While the ingestion is well, that is a second ago, however quiet the network;
 * otherwise the last batch that was applied tells.
 */
export async function finalUntil(db: Db, now: Date, isIngesting: () => boolean): Promise<Date> {
  if (isIngesting()) return new Date(now.getTime() - INGESTED_WITHIN_MS);
  const { rows } = await sql<{ applied_at: Date | null }>`
    SELECT max(updated_at) AS applied_at FROM journal_checkpoint`.execute(db);
  const appliedAt = rows[0]?.applied_at ?? now;
  return appliedAt > now ? now : appliedAt;
}
