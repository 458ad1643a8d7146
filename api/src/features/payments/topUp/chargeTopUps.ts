import { errorDetail, inTransaction } from '../../../platform/db';
import { writeDeposit } from '../makeDeposit';
import { findGateway, type PaymentsDeps } from '../parts';
import type { SendDeposit } from '../sendDeposit';
import type { StepParts } from '../stepParts';
import { createNextCharge } from './nextCharge';
import { findLow, lockTopUp, updateTopUp } from './topUp.repo';

type Parts = StepParts & PaymentsDeps;

/** Charges stored methods by themselves when balances fall below what their owners chose. */
export function createTopUps(parts: Parts, sendDeposit: SendDeposit) {
  const { db, clock, log, gateways } = parts;
  const nextCharge = createNextCharge(parts);

  /**
   * Writes the next charge of an account, if one is due. Its key is made of the last one: two who look at the same time
   * write one, and after a crash the same one is sent.
   */
  const begin = (userId: number): Promise<number | null> =>
    inTransaction(db, async (trx) => {
      const row = await lockTopUp(trx, userId);
      const method = row && (await nextCharge(trx, row));
      const gateway = method && findGateway(gateways, method.gateway);
      if (!row || !method || !gateway) return null;
      const payment = await writeDeposit(parts, trx, {
        userId,
        clientKey: `top-up:${row.last_payment_id ?? 'first'}`,
        origin: 'top-up',
        gateway,
        amountMicros: row.amount_micros,
        methodId: row.method_id,
        method,
        promoCode: null,
      });
      if (!payment) throw new Error(`The top-up after ${row.last_payment_id} of ${userId} is there already`);
      await updateTopUp(trx, userId, {
        last_payment_id: payment.id,
        stopped: null,
        updated_at: clock.now(),
      });
      return payment.id;
    });

  async function chargeOne(userId: number): Promise<boolean> {
    try {
      const id = await begin(userId);
      if (id === null) return false;
      await sendDeposit(id, 'job');
      return true;
    } catch (error) {
      // The payment is written: the reconciliation sends it again with its key.
      log.warn(
        { ...errorDetail(error), userId },
        'An automatic top-up could not be charged and is tried again',
      );
      return false;
    }
  }

  return {
    /** One look at all balances; → how many were charged. */
    async charge(): Promise<number> {
      let count = 0;
      for (const userId of await findLow(db, clock.now())) if (await chargeOne(userId)) count += 1;
      return count;
    },
  };
}
export type TopUps = ReturnType<typeof createTopUps>;
