import { sql } from 'kysely';
import { arrayText, type Db } from '../../platform/db';
import { viewHash } from './sessionHash';

/** Cuts off what was listened to in views with a user's eyes, at every server, as the end of a session does. */
export async function endViews(db: Db, views: readonly { id: number; userId: number }[]): Promise<void> {
  const ended = views.map(({ id, userId }) => `${userId}/${viewHash(id)}`);
  await sql`SELECT tell_realtime('ended', ${arrayText(ended)}::text[])`.execute(db);
}
