import type { AutoTopUp, AutoTopUpInput } from '@ezdash/contracts';
import type { AuthUser } from '../../../platform/auth';
import { inTransaction } from '../../../platform/db';
import { NotFoundError, ValidationError } from '../../../platform/errors';
import { refuseMethod } from '../makeDeposit';
import { findGateway, isWholeCents, type PaymentsDeps } from '../parts';
import { autoTopUpOf, deleteTopUp, saveTopUp } from './topUp.repo';

/** What its owner wants of an automatic top-up. */
export function createTopUpSettings({
  db,
  clock,
  gateways,
  openMethod,
}: Pick<PaymentsDeps, 'db' | 'clock' | 'gateways' | 'openMethod'>) {
  return {
    async save(user: AuthUser, input: AutoTopUpInput): Promise<AutoTopUp> {
      const methodId = input.method_id.toLowerCase();
      const method = await openMethod(db, user.id, methodId);
      const gateway = findGateway(gateways, method?.gateway ?? '');
      if (!gateway) throw new ValidationError({ method_id: ['This payment method cannot be charged'] });
      refuseMethod(gateway, method);
      const amountMicros = BigInt(input.amount_micros);
      const fits =
        isWholeCents(amountMicros) &&
        amountMicros >= gateway.leastMicros &&
        amountMicros <= gateway.mostMicros;
      if (!fits) throw new ValidationError({ amount_micros: ['This way to pay does not take this amount'] });
      await inTransaction(db, async (trx) => {
        const settings = {
          enabled: input.enabled,
          belowMicros: BigInt(input.below_micros),
          amountMicros,
          monthMostMicros: BigInt(input.month_most_micros),
          methodId,
        };
        await saveTopUp(trx, user.id, settings, clock.now());
      });
      const saved = await autoTopUpOf(db, user.id, clock.now());
      if (!saved) throw new NotFoundError('No automatic top-up is set up');
      return saved;
    },

    async remove(user: AuthUser): Promise<void> {
      if (!(await deleteTopUp(db, user.id))) throw new NotFoundError('No automatic top-up is set up');
    },
  };
}
export type TopUpSettings = ReturnType<typeof createTopUpSettings>;
