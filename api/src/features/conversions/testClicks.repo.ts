import { type Insertable, sql } from 'kysely';
import type { Db, PostbackTestClickTable } from '../../platform/db';

export async function keepTestClick(db: Db, row: Insertable<PostbackTestClickTable>): Promise<void> {
  await db.insertInto('postback_test_click').values(row).execute();
}

/** Whether a click was made to try this goal, and lately. */
export async function isTestClick(db: Db, clickId: string, goalId: number, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('postback_test_click')
    .select('click_id')
    .where('click_id', '=', clickId)
    .where('goal_id', '=', goalId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

export async function forgetTestClicks(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM postback_test_click WHERE expires_at < ${before}`.execute(db);
}
