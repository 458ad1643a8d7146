import { PAYMENT_FAILURES, type Payment, type PaymentFailure, publicId } from '@ezdash/contracts';
import { type Db, toNumber } from '../../platform/db';
import { gatewayLabel, type PaymentsDeps } from './parts';
import type { PaymentRow } from './payments.repo';
import { documentsOf, type GivenBack, givenBackOf, NOTHING_BACK } from './readers';
import { isOpen } from './states';

type PresentDeps = Pick<PaymentsDeps, 'gateways' | 'bankAccount'>;

const failureOf = (text: string | null): PaymentFailure | null =>
  PAYMENT_FAILURES.find((each) => each === text) ?? null;

/** What the payer has to do; nothing once it is ended, or when it is the gateway's turn. */
function nextOf(row: PaymentRow, { bankAccount }: PresentDeps): Payment['next'] {
  if (row.type !== 'deposit' || !isOpen(row.state)) return null;
  if (row.reference !== null && row.external_id !== null)
    return bankAccount
      ? {
          kind: 'transfer',
          account: bankAccount,
          reference: row.reference,
          amount_micros: toNumber(row.amount_micros + row.fee_micros),
        }
      : null;
  return row.state === 'created' && row.checkout_url !== null
    ? { kind: 'checkout', url: row.checkout_url }
    : null;
}

function toPayment(
  row: PaymentRow,
  deps: PresentDeps,
  back: GivenBack,
  documents: Payment['documents'],
): Payment {
  return {
    id: publicId('payment', row.id),
    type: row.type,
    state: row.state,
    origin: row.origin,
    currency: row.currency,
    amount_micros: toNumber(row.amount_micros),
    fee_micros: toNumber(row.fee_micros),
    charged_micros: toNumber(row.amount_micros + row.fee_micros),
    bonus_micros: toNumber(row.bonus_micros),
    promo_code: row.promo_code,
    gateway: gatewayLabel(deps.gateways, row.gateway),
    method: row.method_label,
    failure: failureOf(row.failure),
    refunded_micros: toNumber(back.refundedMicros),
    refunding_micros: toNumber(back.refundingMicros),
    charged_back_micros: toNumber(back.chargedBackMicros),
    next: nextOf(row, deps),
    documents,
    created_at: row.created_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
  };
}

/** Rows as their owners see them, in the same order. */
export async function presentPayments(
  db: Db,
  rows: readonly PaymentRow[],
  deps: PresentDeps,
): Promise<Payment[]> {
  const ids = rows.map(({ id }) => id);
  const back = await givenBackOf(db, ids);
  const documents = await documentsOf(db, ids);
  return rows.map((row) =>
    toPayment(row, deps, back.get(row.id) ?? NOTHING_BACK, documents.get(row.id) ?? []),
  );
}

export async function presentPayment(db: Db, row: PaymentRow, deps: PresentDeps): Promise<Payment> {
  const [payment] = await presentPayments(db, [row], deps);
  if (!payment) throw new Error(`The payment ${row.id} cannot be shown`);
  return payment;
}
