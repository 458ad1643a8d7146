import { publicId } from '@ezdash/contracts';
import { type Db, inTransaction, type Trx } from '../../../platform/db';
import type { Publisher } from '../../realtime';
import {
  BUSY_MS,
  DAY_MS,
  LEASE_MS,
  MOST_AT_ONCE,
  nextAttempt,
  PROBE_MS,
  REST_AFTER,
  restMs,
} from './attempts';
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

/** A call that is this one's to make. */
interface LeasedCall {
  held: repo.HeldCall;
  leasedUntil: Date;
}

/**
 * What to do with a call before the address is called: null is nothing. Leases the call, and holds the address for it if
 * that has rested.
 */
async function look(deps: DeliverDeps, trx: Trx, callId: number): Promise<LeasedCall | null> {
  const held = await repo.findFreeCall(trx, callId);
  const now = deps.clock.now();
  const isAhead = (at: Date | null) => at !== null && at.getTime() - now.getTime() > SKEW_MS;
  // A job that was made before the call was put off, or the second one of a call that is being made.
  if (!held || isAhead(held.dueAt) || isAhead(held.leasedUntil)) return null;
  const { attempts, restsUntil, outgoingId } = held;
  const end = async (lastError: string) => {
    await repo.stepCall(trx, callId, { state: 'dead', attempts, dueAt: now, lastError });
    await deps.publisher.toAccount(trx, held.ownerId, 'postbacks.changed', {});
    return null;
  };
  const putOff = async (at: number) => {
    const dueAt = new Date(Math.round(at));
    await repo.stepCall(trx, callId, { state: 'waiting', attempts, dueAt });
    await deps.ask(trx, callId, dueAt);
    return null;
  };
  if (held.isPaused) return end('paused');
  if (restsUntil && restsUntil > now) {
    if (now.getTime() - held.since.getTime() >= DAY_MS) return end('resting');
    return putOff(restsUntil.getTime() + deps.random() * PROBE_MS);
  }
  if ((await repo.countLeased(trx, outgoingId, now)) >= MOST_AT_ONCE)
    return putOff(now.getTime() + BUSY_MS * (1 + deps.random()));
  if (held.failures >= REST_AFTER)
    await repo.setRest(trx, outgoingId, {
      failures: held.failures,
      restsUntil: new Date(now.getTime() + PROBE_MS),
    });
  const leasedUntil = new Date(now.getTime() + LEASE_MS);
  await repo.leaseCall(trx, callId, leasedUntil);
  return { held, leasedUntil };
}

async function note(
  deps: DeliverDeps,
  trx: Trx,
  callId: number,
  { leasedUntil, outcome }: { leasedUntil: Date; outcome: CallOutcome },
): Promise<void> {
  const held = await repo.findLeasedCall(trx, callId, leasedUntil);
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
 * process dies is made again once its lease is over, under the same id and with a new signature.
 */
export async function deliverCall(deps: DeliverDeps, callId: number, signal: AbortSignal): Promise<void> {
  const leased = await inTransaction(deps.db, (trx) => look(deps, trx, callId));
  if (!leased) return;
  const { held, leasedUntil } = leased;
  try {
    const outcome = await callAddress(deps, { ...held, publicId: publicId('postbackCall', callId) });
    // Our own end, not the address's doing: the job comes back.
    if (!outcome.ok) signal.throwIfAborted();
    await inTransaction(deps.db, (trx) => note(deps, trx, callId, { leasedUntil, outcome }));
  } catch (error) {
    // Where even that fails, the lease runs out by itself.
    await repo.freeCall(deps.db, callId, leasedUntil).catch(() => {});
    throw error;
  }
}
