import { setTimeout as pause } from 'node:timers/promises';
import type { ConversionVerdict } from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import { type Db, errorDetail, inTransaction, type Trx } from '../../platform/db';
import type { Log } from '../../platform/log';
import { holdConversionMoney, takeBackConversions } from '../events';
import { WAIT_MS } from './attribute';
import * as repo from './conversions.repo';
import { bookJudged, judgeConversion, type Named } from './judgeConversion';
import { forgetTestClicks } from './testClicks.repo';
import type { TellConversion } from './told';

const EVERY_MS = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** After what is done every hour has failed. */
const AGAIN_MS = 60_000;
const LONGEST_PAUSE_MS = 30_000;
/** Looking takes at most one part in so many of the time, however many reports strangers have waiting. */
const SHARE = 10;
const AT_ONCE = 500;
/** The unique index over what is counted. */
const COUNTED_ONCE = 'conversion_counted_once';

export interface SettlerOptions {
  db: Db;
  clock: Clock;
  log: Log;
  /** How many days of raw events are kept: what never counted is kept no longer. */
  rawEventDays: number;
  onVerdict: (verdict: ConversionVerdict) => void;
  /** Told of what came to count, and of what does not any more; nobody unless given. */
  tell?: TellConversion;
}

export interface Settler {
  /** Says of the conversions that waited what they are; answers how many were settled. */
  settle(): Promise<number>;
  /** Takes back conversions whose click was found not to count; answers how many. */
  withdraw(): Promise<number>;
  /** Drops what never counted and is older than any click; answers how many. */
  forget(): Promise<number>;
  /** Settles every second, more rarely when it takes long; the rest every hour. Any number of nodes may do so. */
  start(): void;
  stop(): Promise<void>;
}

/** An equal conversion was counted at the same moment; the next look finds it. */
function unlessOvertaken(error: unknown): null {
  if ((error as { constraint?: unknown } | null)?.constraint === COUNTED_ONCE) return null;
  throw error;
}

/** Looks after conversions once they are kept. */
export function createSettler(options: SettlerOptions): Settler {
  const { db, clock, log, rawEventDays, onVerdict, tell = async () => {} } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<void> | null = null;

  async function settleOne(trx: Trx, id: bigint): Promise<ConversionVerdict | null> {
    // Money first, then the row: in the order of the reports and of reversals.
    const found = await repo.findConversion(trx, id, 'waiting');
    if (!found) return null;
    const named: Named = {
      goalId: found.goal_id,
      goalOwnerId: found.goal_owner_id,
      windowDays: found.window_days,
      clickId: found.click_id,
      decidedAtMs: found.decided_at.getTime(),
      receivedAtMs: found.received_at.getTime(),
      traffic: null,
      isProven: found.proven,
    };
    const judged = await judgeConversion(trx, named, clock.nowMs());
    const { verdict, click, paid } = judged;
    if (verdict === 'waiting' || !(await repo.lockConversion(trx, id, 'waiting'))) return null;
    // The click may have come in, or been settled, since it was looked at: that batch found the conversion waiting.
    const now = await repo.findClick(trx, found.click_id, found.decided_at);
    if (now?.invalidReason !== click?.invalidReason) return null;
    const couldCount = verdict === 'attributed' || verdict === 'over-budget';
    if (couldCount && (await repo.isCounted(trx, found.goal_id, found.dedupe_key))) {
      await repo.settleConversion(trx, id, 'duplicate', click);
      return 'duplicate';
    }
    await repo.settleConversion(trx, id, verdict, repo.showsClick(verdict) ? click : null, paid);
    await bookJudged(trx, id, named, judged);
    if (verdict === 'attributed')
      await tell(trx, {
        conversionId: id,
        goalId: found.goal_id,
        ownerId: found.goal_owner_id,
        event: 'approved',
      });
    return verdict;
  }

  async function withdrawOne(trx: Trx, id: bigint): Promise<ConversionVerdict | null> {
    const found = await repo.findConversion(trx, id, 'attributed');
    const click = found && (await repo.findClick(trx, found.click_id, found.decided_at));
    if (!found || !click || click.invalidReason === 0) return null;
    await holdConversionMoney(trx, click);
    const taken = await takeBackConversions(trx, {
      clickIds: [found.click_id],
      reversal: null,
      now: clock.now(),
    });
    const ids = taken.map((each) => each.id);
    for (const { id, ...owned } of ids.length > 0 ? await repo.findGoalsOf(trx, ids) : [])
      await tell(trx, { conversionId: id, ...owned, event: 'rejected' });
    // All of the click's, of which the caller counts the first.
    for (const _ of taken.slice(1)) onVerdict('invalid-click');
    return taken.length > 0 ? 'invalid-click' : null;
  }

  /** Each in a transaction of its own: it holds one conversion and one row of the rollups. */
  async function each(ids: readonly bigint[], work: typeof settleOne): Promise<number> {
    let done = 0;
    for (const id of ids) {
      if (signal.aborted) break;
      const verdict = await inTransaction(db, (trx) => work(trx, id)).catch(unlessOvertaken);
      if (verdict === null) continue;
      onVerdict(verdict);
      done += 1;
    }
    return done;
  }

  const settle = async () =>
    each(await repo.findSettleable(db, new Date(clock.nowMs() - WAIT_MS), AT_ONCE), settleOne);

  async function withdraw(): Promise<number> {
    const since = new Date(clock.nowMs() - rawEventDays * DAY_MS);
    let walk: repo.Walk | null = { receivedAt: since.toISOString(), id: 0n };
    let total = 0;
    while (walk && !signal.aborted) {
      const page = await repo.findUnfounded(db, walk, AT_ONCE);
      total += await each(page.ids, withdrawOne);
      walk = page.next;
    }
    return total;
  }

  async function forget(): Promise<number> {
    await forgetTestClicks(db, clock.now());
    const before = new Date(clock.nowMs() - rawEventDays * DAY_MS);
    let total = 0;
    for (;;) {
      const done = await repo.forgetNotCounted(db, before, AT_ONCE);
      total += done;
      if (done < AT_ONCE || signal.aborted) return total;
    }
  }

  /** What is done every hour, and soon again when it failed, whatever becomes of the rest. */
  function hourly(what: string, work: () => Promise<unknown>): () => Promise<void> {
    let dueAtMs = Number.NEGATIVE_INFINITY;
    return async () => {
      if (signal.aborted || clock.nowMs() < dueAtMs) return;
      dueAtMs = clock.nowMs() + HOUR_MS;
      try {
        await work();
      } catch (error) {
        dueAtMs = clock.nowMs() + AGAIN_MS;
        if (!signal.aborted) log.warn(errorDetail(error), `${what}; tried again`);
      }
    };
  }

  async function repeat(): Promise<void> {
    const forgetHourly = hourly('Conversions that never counted could not be dropped', forget);
    const withdrawHourly = hourly('Conversions could not be taken back', withdraw);
    let failures = 0;
    while (!signal.aborted) {
      const startedAtMs = performance.now();
      let more = false;
      try {
        more = (await settle()) === AT_ONCE;
        failures = 0;
      } catch (error) {
        if (!signal.aborted) log.warn(errorDetail(error), 'Conversions could not be settled; tried again');
        failures += 1;
      }
      await forgetHourly();
      await withdrawHourly();
      const tookMs = performance.now() - startedAtMs;
      const restMs = Math.min(LONGEST_PAUSE_MS, Math.max(EVERY_MS * 2 ** failures, tookMs * SHARE));
      await pause(more ? 0 : restMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  return {
    settle,
    withdraw,
    forget,
    start: () => {
      running ??= repeat();
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
