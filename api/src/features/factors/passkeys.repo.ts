import type { Insertable, Selectable } from 'kysely';
import type { Db, PasskeyChallengeTable, PasskeyTable, Trx } from '../../platform/db';

export type PasskeyRow = Selectable<PasskeyTable>;

export async function storeChallenge(db: Db, row: Insertable<PasskeyChallengeTable>): Promise<void> {
  await db.insertInto('passkey_challenge').values(row).execute();
}

/** Takes a challenge away, so that it is used once; null when it is gone, somebody else's or too old. */
export async function takeChallenge(
  db: Db,
  asked: Pick<Selectable<PasskeyChallengeTable>, 'challenge' | 'purpose' | 'visitor_sha256' | 'user_id'>,
  now: Date,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey_challenge')
    .where('challenge', '=', asked.challenge)
    .where('purpose', '=', asked.purpose)
    .where('visitor_sha256', '=', asked.visitor_sha256)
    .where('user_id', 'is not distinct from', asked.user_id)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function deleteOldChallenges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('passkey_challenge').where('expires_at', '<=', now).execute();
}

export async function deleteChallengesOf(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('passkey_challenge').where('user_id', '=', userId).execute();
}

/** Oldest first. */
export async function findPasskeys(db: Db, userId: number): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkey')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function findByCredential(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkey').selectAll().where('credential_id', '=', credentialId).executeTakeFirst();
}

export async function hasPassword(db: Db, userId: number): Promise<boolean> {
  const owner = await db
    .selectFrom('app_user')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirst();
  return typeof owner?.password_hash === 'string';
}

export async function countPasskeys(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('passkey')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Undefined when the credential is somebody's already. */
export async function insertPasskey(
  trx: Trx,
  row: Insertable<PasskeyTable>,
): Promise<PasskeyRow | undefined> {
  return trx
    .insertInto('passkey')
    .values(row)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function renamePasskey(
  db: Db,
  userId: number,
  id: string,
  name: string,
): Promise<PasskeyRow | undefined> {
  return db
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
}

/** Whether there was such a one. */
export async function deletePasskey(trx: Trx, userId: number, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function deletePasskeysOf(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('passkey').where('user_id', '=', userId).execute();
}

/** What was taken away, oldest first. */
export async function deletePasskeysSince(trx: Trx, userId: number, since: Date): Promise<PasskeyRow[]> {
  const rows = await trx
    .deleteFrom('passkey')
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .returningAll()
    .execute();
  return rows.sort((a, b) => a.created_at.getTime() - b.created_at.getTime());
}

/**
 * Notes a use; false when the passkey is gone, or another use was counted meanwhile. Authenticators that count none
 * say 0 for good.
 */
export async function notePasskeyUse(
  db: Db,
  id: string,
  use: { counter: bigint; synced: boolean; usedAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ counter: use.counter, synced: use.synced, last_used_at: use.usedAt })
    .where('id', '=', id)
    .where((where) => (use.counter === 0n ? where('counter', '=', 0n) : where('counter', '<', use.counter)))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
