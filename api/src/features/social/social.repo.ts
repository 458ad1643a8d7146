import { type Insertable, type Selectable, sql } from 'kysely';
import type { AppUserTable, Db, SocialIdentityTable, Trx } from '../../platform/db';

export type IdentityRow = Selectable<SocialIdentityTable>;
type UserRow = Selectable<AppUserTable>;

export async function findIdentity(
  db: Db,
  provider: string,
  subject: string,
): Promise<IdentityRow | undefined> {
  return db
    .selectFrom('social_identity')
    .selectAll()
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

export async function identitiesOf(db: Db, userId: number): Promise<IdentityRow[]> {
  return db
    .selectFrom('social_identity')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('provider')
    .execute();
}

/** False when the provider's account is linked already, or the account has another one of this provider. */
export async function insertIdentity(db: Db, row: Insertable<SocialIdentityTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('social_identity')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Notes a use; the address only when the provider named one. */
export async function touchIdentity(db: Db, id: number, email: string | null, now: Date): Promise<void> {
  await db
    .updateTable('social_identity')
    .set({ last_used_at: now, ...(email !== null && { email }) })
    .where('id', '=', id)
    .execute();
}

export async function deleteIdentity(
  db: Db,
  userId: number,
  provider: string,
): Promise<IdentityRow | undefined> {
  return db
    .deleteFrom('social_identity')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteIdentities(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('social_identity').where('user_id', '=', userId).execute();
}

/** Those linked after `since`, but not what the account was made with: that was the proof of its address. */
export async function deleteIdentitiesSince(db: Db, userId: number, since: Date): Promise<IdentityRow[]> {
  return db
    .deleteFrom('social_identity')
    .where('user_id', '=', userId)
    .where('linked_at', '>', since)
    .where('linked_at', '>', (where) =>
      where.selectFrom('app_user').select('created_at').where('id', '=', userId),
    )
    .returningAll()
    .execute();
}

/** The account, with its row locked: its ways in are counted and changed one at a time. */
export async function lockUser(trx: Trx, userId: number): Promise<UserRow | undefined> {
  return trx.selectFrom('app_user').selectAll().where('id', '=', userId).forUpdate().executeTakeFirst();
}

export async function findUserById(db: Db, userId: number): Promise<UserRow | undefined> {
  return db.selectFrom('app_user').selectAll().where('id', '=', userId).executeTakeFirst();
}

/** Takes a visit's state once; false when it was taken before. Forgets those that are over. */
export async function takeState(db: Db, stateSha256: string, expiresAt: Date, now: Date): Promise<boolean> {
  await sql`DELETE FROM social_flow WHERE expires_at < ${now}`.execute(db);
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('social_flow')
    .values({ state_sha256: stateSha256, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
