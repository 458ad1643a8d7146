import type { Insertable, Selectable } from 'kysely';
import type { Db, PendingRegistrationTable, Trx } from '../../platform/db';

export type PendingRow = Selectable<PendingRegistrationTable>;

export async function insertPending(trx: Trx, row: Insertable<PendingRegistrationTable>): Promise<void> {
  await trx.insertInto('pending_registration').values(row).execute();
}

/** Clears away what waited in vain; when the last that still waits will have. */
export async function tidyPending(db: Db, now: Date): Promise<Date | null> {
  await db.deleteFrom('pending_registration').where('expires_at', '<=', now).execute();
  const { last } = await db
    .selectFrom('pending_registration')
    .select(({ fn }) => fn.max('expires_at').as('last'))
    .executeTakeFirstOrThrow();
  return last;
}

/** All that wait for the address, newest first; held, in one order for everybody, until the transaction ends. */
export async function lockPendingOf(trx: Trx, email: string, now: Date): Promise<PendingRow[]> {
  const rows = await trx
    .selectFrom('pending_registration')
    .selectAll()
    .where('email', '=', email)
    .where('expires_at', '>', now)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.reverse();
}

export async function storeToken(
  trx: Trx,
  id: number,
  change: { token_sha256: string; expires_at: Date },
): Promise<void> {
  await trx.updateTable('pending_registration').set(change).where('id', '=', id).execute();
}

export async function findByToken(db: Db, tokenSha256: string, now: Date): Promise<PendingRow | undefined> {
  return db
    .selectFrom('pending_registration')
    .selectAll()
    .where('token_sha256', '=', tokenSha256)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

export async function deletePendingOf(trx: Trx, email: string): Promise<void> {
  await trx.deleteFrom('pending_registration').where('email', '=', email).execute();
}
