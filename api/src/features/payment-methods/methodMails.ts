import type { Actor } from '../../platform/auth';
import type { Trx } from '../../platform/db';
import type { Mail } from '../mail';
import { deviceName } from '../proofs';
import type { MethodRow } from './paymentMethods.repo';

/** Tells owners of methods that were added, removed or made the default. A notice goes out when its transaction commits, or never. */
export function createMethodMails(mail: Pick<Mail, 'send'>) {
  return async (
    trx: Trx,
    { user, visitor }: Actor,
    change: 'added' | 'removed' | 'default',
    method: Pick<MethodRow, 'id' | 'kind' | 'brand' | 'last4'>,
    at: Date,
  ): Promise<void> => {
    await mail.send(trx, {
      to: user.email,
      template: 'payment-method-changed',
      locale: user.locale,
      data: {
        change,
        kind: method.kind === 'card' ? 'card' : 'bank_account',
        brand: method.brand,
        last4: method.last4,
        device: deviceName(visitor, user.locale),
        changedAt: at.toISOString(),
        timeZone: user.timezone,
      },
      // It is added and removed once; the default it may become again and again.
      idempotencyKey: `payment-method-${change}:${method.id}${change === 'default' ? `:${at.getTime()}` : ''}`,
    });
  };
}
