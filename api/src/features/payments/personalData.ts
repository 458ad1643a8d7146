import { publicId } from '@ezdash/contracts';
import { type Db, type Trx, toNumber } from '../../platform/db';
import { findEvents } from './payments.repo';
import { deleteTopUp, findTopUp } from './topUp/topUp.repo';

/** For the archive of a person's data: payments with their course, and the automatic top-up. */
export async function exportPayments(db: Db, userId: number): Promise<object> {
  const rows = await db
    .selectFrom('payment')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  const payments: object[] = [];
  for (const row of rows)
    payments.push({
      id: publicId('payment', row.id),
      type: row.type,
      state: row.state,
      origin: row.origin,
      of: row.parent_id === null ? null : publicId('payment', row.parent_id),
      currency: row.currency,
      amount_micros: toNumber(row.amount_micros),
      fee_micros: toNumber(row.fee_micros),
      bonus_micros: toNumber(row.bonus_micros),
      promo_code: row.promo_code,
      gateway: row.gateway,
      method: row.method_label,
      gateway_id: row.external_id,
      gateway_transaction_id: row.external_transaction_id,
      reference: row.reference,
      failure: row.failure,
      created_at: row.created_at.toISOString(),
      ended_at: row.ended_at?.toISOString() ?? null,
      events: await findEvents(db, row.id),
    });
  const topUp = await findTopUp(db, userId);
  return {
    payments,
    automatic_top_up: topUp
      ? {
          enabled: topUp.enabled,
          below_micros: toNumber(topUp.below_micros),
          amount_micros: toNumber(topUp.amount_micros),
          month_most_micros: toNumber(topUp.month_most_micros),
          stopped: topUp.stopped,
          updated_at: topUp.updated_at.toISOString(),
        }
      : null,
  };
}

/**
 * What the books need stays: amounts, times, states, the gateway and its numbers, what was written into a transfer. The
 * card's name, the address of the gateway's page and the automatic top-up go.
 */
export async function erasePayments(trx: Trx, userId: number): Promise<void> {
  await deleteTopUp(trx, userId);
  await trx
    .updateTable('payment')
    .set({ method_id: null, method_label: null, checkout_url: null })
    .where('user_id', '=', userId)
    .execute();
}
