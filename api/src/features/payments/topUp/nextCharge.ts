import type { Trx } from '../../../platform/db';
import { balances } from '../../ledger';
import { findGateway, type OpenedMethod, type PaymentsDeps } from '../parts';
import { findPayment, type PaymentRow } from '../payments.repo';
import { isOpen } from '../states';
import type { StepParts } from '../stepParts';
import { chargedSince, monthStart, type TopUpRow, updateTopUp } from './topUp.repo';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Before it is tried again after the first, the second refusal in a row. */
const PAUSES_MS = [HOUR_MS, 6 * HOUR_MS];

/** Decides what may be charged by itself now, and stops what may not be charged any more. */
export function createNextCharge(parts: StepParts & PaymentsDeps) {
  const { clock, gateways, openMethod, mails } = parts;

  async function stop(trx: Trx, row: TopUpRow, reason: 'month-most' | 'method-gone'): Promise<null> {
    if (row.stopped === reason && reason === 'method-gone') return null;
    await updateTopUp(trx, row.user_id, { stopped: reason, updated_at: clock.now() });
    await mails.topUpTrouble(trx, row.user_id, `stopped-${reason}`, {
      amountMicros: row.amount_micros,
      label: null,
      occasion: `${row.user_id}:${clock.nowMs()}`,
    });
    await parts.onTopUpStopped?.(trx, { userId: row.user_id, reason });
    await parts.publisher.toAccount(trx, row.user_id, 'balance.changed', {});
    return null;
  }

  /** Whether it may be charged now, for all that its last charge says. */
  function mayFollow(row: TopUpRow, last: PaymentRow | undefined): boolean {
    if (!last) return true;
    if (isOpen(last.state)) return false;
    if (row.failures === 0) return true;
    const pauseMs = PAUSES_MS[row.failures - 1] ?? PAUSES_MS.at(-1) ?? HOUR_MS;
    return (last.ended_at ?? last.created_at).getTime() + pauseMs <= clock.nowMs();
  }

  /** What may be charged now of the locked row, and by what; null when nothing is. */
  return async function nextCharge(trx: Trx, row: TopUpRow): Promise<OpenedMethod | null> {
    const now = clock.now();
    const goesOn = row.stopped === null || (row.stopped === 'month-most' && row.updated_at < monthStart(now));
    if (!row.enabled || !goesOn) return null;
    const last = row.last_payment_id === null ? undefined : await findPayment(trx, row.last_payment_id);
    if (!mayFollow(row, last)) return null;
    const { advertiser_cash, advertiser_bonus, advertiser_credit } = await balances(trx, row.user_id);
    if (advertiser_cash + advertiser_bonus >= row.below_micros) return null;
    // What comes in pays the debt first and lifts the balance little: one charge would follow the other.
    const owes = advertiser_cash < 0n || advertiser_credit < 0n;
    if (owes && last && last.created_at.getTime() + DAY_MS > clock.nowMs()) return null;
    const charged = await chargedSince(trx, row.user_id, monthStart(now));
    if (charged + row.amount_micros > row.month_most_micros) return stop(trx, row, 'month-most');
    const method = await openMethod(trx, row.user_id, row.method_id);
    const gateway = method && findGateway(gateways, method.gateway);
    if (!method || method.expired || !gateway?.charges) return stop(trx, row, 'method-gone');
    return method;
  };
}
