import { sql } from 'kysely';
import { type Db, inTransaction } from '../../../platform/db';
import type { TellConversion, ToldConversion } from '../../conversions';

/** Conversions that were told as approved, where rejected ones are told too, and whose click was found not to count. */
async function findTakenBack(db: Db, limit: number): Promise<Omit<ToldConversion, 'event'>[]> {
  const { rows } = await sql<Omit<ToldConversion, 'event'>>`
    SELECT DISTINCT c.id AS "conversionId", c.goal_id AS "goalId", o.advertiser_id AS "ownerId"
    FROM outgoing_postback o
    JOIN postback_call told ON told.outgoing_id = o.id AND told.event = 'approved'
    JOIN conversion c ON c.id = told.conversion_id AND c.verdict = 'invalid-click'
    WHERE o.state = 'active' AND o.secret_sealed IS NOT NULL AND 'rejected' = ANY (o.events)
      AND (o.goal_id IS NULL OR o.goal_id = c.goal_id)
      AND NOT EXISTS (SELECT FROM postback_call since WHERE since.outgoing_id = o.id
        AND since.conversion_id = c.id AND since.event = 'rejected')
    ORDER BY c.id LIMIT ${limit}`.execute(db);
  return rows;
}

/**
 * Tells what a reversal took back, wherever that ran: at the command line there is no queue. What the settler of conversions
 * takes back it tells itself. Answers how many there were.
 */
export async function tellTakenBack(db: Db, tell: TellConversion, limit: number): Promise<number> {
  const found = await findTakenBack(db, limit);
  for (const each of found) await inTransaction(db, (trx) => tell(trx, { ...each, event: 'rejected' }));
  return found.length;
}
