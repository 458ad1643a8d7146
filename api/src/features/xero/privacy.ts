import { publicId } from '@ezdash/contracts';
import type { Db, Trx } from '../../platform/db';

/** What the owner's copy says of them at the accountant's. */
export async function exportContacts(userId: number, on: Db) {
  const contacts = await on
    .selectFrom('xero_contact')
    .select(['tenant_id', 'contact_id'])
    .where('user_id', '=', userId)
    .orderBy('contact_id')
    .execute();
  const invoices = await on
    .selectFrom('xero_invoice as i')
    .innerJoin('payment as p', 'p.id', 'i.payment_id')
    .select(['p.id', 'i.invoice_number', 'i.invoice_status', 'i.created_at'])
    .where('p.user_id', '=', userId)
    .where('i.state', '=', 'created')
    .orderBy('p.id')
    .execute();
  return {
    contacts,
    invoices: invoices.map(({ id, invoice_number, invoice_status, created_at }) => ({
      payment_id: publicId('payment', id),
      number: invoice_number,
      status: invoice_status,
      made_at: created_at?.toISOString() ?? null,
    })),
  };
}

/** Who they are in Xero; the invoices there are books and stay, as the payments here do. */
export async function forgetContacts(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('xero_contact').where('user_id', '=', userId).execute();
}
