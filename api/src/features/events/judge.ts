import { EVENT_KINDS, INVALID_REASONS, LATER_REASONS, PRICING_CODES, SIGHT_RULES } from '@ezdash/contracts';
import { type BilledEvent, charge, type Money, type Owners } from './billing';
import type { IngestEvent } from './journalRecords';

/** An event that is already stored. */
export interface StoredEvent {
  decisionId: string;
  campaignId: number;
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
const beforeImpression = INVALID_REASONS['click-before-impression'];
const foundLater: ReadonlySet<number> = new Set(LATER_REASONS.map((reason) => INVALID_REASONS[reason]));

/** Reasons that lie with whoever sent the event: it must not take the place of the person's own, which may still come. */
const ofSomebodyElse: ReadonlySet<number> = new Set(
  [
    ...(['bot', 'prefetch', 'internal', 'rate', 'data-centre', 'too-fast', 'other-address'] as const),
    // An ad that could not be seen when it was drawn may come to light.
    ...SIGHT_RULES.map(([reason]) => reason),
    'unmeasured' as const,
  ].map((reason) => INVALID_REASONS[reason]),
);

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
  /** Of each decision which kinds of event there are, a bit each. */
  const known = new Map<string, number>();
  const isKnown = (decisionId: string, kind: number) => ((known.get(decisionId) ?? 0) & (1 << kind)) !== 0;
  /** The campaign of decisions whose impression counts (or would, had the budget held): of all candidates, the one. */
  const shown = new Map<string, number>();
  /** Decisions whose impression did not fit into a budget, or into the campaign's limit. */
  const beyond = new Set<string>();
  /** Decisions whose impression was found to be invalid traffic, with the reason: what follows it is no better. */
  const unmasked = new Map<string, number>();
  const notePresence = ({ decisionId, campaignId, kind, verdict }: StoredEvent) => {
    known.set(decisionId, (known.get(decisionId) ?? 0) | (1 << kind));
    if (kind !== impression) return;
    if (verdict === counted || verdict === overBudget) shown.set(decisionId, campaignId);
    if (verdict === overBudget) beyond.add(decisionId);
    if (foundLater.has(verdict)) unmasked.set(decisionId, verdict);
  };
  for (const event of stored) notePresence(event);
  const judged: Judged = { events: [], discarded: [], settled: [], orphans: 0 };
  /** Who pays for clicks or what follows them has shown for nothing what did not fit: the click costs nothing either. */
  const behindImpression = ({ decisionId, kind, pricing }: IngestEvent) =>
    kind === click && pricing !== PRICING_CODES.CPM && beyond.has(decisionId) ? overBudget : counted;

  const judgeOne = (event: IngestEvent) => {
    const owners = ownersOf(event);
    if (!owners) {
      judged.orphans += 1;
      return;
    }
    const reason = isKnown(event.decisionId, event.kind) ? INVALID_REASONS.replay : event.invalidReason;
    if (reason === INVALID_REASONS.replay || ofSomebodyElse.has(reason)) {
      judged.discarded.push({ event, owners, reason });
      return;
    }
    const needsImpression = event.kind === click || event.kind === viewable;
    let verdict = reason;
    if (reason === counted && needsImpression) {
      const seen = shown.get(event.decisionId);
      if (seen !== undefined && seen !== event.campaignId) {
        // Another candidate was seen. Its own click, which may still come, keeps its place.
        judged.discarded.push({ event, owners, reason: beforeImpression });
        return;
      }
      verdict =
        seen === undefined ? (unmasked.get(event.decisionId) ?? beforeImpression) : behindImpression(event);
    }
    const billed = charge(event, owners, verdict, money);
    const { decisionId, campaignId, kind } = event;
    notePresence({ decisionId, campaignId, kind, verdict: billed.verdict });
    judged.events.push(billed);
  };
  for (const event of events) if (event.kind === impression) judgeOne(event);
  for (const event of waiting) {
    const owners = shown.get(event.decisionId) === event.campaignId ? ownersOf(event) : null;
    if (owners) judged.settled.push(charge(event, owners, behindImpression(event), money));
  }
  for (const event of events) if (event.kind !== impression) judgeOne(event);
  return judged;
}
