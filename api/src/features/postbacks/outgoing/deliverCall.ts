import { publicId } from '@ezdash/contracts';
import { type Db, inTransaction, type Trx } from '../../../platform/db';
import type { Publisher } from '../../realtime';
import { DAY_MS, nextAttempt, PROBE_MS, REST_AFTER, restMs } from './attempts';
import { type CallAddressDeps, type CallOutcome, callAddress } from './callAddress';
import * as repo from './calls.repo';

export interface DeliverDeps extends CallAddressDeps {
  db: Db;
  publisher: Pick<Publisher, 'toAccount'>;
  /** Has a call be tried at a time, by the transaction or not at all. */
  ask: (trx: Trx, callId: number, at: Date) => Promise<void>;
  random: () => number;
}

/** The clocks of the database and of the app may lie so far apart. */
const SKEW_MS = 5_000;

/** What to do with a call before the address is called: null is nothing. Holds the address for this call if it has rested. */
async function look(deps: DeliverDeps, trx: Trx, callId: number): Promise<repo.HeldCall | null> {
  const held = await repo.lockCall(trx, callId);
  const now = deps.clock.now();
  // A job that was made before the call was put off.
  if (!held || held.dueAt.getTime() - now.getTime() > SKEW_MS) return null;
  const { attempts, restsUntil } = held;
  const end = async (lastError: string) => {
    await repo.stepCall(trx, callId, { state: 'dead', attempts, dueAt: now, lastError });
    await deps.publisher.toAccount(trx, held.ownerId, 'postbacks.changed', {});
    return null;
  };
  if (held.isPaused) return end('paused');
  if (restsUntil && restsUntil > now) {
    if (now.getTime() - held.since.getTime() >= DAY_MS) return end('resting');
    const dueAt = new Date(restsUntil.getTime() + Math.round(deps.random() * PROBE_MS));
    await repo.stepCall(trx, callId, { state: 'waiting', attempts, dueAt });
    await deps.ask(trx, callId, dueAt);
    return null;
  }
  if (held.failures >= REST_AFTER)
    await repo.setRest(trx, held.outgoingId, {
      failures: held.failures,
      restsUntil: new Date(now.getTime() + PROBE_MS),
    });
  return held;
}

async function note(deps: DeliverDeps, trx: Trx, callId: number, outcome: CallOutcome): Promise<void> {
  const held = await repo.lockCall(trx, callId);
  if (!held) return;
  const now = deps.clock.now();
  const attempts = held.attempts + 1;
  const { status } = outcome;
  const retryAt = outcome.ok ? null : nextAttempt({ attempts, since: held.since, status }, now, deps.random);
  const failures = outcome.ok ? 0 : held.failures + 1;
  const rest = restMs(failures);
  await repo.setRest(trx, held.outgoingId, {
    failures,
    restsUntil: rest > 0 ? new Date(now.getTime() + rest) : null,
  });
  await repo.stepCall(trx, callId, {
    state: outcome.ok ? 'delivered' : retryAt ? 'waiting' : 'dead',
    attempts,
    dueAt: retryAt ?? now,
    lastAt: now,
    lastStatus: status,
    lastError: outcome.error,
    lastAnswer: outcome.answer,
  });
  if (retryAt) await deps.ask(trx, callId, retryAt);
  await deps.publisher.toAccount(trx, held.ownerId, 'postbacks.changed', {});
}

/**
 * The job of one attempt. What the address answers is noted in one transaction with what follows from it; an attempt whose
 * process dies is made again, under the same id and with a new signature.
 */
export async function deliverCall(deps: DeliverDeps, callId: number, signal: AbortSignal): Promise<void> {
  const held = await inTransaction(deps.db, (trx) => look(deps, trx, callId));
  if (!held) return;
  const outcome = await callAddress(deps, { ...held, publicId: publicId('postbackCall', callId) });
  // Our own end, not the address's doing: the job comes back.
  if (!outcome.ok) signal.throwIfAborted();
  await inTransaction(deps.db, (trx) => note(deps, trx, callId, outcome));
}
