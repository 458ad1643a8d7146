import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db';

export type Property = 'status' | 'account_type';

/** Who of the network's staff changes something, and in which debug session when it is by one. */
export interface Operator {
  adminId: number;
  debugSessionId: number | null;
}

export interface NewChange extends Operator {
  userId: number;
  property: Property;
  from: string;
  to: string;
  /** Of a status: the reason that stood before. */
  oldReason: string | null;
  at: Date;
}

/** What an operator changed at an account; `from` and `to` are as they are stored (a status, an account type's id). */
export interface PropertyChange {
  id: number;
  userId: number;
  email: string;
  /** Address of the admin. */
  by: string;
  property: Property;
  from: string;
  to: string;
  oldReason: string | null;
  changedAt: Date;
  undoneAt: Date | null;
  /** It was not undone, and the property is as it left it: nobody changed it since. */
  canUndo: boolean;
}

export async function insertChange(trx: Trx, change: NewChange): Promise<number> {
  const { id } = await trx
    .insertInto('debug_property_change')
    .values({
      admin_id: change.adminId,
      debug_session_id: change.debugSessionId,
      user_id: change.userId,
      property: change.property,
      old_value: change.from,
      new_value: change.to,
      old_reason: change.oldReason,
      changed_at: change.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Newest first. @param changeId this one alone */
export async function findChanges(
  db: Db,
  userId: number,
  { limit, changeId }: { limit: number; changeId?: number },
): Promise<PropertyChange[]> {
  const { rows } = await sql<PropertyChange>`
    SELECT c.id, c.user_id AS "userId", u.email, a.email AS by, c.property, c.old_value AS "from", c.new_value AS "to",
      c.old_reason AS "oldReason", c.changed_at AS "changedAt", c.undone_at AS "undoneAt",
      c.undone_at IS NULL
        AND c.new_value = CASE c.property WHEN 'status' THEN u.status ELSE u.account_type_id::text END
        AND NOT EXISTS (SELECT FROM debug_property_change later WHERE later.user_id = c.user_id
          AND later.property = c.property AND later.id > c.id AND later.undone_at IS NULL) AS "canUndo"
    FROM debug_property_change c JOIN app_user u ON u.id = c.user_id JOIN app_user a ON a.id = c.admin_id
    WHERE c.user_id = ${userId} AND ${changeId === undefined ? sql`true` : sql`c.id = ${changeId}`}
    ORDER BY c.id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

export async function markUndone(trx: Trx, id: number, at: Date): Promise<void> {
  await trx.updateTable('debug_property_change').set({ undone_at: at }).where('id', '=', id).execute();
}

/** What the owner's copy says of it: what was done and when, not who of the staff did it. */
export async function exportChanges(userId: number, on: Db) {
  return on
    .selectFrom('debug_property_change')
    .select(['property', 'old_value as from', 'new_value as to', 'changed_at', 'undone_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

/** What was done stays, since the audit names it; the words of the reason before go with the account. */
export async function forgetReasons(trx: Trx, userId: number): Promise<void> {
  await trx
    .updateTable('debug_property_change')
    .set({ old_reason: null })
    .where('user_id', '=', userId)
    .execute();
}
