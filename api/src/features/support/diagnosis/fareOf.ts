import { FATE_NAMES, FATES, type Fate, PRICE_FATES, PRICE_GAP_PERCENTS } from '@ezdash/contracts';
import { isTold } from '../../decisions';
import type { FateCount } from './diagnosis.repo';

/** Where, to whom and on what a campaign is shown: what its targeting leaves out. */
const LEFT_OUT: readonly Fate[] = [
  'no-size',
  'no-placement',
  'blocked',
  'unsupported',
  'no-country',
  'no-region',
  'no-device',
  'no-client',
  'no-language',
  'no-keyword',
  'no-ip',
  'hours',
];
/** It was in the answer, or others took its place. */
const COMPETED: readonly Fate[] = ['won', 'next', 'outranked', 'not-drawn', 'outbid-by-own', ...PRICE_FATES];

/** How a campaign fared in the decisions of some hours; estimates. */
export interface Fare {
  decisions: number;
  won: number;
  leftOut: number;
  /** The most frequent reason of those left out. */
  mainLeftOut: Fate | null;
  competed: number;
  lostByPrice: number;
  belowFloor: number;
  /** Decisions it passed because its budget was used up. */
  withoutBudget: number;
  /**
   * With a bid higher by so many percent half of those lost by price were won; null: more than any step, none, or it would
   * tell what somebody bids.
   */
  raisePercent: number | null;
}

const NAMES: ReadonlyMap<number, Fate> = new Map(FATE_NAMES.map((name) => [FATES[name], name]));

/** The least step that wins half of so many. */
function leastRaise(missed: readonly FateCount[], total: number): number | null {
  let seen = 0;
  for (const [index, percent] of PRICE_GAP_PERCENTS.entries()) {
    for (const { gap, decisions } of missed) if (gap === index + 1) seen += decisions;
    if (total > 0 && seen * 2 >= total) return percent;
  }
  return null;
}

/** What is not told counts as lost, and as won at no step. */
function medianRaise(counts: readonly FateCount[]): number | null {
  const byFate = PRICE_FATES.map((name) => ({
    name,
    missed: counts.filter(({ fate }) => fate === FATES[name]),
  }));
  const all = byFate.flatMap(({ missed }) => missed);
  const total = all.reduce((sum, { decisions }) => sum + decisions, 0);
  const percent = leastRaise(all, total);
  const told = byFate.flatMap(({ name, missed }) => (isTold(name, missed, percent) ? missed : []));
  return leastRaise(told, total);
}

export function fareOf(counts: readonly FateCount[]): Fare {
  const sums = new Map<Fate, number>();
  for (const { fate, decisions } of counts) {
    const name = NAMES.get(fate);
    if (name) sums.set(name, (sums.get(name) ?? 0) + decisions);
  }
  const sumOf = (names: Iterable<Fate>) => [...names].reduce((sum, name) => sum + (sums.get(name) ?? 0), 0);
  const [main] = LEFT_OUT.map((fate) => ({ fate, decisions: sums.get(fate) ?? 0 }))
    .filter(({ decisions }) => decisions > 0)
    .sort((a, b) => b.decisions - a.decisions);
  return {
    decisions: sumOf(sums.keys()),
    won: sumOf(['won']),
    leftOut: sumOf(LEFT_OUT),
    mainLeftOut: main?.fate ?? null,
    competed: sumOf(COMPETED),
    lostByPrice: sumOf(PRICE_FATES),
    belowFloor: sumOf(['below-floor']),
    withoutBudget: sumOf(['budget']),
    raisePercent: medianRaise(counts),
  };
}
