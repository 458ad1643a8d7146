import { sql } from 'kysely';
import type { Db } from '../db';

/** Deletes every job, waiting or done or put away, whose payload has this text in the field, in whatever case. */
export async function forgetJobs(db: Db, field: string, text: string): Promise<void> {
  for (const table of ['job', 'archive'])
    await sql`DELETE FROM ${sql.id('pgboss', table)} WHERE lower(data ->> ${field}::text) = ${text.toLowerCase()}`.execute(
      db,
    );
}
