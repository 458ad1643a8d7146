import type { RuleCondition } from '@ezdash/contracts';
import { HOUR_MS } from './periods';
import { longestWindow, type RuleDefinition } from './ruleRow';

/** A time in which a campaign could be shown, in milliseconds; it has no end while it can. */
export interface ShownSpan {
  fromMs: number;
  toMs: number;
}

/** A move of a campaign's stored state, as its history has it. */
export interface StateMove {
  at: Date;
  before: string;
  after: string;
}

interface Life {
  state: string;
  createdAt: Date;
  startsAt: Date | null;
  endsAt: Date | null;
}

/** When a campaign could be shown: approved, begun and not over. `moves` are in their order. Pure. */
export function spansOf(
  { state, createdAt, startsAt, endsAt }: Life,
  moves: readonly StateMove[],
): ShownSpan[] {
  const leastMs = Math.max(createdAt.getTime(), startsAt?.getTime() ?? Number.NEGATIVE_INFINITY);
  const mostMs = endsAt?.getTime() ?? Number.POSITIVE_INFINITY;
  const spans: ShownSpan[] = [];
  let fromMs = (moves[0]?.before ?? state) === 'approved' ? leastMs : null;
  const close = (toMs: number) => {
    if (fromMs !== null && fromMs <= toMs) spans.push({ fromMs, toMs });
    fromMs = null;
  };
  for (const { at, after } of moves) {
    if (after === 'approved') fromMs ??= Math.max(leastMs, at.getTime());
    else close(Math.min(mostMs, at.getTime()));
  }
  close(mostMs);
  return spans;
}

/** Whether it could be shown at a moment, and all the time for so long before. Pure. */
export const couldBeShown = (spans: readonly ShownSpan[], atMs: number, backMs: number): boolean =>
  spans.some(({ fromMs, toMs }) => fromMs <= atMs - backMs && atMs <= toMs);

const COUNTS: readonly string[] = ['impressions', 'clicks', 'conversions', 'spend'];

/** That so much was counted stays true, however long the campaign is shown. */
const isEvidence = ({ metric, comparison, value }: RuleCondition) =>
  COUNTS.includes(metric) && (comparison === 'above' || (comparison === 'at-least' && value > 0));

/**
 * How long, in milliseconds, a campaign has to have been shown without a break before a rule looks at it. That little
 * was counted says nothing of a time in which nothing could be; that much was counted says it all the same, so that a
 * new campaign which spends and sells nothing is stopped. More is bid or spent by whole windows alone. Pure.
 */
export function leastShownMs({ match, conditions, action }: RuleDefinition): number {
  const raises = 'percent' in action && action.percent > 0;
  const proven = match === 'all' ? conditions.some(isEvidence) : conditions.every(isEvidence);
  return !raises && proven ? 0 : longestWindow(conditions) * HOUR_MS;
}
