import { randomUUID } from 'node:crypto';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Trx, XeroInvoiceTable } from '../../platform/db';

export type InvoiceRow = Selectable<XeroInvoiceTable>;

export const newKey = (paymentId: number): string => `invoice-${paymentId}-${randomUUID()}`;

/** Wants an invoice; nothing happens when it is wanted already, or there. */
export async function wantInvoice(
  trx: Trx,
  { paymentId, askedBy, now }: { paymentId: number; askedBy: number | null; now: Date },
): Promise<void> {
  await trx
    .insertInto('xero_invoice')
    .values({
      payment_id: paymentId,
      state: 'wanted',
      idempotency_key: newKey(paymentId),
      asked_by: askedBy,
      wanted_at: now,
    })
    .onConflict((on) => on.column('payment_id').doNothing())
    .execute();
}

export const findInvoiceRow = (db: Db, paymentId: number): Promise<InvoiceRow | undefined> =>
  db.selectFrom('xero_invoice').selectAll().where('payment_id', '=', paymentId).executeTakeFirst();

export const findByInvoiceId = (db: Db, invoiceId: string): Promise<InvoiceRow | undefined> =>
  db.selectFrom('xero_invoice').selectAll().where('invoice_id', '=', invoiceId).executeTakeFirst();

export async function invoicesOf(db: Db, paymentIds: readonly number[]): Promise<Map<number, InvoiceRow>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('xero_invoice')
    .selectAll()
    .where('payment_id', 'in', [...paymentIds])
    .execute();
  return new Map(rows.map((row) => [row.payment_id, row]));
}

/** The right to work on an invoice for a while; null while somebody else has it. */
export async function claim(db: Db, paymentId: number, leaseMs: number): Promise<InvoiceRow | null> {
  const row = await db
    .updateTable('xero_invoice')
    .set({
      claim_id: randomUUID(),
      claimed_until: sql`clock_timestamp() + ${leaseMs} * interval '1 ms'`,
    })
    .where('payment_id', '=', paymentId)
    .where((where) =>
      where.or([
        where('claimed_until', 'is', null),
        where('claimed_until', '<', sql<Date>`clock_timestamp()`),
      ]),
    )
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

type Change = Pick<
  Updateable<XeroInvoiceTable>,
  | 'state'
  | 'invoice_id'
  | 'invoice_number'
  | 'invoice_status'
  | 'paid_at'
  | 'trouble'
  | 'created_at'
  | 'tenant_id'
  | 'begun_at'
  | 'payment_begun_at'
  | 'idempotency_key'
>;

/** Another worker has the invoice by now. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}

type Claimed = Pick<InvoiceRow, 'payment_id' | 'claim_id'>;

/** Writes what was learned, unless somebody else works on it by now (ClaimLost). */
export async function note(db: Db, { payment_id, claim_id }: Claimed, change: Change): Promise<InvoiceRow> {
  const row = await db
    .updateTable('xero_invoice')
    .set(change)
    .where('payment_id', '=', payment_id)
    .where('claim_id', '=', claim_id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new ClaimLost('Another worker has this invoice by now');
  return row;
}

export async function release(db: Db, { payment_id, claim_id }: Claimed): Promise<void> {
  await db
    .updateTable('xero_invoice')
    .set({ claim_id: null, claimed_until: null })
    .where('payment_id', '=', payment_id)
    .where('claim_id', '=', claim_id)
    .execute();
}

/** Those that wait to be made, or for their payment. */
export async function unfinished(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('xero_invoice')
    .select('payment_id')
    .where((where) =>
      where.or([
        where('state', '=', 'wanted'),
        where.and([
          where('state', '=', 'created'),
          where('paid_at', 'is', null),
          where('trouble', 'is', null),
        ]),
      ]),
    )
    .orderBy('wanted_at')
    .limit(limit)
    .execute();
  return rows.map(({ payment_id }) => payment_id);
}

export async function countOpen(db: Db): Promise<{ waiting: number; failed: number }> {
  const { rows } = await sql<{ waiting: string; failed: string }>`
    SELECT count(*) FILTER (WHERE state = 'wanted') AS waiting, count(*) FILTER (WHERE state = 'failed') AS failed
    FROM xero_invoice WHERE state <> 'created'`.execute(db);
  return { waiting: Number(rows[0]?.waiting ?? 0), failed: Number(rows[0]?.failed ?? 0) };
}

export async function findContactId(db: Db, userId: number, tenantId: string): Promise<string | null> {
  const row = await db
    .selectFrom('xero_contact')
    .select('contact_id')
    .where('user_id', '=', userId)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row?.contact_id ?? null;
}

export async function keepContact(
  db: Db,
  contact: { userId: number; tenantId: string; contactId: string },
): Promise<void> {
  await db
    .insertInto('xero_contact')
    .values({ user_id: contact.userId, tenant_id: contact.tenantId, contact_id: contact.contactId })
    .onConflict((on) => on.columns(['user_id', 'tenant_id']).doUpdateSet({ contact_id: contact.contactId }))
    .execute();
}
