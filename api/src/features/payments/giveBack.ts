import { type Trx, toNumber } from '../../platform/db';
import type { GatewayGiveBack } from '../gateways';
import { chargeBack, holdCash, refund, returnHold, reverse } from '../ledger';
import { tellPages } from './notify';
import type { PaymentLine } from './PaymentHooks';
import { factsOf, gatewayLabel, ledgerReference, refundKey } from './parts';
import {
  findGiveBacks,
  insertEvents,
  insertPayment,
  lockMoney,
  lockPayment,
  type PaymentRow,
  updatePayment,
} from './payments.repo';
import { isOpen } from './states';
import type { StepParts } from './stepParts';
import { amountOf, assertStep } from './takeStep';

type Kind = 'refund' | 'chargeback';

/** Whether cash was set aside for it: for what we asked for it is, when it is asked; for what came by itself never. */
const isSetAside = (row: PaymentRow): boolean => row.origin === 'operator' && isOpen(row.state);

/**
 * Books that money has left. What was set aside goes; what a gateway or a bank took by itself is taken from cash, which
 * may then be owed.
 */
async function book(trx: Trx, row: PaymentRow, at: Date): Promise<bigint> {
  const booking = {
    ownerId: row.user_id,
    amountMicros: row.amount_micros,
    // One that failed may have been booked before, once or often: the last of them makes the name of the next.
    reference:
      row.state === 'failed'
        ? `${ledgerReference(row.id)}:again:${row.transaction_id ?? 0}`
        : ledgerReference(row.id),
    occurredAt: at,
    description: row.type === 'refund' ? 'Refund' : 'Chargeback',
  };
  const { cashMicros } = await lockMoney(trx, row.user_id);
  if (row.type === 'chargeback') return (await chargeBack(trx, booking)).id;
  if (isSetAside(row)) return (await refund(trx, booking)).id;
  if (cashMicros < row.amount_micros) return (await chargeBack(trx, booking)).id;
  await holdCash(trx, booking);
  return (await refund(trx, booking)).id;
}

async function complete(parts: StepParts, trx: Trx, row: PaymentRow, deposit: PaymentRow): Promise<void> {
  const { clock, gateways, hooks, mails } = parts;
  assertStep(row, 'completed');
  const now = clock.now();
  const transactionId = await book(trx, row, now);
  const done = await updatePayment(trx, row.id, {
    state: 'completed',
    ended_at: now,
    transaction_id: transactionId,
    failure: null,
    external_transaction_id: row.external_id,
  });
  await insertEvents(trx, row.id, 'gateway', [{ kind: 'completed', detail: amountOf(done) }], now);
  const kind = row.type === 'refund' ? 'refunded' : 'charged-back';
  await insertEvents(trx, deposit.id, 'gateway', [{ kind, detail: amountOf(done) }], now);
  const lines: PaymentLine[] = [];
  for (const hook of hooks) {
    const facts = factsOf(done, gateways);
    lines.push(...((await hook.givenBack?.(trx, facts, factsOf(deposit, gateways), now)) ?? []));
  }
  await insertEvents(trx, deposit.id, 'job', lines, now);
  await mails.givenBack(trx, done, deposit, gatewayLabel(gateways, row.gateway).name, lines);
  await tellPages(parts, trx, done);
  await tellPages(parts, trx, deposit);
}

/**
 * It did not go, or it came back (a bank refused it, a dispute was won). What was set aside, or had been booked, is the
 * customer's again; of the latter a person hears, since hooks have acted on it.
 */
export async function failGiveBack(parts: StepParts, trx: Trx, row: PaymentRow): Promise<PaymentRow> {
  const { clock, log } = parts;
  assertStep(row, 'failed');
  const now = clock.now();
  await lockMoney(trx, row.user_id);
  const cameBack = row.state === 'completed';
  const booking = { ownerId: row.user_id, amountMicros: row.amount_micros, occurredAt: now };
  if (cameBack && row.transaction_id !== null) {
    await reverse(trx, row.transaction_id, { occurredAt: now, reason: 'It came back' });
    // What the reversal puts back where it was set aside.
    if (await wasRefund(trx, row.transaction_id))
      await returnHold(trx, { ...booking, reference: `${ledgerReference(row.id)}:${row.transaction_id}` });
  } else if (isSetAside(row)) await returnHold(trx, { ...booking, reference: ledgerReference(row.id) });
  const done = await updatePayment(trx, row.id, {
    state: 'failed',
    failure: 'gateway-error',
    ended_at: now,
    ...(cameBack && { trouble: 'came-back' as const }),
  });
  const detail = { reason: cameBack ? 'came-back' : 'gateway-error' };
  await insertEvents(trx, row.id, 'gateway', [{ kind: 'failed', detail }], now);
  if (cameBack)
    log.error(
      { event: 'payments.came_back', paymentId: row.id, type: row.type },
      'What was given back of a deposit came back: look at its promo code and documents',
    );
  await tellPages(parts, trx, done);
  return done;
}

async function wasRefund(trx: Trx, transactionId: bigint): Promise<boolean> {
  const { kind } = await trx
    .selectFrom('ledger_transaction')
    .select('kind')
    .where('id', '=', transactionId)
    .executeTakeFirstOrThrow();
  return kind === 'refund';
}

/** Ours by what we asked with, or known by the gateway's number. */
const matches = (row: PaymentRow, type: Kind, report: GatewayGiveBack): boolean =>
  row.type === type &&
  (row.external_id === report.id || (report.askedWith !== null && refundKey(row.id) === report.askedWith));

async function make(
  parts: StepParts,
  trx: Trx,
  type: Kind,
  deposit: PaymentRow,
  report: GatewayGiveBack,
): Promise<PaymentRow | undefined> {
  const now = parts.clock.now();
  const row = await insertPayment(trx, {
    user_id: deposit.user_id,
    type,
    state: 'created',
    origin: 'gateway',
    client_key: `gateway-${type}:${report.id}`.slice(0, 120),
    parent_id: deposit.id,
    currency: deposit.currency,
    amount_micros: report.amountMicros,
    gateway: deposit.gateway,
    method_label: deposit.method_label,
    external_id: report.id,
    created_at: now,
    asked_at: now,
  });
  if (row) await insertEvents(trx, row.id, 'gateway', [{ kind: 'created', detail: amountOf(row) }], now);
  return row;
}

async function pend(parts: StepParts, trx: Trx, row: PaymentRow): Promise<void> {
  const now = parts.clock.now();
  const done = await updatePayment(trx, row.id, { state: 'pending', pending_at: now });
  await insertEvents(trx, row.id, 'gateway', [{ kind: 'pending', detail: {} }], now);
  await tellPages(parts, trx, done);
}

/** Applies one report to its payment, which is made when it is not known. Told again, it changes nothing. */
async function applyReport(
  parts: StepParts,
  trx: Trx,
  type: Kind,
  deposit: PaymentRow,
  known: readonly PaymentRow[],
  report: GatewayGiveBack,
): Promise<void> {
  const found = known.find((row) => matches(row, type, report));
  // It came and failed before anybody heard of it: nothing has moved.
  if (!found && report.state === 'failed') return;
  let row = found ? await lockPayment(trx, found.id) : await make(parts, trx, type, deposit, report);
  if (!row) return;
  if (row.external_id === null) row = await updatePayment(trx, row.id, { external_id: report.id });
  if (row.amount_micros !== report.amountMicros) return noteOtherAmount(parts, trx, row, report);
  if (report.state === 'done' && row.state !== 'completed') return complete(parts, trx, row, deposit);
  if (report.state === 'pending' && row.state === 'created') return pend(parts, trx, row);
  if (report.state === 'failed' && row.state !== 'failed') await failGiveBack(parts, trx, row);
}

/** Applies one report of a completed deposit; its row is locked by the caller. */
export async function applyGiveBack(
  parts: StepParts,
  trx: Trx,
  type: Kind,
  deposit: PaymentRow,
  report: GatewayGiveBack,
): Promise<void> {
  await applyReport(parts, trx, type, deposit, await findGiveBacks(trx, deposit.id), report);
}

/** Applies all that the gateway reports of a completed deposit; its row is locked by the caller. */
export async function applyGiveBacks(
  parts: StepParts,
  trx: Trx,
  deposit: PaymentRow,
  { refunds, disputes }: { refunds: readonly GatewayGiveBack[]; disputes: readonly GatewayGiveBack[] },
): Promise<void> {
  if (refunds.length === 0 && disputes.length === 0) return;
  const known = await findGiveBacks(trx, deposit.id);
  for (const report of refunds) await applyReport(parts, trx, 'refund', deposit, known, report);
  for (const report of disputes) await applyReport(parts, trx, 'chargeback', deposit, known, report);
}

/** The gateway gave back another amount than was asked for: nothing is booked, and a person has to look at it. */
async function noteOtherAmount(
  { clock, log, publisher }: StepParts,
  trx: Trx,
  row: PaymentRow,
  report: GatewayGiveBack,
): Promise<void> {
  if (row.trouble === 'amount-differs') return;
  await updatePayment(trx, row.id, { trouble: 'amount-differs' });
  const detail = { reason: 'amount-differs', amount_micros: toNumber(report.amountMicros) };
  await insertEvents(trx, row.id, 'gateway', [{ kind: 'gateway-told', detail }], clock.now());
  log.error({ event: 'payments.amount_differs', paymentId: row.id }, 'Another amount was given back');
  await publisher.toOperators(trx, 'money.changed', {});
}
