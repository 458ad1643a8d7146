import { type Selectable, sql, type Updateable } from 'kysely';
import type { AppUserTable, Db, Trx } from '../../platform/db';

export type PersonRow = Pick<
  Selectable<AppUserTable>,
  | 'id'
  | 'email'
  | 'company_name'
  | 'username'
  | 'role'
  | 'status'
  | 'verified'
  | 'locale'
  | 'timezone'
  | 'password_hash'
  | 'password_changed_at'
  | 'terms_version'
>;

const COLUMNS = [
  'id',
  'email',
  'company_name',
  'username',
  'role',
  'status',
  'verified',
  'locale',
  'timezone',
  'password_hash',
  'password_changed_at',
  'terms_version',
] as const;

export async function findPerson(db: Db, id: number): Promise<PersonRow | undefined> {
  return db.selectFrom('app_user').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** E-mail addresses are compared without regard to case, as their index is. */
export async function findPersonByEmail(db: Db, email: string): Promise<PersonRow | undefined> {
  return db
    .selectFrom('app_user')
    .select(COLUMNS)
    .where((where) => where(where.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst();
}

/** Whether the address was not verified before. */
export async function markVerified(trx: Trx, userId: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('app_user')
    .set(({ fn, val }) => ({
      verified: true,
      email_verified_at: fn.coalesce('email_verified_at', val(now)),
      updated_at: now,
    }))
    .where('id', '=', userId)
    .where('verified', '=', false)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** What whoever set it knows opens nothing any more; the next one is chosen by a mailed link, or in the settings. */
export async function dropPassword(trx: Trx, userId: number, now: Date): Promise<void> {
  await trx
    .updateTable('app_user')
    .set({ password_hash: null, password_changed_at: now, updated_at: now })
    .where('id', '=', userId)
    .execute();
}

/**
 * Sets the password, unless the account has another one by now than `before` (null: none); whether it did. Without
 * `before` it is set in any case.
 */
export async function storePassword(
  trx: Trx,
  userId: number,
  change: { hash: string; now: Date; before?: string | null },
): Promise<boolean> {
  const { hash, now, before } = change;
  const result = await trx
    .updateTable('app_user')
    .set({ password_hash: hash, password_changed_at: now, updated_at: now })
    .where('id', '=', userId)
    .$if(before !== undefined, (query) =>
      query.where('password_hash', 'is not distinct from', before ?? null),
    )
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Completes what is not complete yet; whether there was something to complete. A pending account that waited for this
 * alone becomes active. What an operator has decided stands, also in the meantime: nothing is read beforehand.
 */
export async function storeRegistration(
  trx: Trx,
  userId: number,
  change: Updateable<AppUserTable>,
): Promise<boolean> {
  const result = await trx
    .updateTable('app_user')
    .set((where) => ({
      ...change,
      terms_agreed_at: change.updated_at,
      status: where
        .case()
        .when(where.and([where('status', '=', 'pending'), where('status_reason', 'is', null)]))
        .then(sql.lit<'active'>('active'))
        .else(where.ref('status'))
        .end(),
    }))
    .where('id', '=', userId)
    .where('status', 'in', ['pending', 'active'])
    .where('terms_version', 'is', null)
    .where('role', '<>', 'admin')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** The time of the first completion stays. */
export async function storeProfile(
  db: Db,
  userId: number,
  profile: Updateable<AppUserTable>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('app_user')
    .set(({ fn, val }) => ({
      ...profile,
      profile_completed_at: fn.coalesce('profile_completed_at', val(now)),
      updated_at: now,
    }))
    .where('id', '=', userId)
    .execute();
}

/** Who changes a password or ends sign-ins because somebody else has them wants nobody left in the debug tool either. */
export async function endDebugSessions(trx: Trx, admin: number | 'everybody', now: Date): Promise<void> {
  const ending = trx.updateTable('debug_session').set({ revoked_at: now }).where('revoked_at', 'is', null);
  await (admin === 'everybody' ? ending : ending.where('admin_id', '=', admin)).execute();
}

/** A sign-in that is complete, however it was done. */
export async function noteLastLogIn(db: Db, userId: number, now: Date): Promise<void> {
  await db.updateTable('app_user').set({ last_login_at: now }).where('id', '=', userId).execute();
}
