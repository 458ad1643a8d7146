import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db';

/** Keys of the call-outs that somebody has put away and that are not back yet. */
export async function findDismissed(db: Db, userId: number, now: Date): Promise<Set<string>> {
  const rows = await db
    .selectFrom('call_out_dismissal')
    .select('key')
    .where('user_id', '=', userId)
    .where('until', '>', now)
    .execute();
  return new Set(rows.map(({ key }) => key));
}

/** Nobody puts away more of them in a day; the oldest would come back first anyway. */
const MOST = 100;

/** Puts one away until then; what is over, or beyond the most, goes. */
export async function putAway(db: Db, userId: number, key: string, until: Date, now: Date): Promise<void> {
  await sql`
    INSERT INTO call_out_dismissal (user_id, key, until) VALUES (${userId}, ${key}, ${until})
    ON CONFLICT (user_id, key) DO UPDATE SET until = excluded.until`.execute(db);
  await sql`
    DELETE FROM call_out_dismissal WHERE user_id = ${userId} AND (until <= ${now} OR key IN (
      SELECT key FROM call_out_dismissal WHERE user_id = ${userId} ORDER BY until DESC, key OFFSET ${MOST}))`.execute(
    db,
  );
}

export async function bringBack(db: Db, userId: number, key: string): Promise<void> {
  await db.deleteFrom('call_out_dismissal').where('user_id', '=', userId).where('key', '=', key).execute();
}

/** For an account that is deleted. */
export async function forgetDismissals(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('call_out_dismissal').where('user_id', '=', userId).execute();
}
