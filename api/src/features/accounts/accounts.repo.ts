import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { AccountTypeTable, AppUserTable, Db } from '../../platform/db';

export type UserRow = Selectable<AppUserTable>;
export type AccountTypeRow = Selectable<AccountTypeTable>;

export async function findUser(db: Db, id: number): Promise<UserRow | undefined> {
  return db.selectFrom('app_user').selectAll().where('id', '=', id).executeTakeFirst();
}

/** E-mail addresses are compared without regard to case, as their index is. */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('app_user')
    .selectAll()
    .where((where) => where(where.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst();
}

/** Undefined when the address is taken. */
export async function insertUser(db: Db, row: Insertable<AppUserTable>): Promise<UserRow | undefined> {
  return db
    .insertInto('app_user')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Whether the account has a sign-in that was begun there (`createDoorOf`) and lasts. */
export async function hasDoor(db: Db, email: string, door: string): Promise<boolean> {
  const found = await db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .select('session.user_id')
    .where((where) => where(where.fn<string>('lower', ['app_user.email']), '=', email))
    .where(sql`session.sess ->> 'door'`, '=', door)
    .where('session.expire', '>', sql<Date>`now()`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function updateUser(
  db: Db,
  id: number,
  change: Updateable<AppUserTable>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .execute();
}

export async function listAccountTypes(db: Db): Promise<AccountTypeRow[]> {
  return db.selectFrom('account_type').selectAll().orderBy('id').execute();
}
