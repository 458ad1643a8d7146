import { publicId, type RefundRequest } from '@ezdash/contracts';
import { z } from 'zod';
import type { AuthUser } from '../../platform/auth';
import { inTransaction, type Trx, toNumber } from '../../platform/db';
import { AppError, ConflictError, ValidationError } from '../../platform/errors';
import { NoRetry } from '../../platform/jobs';
import { callGateway, GatewayRefused } from '../gateways';
import { holdCash, noteMoneyAction } from '../ledger';
import { applyGiveBack, failGiveBack } from './giveBack';
import { tellPages } from './notify';
import { findGateway, isWholeCents, ledgerReference, noPayment, type PaymentsDeps, refundKey } from './parts';
import {
  findByClientKey,
  findPayment,
  insertEvents,
  insertPayment,
  lockMoney,
  lockPayment,
  type PaymentRow,
} from './payments.repo';
import { givenBackOf, NOTHING_BACK } from './readers';
import { isOpen } from './states';
import type { StepParts } from './stepParts';
import { amountOf } from './takeStep';

const QUEUE = 'payments.refund';
/** About a day of trying; then it is a dead letter that an operator sees. */
const RETRIES = { retryLimit: 11, retryDelaySeconds: 30, retryBackoff: true };

/** What may be given back of a deposit: what was not given back yet, and is still in cash. */
export function refundableOf(
  deposit: PaymentRow,
  back: { refundedMicros: bigint; refundingMicros: bigint; chargedBackMicros: bigint },
  cashMicros: bigint,
): bigint {
  if (deposit.type !== 'deposit' || deposit.state !== 'completed') return 0n;
  const left = deposit.amount_micros - back.refundedMicros - back.refundingMicros - back.chargedBackMicros;
  const most = left < cashMicros ? left : cashMicros;
  return most > 0n ? most : 0n;
}

const sameRefund = (row: PaymentRow, depositId: number, amountMicros: bigint): boolean =>
  row.type === 'refund' && row.parent_id === depositId && row.amount_micros === amountMicros;

/** Gives cash back that was not spent: set aside, asked for at the gateway by a job, then gone, or returned. */
export function createRefunds(parts: StepParts & Pick<PaymentsDeps, 'jobs'>) {
  const { db, clock, log, gateways, policy } = parts;

  const queue = parts.jobs.queue(QUEUE, {
    schema: z.object({ paymentId: z.int().positive() }),
    handler: ({ paymentId }) => push(paymentId),
    ...RETRIES,
    concurrency: 2,
  });

  const fail = (id: number) =>
    inTransaction(db, async (trx) => {
      const row = await lockPayment(trx, id);
      if (isOpen(row.state)) await failGiveBack(parts, trx, row);
    });

  /** Asks the gateway; the key is the refund's own, so that a repeated job gives back once. */
  async function push(id: number): Promise<void> {
    const row = await findPayment(db, id);
    // Another run has done it.
    if (!row || row.parent_id === null || !isOpen(row.state)) return;
    const deposit = await findPayment(db, row.parent_id);
    const gateway = findGateway(gateways, row.gateway);
    const externalId = deposit?.external_id ?? null;
    if (!deposit || !gateway || externalId === null)
      throw new NoRetry(`There is no gateway ${row.gateway} to give the money back`);
    const order = {
      externalId,
      amountMicros: row.amount_micros,
      currency: row.currency,
      idempotencyKey: refundKey(row.id),
    };
    try {
      const report = await callGateway(gateway, log, (signal) => gateway.refund(order, signal), policy);
      await inTransaction(db, async (trx) => {
        const locked = await lockPayment(trx, deposit.id);
        await applyGiveBack(parts, trx, 'refund', locked, { ...report, askedWith: order.idempotencyKey });
      });
    } catch (error) {
      if (!(error instanceof AppError && error.cause instanceof GatewayRefused)) throw error;
      await fail(id);
    }
  }

  async function make(
    trx: Trx,
    admin: AuthUser,
    deposit: PaymentRow,
    { refund_id, amount_micros, why }: RefundRequest,
  ): Promise<PaymentRow> {
    const amountMicros = BigInt(amount_micros);
    if (deposit.type !== 'deposit' || deposit.state !== 'completed')
      throw new ConflictError('Only a completed deposit can be given back', 'NOT_REFUNDABLE');
    if (!isWholeCents(amountMicros))
      throw new ValidationError({ amount_micros: ['Enter an amount with whole cents'] });
    const { cashMicros } = await lockMoney(trx, deposit.user_id);
    const back = (await givenBackOf(trx, [deposit.id])).get(deposit.id) ?? NOTHING_BACK;
    if (amountMicros > refundableOf(deposit, back, cashMicros))
      throw new ValidationError({ amount_micros: ['This is more than can be given back'] });
    const now = clock.now();
    const row = await insertPayment(trx, {
      user_id: deposit.user_id,
      type: 'refund',
      state: 'created',
      origin: 'operator',
      client_key: `refund:${refund_id.toLowerCase()}`,
      parent_id: deposit.id,
      currency: deposit.currency,
      amount_micros: amountMicros,
      gateway: deposit.gateway,
      method_label: deposit.method_label,
      note: why,
      actor_id: admin.id,
      created_at: now,
    });
    if (!row) throw new ConflictError('This refund was sent before with other contents', 'REFUND_ID_USED');
    await holdCash(trx, {
      ownerId: row.user_id,
      amountMicros,
      reference: ledgerReference(row.id),
      occurredAt: now,
      description: 'Set aside for a refund',
    });
    await insertEvents(trx, row.id, 'operator', [{ kind: 'created', detail: amountOf(row) }], now);
    await insertEvents(trx, deposit.id, 'operator', [{ kind: 'refund-asked', detail: amountOf(row) }], now);
    await noteMoneyAction(trx, {
      actor: `admin ${admin.id}`,
      action: 'payment_refunded',
      why,
      detail: {
        payment: publicId('payment', deposit.id),
        refund: publicId('payment', row.id),
        amount_micros: toNumber(amountMicros),
      },
    });
    await tellPages(parts, trx, row);
    await tellPages(parts, trx, deposit);
    // What came by transfer is sent back from the bank by whoever books it here: it has gone.
    if (deposit.reference !== null) {
      const report = {
        id: publicId('payment', row.id),
        amountMicros,
        state: 'done' as const,
        askedWith: refundKey(row.id),
      };
      await applyGiveBack(parts, trx, 'refund', deposit, report);
    } else await queue.send({ paymentId: row.id }, { trx });
    return row;
  }

  return {
    /** Once for each `refund_id`. 404, 409 NOT_REFUNDABLE and REFUND_ID_USED, 422 for more than can be given back. */
    async ask(
      admin: AuthUser,
      depositId: number,
      request: RefundRequest,
    ): Promise<{ row: PaymentRow; isNew: boolean }> {
      return inTransaction(db, async (trx) => {
        if (!(await findPayment(trx, depositId))) throw noPayment();
        const deposit = await lockPayment(trx, depositId);
        const key = `refund:${request.refund_id.toLowerCase()}`;
        const known = await findByClientKey(trx, deposit.user_id, key);
        if (known && !sameRefund(known, depositId, BigInt(request.amount_micros)))
          throw new ConflictError('This refund was sent before with other contents', 'REFUND_ID_USED');
        return known
          ? { row: known, isNew: false }
          : { row: await make(trx, admin, deposit, request), isNew: true };
      });
    },
    push,
  };
}
export type Refunds = ReturnType<typeof createRefunds>;
