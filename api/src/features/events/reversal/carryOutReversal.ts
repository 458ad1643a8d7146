import type { LaterReason } from '@ezdash/contracts';
import { type Db, inTransaction } from '../../../platform/db';
import { type MoneyAction, noteMoneyAction } from '../../ledger';
import { utcDay } from '../billing';
import { type EventKey, findReachedDay, finishReversal, readTotals } from './reversal.repo';
import { type BatchOptions, type BatchResult, reverseBatch } from './reversalBatch';
import { type TrafficSelection, type TrafficWindow, windowsOf } from './trafficSelection';

/** Events of one database transaction: longer ones would keep the ingestion waiting. */
const BATCH_EVENTS = 5_000;

export interface ReversalRequest {
  reason: LaterReason;
  selection: TrafficSelection;
  /** Who decided it: `admin 1001`, or the person at the command line. */
  by: string;
  why: string;
}
export interface ReversalOptions {
  /** Epoch milliseconds. */
  now?: () => number;
  batchEvents?: number;
  /**
   * Told after each commit how many events this run has reversed so far. What it throws ends the run: whoever carries the
   * reversal out again goes on behind that commit.
   */
  onBatch?: (events: number) => void;
}

export const noteReversal = (
  trx: Db,
  { by, why }: ReversalRequest,
  action: MoneyAction['action'],
  detail: Record<string, unknown>,
) => noteMoneyAction(trx, { actor: by, action, why, detail });

function finish(db: Db, id: number, request: ReversalRequest): Promise<void> {
  return inTransaction(db, async (trx) => {
    if (!(await finishReversal(trx, id))) return;
    const { events, conversions, priceMicros, payoutMicros, bonusMicros } = await readTotals(trx, id);
    await noteReversal(trx, request, 'reversal_finished', {
      reversal: id,
      events,
      conversions,
      price_micros: String(priceMicros),
      payout_micros: String(payoutMicros),
      bonus_micros: String(bonusMicros),
    });
  });
}

/** Carries out, or goes on with, a reversal that was begun; does nothing for one that is finished. */
export async function carryOutReversal(
  db: Db,
  { id, ...request }: ReversalRequest & { id: number },
  { now = Date.now, batchEvents = BATCH_EVENTS, onBatch }: ReversalOptions = {},
): Promise<void> {
  const { reason, selection } = request;
  const windows = windowsOf(selection);
  let events = 0;

  /** Answers how many events of the window it reversed; null when somebody else finished the whole. */
  async function goThrough(window: TrafficWindow): Promise<number | null> {
    let found = 0;
    for (let after: EventKey | null = null; ; ) {
      const batch: BatchOptions = {
        reversalId: id,
        reason,
        window,
        after,
        size: batchEvents,
        now: new Date(now()),
      };
      const result: BatchResult = await inTransaction(db, (trx) => reverseBatch(trx, batch));
      if (result.done) return null;
      if (result.last === null) return found;
      after = result.last;
      found += result.events;
      events += result.events;
      onBatch?.(events);
    }
  }

  /** Where a run before this one was: to look at all the days before it again, at each beginning, takes longer than a job may. */
  async function reachedWindow(): Promise<number> {
    const day = await findReachedDay(db, id);
    return Math.max(
      0,
      windows.findIndex(({ fromMs }) => fromMs !== null && utcDay(fromMs) === day),
    );
  }

  /** Goes through everything until nothing more is found: late events came in behind the first look. */
  async function goThroughAll(): Promise<boolean> {
    for (let first = await reachedWindow(); ; first = 0) {
      let found = 0;
      for (const window of windows.slice(first)) {
        const reversed = await goThrough(window);
        if (reversed === null) return false;
        found += reversed;
      }
      if (found === 0 && first === 0) return true;
    }
  }

  if (await goThroughAll()) await finish(db, id, request);
}
