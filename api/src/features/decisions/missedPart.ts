import { PRICE_GAP_PERCENTS } from '@ezdash/contracts';

const PER_CENT = 100;
const HALF = 2;
/** The middle of each step, as a part of the bid; the last one is open, and told by where it begins. */
const MIDDLES: readonly number[] = [
  ...PRICE_GAP_PERCENTS.map((upTo, at) => ((PRICE_GAP_PERCENTS[at - 1] ?? 0) + upTo) / HALF / PER_CENT),
  (PRICE_GAP_PERCENTS.at(-1) ?? 0) / PER_CENT,
];

/**
 * By which part of itself a bid missed on average, as coarsely as the steps: what was missing to the micro would tell what a
 * single rival bids. 0 of no decisions.
 */
export function missedPart(counts: readonly { gap: number; decisions: number }[]): number {
  let decisions = 0;
  let missed = 0;
  for (const { gap, decisions: count } of counts) {
    decisions += count;
    missed += count * (MIDDLES[gap - 1] ?? 0);
  }
  return decisions === 0 ? 0 : missed / decisions;
}
