import { INVALID_REASONS } from '@ezdash/contracts';
import { type Db, inTransaction } from '../../../platform/db';
import { type MoneyAction, noteMoneyAction } from '../../ledger';
import {
  type EventKey,
  findCandidates,
  findClosedDay,
  findUnfinished,
  finishReversal,
  insertReversal,
  type ReversalTotals,
  readTotals,
} from './reversal.repo';
import { type BatchOptions, type BatchResult, reverseBatch } from './reversalBatch';
import {
  assertSelection,
  daysOf,
  fingerprint,
  type LaterReason,
  ReversalError,
  selectionJson,
  type TrafficSelection,
  type TrafficWindow,
  windowsOf,
} from './trafficSelection';

/** Events of one database transaction: longer ones would keep the ingestion waiting. */
const BATCH_EVENTS = 5_000;
const LONGEST_WHY = 500;

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
  /** Told after each commit how many events this run has reversed so far. */
  onBatch?: (events: number) => void;
}
export interface ReversalResult extends ReversalTotals {
  /** The reversal's number; null when there was nothing to reverse. */
  id: number | null;
  /** It was begun before, and interrupted. */
  resumed: boolean;
}

const NOTHING: ReversalTotals = {
  batches: 0,
  events: 0,
  counted: 0,
  conversions: 0,
  priceMicros: 0n,
  payoutMicros: 0n,
  bonusMicros: 0n,
};

/** Throws ReversalError for a selection that cannot be reversed: bounds, or days that have no raw events any more. */
export async function assertReversible(db: Db, selection: TrafficSelection, nowMs: number): Promise<void> {
  assertSelection(selection, nowMs);
  const days = daysOf(selection);
  const closed = days && (await findClosedDay(db, days.first, days.last));
  if (closed)
    throw new ReversalError(
      `The raw events of ${closed} and before are dropped: begin after that day, and correct the rest by its sums.`,
    );
}

async function isThereAny(db: Db, windows: readonly TrafficWindow[]): Promise<boolean> {
  for (const window of windows) if ((await findCandidates(db, window, null, 1)).length > 0) return true;
  return false;
}

/** The reversal to carry out: the unfinished one of the same request, or a new one. */
async function begin(db: Db, request: ReversalRequest): Promise<{ id: number; resumed: boolean }> {
  const { reason, selection, by, why } = request;
  const print = fingerprint(reason, selection);
  const unfinished = await findUnfinished(db, print);
  if (unfinished !== null) return { id: unfinished, resumed: true };
  return inTransaction(db, async (trx) => {
    const stored = selectionJson(selection);
    const id = await insertReversal(trx, {
      reason: INVALID_REASONS[reason],
      selection: stored,
      fingerprint: print,
      why,
      actor: by,
    });
    if (id === null) {
      const other = await findUnfinished(trx, print);
      if (other === null) throw new ReversalError('The same reversal was made just now: look again.');
      return { id: other, resumed: true };
    }
    await note(trx, request, 'reversal_started', { reversal: id, reason, selection: stored });
    return { id, resumed: false };
  });
}

const note = (
  trx: Db,
  { by, why }: ReversalRequest,
  action: MoneyAction['action'],
  detail: Record<string, unknown>,
) => noteMoneyAction(trx, { actor: by, action, why, detail });

function finish(db: Db, id: number, request: ReversalRequest): Promise<void> {
  return inTransaction(db, async (trx) => {
    if (!(await finishReversal(trx, id))) return;
    const { events, conversions, priceMicros, payoutMicros, bonusMicros } = await readTotals(trx, id);
    await note(trx, request, 'reversal_finished', {
      reversal: id,
      events,
      conversions,
      price_micros: String(priceMicros),
      payout_micros: String(payoutMicros),
      bonus_micros: String(bonusMicros),
    });
  });
}

/**
 * Takes back what events cost that turned out to be invalid traffic: their verdict, the rollups, budgets and money on
 * both sides, in batches that are one transaction each. Nothing is taken back twice: not by a second run, not by two
 * at once, not by reversals that overlap. A run that was interrupted goes on where it stopped when the same is asked
 * for again. Throws ReversalError when it cannot be made as it is asked for.
 */
export async function reverseInvalidTraffic(
  db: Db,
  request: ReversalRequest,
  options: ReversalOptions = {},
): Promise<ReversalResult> {
  const { now = Date.now, batchEvents = BATCH_EVENTS, onBatch } = options;
  const { reason, selection, why } = request;
  if (why.trim() === '' || why.length > LONGEST_WHY)
    throw new ReversalError(`Say why, in at most ${LONGEST_WHY} characters.`);
  await assertReversible(db, selection, now());
  const windows = windowsOf(selection);
  if ((await findUnfinished(db, fingerprint(reason, selection))) === null && !(await isThereAny(db, windows)))
    return { id: null, resumed: false, ...NOTHING };
  const { id, resumed } = await begin(db, request);
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

  /** Goes through everything until nothing more is found: late events came in behind the first look. */
  async function goThroughAll(): Promise<boolean> {
    for (;;) {
      let found = 0;
      for (const window of windows) {
        const reversed = await goThrough(window);
        if (reversed === null) return false;
        found += reversed;
      }
      if (found === 0) return true;
    }
  }

  if (await goThroughAll()) await finish(db, id, request);
  return { id, resumed, ...(await readTotals(db, id)) };
}
