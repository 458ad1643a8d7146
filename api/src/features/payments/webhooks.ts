import { Router } from 'express';
import { z } from 'zod';
import { inTransaction } from '../../platform/db';
import { BadRequestError, NotFoundError } from '../../platform/errors';
import { rawBody, route } from '../../platform/http';
import type { JobContext, JobQueue } from '../../platform/jobs';
import { type GatewayNotice, type PaymentGateway, type WebhookHeaders, WebhookRefused } from '../gateways';
import * as events from './gatewayEvents.repo';
import type { Learn } from './learn';
import { findGateway, type PaymentsDeps } from './parts';
import { findByExternalId } from './payments.repo';

const QUEUE = 'payments.notice';
/** A notice may overtake the note of our own call: it is looked for again for about an hour. */
const RETRIES = { retryLimit: 9, retryDelaySeconds: 5, retryBackoff: true };
const BODY_BYTES = 256 * 1024;

const noticeKey = z.object({ gateway: z.string().max(40), eventId: z.string().max(200) });
type NoticeQueue = JobQueue<typeof noticeKey>;

/** A notice names a payment that we do not know, yet. */
export class NotOursYet extends Error {
  override readonly name = 'NotOursYet';
}

type TellingGateway = PaymentGateway & Required<Pick<PaymentGateway, 'readWebhook'>>;

const tells = (gateway: PaymentGateway | undefined): gateway is TellingGateway =>
  gateway?.readWebhook !== undefined;

async function read(gateway: TellingGateway, body: unknown, headers: WebhookHeaders): Promise<GatewayNotice> {
  try {
    return await gateway.readWebhook(Buffer.isBuffer(body) ? body : Buffer.alloc(0), headers);
  } catch (error) {
    if (error instanceof WebhookRefused) throw new BadRequestError('The signature does not fit', 'SIGNATURE');
    throw error;
  }
}

/**
 * POST /webhooks/payments/:gateway: what gateways tell. It is kept before it is answered, with the job that works on it;
 * the same one again is only counted.
 */
export function createWebhooks({ db, clock, log, jobs, gateways }: PaymentsDeps, learn: Learn) {
  async function work(
    { gateway, eventId }: z.output<typeof noticeKey>,
    { isLastAttempt }: Pick<JobContext, 'isLastAttempt'>,
  ): Promise<void> {
    const event = await events.findEvent(db, gateway, eventId);
    if (!event || event.worked_at !== null) return;
    const payment =
      event.externalId === null ? undefined : await findByExternalId(db, gateway, event.externalId);
    if (payment) await learn(payment.id, { source: 'gateway', told: event.kind.slice(0, 120) });
    else if (!isLastAttempt) throw new NotOursYet(`${gateway} told of a payment that is not known yet`);
    else
      log.warn(
        { event: 'payments.unknown_notice', gateway, eventId, kind: event.kind },
        'A gateway told of a payment that is none of ours: given up',
      );
    await events.noteWorked(db, gateway, eventId, clock.now());
  }

  const queue: NoticeQueue = jobs.queue(QUEUE, {
    schema: noticeKey,
    handler: (payload, context) => work(payload, context),
    singletonKey: ({ gateway, eventId }) => `${gateway}:${eventId}`,
    ...RETRIES,
    concurrency: 4,
  });

  function requireGateway(id: string): TellingGateway {
    const gateway = findGateway(gateways, id);
    if (!tells(gateway)) throw new NotFoundError('There is no such gateway');
    return gateway;
  }

  async function take(gateway: TellingGateway, body: unknown, headers: WebhookHeaders) {
    const notice = await read(gateway, body, headers);
    await inTransaction(db, async (trx) => {
      const kept = await events.keepEvent(trx, gateway.id, notice, clock.now());
      // Told again before it was worked on: the job may have been lost, and there is at most one that waits.
      if (kept.worked_at === null)
        await queue.send({ gateway: gateway.id, eventId: notice.eventId }, { trx });
    });
  }

  const router = Router();
  // Before anything of a body that nobody wants is read.
  router.param('gateway', (_req, _res, next, id: string) => {
    requireGateway(id);
    next();
  });
  router.post(
    '/:gateway',
    rawBody({ type: () => true, limitBytes: BODY_BYTES }),
    route({ params: z.object({ gateway: z.string() }) }, async ({ params, req }) => {
      await take(requireGateway(params.gateway), req.body, req.headers);
      return { received: true };
    }),
  );
  return { router, work };
}
