import { publicId } from '@ezdash/contracts';
import type { Trx } from '../../platform/db';
import type { PaymentsDeps } from './parts';
import type { PaymentRow } from './payments.repo';

/** Tells open pages of the owner and the operators that a payment took a step; once the transaction commits. */
export async function tellPages(
  { publisher }: Pick<PaymentsDeps, 'publisher'>,
  trx: Trx,
  row: Pick<PaymentRow, 'id' | 'user_id'>,
): Promise<void> {
  await publisher.toAccount(trx, row.user_id, 'payment.changed', { payment_id: publicId('payment', row.id) });
  await publisher.toOperators(trx, 'money.changed', {});
}
