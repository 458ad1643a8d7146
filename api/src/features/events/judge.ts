import { EVENT_KINDS, INVALID_REASONS } from '@ezdash/contracts';
import { type BilledEvent, charge, type Money, type Owners } from './billing';
import type { IngestEvent } from './journalRecords';

/** An event that is already stored. */
export interface StoredEvent {
  decisionId: string;
  kind: number;
  verdict: number;
}

/** Invalid traffic that is counted and not stored as an event of its own. */
export interface Discarded {
  event: IngestEvent;
  owners: Owners;
  reason: number;
}

export interface Judged {
  events: BilledEvent[];
  discarded: Discarded[];
  /** Events of earlier batches that waited for an impression of this one, with what became of them. */
  settled: BilledEvent[];
  /** Events whose campaign or zone the database does not have. */
  orphans: number;
}

const { impression, viewable, click } = EVENT_KINDS;
const { counted } = INVALID_REASONS;
const overBudget = INVALID_REASONS['over-budget'];

const keyOf = (decisionId: string, kind: number) => `${kind}${decisionId}`;
/** Robots and prefetches must not take the place of the person's own event, which may still come. */
const leavesNoEvent = (reason: number) =>
  reason === INVALID_REASONS.bot || reason === INVALID_REASONS.prefetch;

/**
 * Says of every event of a batch what it is: counted and billed, kept without being counted, or a repetition.
 * Impressions come first, so that a click which overtook its impression on the way is not lost: not within the batch,
 * and not when it came with an earlier one and waits. Otherwise the order of the journal decides who still fits into
 * a budget.
 */
export function judge(
  events: readonly IngestEvent[],
  stored: readonly StoredEvent[],
  ownersOf: (event: IngestEvent) => Owners | null,
  money: Money,
  waiting: readonly IngestEvent[] = [],
): Judged {
  const known = new Set<string>();
  /** Decisions whose impression counts (or would, had the budget held). */
  const shown = new Set<string>();
  const notePresence = (decisionId: string, kind: number, verdict: number) => {
    known.add(keyOf(decisionId, kind));
    if (kind === impression && (verdict === counted || verdict === overBudget)) shown.add(decisionId);
  };
  for (const { decisionId, kind, verdict } of stored) notePresence(decisionId, kind, verdict);
  const judged: Judged = { events: [], discarded: [], settled: [], orphans: 0 };

  const judgeOne = (event: IngestEvent) => {
    const owners = ownersOf(event);
    if (!owners) {
      judged.orphans += 1;
      return;
    }
    const reason = known.has(keyOf(event.decisionId, event.kind))
      ? INVALID_REASONS.replay
      : event.invalidReason;
    if (reason === INVALID_REASONS.replay || leavesNoEvent(reason)) {
      judged.discarded.push({ event, owners, reason });
      return;
    }
    const needsImpression = event.kind === click || event.kind === viewable;
    const verdict =
      reason === counted && needsImpression && !shown.has(event.decisionId)
        ? INVALID_REASONS['click-before-impression']
        : reason;
    const billed = charge(event, owners, verdict, money);
    notePresence(event.decisionId, event.kind, billed.verdict);
    judged.events.push(billed);
  };
  for (const event of events) if (event.kind === impression) judgeOne(event);
  for (const event of waiting) {
    const owners = shown.has(event.decisionId) ? ownersOf(event) : null;
    if (owners) judged.settled.push(charge(event, owners, counted, money));
  }
  for (const event of events) if (event.kind !== impression) judgeOne(event);
  return judged;
}
