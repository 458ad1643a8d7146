import { INVALID_REASONS, REVERSAL } from '@ezdash/contracts';
import { type Db, inTransaction } from '../../../platform/db';
import {
  carryOutReversal,
  noteReversal,
  type ReversalOptions,
  type ReversalRequest,
} from './carryOutReversal';
import {
  findCandidates,
  findClosedDay,
  findUnfinished,
  insertReversal,
  type ReversalTotals,
  readTotals,
} from './reversal.repo';
import {
  assertSelection,
  daysOf,
  fingerprint,
  ReversalError,
  selectionJson,
  type TrafficSelection,
  type TrafficWindow,
  windowsOf,
} from './trafficSelection';

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

/** A reversal that the console begins: a job carries it out. */
export interface ConsoleNote {
  /** The same key is the same reversal. */
  requestKey: string;
  expectedEvents: number;
}
export interface Begun {
  id: number;
  /** It was begun before, and is not finished. */
  resumed: boolean;
}

/**
 * The reversal to carry out: the unfinished one of the same traffic and reason, or a new one; null when there is nothing to
 * reverse. Throws ReversalError when it cannot be made as it is asked for.
 */
export async function beginReversal(
  db: Db,
  request: ReversalRequest,
  nowMs: number,
  console?: ConsoleNote,
): Promise<Begun | null> {
  const { reason, selection, by, why } = request;
  if (why.trim() === '' || why.length > REVERSAL.longestWhy)
    throw new ReversalError(`Say why, in at most ${REVERSAL.longestWhy} characters.`);
  await assertReversible(db, selection, nowMs);
  const print = fingerprint(reason, selection);
  const unfinished = await findUnfinished(db, print);
  if (unfinished !== null) return { id: unfinished, resumed: true };
  if (!(await isThereAny(db, windowsOf(selection)))) return null;
  return inTransaction(db, async (trx) => {
    const stored = selectionJson(selection);
    const id = await insertReversal(trx, {
      reason: INVALID_REASONS[reason],
      selection: stored,
      fingerprint: print,
      why,
      actor: by,
      ...(console && { request_key: console.requestKey, expected_events: BigInt(console.expectedEvents) }),
    });
    if (id === null) {
      const other = await findUnfinished(trx, print);
      if (other === null) throw new ReversalError('The same reversal was made just now: look again.');
      return { id: other, resumed: true };
    }
    await noteReversal(trx, request, 'reversal_started', { reversal: id, reason, selection: stored });
    return { id, resumed: false };
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
  const { now = Date.now } = options;
  const begun = await beginReversal(db, request, now());
  if (!begun) return { id: null, resumed: false, ...NOTHING };
  await carryOutReversal(db, { ...request, id: begun.id }, options);
  return { ...begun, ...(await readTotals(db, begun.id)) };
}
