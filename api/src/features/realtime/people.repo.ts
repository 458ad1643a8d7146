import { sql } from 'kysely';
import type { Db } from '../../platform/db';
import type { Person } from './channelRules';

const PERSON = [
  'app_user.id',
  'app_user.role',
  'app_user.status',
  'app_user.first_name as firstName',
  'app_user.company_name as companyName',
  'app_user.username',
] as const;

/** Whose session this is, and what they are now; undefined once it has ended. */
export async function findPerson(db: Db, sid: string): Promise<Person | undefined> {
  return db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .select(PERSON)
    .where('session.sid', '=', sid)
    .where('session.expire', '>', sql<Date>`now()`)
    .where('app_user.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Whose account an admin looks at; undefined once the view was stopped. */
export async function findViewed(db: Db, viewId: number): Promise<Person | undefined> {
  return db
    .selectFrom('debug_view')
    .innerJoin('app_user', 'app_user.id', 'debug_view.user_id')
    .select(PERSON)
    .where('debug_view.id', '=', viewId)
    .where('debug_view.ended_at', 'is', null)
    .where('app_user.deleted_at', 'is', null)
    .executeTakeFirst();
}
