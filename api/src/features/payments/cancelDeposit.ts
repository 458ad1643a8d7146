import { inTransaction } from '../../platform/db';
import { ConflictError } from '../../platform/errors';
import { callGateway } from '../gateways';
import type { Learn } from './learn';
import { findGateway } from './parts';
import { lockPayment, type PaymentRow } from './payments.repo';
import type { SendDeposit } from './sendDeposit';
import { isOpen } from './states';
import type { StepParts } from './stepParts';
import { end } from './takeStep';

const ENDED_TEXTS: Readonly<Record<string, string>> = {
  completed: 'This deposit was paid in the meantime',
  failed: 'This deposit has failed already',
  cancelled: 'This deposit is cancelled already',
};

function refuseEnded({ state }: PaymentRow): void {
  if (!isOpen(state))
    throw new ConflictError(ENDED_TEXTS[state] ?? 'This deposit has ended', 'PAYMENT_ENDED');
}

/**
 * Ends an open deposit, at its gateway first, so that nobody can pay what is shown as cancelled. What turns out to be paid
 * is completed instead: 409 PAYMENT_ENDED.
 */
export function createCancelDeposit(parts: StepParts, learn: Learn, sendDeposit: SendDeposit) {
  const { db, log, gateways, policy } = parts;

  async function endThere(given: PaymentRow): Promise<void> {
    // A charge of which no answer came: whether it was made has to be known first.
    const row =
      given.external_id === null && given.method_id !== null ? await sendDeposit(given.id, 'person') : given;
    const gateway = findGateway(gateways, row.gateway);
    const { external_id } = row;
    if (!gateway || external_id === null || !isOpen(row.state)) return;
    await callGateway(gateway, log, (signal) => gateway.cancel(external_id, signal), policy);
    await learn(row.id, { source: 'person' });
  }

  return async function cancelDeposit(given: PaymentRow): Promise<PaymentRow> {
    refuseEnded(given);
    await endThere(given);
    return inTransaction(db, async (trx) => {
      const row = await lockPayment(trx, given.id);
      // The gateway has told that it is cancelled now, which is what was asked for.
      if (row.state === 'cancelled') return row;
      refuseEnded(row);
      if (row.state === 'pending' && row.reference === null)
        throw new ConflictError(
          'The payment is being confirmed. It can be cancelled no more',
          'PAYMENT_PENDING',
        );
      return end(parts, trx, row, { state: 'cancelled', failure: 'left' }, 'person');
    });
  };
}
export type CancelDeposit = ReturnType<typeof createCancelDeposit>;
