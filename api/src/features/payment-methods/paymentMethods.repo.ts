import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, PaymentMethodTable, PaymentSetupTable, Trx } from '../../platform/db';

export type MethodRow = Selectable<PaymentMethodTable>;
export type SetupRow = Selectable<PaymentSetupTable>;

/** The default first, then the newest. */
export function findMethods(db: Db, userId: number): Promise<MethodRow[]> {
  return db
    .selectFrom('payment_method')
    .selectAll()
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .orderBy('is_default', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

export function findMethod(db: Db, userId: number, id: string): Promise<MethodRow | undefined> {
  return db
    .selectFrom('payment_method')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

export async function countMethods(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('payment_method')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function insertMethod(trx: Trx, row: Insertable<PaymentMethodTable>): Promise<MethodRow> {
  return trx.insertInto('payment_method').values(row).returningAll().executeTakeFirstOrThrow();
}

/** The owner's row is locked: no other default comes between the two. */
export async function setDefault(trx: Trx, userId: number, id: string): Promise<void> {
  await trx
    .updateTable('payment_method')
    .set({ is_default: false })
    .where('user_id', '=', userId)
    .where('is_default', '=', true)
    .where('id', '<>', id)
    .execute();
  await trx.updateTable('payment_method').set({ is_default: true }).where('id', '=', id).execute();
}

/** Whether its gateway was, or will be, asked to charge it and has not answered. The owner's row is locked. */
export async function isBeingCharged(trx: Trx, userId: number, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('payment')
    .select('id')
    .where('user_id', '=', userId)
    .where('method_id', '=', id)
    .where('external_id', 'is', null)
    .where('state', 'in', ['created', 'pending'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** It opens nothing any more; its row waits until the gateway has let go of it. */
export async function markRemoved(trx: Trx, id: string, now: Date): Promise<void> {
  await trx
    .updateTable('payment_method')
    .set({ removed_at: now, is_default: false })
    .where('id', '=', id)
    .execute();
}

/** Removes all of an account, and what its owner knew them by; → their ids. */
export async function markAllRemoved(trx: Trx, userId: number, now: Date): Promise<string[]> {
  const rows = await trx
    .updateTable('payment_method')
    .set({
      removed_at: sql<Date>`coalesce(removed_at, ${now})`,
      is_default: false,
      brand: null,
      last4: '0000',
      expires: null,
    })
    .where('user_id', '=', userId)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export function findRemoved(db: Db, id: string): Promise<MethodRow | undefined> {
  return db
    .selectFrom('payment_method')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is not', null)
    .executeTakeFirst();
}

export async function deleteRemoved(db: Db, id: string): Promise<void> {
  await db.deleteFrom('payment_method').where('id', '=', id).where('removed_at', 'is not', null).execute();
}

export type NewSetup = Pick<
  SetupRow,
  'user_id' | 'idempotency_key' | 'gateway' | 'kind' | 'created_at' | 'expires_at'
>;

/** The setup of the key: a new one, or the one there is. */
export async function openSetup(db: Db, setup: NewSetup): Promise<SetupRow> {
  const made = await db
    .insertInto('payment_setup')
    .values(setup)
    .onConflict((conflict) => conflict.columns(['user_id', 'idempotency_key']).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (made) return made;
  return db
    .selectFrom('payment_setup')
    .selectAll()
    .where('user_id', '=', setup.user_id)
    .where('idempotency_key', '=', setup.idempotency_key)
    .executeTakeFirstOrThrow();
}

export async function noteUrl(db: Db, setupId: string, url: string): Promise<void> {
  await db.updateTable('payment_setup').set({ url }).where('id', '=', setupId).execute();
}

export function findSetup(db: Db, userId: number, id: string): Promise<SetupRow | undefined> {
  return db
    .selectFrom('payment_setup')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export async function noteTaken(trx: Trx, setupId: string, methodId: string): Promise<void> {
  await trx.updateTable('payment_setup').set({ method_id: methodId }).where('id', '=', setupId).execute();
}

export async function deleteSetupsOf(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('payment_setup').where('user_id', '=', userId).execute();
}

export async function deleteOldSetups(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('payment_setup').where('expires_at', '<', before).execute();
}
