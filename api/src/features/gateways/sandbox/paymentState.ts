import { PAYMENT_FAILURES, type PaymentFailure, type SandboxCheckout } from '@ezdash/contracts';
import type { GatewayGiveBack, GatewayPayment } from '../PaymentGateway';
import type { PaymentRow } from './payments.repo';

export type State = SandboxCheckout['state'];

const isFailure = (text: string | null): text is PaymentFailure =>
  PAYMENT_FAILURES.some((failure) => failure === text);

/** The payer's bank asks them something and waits for the answer. */
export const isChallenge = ({ state, settles_at }: PaymentRow): boolean =>
  state === 'confirming' && settles_at === null;

const STATES: readonly State[] = ['open', 'confirming', 'paid', 'declined', 'cancelled', 'expired'];

/** How it stands now: time passes without anybody writing it down. */
export function stateOf(row: PaymentRow, now: Date): State {
  const isWaiting = row.state === 'open' || isChallenge(row);
  if (isWaiting && row.expires_at !== null && row.expires_at <= now) return 'expired';
  if (row.state === 'confirming' && row.settles_at !== null && row.settles_at <= now) return 'paid';
  return STATES.find((state) => state === row.state) ?? 'expired';
}

const isTrue = ({ settles_at }: PaymentRow, now: Date) => settles_at === null || settles_at <= now;

export const giveBackOf = (row: PaymentRow): GatewayGiveBack => ({
  id: row.id,
  amountMicros: row.amount_micros,
  state: 'done',
  // What a scenario took back nobody asked for.
  askedWith: row.scenario === null ? row.idempotency_key : null,
});

export function presentPayment(row: PaymentRow, takenBack: readonly PaymentRow[], now: Date): GatewayPayment {
  const state = stateOf(row, now);
  const backs = (kind: string) =>
    takenBack.filter((each) => each.kind === kind && isTrue(each, now)).map(giveBackOf);
  switch (state) {
    case 'paid':
      return {
        state,
        paidMicros: row.amount_micros,
        currency: row.currency,
        transactionId: `sbx_${row.id.replaceAll('-', '')}`,
        methodLabel: row.method_label,
        refunds: backs('refund'),
        disputes: backs('dispute'),
      };
    case 'declined':
      return { state: 'failed', failure: isFailure(row.failure) ? row.failure : 'declined' };
    case 'confirming':
      // The bank's question is for the payer: they have not done their part yet.
      return { state: isChallenge(row) ? 'open' : 'confirming' };
    default:
      return { state };
  }
}
