import { sql } from 'kysely';
import type { Db } from '../../platform/db';

export interface ViewRow {
  id: number;
  userId: number;
  endsAt: Date;
}

/** A view that goes on, of an account that is there; undefined when it is over, or of another debug session. */
export async function findView(
  db: Db,
  { viewId, debugSessionId, now }: { viewId: number; debugSessionId: number; now: Date },
): Promise<ViewRow | undefined> {
  return db
    .selectFrom('debug_view as v')
    .innerJoin('app_user as u', 'u.id', 'v.user_id')
    .select(['v.id', 'v.user_id as userId', 'v.ends_at as endsAt'])
    .where('v.id', '=', viewId)
    .where('v.debug_session_id', '=', debugSessionId)
    .where('v.ended_at', 'is', null)
    .where('v.ends_at', '>', now)
    .where('u.deleted_at', 'is', null)
    .where('u.role', '!=', 'admin')
    .executeTakeFirst();
}

/** Of an account that is not deleted. */
export async function findRole(db: Db, userId: number): Promise<string | undefined> {
  const user = await db
    .selectFrom('app_user')
    .select('role')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return user?.role;
}

export async function insertView(
  db: Db,
  view: { debugSessionId: number; userId: number; now: Date; endsAt: Date },
): Promise<number> {
  const { id } = await db
    .insertInto('debug_view')
    .values({
      debug_session_id: view.debugSessionId,
      user_id: view.userId,
      started_at: view.now,
      ends_at: view.endsAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Ends what the debug session looks at; which views that were. */
export async function endViews(
  db: Db,
  debugSessionId: number,
  now: Date,
): Promise<{ id: number; userId: number }[]> {
  return db
    .updateTable('debug_view')
    .set({ ended_at: now })
    .where('debug_session_id', '=', debugSessionId)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', now)
    .returning(['id', 'user_id as userId'])
    .execute();
}

/** Those that were not ended yet, whether their time is over or not. */
export async function findOpenViews(db: Db): Promise<{ viewId: number; debugSessionId: number }[]> {
  return db
    .selectFrom('debug_view')
    .select(['id as viewId', 'debug_session_id as debugSessionId'])
    .where('ended_at', 'is', null)
    .execute();
}

/** Ends views that are over by now; which of them nobody else has ended meanwhile. */
export async function endOverViews(
  db: Db,
  viewIds: readonly number[],
  now: Date,
): Promise<{ id: number; userId: number }[]> {
  return db
    .updateTable('debug_view')
    .set({ ended_at: sql<Date>`least(ends_at, ${now}::timestamptz)` })
    .where('id', 'in', viewIds)
    .where('ended_at', 'is', null)
    .returning(['id', 'user_id as userId'])
    .execute();
}

/** What the owner's copy says of it: when staff looked, not who of them. */
export async function exportViews(userId: number, on: Db) {
  return on
    .selectFrom('debug_view')
    .select(['started_at', sql<Date>`coalesce(ended_at, ends_at)`.as('ended_at_latest')])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}
