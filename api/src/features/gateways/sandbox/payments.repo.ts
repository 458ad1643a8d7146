import type { Insertable, Selectable } from 'kysely';
import type { Db, SandboxPaymentTable, Trx } from '../../../platform/db';

export type PaymentRow = Selectable<SandboxPaymentTable>;
type NewPayment = Insertable<SandboxPaymentTable>;

/** The row of the key: a new one, or the one there is. */
export async function openPayment(db: Db, row: NewPayment): Promise<{ row: PaymentRow; isNew: boolean }> {
  const made = await db
    .insertInto('sandbox_payment')
    .values(row)
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (made) return { row: made, isNew: true };
  const before = await db
    .selectFrom('sandbox_payment')
    .selectAll()
    .where('idempotency_key', '=', row.idempotency_key)
    .executeTakeFirstOrThrow();
  return { row: before, isNew: false };
}

/** Checkouts and charges; what is taken back is read with its parent. */
export function findPayment(db: Db, id: string): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('sandbox_payment')
    .selectAll()
    .where('id', '=', id)
    .where('parent_id', 'is', null)
    .executeTakeFirst();
}

export function lockPayment(trx: Trx, id: string): Promise<PaymentRow | undefined> {
  return trx
    .selectFrom('sandbox_payment')
    .selectAll()
    .where('id', '=', id)
    .where('parent_id', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Refunds and disputes, in their order. */
export function findTakenBack(db: Db, parentId: string): Promise<PaymentRow[]> {
  return db
    .selectFrom('sandbox_payment')
    .selectAll()
    .where('parent_id', '=', parentId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export type Change = Partial<
  Pick<PaymentRow, 'state' | 'scenario' | 'failure' | 'settles_at' | 'method_label'>
>;

export function changePayment(trx: Trx, id: string, change: Change): Promise<PaymentRow> {
  return trx
    .updateTable('sandbox_payment')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function insertWebhook(
  trx: Trx,
  row: { id: string; sandbox_payment_id: string; kind: string; due_at: Date },
): Promise<void> {
  await trx.insertInto('sandbox_webhook').values(row).execute();
}

export function findWebhook(db: Db, id: string) {
  return db
    .selectFrom('sandbox_webhook')
    .innerJoin('sandbox_payment', 'sandbox_payment.id', 'sandbox_webhook.sandbox_payment_id')
    .select(['sandbox_webhook.id', 'sandbox_webhook.kind', 'sandbox_payment.id as external_id'])
    .where('sandbox_webhook.id', '=', id)
    .executeTakeFirst();
}

export async function noteSent(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('sandbox_webhook')
    .set(({ eb }) => ({ sent_at: now, times: eb('times', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export interface SandboxPaymentExport {
  kind: string;
  payment_id: string;
  amount_micros: string;
  currency: string;
  method: string | null;
  state: string;
  created_at: string;
}

export async function exportPayments(db: Db, userId: number): Promise<SandboxPaymentExport[]> {
  const rows = await db
    .selectFrom('sandbox_payment')
    .select(['kind', 'payment_id', 'amount_micros', 'currency', 'method_label', 'state', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ amount_micros, method_label, created_at, ...row }) => ({
    ...row,
    amount_micros: String(amount_micros),
    method: method_label,
    created_at: created_at.toISOString(),
  }));
}

/** Nobody's books need what the sandbox knows of a person: the payments are kept by the app itself. */
export async function forgetPayer(trx: Trx, userId: number): Promise<void> {
  await trx
    .deleteFrom('sandbox_payment')
    .where('user_id', '=', userId)
    .where('parent_id', 'is not', null)
    .execute();
  await trx.deleteFrom('sandbox_payment').where('user_id', '=', userId).execute();
}
