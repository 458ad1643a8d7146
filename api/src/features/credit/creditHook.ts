import { publicId } from '@ezdash/contracts';
import { toNumber } from '../../platform/db';
import type { PaymentHook } from '../payments';
import { pauseLine } from './credit.repo';
import type { CreditServiceDeps } from './credit.service';
import { repayAndSettle } from './settle';

/**
 * A deposit repays first what its payer owes of a credit line, and who takes it back through the bank gets no fresh terms
 * for it: only an operator opens that line again. Goes behind what books the deposit itself.
 */
export function createCreditHook({ publisher }: Pick<CreditServiceDeps, 'publisher'>): PaymentHook {
  return {
    completed: async (trx, payment, at) => {
      if (payment.type !== 'deposit') return [];
      const repaid = await repayAndSettle(trx, payment.userId, `payment:${payment.id}`, at);
      return repaid === 0n ? [] : [{ kind: 'credit-repaid', detail: { amount_micros: toNumber(repaid) } }];
    },
    givenBack: async (trx, payment, deposit, at) => {
      if (payment.type !== 'chargeback') return [];
      // Its booking holds the accounts: the line comes behind them, like everywhere.
      const note = `chargeback of ${publicId('payment', deposit.id)}`;
      if (await pauseLine(trx, payment.userId, note, at))
        await publisher.toOperators(trx, 'money.changed', {});
      return [];
    },
  };
}
