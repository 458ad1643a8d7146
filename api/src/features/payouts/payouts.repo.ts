import { type Selectable, sql } from 'kysely';
import type { Db, PayoutTable, Trx } from '../../platform/db';

export type PayoutRow = Selectable<PayoutTable>;

/** A bank account to be paid on, as its owner knows it. */
export interface BankAccount {
  id: string;
  label: string;
  createdAt: Date;
  defaultSince: Date | null;
}

/** The default one; undefined without one. */
export async function findBankAccount(db: Db, userId: number): Promise<BankAccount | undefined> {
  const row = await db
    .selectFrom('payment_method')
    .select(['id', 'brand', 'last4', 'created_at', 'default_since'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'bank_account')
    .where('is_default', '=', true)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      label: `${row.brand ?? '••••'} ${row.last4}`,
      createdAt: row.created_at,
      defaultSince: row.default_since,
    }
  );
}

export interface Owner {
  id: number;
  email: string;
  locale: string | null;
  timezone: string;
  status: string;
  role: string;
  payout_terms_days: number;
  payout_held: boolean;
}

export function findOwner(db: Db, userId: number): Promise<Owner | undefined> {
  return db
    .selectFrom('app_user')
    .select(['id', 'email', 'locale', 'timezone', 'status', 'role', 'payout_terms_days', 'payout_held'])
    .where('id', '=', userId)
    .executeTakeFirst();
}

export function findByKey(db: Db, publisherId: number, clientKey: string): Promise<PayoutRow | undefined> {
  return db
    .selectFrom('payout')
    .selectAll()
    .where('publisher_id', '=', publisherId)
    .where('client_key', '=', clientKey)
    .executeTakeFirst();
}

export async function hasOpen(db: Db, publisherId: number): Promise<boolean> {
  const open = await db
    .selectFrom('payout')
    .select('id')
    .where('publisher_id', '=', publisherId)
    .where('state', 'in', ['requested', 'approved', 'sent'])
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}

/** Newest first, before one of them. */
export function findOwn(
  db: Db,
  publisherId: number,
  before: number | null,
  limit: number,
): Promise<PayoutRow[]> {
  let query = db.selectFrom('payout').selectAll().where('publisher_id', '=', publisherId);
  if (before !== null) query = query.where('id', '<', before);
  return query.orderBy('id', 'desc').limit(limit).execute();
}

export async function findPaid(
  db: Db,
  publisherId: number,
): Promise<{ paidMicros: bigint; lastPaidAt: Date | null }> {
  const { rows } = await sql<{ paidMicros: bigint; lastPaidAt: Date | null }>`
    SELECT coalesce(sum(amount_micros), 0)::int8 AS "paidMicros", max(ended_at) AS "lastPaidAt"
    FROM payout WHERE publisher_id = ${publisherId} AND state = 'paid'`.execute(db);
  return rows[0] ?? { paidMicros: 0n, lastPaidAt: null };
}

export interface NewPayout {
  publisherId: number;
  clientKey: string;
  amountMicros: bigint;
  method: BankAccount;
  at: Date;
  dueAt: Date;
}

export function insertPayout(trx: Trx, payout: NewPayout): Promise<PayoutRow> {
  const { publisherId, clientKey, amountMicros, method, at, dueAt } = payout;
  return trx
    .insertInto('payout')
    .values({
      publisher_id: publisherId,
      client_key: clientKey,
      amount_micros: amountMicros,
      state: 'requested',
      method_id: method.id,
      method_label: method.label,
      requested_at: at,
      due_at: dueAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The payout's row, which nobody else changes until the transaction ends. */
export function lockPayout(trx: Trx, id: number): Promise<PayoutRow | undefined> {
  return trx.selectFrom('payout').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export type PayoutStep = Partial<
  Pick<
    PayoutRow,
    'state' | 'reason' | 'decided_at' | 'decided_by' | 'batch_id' | 'sent_at' | 'ended_at' | 'bank_reference'
  >
>;

/** Of the row everything else stays as it was asked for. */
export function changePayout(trx: Trx, id: number, step: PayoutStep): Promise<PayoutRow> {
  const { state, reason, decided_at, decided_by, batch_id, sent_at, ended_at, bank_reference } = step;
  return trx
    .updateTable('payout')
    .set({ state, reason, decided_at, decided_by, batch_id, sent_at, ended_at, bank_reference })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
