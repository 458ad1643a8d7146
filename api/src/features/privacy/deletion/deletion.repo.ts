import { type Selectable, sql } from 'kysely';
import type { AppUserTable, Db, Trx } from '../../../platform/db';

const COLUMNS = [
  'id',
  'email',
  'role',
  'status',
  'locale',
  'timezone',
  'deletes_at',
  'gives_up_micros',
  'deleted_at',
] as const;

export type AccountRow = Pick<Selectable<AppUserTable>, (typeof COLUMNS)[number]>;

export async function findAccount(db: Db, id: number): Promise<AccountRow> {
  return db.selectFrom('app_user').select(COLUMNS).where('id', '=', id).executeTakeFirstOrThrow();
}

/**
 * The account, held until the transaction ends: a request, its withdrawal and the deletion itself come one after the
 * other. Of admins all are held, in one order, so that two of them do not each take the other for the one who stays.
 */
export async function lockAccount(trx: Trx, id: number): Promise<AccountRow> {
  const { role } = await findAccount(trx, id);
  if (role === 'admin')
    await trx
      .selectFrom('app_user')
      .select('id')
      .where('role', '=', 'admin')
      .orderBy('id')
      .forUpdate()
      .execute();
  return trx
    .selectFrom('app_user')
    .select(COLUMNS)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export interface Mark {
  requestedAt: Date;
  deletesAt: Date;
  givesUpMicros: bigint | null;
}

/** Sets or takes away the mark; the serving index follows it. */
export async function markDeletion(trx: Trx, id: number, mark: Mark | null, now: Date): Promise<void> {
  await trx
    .updateTable('app_user')
    .set({
      deletion_requested_at: mark?.requestedAt ?? null,
      deletes_at: mark?.deletesAt ?? null,
      gives_up_micros: mark?.givesUpMicros ?? null,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
}

/** Ends what opens the account without a sign-in: tokens of the API and of the debug tool. */
export async function revokeTokens(trx: Trx, id: number, now: Date): Promise<void> {
  await trx
    .updateTable('api_token')
    .set({ revoked_at: now })
    .where('owner_id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
  await trx
    .updateTable('debug_session')
    .set({ revoked_at: now })
    .where('admin_id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Accounts whose time has come, behind one that was looked at. */
export async function findDue(db: Db, now: Date, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('app_user')
    .select('id')
    .where('deletes_at', '<=', now)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether money ever moved on the account: then its bookings are kept, and with them the country they are taxed by. */
export async function hasPostings(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT FROM ledger_posting p JOIN ledger_account a ON a.id = p.account_id
      WHERE a.owner_id = ${id}) AS found`.execute(db);
  return rows[0]?.found === true;
}
