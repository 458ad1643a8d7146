import type { Db } from '../../platform/db';
import { documentsOf, findPayment } from '../payments';
import type { InvoicedPayment } from './invoiceDraft';
import type { Customer } from './makeInvoice';

export type WholePayment = InvoicedPayment & {
  type: string;
  state: string;
  /** Of the invoice that we issued ourselves. */
  ownNumber: string | null;
  customer: Customer;
};

/** A payment as Xero is told of it; null when there is none. */
export function createReadPayment(db: Db, gatewayName: (gatewayId: string) => string) {
  return async (paymentId: number): Promise<WholePayment | null> => {
    const payment = await findPayment(db, paymentId);
    if (!payment) return null;
    const owner = await db
      .selectFrom('app_user')
      .select(['email', 'company_name', 'username'])
      .where('id', '=', payment.user_id)
      .executeTakeFirstOrThrow();
    const documents = (await documentsOf(db, [paymentId])).get(paymentId) ?? [];
    return {
      id: payment.id,
      userId: payment.user_id,
      type: payment.type,
      state: payment.state,
      amountMicros: payment.amount_micros,
      feeMicros: payment.fee_micros,
      currency: payment.currency,
      gatewayName: gatewayName(payment.gateway),
      externalTransactionId: payment.external_transaction_id,
      completedAt: payment.ended_at ?? payment.created_at,
      ownNumber: documents.find(({ kind }) => kind === 'invoice')?.number ?? null,
      customer: { name: owner.company_name || owner.username, email: owner.email },
    };
  };
}
