import type { PaymentFailure, PaymentState } from '@ezdash/contracts';
import { type Trx, toNumber } from '../../platform/db';
import { deposit as bookDeposit } from '../ledger';
import { tellPages } from './notify';
import type { PaymentLine } from './PaymentHooks';
import { factsOf, gatewayLabel, ledgerReference } from './parts';
import {
  type EventSource,
  insertEvents,
  isOwnerDeleted,
  lockMoney,
  type PaymentChange,
  type PaymentRow,
  updatePayment,
} from './payments.repo';
import { mayStep } from './states';
import type { StepParts } from './stepParts';
import { noteTopUpEnd } from './topUp/noteTopUpEnd';

/** A bug of ours: the table of steps does not have this one. */
export function assertStep(row: PaymentRow, to: PaymentState): void {
  if (!mayStep(row.type, row.state, to))
    throw new Error(`Payment ${row.id} is ${row.state}: it cannot become ${to}`);
}

/** What the gateway said of the money's movement. */
export interface Paid {
  transactionId: string | null;
  methodLabel: string | null;
  /** How the ledger names it, in place of the payment's number. */
  ledgerReference?: string;
}

/** Of the promo code's line, what the bonus came to; undefined when there is none. */
function bonusIn(lines: readonly PaymentLine[]): bigint | undefined {
  for (const { kind, detail } of lines) {
    if (kind === 'bonus-lost') return 0n;
    if (kind === 'bonus-added') return BigInt(detail.amount_micros ?? 0);
  }
  return undefined;
}

/**
 * The deposit's money has come in: ledger, hooks, course, mail and note to open pages, in the caller's transaction that
 * holds the row's lock. Answers the row as it is then.
 */
export async function complete(
  parts: StepParts,
  trx: Trx,
  row: PaymentRow,
  paid: Paid,
  source: EventSource,
): Promise<PaymentRow> {
  const { clock, gateways, hooks, mails, log } = parts;
  assertStep(row, 'completed');
  const now = clock.now();
  await lockMoney(trx, row.user_id);
  const gatewayName = gatewayLabel(gateways, row.gateway).name;
  const isOrphan = await isOwnerDeleted(trx, row.user_id);
  // The card's name was erased with the account and does not come back.
  const methodLabel = isOrphan ? null : (paid.methodLabel ?? row.method_label);
  const { id } = await bookDeposit(trx, {
    advertiserId: row.user_id,
    amountMicros: row.amount_micros,
    feeMicros: row.fee_micros,
    reference: paid.ledgerReference ?? ledgerReference(row.id),
    occurredAt: now,
    description: `Deposit by ${methodLabel ?? gatewayName}`,
  });
  let done = await updatePayment(trx, row.id, {
    state: 'completed',
    ended_at: now,
    transaction_id: id,
    failure: null,
    trouble: null,
    external_transaction_id: paid.transactionId ?? row.external_transaction_id,
    method_label: methodLabel,
  });
  await insertEvents(trx, row.id, source, [{ kind: 'completed', detail: amountOf(done) }], now);
  const lines: PaymentLine[] = [];
  for (const hook of hooks) {
    const more = (await hook.completed?.(trx, factsOf(done, gateways), now)) ?? [];
    const bonusMicros = bonusIn(more);
    // At once: hooks that come after it read what was really given.
    if (bonusMicros !== undefined && bonusMicros !== done.bonus_micros)
      done = await updatePayment(trx, row.id, { bonus_micros: bonusMicros });
    lines.push(...more);
  }
  await insertEvents(trx, row.id, 'job', lines, now);
  await noteTopUpEnd(parts, trx, done);
  await mails.completed(trx, done, gatewayName, lines, now);
  await tellPages(parts, trx, done);
  if (isOrphan)
    log.error(
      { event: 'payments.account_gone', paymentId: row.id, userId: row.user_id, gateway: row.gateway },
      'Money came in for an account that was deleted: give it back',
    );
  return done;
}

export const amountOf = ({ amount_micros }: PaymentRow): PaymentLine['detail'] => ({
  amount_micros: toNumber(amount_micros),
});

export interface Ending {
  state: 'failed' | 'cancelled';
  failure: PaymentFailure | null;
}

/** The deposit ended without money. */
export async function end(
  parts: StepParts,
  trx: Trx,
  row: PaymentRow,
  { state, failure }: Ending,
  source: EventSource,
): Promise<PaymentRow> {
  const { clock, gateways, hooks, mails } = parts;
  assertStep(row, state);
  const now = clock.now();
  const done = await updatePayment(trx, row.id, { state, failure, ended_at: now });
  const detail: PaymentLine['detail'] = failure === null ? {} : { reason: failure };
  await insertEvents(trx, row.id, source, [{ kind: state, detail }], now);
  const lines: PaymentLine[] = [];
  for (const hook of hooks)
    lines.push(...((await hook.ended?.(trx, factsOf(done, gateways), failure)) ?? []));
  await insertEvents(trx, row.id, 'job', lines, now);
  await noteTopUpEnd(parts, trx, done);
  // Who was at the page has seen it there; who waited for days has not.
  if (row.origin === 'person' && row.state === 'pending' && source !== 'person')
    await mails.ended(trx, done, gatewayLabel(gateways, row.gateway).name, failure, now);
  await tellPages(parts, trx, done);
  return done;
}

/** The payer, or an operator, has done their part: now it is waited for. */
export async function pend(
  parts: StepParts,
  trx: Trx,
  row: PaymentRow,
  source: EventSource,
  change: PaymentChange = {},
): Promise<PaymentRow> {
  assertStep(row, 'pending');
  const now = parts.clock.now();
  const done = await updatePayment(trx, row.id, { ...change, state: 'pending', pending_at: now });
  await insertEvents(trx, row.id, source, [{ kind: 'pending', detail: {} }], now);
  await tellPages(parts, trx, done);
  return done;
}
