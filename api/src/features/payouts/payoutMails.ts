import { publicId } from '@ezdash/contracts';
import { type Trx, toNumber } from '../../platform/db';
import type { Mail } from '../mail';
import type { Owner, PayoutRow } from './payouts.repo';

/**
 * Tells the owner that a payout was asked for or sent; a mail goes out when its transaction commits, or never. They
 * cannot be turned off: somebody else may have asked. How it ended is an alert.
 */
export async function mailStep(
  mail: Pick<Mail, 'send'>,
  trx: Trx,
  owner: Pick<Owner, 'email' | 'locale' | 'timezone'>,
  row: PayoutRow,
  step: 'requested' | 'sent',
): Promise<void> {
  const data = {
    payoutId: publicId('payout', row.id),
    amountMicros: toNumber(row.amount_micros),
    method: row.method_label,
    timeZone: owner.timezone,
  };
  const letter = { to: owner.email, locale: owner.locale, idempotencyKey: `payout-${step}:${row.id}` };
  if (step === 'sent') await mail.send(trx, { ...letter, template: 'payout-sent', data });
  else
    await mail.send(trx, {
      ...letter,
      template: 'payout-requested',
      data: { ...data, dueAt: row.due_at.toISOString() },
    });
}
