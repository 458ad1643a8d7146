import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { deriveKey } from '../../../platform/auth';
import type { Clock } from '../../../platform/clock';
import type { Db, Trx } from '../../../platform/db';
import type { Jobs } from '../../../platform/jobs';
import { type GatewayNotice, type WebhookHeaders, WebhookRefused } from '../PaymentGateway';
import * as repo from './payments.repo';
import type { Telling } from './scenarios';

export const SIGNATURE_HEADER = 'sandbox-signature';
export const SIGNING_KEY = 'sandbox gateway webhooks';
const QUEUE = 'gateway.sandbox.tell';
/** Some hours of trying. */
const RETRIES = { retryLimit: 8, retryDelaySeconds: 5, retryBackoff: true };
const SEND_MS = 10_000;
/** A webhook that is older is refused, so that one that was overheard is not sent again later. */
const TOLERANCE_MS = 300_000;

export interface WebhookDeps {
  db: Db;
  clock: Clock;
  jobs: Jobs;
  /** The server's own; the signing key is derived from it. */
  secret: string;
  /** Where webhooks are taken: `/webhooks/payments/sandbox` of the app. */
  webhookUrl: string;
}

export interface SandboxWebhooks {
  /** Sends them once the transaction has committed, each in its time. */
  tell(trx: Trx, paymentId: string, tellings: readonly Telling[]): Promise<void>;
  read(body: Buffer, headers: WebhookHeaders): GatewayNotice;
}

const content = z.object({ id: z.uuid(), kind: z.string().max(60), payment: z.uuid().nullable() });

/** `t=<seconds>,v1=<hex>`; null when it is written otherwise. */
function parseSignature(header: string | string[] | undefined): { seconds: number; mac: Buffer } | null {
  if (typeof header !== 'string') return null;
  const [, seconds, mac] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  return seconds && mac ? { seconds: Number(seconds), mac: Buffer.from(mac, 'hex') } : null;
}

/** What the sandbox tells, as real gateways do: over HTTP, signed, late, more than once and in any order. */
export function createSandboxWebhooks(deps: WebhookDeps): SandboxWebhooks {
  const { db, clock, jobs, webhookUrl } = deps;
  const key = deriveKey(deps.secret, SIGNING_KEY);
  const macOf = (seconds: number, body: Buffer | string) =>
    createHmac('sha256', key).update(`${seconds}.`).update(body).digest();

  async function send(id: string, signal: AbortSignal): Promise<void> {
    const webhook = await repo.findWebhook(db, id);
    // Its payer has been forgotten.
    if (!webhook) return;
    const body = JSON.stringify({ id: webhook.id, kind: webhook.kind, payment: webhook.external_id });
    const seconds = Math.floor(clock.nowMs() / 1_000);
    const answer = await fetch(webhookUrl, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        [SIGNATURE_HEADER]: `t=${seconds},v1=${macOf(seconds, body).toString('hex')}`,
      },
      body,
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(SEND_MS)]),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`The webhook was answered with ${answer.status}`);
    await repo.noteSent(db, id, clock.now());
  }

  const queue = jobs.queue(QUEUE, {
    schema: z.object({ webhook: z.uuid() }),
    handler: ({ webhook }, { signal }) => send(webhook, signal),
    ...RETRIES,
  });

  return {
    async tell(trx, paymentId, tellings) {
      for (const { kind, afterMs, times } of tellings) {
        const id = randomUUID();
        const due_at = new Date(clock.nowMs() + afterMs);
        await repo.insertWebhook(trx, { id, sandbox_payment_id: paymentId, kind, due_at });
        for (let copy = 0; copy < times; copy += 1)
          await queue.send({ webhook: id }, { trx, ...(afterMs > 0 && { startAfter: due_at }) });
      }
    },

    read(body, headers) {
      const signature = parseSignature(headers[SIGNATURE_HEADER]);
      if (!signature) throw new WebhookRefused('The signature is missing');
      if (!timingSafeEqual(macOf(signature.seconds, body), signature.mac))
        throw new WebhookRefused('The signature does not fit');
      if (Math.abs(clock.nowMs() - signature.seconds * 1_000) > TOLERANCE_MS)
        throw new WebhookRefused('The signature is too old');
      const { id, kind, payment } = content.parse(JSON.parse(body.toString('utf8')));
      return { eventId: id, kind, externalId: payment };
    },
  };
}
