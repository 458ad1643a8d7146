import type { Db } from '../../platform/db';

/** A decision of an operator about money, outside of the ordinary course. */
export interface MoneyAction {
  /** `admin 1001`, or the person at the command line. */
  actor: string;
  action:
    | 'reversal_started'
    | 'reversal_finished'
    | 'share_changed'
    | 'transfer_matched'
    | 'transfer_booked'
    | 'payment_refunded'
    | 'promo_code_saved'
    | 'credit_line_changed'
    | 'payout_approved'
    | 'payout_refused'
    | 'payout_sent'
    | 'payout_settled'
    | 'payout_terms_changed'
    | 'job_replayed'
    | 'referral_refused'
    | 'referral_allowed'
    | 'incident_credited'
    | 'hold_released'
    | 'hold_taken_back';
  why: string;
  detail: Record<string, unknown>;
}

/** Adds to the audit, which the database lets nobody change; in the transaction of what was decided. */
export async function noteMoneyAction(trx: Db, { actor, action, why, detail }: MoneyAction): Promise<void> {
  await trx.insertInto('money_audit').values({ actor, action, why, detail }).execute();
}
