import { SUB_IDS_MOST } from '@ezdash/contracts';
import { sql } from 'kysely';
import { type Db, inTransaction } from '../../platform/db';

/** Sub ids of a property in a month (its first day, UTC), each once. */
export interface SubIdsAsked {
  propertyId: number;
  month: string;
  words: readonly string[];
  /** Those of the words that only count if they are known: of events that do not count, or of who brings too many. */
  unproven: ReadonlySet<string>;
}

/** Words → their numbers, of those that the property has used in the month. */
async function findUsed(db: Db, { propertyId, month, words }: SubIdsAsked): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; word: string }>`
    SELECT w.id, w.word FROM sub_id_word w
    JOIN sub_id_use u ON u.sub_id = w.id AND u.property_id = ${propertyId} AND u.month = ${month}::date
    WHERE w.word = ANY(${[...words]}::text[])`.execute(db);
  return new Map(rows.map(({ id, word }) => [word, id]));
}

/** Takes in as many of the words, in their order, as the property has room for in the month. */
async function admit(trx: Db, asked: SubIdsAsked, unknown: readonly string[]): Promise<void> {
  const { propertyId, month } = asked;
  // One at a time for a property, so that two nodes do not fill the last place twice.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('sub_id_use:' || ${String(propertyId)}, 0))`.execute(
    trx,
  );
  // Another node may have taken some of them in just before: they need no place.
  const used = await findUsed(trx, asked);
  const words = unknown.filter((word) => !used.has(word));
  const { rows } = await sql<{ used: number }>`
    SELECT count(*)::int AS used FROM sub_id_use WHERE property_id = ${propertyId} AND month = ${month}::date`.execute(
    trx,
  );
  const fitting = words.slice(0, Math.max(0, SUB_IDS_MOST - (rows[0]?.used ?? 0)));
  if (fitting.length === 0) return;
  // In one order everywhere: nodes that add the same words wait for one another and not in a circle.
  await sql`INSERT INTO sub_id_word (word) SELECT word FROM unnest(${[...fitting].sort()}::text[]) word
    ON CONFLICT DO NOTHING`.execute(trx);
  await sql`INSERT INTO sub_id_use (property_id, month, sub_id)
    SELECT ${propertyId}, ${month}::date, id FROM sub_id_word WHERE word = ANY(${fitting}::text[])
    ON CONFLICT DO NOTHING`.execute(trx);
}

/** Words → their numbers, of those that are told apart; the new ones among them are from now on, as far as there is room. */
export async function takeSubIds(db: Db, asked: SubIdsAsked): Promise<ReadonlyMap<string, number>> {
  const used = await findUsed(db, asked);
  const unknown = asked.words.filter((word) => !used.has(word) && !asked.unproven.has(word));
  if (unknown.length === 0) return used;
  return inTransaction(db, async (trx) => {
    await admit(trx, asked, unknown);
    return findUsed(trx, asked);
  });
}

/** Who used what in months that are long over is needed by nobody: the words stay. */
export async function forgetSubIdUses(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM sub_id_use WHERE month < date_trunc('month', ${before}::timestamptz AT TIME ZONE 'UTC')::date`.execute(
    db,
  );
}
