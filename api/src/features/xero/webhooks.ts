import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction } from '../../platform/db';
import { BadRequestError } from '../../platform/errors';
import { type JobContext, type JobQueue, NoRetry } from '../../platform/jobs';
import type { Log } from '../../platform/log';
import type { Books } from './books';
import { findByInvoiceId } from './invoices.repo';
import { XeroFailure, XeroNotConnected } from './XeroFailure';

export const eventJob = z.object({ event_id: z.string().min(1).max(200) });
export type EventQueue = JobQueue<typeof eventJob>;

/** As Xero sends at most. */
const MOST_EVENTS = 1_000;
const body = z.object({
  events: z
    .array(
      z.object({
        resourceId: z.uuid(),
        tenantId: z.uuid(),
        eventCategory: z.string().max(60),
        eventType: z.string().max(60),
        eventDateUtc: z.string().max(60),
      }),
    )
    .max(MOST_EVENTS),
  firstEventSequence: z.number(),
});

const INVOICE = 'INVOICE';
const PATIENCE_MS = 20_000;
const AGAIN_MS = 5_000;
const KEPT_MS = 90 * 86_400_000;

export interface WebhooksDeps {
  db: Db;
  clock: Clock;
  log: Log;
  books: Books;
  webhookKey: string | undefined;
  queue(): EventQueue;
  /** Something changed that operators' pages show. */
  onChanged(db: Db): Promise<void>;
}

/** Xero names no id of an event: the same delivery again has the same sequence, and the same of everything else. */
const idOf = (parts: readonly (string | number)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

export function createWebhooks({ db, clock, log, books, webhookKey, queue, onChanged }: WebhooksDeps) {
  function isSigned(raw: Buffer, signature: string | undefined): boolean {
    if (!webhookKey || !signature) return false;
    const expected = createHmac('sha256', webhookKey).update(raw).digest();
    const shown = Buffer.from(signature, 'base64');
    return shown.length === expected.length && timingSafeEqual(shown, expected);
  }

  function read(raw: Buffer): z.output<typeof body> {
    try {
      return body.parse(JSON.parse(raw.toString('utf8')));
    } catch {
      throw new BadRequestError('These are no events of Xero');
    }
  }

  /** What Xero says now: an event only says that something happened. */
  async function follow(invoiceId: string, signal: AbortSignal): Promise<void> {
    const row = await findByInvoiceId(db, invoiceId);
    if (!row?.tenant_id) return;
    const { status } = await books.readInvoice(
      { tenantId: row.tenant_id, patienceMs: PATIENCE_MS, signal },
      invoiceId,
    );
    if (status === row.invoice_status) return;
    await inTransaction(db, async (trx) => {
      await trx
        .updateTable('xero_invoice')
        .set({ invoice_status: status })
        .where('invoice_id', '=', invoiceId)
        .execute();
      await onChanged(trx);
    });
    log.info({ event: 'xero.invoice_changed', invoiceId, status }, 'An invoice has changed in Xero');
  }

  return {
    isOn: webhookKey !== undefined,

    /** False: it was not Xero who sent it. Otherwise its events are kept, once each, with the jobs that work on them. */
    async take(raw: Buffer, signature: string | undefined): Promise<boolean> {
      if (!isSigned(raw, signature)) return false;
      const { events, firstEventSequence } = read(raw);
      await inTransaction(db, async (trx) => {
        for (const [at, event] of events.entries()) {
          const { tenantId, resourceId, eventCategory, eventType, eventDateUtc } = event;
          const parts = [
            firstEventSequence + at,
            tenantId,
            resourceId,
            eventCategory,
            eventType,
            eventDateUtc,
          ];
          const id = idOf(parts);
          const row = await trx
            .insertInto('xero_event')
            .values({
              id,
              resource_id: resourceId,
              category: eventCategory,
              kind: eventType,
              received_at: clock.now(),
            })
            .onConflict((on) => on.column('id').doNothing())
            .returning('id')
            .executeTakeFirst();
          if (row) await queue().send({ event_id: id }, { trx });
        }
      });
      return true;
    },

    async work(eventId: string, { signal }: Pick<JobContext, 'signal'>): Promise<void> {
      const event = await db
        .selectFrom('xero_event')
        .selectAll()
        .where('id', '=', eventId)
        .where('worked_at', 'is', null)
        .executeTakeFirst();
      if (!event) return;
      try {
        if (event.category === INVOICE) await follow(event.resource_id, signal);
      } catch (error) {
        if (!(error instanceof XeroFailure)) {
          // There is nobody to ask: after connecting, the next event of the invoice tells it.
          if (!(error instanceof XeroNotConnected)) throw error;
        } else if (error.kind === 'refused' || error.kind === 'missing') {
          throw new NoRetry(error.message);
        } else if (error.kind === 'limited') {
          const startAfter = new Date(Date.now() + (error.retryAfterMs ?? AGAIN_MS));
          await queue().send({ event_id: eventId }, { startAfter });
          return;
        } else {
          throw error;
        }
      }
      await db.updateTable('xero_event').set({ worked_at: clock.now() }).where('id', '=', eventId).execute();
    },

    async tidy(): Promise<void> {
      const before = new Date(clock.nowMs() - KEPT_MS);
      await db.deleteFrom('xero_event').where('received_at', '<', before).execute();
    },
  };
}
export type Webhooks = ReturnType<typeof createWebhooks>;
