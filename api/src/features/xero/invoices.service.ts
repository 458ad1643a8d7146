import { setTimeout as pause } from 'node:timers/promises';
import { rowId, type XeroInvoiceAnswer } from '@ezdash/contracts';
import { z } from 'zod';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction } from '../../platform/db';
import { AppError, ConflictError, NotFoundError } from '../../platform/errors';
import { type JobContext, type JobQueue, NoRetry } from '../../platform/jobs';
import type { PaymentHook } from '../payments';
import type { Books } from './books';
import { isConnected, readConnection } from './connection.repo';
import { findByInvoiceId, findInvoiceRow, type InvoiceRow, unfinished, wantInvoice } from './invoices.repo';
import type { MakeInvoice } from './makeInvoice';
import type { WholePayment } from './readPayment';
import { XeroFailure, XeroNotConnected } from './XeroFailure';

export const invoiceJob = z.object({ payment_id: z.int().positive() });
export type InvoiceQueue = JobQueue<typeof invoiceJob>;

export interface InvoicesDeps {
  db: Db;
  clock: Clock;
  books: Books;
  makeInvoice: MakeInvoice;
  readPayment(paymentId: number): Promise<WholePayment | null>;
  queue(): InvoiceQueue;
  /** Something changed that operators' pages show. */
  onChanged(db: Db): Promise<void>;
}

/** A job's own time is longer; a person's is not. */
const JOB_PATIENCE_MS = 20_000;
const PERSON_PATIENCE_MS = 8_000;
/** While another worker makes the invoice that a person asks for. */
const BUSY_TRIES = 20;
const BUSY_PAUSE_MS = 500;
const BUSY_AGAIN_MS = 5_000;
const SWEEP_AT_ONCE = 1_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const notConnected = () => new ConflictError('Connect Xero first', 'XERO_NOT_CONNECTED');
const failed = (message: string, cause: unknown) => new AppError(502, 'XERO_FAILED', message, { cause });

const answerOf = ({ invoice_id, invoice_number }: InvoiceRow): XeroInvoiceAnswer | null =>
  invoice_id === null ? null : { success: true, invoice_id, invoice_number };

/** What a person is told of a failure; what they asked for stays wanted unless Xero refused it. */
function told(error: unknown): AppError {
  if (error instanceof XeroNotConnected) return notConnected();
  if (!(error instanceof XeroFailure)) throw error;
  if (error.kind === 'refused') return failed(`Xero does not take it: ${error.message}`, error);
  if (error.kind === 'limited')
    return failed('Xero takes no more calls just now. It is made as soon as it does', error);
  return failed('Xero does not answer. It is tried again by itself', error);
}

export function createInvoicesService(deps: InvoicesDeps) {
  const { db, clock, books, makeInvoice, readPayment, queue, onChanged } = deps;
  const send = (paymentId: number, afterMs = 0) =>
    queue().send(
      { payment_id: paymentId },
      // The jobs' clock is the database's; a moment that is a little off only makes one look sooner or later.
      afterMs > 0 ? { startAfter: new Date(Date.now() + afterMs) } : {},
    );

  /** One job; what has to wait is asked for again and is no failed attempt. */
  async function work(paymentId: number, { signal }: Pick<JobContext, 'signal'>): Promise<void> {
    try {
      const outcome = await makeInvoice(paymentId, { patienceMs: JOB_PATIENCE_MS, signal });
      if (outcome === 'busy') await send(paymentId, BUSY_AGAIN_MS);
      else await onChanged(db);
    } catch (error) {
      // It stays wanted: whoever connects Xero has all of them asked for again.
      if (error instanceof XeroNotConnected) return;
      if (!(error instanceof XeroFailure)) throw error;
      if (error.kind === 'refused') throw new NoRetry(error.message);
      if (error.kind !== 'limited') throw error;
      await send(paymentId, error.retryAfterMs ?? BUSY_AGAIN_MS);
    }
  }

  async function possible(paymentId: number | null): Promise<WholePayment> {
    const payment = paymentId === null ? null : await readPayment(paymentId);
    if (!payment) throw new NotFoundError();
    if (payment.type !== 'deposit' || payment.state !== 'completed')
      throw new ConflictError('Only a completed deposit gets an invoice', 'INVOICE_NOT_POSSIBLE');
    return payment;
  }

  async function madeNow(paymentId: number): Promise<XeroInvoiceAnswer> {
    for (let tries = 0; tries < BUSY_TRIES; tries += 1) {
      const outcome = await makeInvoice(paymentId, { patienceMs: PERSON_PATIENCE_MS, isByHand: true });
      const answer = typeof outcome === 'string' ? null : answerOf(outcome);
      if (answer) return answer;
      await pause(BUSY_PAUSE_MS);
    }
    throw new XeroFailure('unclear', 'Somebody else is making it');
  }

  return {
    work,

    /** In the transaction that completes a deposit: it is wanted, and nobody waits for Xero. */
    hook: {
      async completed(trx, payment) {
        if (payment.type !== 'deposit') return [];
        const { autoCreate, tokensSealed } = await readConnection(trx);
        if (!autoCreate || tokensSealed === null) return [];
        await wantInvoice(trx, { paymentId: payment.id, askedBy: null, now: clock.now() });
        await queue().send({ payment_id: payment.id }, { trx });
        return [];
      },
    } satisfies PaymentHook,

    /** By hand. `isNew`: there was none before. */
    async create(id: string, adminId: number): Promise<{ answer: XeroInvoiceAnswer; isNew: boolean }> {
      const { id: paymentId } = await possible(rowId('payment', id));
      const there = await findInvoiceRow(db, paymentId);
      const known = there ? answerOf(there) : null;
      if (known && there?.paid_at) return { answer: known, isNew: false };
      if (!isConnected(await readConnection(db))) throw notConnected();
      await inTransaction(db, async (trx) => {
        await wantInvoice(trx, { paymentId, askedBy: adminId, now: clock.now() });
        // Whatever becomes of this process now, it is made.
        await queue().send({ payment_id: paymentId }, { trx, startAfter: new Date(Date.now() + 60_000) });
      });
      try {
        return { answer: await madeNow(paymentId), isNew: known === null };
      } catch (error) {
        // The invoice is there; that its payment is not yet on it is in the list of what failed.
        const after = await findInvoiceRow(db, paymentId);
        const made = after ? answerOf(after) : null;
        if (made && error instanceof XeroFailure) return { answer: made, isNew: known === null };
        throw told(error);
      }
    },

    /** By the payment's id or the invoice's own. */
    async pdf(id: string): Promise<Buffer> {
      const paymentId = rowId('payment', id);
      const row = UUID.test(id)
        ? await findByInvoiceId(db, id.toLowerCase())
        : paymentId === null
          ? undefined
          : await findInvoiceRow(db, paymentId);
      const tenantId = row?.tenant_id;
      if (!row?.invoice_id || !tenantId) throw new NotFoundError();
      try {
        return await books.pdf({ tenantId, patienceMs: PERSON_PATIENCE_MS }, row.invoice_id);
      } catch (error) {
        if (error instanceof XeroFailure && error.kind === 'missing') throw new NotFoundError();
        throw told(error);
      }
    },

    /** Asks again for everything that waits: after connecting, and now and then. */
    async sweep(): Promise<number> {
      if (!isConnected(await readConnection(db))) return 0;
      const waiting = await unfinished(db, SWEEP_AT_ONCE);
      for (const paymentId of waiting) await send(paymentId);
      return waiting.length;
    },
  };
}
export type InvoicesService = ReturnType<typeof createInvoicesService>;
