import { inTransaction, type Trx, toNumber } from '../../platform/db';
import { type CallPolicy, callGateway, type GatewayPayment } from '../gateways';
import { applyGiveBacks } from './giveBack';
import type { PaymentLine } from './PaymentHooks';
import { findGateway } from './parts';
import {
  type EventSource,
  findPayment,
  insertEvents,
  lockPayment,
  type PaymentRow,
  updatePayment,
} from './payments.repo';
import { isOpen } from './states';
import type { StepParts } from './stepParts';
import { complete, end, pend } from './takeStep';

export interface LearnOptions {
  /** Who had it asked. */
  source: EventSource;
  /** In place of the feature's own, for who does not want to wait. */
  policy?: CallPolicy;
  /** Kind of the notice that it is asked for; a line of the course, written with what is applied. */
  told?: string;
}

/** What the payer was to be charged. */
const chargedOf = (row: PaymentRow): bigint => row.amount_micros + row.fee_micros;

/** What the gateway took is not what was asked for; null when it is. */
function differenceOf(
  row: PaymentRow,
  paid: Extract<GatewayPayment, { state: 'paid' }>,
): NonNullable<PaymentRow['trouble']> | null {
  if (paid.currency.toUpperCase() !== row.currency) return 'currency-differs';
  return paid.paidMicros === chargedOf(row) ? null : 'amount-differs';
}

async function noteDifference(
  { clock, log, publisher }: StepParts,
  trx: Trx,
  row: PaymentRow,
  trouble: NonNullable<PaymentRow['trouble']>,
  paid: Extract<GatewayPayment, { state: 'paid' }>,
): Promise<PaymentRow> {
  if (row.trouble === trouble) return row;
  const done = await updatePayment(trx, row.id, {
    trouble,
    external_transaction_id: row.external_transaction_id ?? paid.transactionId,
  });
  const detail = { reason: trouble, amount_micros: toNumber(paid.paidMicros), currency: paid.currency };
  await insertEvents(trx, row.id, 'gateway', [{ kind: 'gateway-told', detail }], clock.now());
  log.error(
    { event: `payments.${trouble.replace('-', '_')}`, paymentId: row.id, gateway: row.gateway },
    'A gateway took something else than was asked for: nothing was booked',
  );
  await publisher.toOperators(trx, 'money.changed', {});
  return done;
}

async function applyPaid(
  parts: StepParts,
  trx: Trx,
  row: PaymentRow,
  paid: Extract<GatewayPayment, { state: 'paid' }>,
  source: EventSource,
): Promise<PaymentRow> {
  let deposit = row;
  if (row.state !== 'completed') {
    const trouble = differenceOf(row, paid);
    if (trouble) return noteDifference(parts, trx, row, trouble, paid);
    deposit = await complete(parts, trx, row, paid, source);
  }
  await applyGiveBacks(parts, trx, deposit, paid);
  return deposit;
}

/** A notice's line: the steps of a confirmation by the payer's bank have lines of their own. */
function toldLine(told: string): PaymentLine {
  const [, step] = /authentication[._-](asked|passed|failed)$/.exec(told) ?? [];
  if (step === 'asked') return { kind: 'authentication-asked', detail: {} };
  if (step === 'passed') return { kind: 'authentication-passed', detail: {} };
  if (step === 'failed') return { kind: 'authentication-failed', detail: {} };
  return { kind: 'gateway-told', detail: { reason: told } };
}

/**
 * Applies how a deposit stands at its gateway to its row, under the row's lock. What is known already changes nothing, and
 * an answer that another has overtaken (it was open, and is paid by now) takes nothing back.
 */
export async function applyRead(
  parts: StepParts,
  trx: Trx,
  paymentId: number,
  read: GatewayPayment,
  { source, told }: Pick<LearnOptions, 'source' | 'told'>,
): Promise<PaymentRow> {
  const now = parts.clock.now();
  const locked = await lockPayment(trx, paymentId);
  const row = await updatePayment(trx, locked.id, { asked_at: now });
  if (told !== undefined) await insertEvents(trx, row.id, 'gateway', [toldLine(told)], now);
  switch (read.state) {
    case 'open':
      return row;
    case 'confirming':
      return row.state === 'created' ? pend(parts, trx, row, source) : row;
    case 'paid':
      return applyPaid(parts, trx, row, read, source);
    case 'failed':
      return isOpen(row.state)
        ? end(parts, trx, row, { state: 'failed', failure: read.failure }, source)
        : row;
    case 'cancelled':
      return isOpen(row.state) ? end(parts, trx, row, { state: 'cancelled', failure: 'left' }, source) : row;
    case 'expired':
      return isOpen(row.state)
        ? end(parts, trx, row, { state: 'cancelled', failure: 'expired' }, source)
        : row;
  }
}

/** Of questions that cross each other. */
const MOST_READS = 3;
const isAfter = (one: Date | null, other: Date | null): boolean =>
  (one?.getTime() ?? 0) > (other?.getTime() ?? 0);

/**
 * The one door for what gateways say: asks how the payment stands and applies the answer. Of a refund or chargeback its
 * deposit is asked. When somebody else asked meanwhile, our answer may be the older one (money that came back would go
 * again): it is asked once more. Answers the payment as it is then; throws 502 GATEWAY_FAILED when the gateway does not answer.
 */
export function createLearn(parts: StepParts) {
  const { db, log, gateways } = parts;
  return async function learn(paymentId: number, options: LearnOptions): Promise<PaymentRow | undefined> {
    const row = await findPayment(db, paymentId);
    if (!row) return undefined;
    if (row.parent_id !== null) {
      await learn(row.parent_id, options);
      return findPayment(db, paymentId);
    }
    const gateway = findGateway(gateways, row.gateway);
    const { external_id } = row;
    // Nothing is there to be asked: it was never sent, or its gateway is not set up any more.
    if (!gateway && isOpen(row.state))
      log.error(
        { event: 'payments.gateway_gone', paymentId: row.id, gateway: row.gateway },
        'An open payment cannot be learnt about: its gateway is not set up',
      );
    if (!gateway || external_id === null) return row;
    const policy = options.policy ?? parts.policy;
    for (let seen = row, tries = 1; ; tries++) {
      const read = await callGateway(gateway, log, (signal) => gateway.read(external_id, signal), policy);
      const { at, isApplied } = await inTransaction(db, async (trx) => {
        const now = await lockPayment(trx, row.id);
        if (tries < MOST_READS && isAfter(now.asked_at, seen.asked_at)) return { at: now, isApplied: false };
        return { at: await applyRead(parts, trx, row.id, read, options), isApplied: true };
      });
      if (isApplied) return at;
      seen = at;
    }
  };
}
export type Learn = ReturnType<typeof createLearn>;
