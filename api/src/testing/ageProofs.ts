import { sql } from 'kysely';
import type { Db } from '../platform/db';

/** Makes what an account's sessions proved lie so far back. */
export async function ageProofs(db: Db, userId: number, ms: number): Promise<void> {
  await sql`UPDATE session SET sess = jsonb_set(sess::jsonb, '{provenAt}', to_jsonb(${Date.now() - ms}::int8))::json
    WHERE user_id = ${userId}`.execute(db);
}
