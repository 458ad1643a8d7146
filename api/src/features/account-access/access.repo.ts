import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db';
import type { NoticeReader } from '../mail';

export type AccessAction = 'signed_out' | 'factors_reset';

/** Of an account that is not deleted: whom a mail about it goes to. */
export async function findOwner(db: Db, id: number): Promise<NoticeReader | undefined> {
  return db
    .selectFrom('app_user')
    .select(['id', 'email', 'locale', 'timezone'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export interface NewAccessChange {
  userId: number;
  adminId: number;
  debugSessionId: number | null;
  action: AccessAction;
  reason: string;
  signIns: number;
  at: Date;
}

export async function insertAccessChange(trx: Trx, change: NewAccessChange): Promise<void> {
  await trx
    .insertInto('access_change')
    .values({
      user_id: change.userId,
      admin_id: change.adminId,
      debug_session_id: change.debugSessionId,
      action: change.action,
      reason: change.reason,
      sign_ins: change.signIns,
      changed_at: change.at,
    })
    .execute();
}

export interface AccessChange {
  action: AccessAction;
  reason: string | null;
  signIns: number;
  /** Address of the admin. */
  by: string;
  changedAt: Date;
}

/** Newest first. */
export async function findAccessChanges(db: Db, userId: number, limit: number): Promise<AccessChange[]> {
  const { rows } = await sql<AccessChange>`
    SELECT c.action, c.reason, c.sign_ins AS "signIns", a.email AS by, c.changed_at AS "changedAt"
    FROM access_change c JOIN app_user a ON a.id = c.admin_id
    WHERE c.user_id = ${userId} ORDER BY c.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

/** What the owner's copy says of it: what was done, when and why, not who of the staff did it. */
export async function exportAccessChanges(userId: number, on: Db) {
  return on
    .selectFrom('access_change')
    .select(['action', 'reason', 'sign_ins', 'changed_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

/** What was done stays, since the audit names it; the words go with the account. */
export async function forgetAccessReasons(trx: Trx, userId: number): Promise<void> {
  await trx.updateTable('access_change').set({ reason: null }).where('user_id', '=', userId).execute();
}
