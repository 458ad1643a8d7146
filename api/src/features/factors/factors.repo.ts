import type { Selectable } from 'kysely';
import type { Db, TotpFactorTable, Trx } from '../../platform/db';

export type TotpRow = Selectable<TotpFactorTable>;

export async function findTotp(db: Db, userId: number): Promise<TotpRow | undefined> {
  return db.selectFrom('totp_factor').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Holds the row until the transaction ends. */
export async function lockTotp(trx: Trx, userId: number): Promise<TotpRow | undefined> {
  return trx
    .selectFrom('totp_factor')
    .selectAll()
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

/** The newest setup is the one that can be confirmed; what is in use stays in use until then. */
export async function storeSetup(db: Db, userId: number, sealed: Buffer, now: Date): Promise<void> {
  await db
    .insertInto('totp_factor')
    .values({ user_id: userId, setup_secret: sealed, setup_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ setup_secret: sealed, setup_at: now }))
    .execute();
}

/** Puts the setup to use. The code that confirmed it is used up by that. */
export async function confirmSetup(trx: Trx, userId: number, step: bigint, now: Date): Promise<void> {
  await trx
    .updateTable('totp_factor')
    .set(({ ref }) => ({
      secret: ref('setup_secret'),
      last_step: step,
      confirmed_at: now,
      setup_secret: null,
      setup_at: null,
    }))
    .where('user_id', '=', userId)
    .execute();
}

/** Uses up a step of the secret; false when it, or a later one, was used before. */
export async function takeStep(db: Db, userId: number, secret: Buffer, step: bigint): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('totp_factor')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('secret', '=', secret)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Since when it was in use, of what is taken away; null when it was not. */
export async function deleteTotp(trx: Trx, userId: number): Promise<Date | null> {
  const row = await trx
    .deleteFrom('totp_factor')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst();
  return row?.confirmed_at ?? null;
}

/** Takes the place of all codes that the account has. */
export async function replaceCodes(
  trx: Trx,
  userId: number,
  hmacs: readonly Buffer[],
  now: Date,
): Promise<void> {
  await deleteCodes(trx, userId);
  await trx
    .insertInto('recovery_code')
    .values(hmacs.map((hmac) => ({ user_id: userId, code_hmac: hmac, created_at: now })))
    .execute();
}

export async function deleteCodes(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
}

/** Uses up a code; false when there is none, or it was used before. */
export async function takeCode(trx: Trx, userId: number, hmac: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hmac', '=', hmac)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function countCodesLeft(db: Db, userId: number): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll<bigint>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(left);
}
