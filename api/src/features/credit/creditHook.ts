import { toNumber } from '../../platform/db';
import type { PaymentHook } from '../payments';
import { repayAndSettle } from './settle';

/** A deposit repays first what its payer owes of a credit line. Goes behind what books the deposit itself. */
export function createCreditHook(): PaymentHook {
  return {
    completed: async (trx, payment, at) => {
      if (payment.type !== 'deposit') return [];
      const repaid = await repayAndSettle(trx, payment.userId, `payment:${payment.id}`, at);
      return repaid === 0n ? [] : [{ kind: 'credit-repaid', detail: { amount_micros: toNumber(repaid) } }];
    },
  };
}
