import { publicId } from '@ezdash/contracts';
import type { Clock } from '../../../platform/clock';
import { type Db, inTransaction, type Trx } from '../../../platform/db';
import { findReaders } from '../alerts.repo';
import { afterQuietHours } from '../clockTimes';
import { type Delivery, endDelivery, lockDelivery, postpone } from '../deliveries.repo';
import { isUrgent, mayBeTold, type Reader, wantsAlert } from '../letter';
import type { AskForDelivery } from '../tell';
import type { CallOutcome } from './callAddress';
import type { WebhookCaller } from './createCaller';
import * as repo from './webhook.repo';

export interface DeliverDeps {
  db: Db;
  clock: Clock;
  caller: WebhookCaller;
  ask: AskForDelivery;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Between the attempts: eight within a day. */
const PAUSES_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
] as const;
const LONGEST_MS = 24 * HOUR_MS;
const GONE = 410;

/** What to do with a delivery before anything is called. */
type Plan =
  | { kind: 'drop' }
  | { kind: 'wait'; until: Date }
  | { kind: 'give-up'; webhook: repo.WebhookRow }
  | { kind: 'call'; webhook: repo.WebhookRow };

function planOf(
  held: Delivery,
  reader: Reader | undefined,
  webhook: repo.WebhookRow | null,
  now: Date,
): Plan {
  if (!reader || !webhook || !mayBeTold(reader, held.event) || !wantsAlert(reader, held.event, 'webhook'))
    return { kind: 'drop' };
  const quietUntil = isUrgent(held.event) ? now : afterQuietHours(reader.quiet, reader.timezone, now);
  if (quietUntil > now) return { kind: 'wait', until: quietUntil };
  const { resting_until: restingUntil } = webhook;
  if (!restingUntil || restingUntil <= now) return { kind: 'call', webhook };
  const isOld = now.getTime() - held.since.getTime() >= LONGEST_MS;
  return isOld ? { kind: 'give-up', webhook } : { kind: 'wait', until: restingUntil };
}

/** When to try again after so many failures; null: no more. */
export function nextAttempt(
  { attempts, since }: Pick<Delivery, 'attempts' | 'since'>,
  now: Date,
): Date | null {
  const pauseMs = PAUSES_MS[attempts - 1];
  if (pauseMs === undefined || now.getTime() - since.getTime() >= LONGEST_MS) return null;
  return new Date(now.getTime() + pauseMs);
}

async function look(deps: DeliverDeps, trx: Trx, noticeId: number) {
  const held = await lockDelivery(trx, noticeId, 'webhook');
  if (!held) return null;
  const now = deps.clock.now();
  const reader = (await findReaders(trx, [held.userId])).get(held.userId);
  const plan = planOf(held, reader, await repo.findWebhook(trx, held.userId), now);
  if (plan.kind === 'call') return { held, webhook: plan.webhook };
  if (plan.kind === 'wait') {
    await postpone(trx, noticeId, 'webhook', { dueAt: plan.until });
    await deps.ask(trx, noticeId, 'webhook', plan.until);
    return null;
  }
  await endDelivery(trx, noticeId, 'webhook');
  if (plan.kind === 'give-up') {
    const { last_status: status, last_error } = plan.webhook;
    const outcome = { ok: false, status, error: last_error as CallOutcome['error'] };
    await repo.noteCall(trx, plan.webhook, outcome, { at: now, gaveUp: true });
  }
  return null;
}

/** `called`: the address that answered, which may have been replaced meanwhile. */
async function note(
  deps: DeliverDeps,
  trx: Trx,
  noticeId: number,
  { called, outcome }: { called: repo.WebhookRow; outcome: CallOutcome },
): Promise<void> {
  const held = await lockDelivery(trx, noticeId, 'webhook');
  const webhook = held && (await repo.findWebhook(trx, held.userId));
  if (!held || !webhook) return;
  const now = deps.clock.now();
  const attempts = held.attempts + 1;
  const retryAt =
    outcome.ok || outcome.status === GONE ? null : nextAttempt({ attempts, since: held.since }, now);
  const { failures } = webhook;
  await repo.noteCall(trx, { ...called, failures }, outcome, { at: now, gaveUp: !outcome.ok && !retryAt });
  if (!retryAt) {
    await endDelivery(trx, noticeId, 'webhook');
    return;
  }
  await postpone(trx, noticeId, 'webhook', { dueAt: retryAt, attempts });
  await deps.ask(trx, noticeId, 'webhook', retryAt);
}

/**
 * The job of one call. What the address answers is noted in one transaction with what follows from it, so an attempt
 * whose process dies is made again, under the same id and with a new signature.
 */
export async function deliverCall(deps: DeliverDeps, noticeId: number, signal: AbortSignal): Promise<void> {
  const found = await inTransaction(deps.db, (trx) => look(deps, trx, noticeId));
  if (!found) return;
  const { held, webhook } = found;
  const outcome = await deps.caller.call(
    webhook,
    {
      id: publicId('notice', held.id),
      event: held.event,
      created_at: held.createdAt.toISOString(),
      data: held.data as Record<string, unknown>,
      url: deps.caller.link(held.href),
    },
    signal,
  );
  // Our own end, not the address's doing: the job comes back.
  if (!outcome.ok) signal.throwIfAborted();
  await inTransaction(deps.db, (trx) => note(deps, trx, noticeId, { called: webhook, outcome }));
}
