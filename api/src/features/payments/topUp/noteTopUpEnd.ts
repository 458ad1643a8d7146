import { AUTO_TOP_UP } from '@ezdash/contracts';
import type { Trx } from '../../../platform/db';
import type { PaymentRow } from '../payments.repo';
import type { StepParts } from '../stepParts';
import { lockTopUp, updateTopUp } from './topUp.repo';

/**
 * What the end of an automatic top-up means for the next one: after too many refusals in a row it stops until a person
 * looks at it. In the transaction of the payment's step.
 */
export async function noteTopUpEnd(parts: StepParts, trx: Trx, row: PaymentRow): Promise<void> {
  if (row.origin !== 'top-up') return;
  const settings = await lockTopUp(trx, row.user_id);
  if (!settings || settings.last_payment_id !== row.id) return;
  if (row.state === 'completed') {
    await updateTopUp(trx, row.user_id, { failures: 0 });
    return;
  }
  const failures = settings.failures + 1;
  const about = {
    amountMicros: row.amount_micros,
    label: row.method_label,
    occasion: String(row.id),
  };
  const reason =
    row.failure === 'method-gone' ? 'method-gone' : failures >= AUTO_TOP_UP.mostFailures ? 'declined' : null;
  if (reason === null) {
    await updateTopUp(trx, row.user_id, { failures });
    await parts.mails.topUpTrouble(trx, row.user_id, 'declined', about);
    return;
  }
  await updateTopUp(trx, row.user_id, { failures, stopped: reason, updated_at: parts.clock.now() });
  await parts.mails.topUpTrouble(trx, row.user_id, `stopped-${reason}`, about);
  await parts.onTopUpStopped?.(trx, { userId: row.user_id, reason });
}
