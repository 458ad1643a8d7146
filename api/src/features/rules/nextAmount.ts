import type { RuleAction } from '@ezdash/contracts';

type AmountAction = Extract<RuleAction, { percent: number }>;

export const isOfAmount = (action: RuleAction): action is AmountAction => 'percent' in action;

const CENT = 10_000;
const PER_CENT = 100;

/**
 * A bid or budget after a change, in micros: whole cents, at least a cent away from what it was, within the bounds. What
 * lies beyond a bound already is not moved away from it: the same amount comes back.
 */
export function nextAmount({ percent, least_micros, most_micros }: AmountAction, micros: number): number {
  const changed = Math.round((micros * (PER_CENT + percent)) / PER_CENT / CENT) * CENT;
  if (percent > 0) return Math.max(micros, Math.min(most_micros, Math.max(changed, micros + CENT)));
  return Math.min(micros, Math.max(least_micros, Math.min(changed, micros - CENT)));
}
