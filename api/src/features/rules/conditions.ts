import { RULE_RATE_WHOLE, type RuleCondition, type RuleFigure, type RuleMetric } from '@ezdash/contracts';

/** Counted events and what they cost, in micros. */
export interface Sums {
  impressions: number;
  viewables: number;
  clicks: number;
  conversions: number;
  spend: number;
}

export const NOTHING: Readonly<Sums> = { impressions: 0, viewables: 0, clicks: 0, conversions: 0, spend: 0 };
const PER_MILLE = 1_000;

const divided = (part: number, whole: number, scale = 1) =>
  whole === 0 ? null : Math.round((part * scale) / whole);

/** A metric in its unit (`RULE_METRICS`); null where there is nothing to divide by. */
export function metricOf(metric: RuleMetric, sums: Sums): number | null {
  switch (metric) {
    case 'impressions':
    case 'clicks':
    case 'conversions':
    case 'spend':
      return sums[metric];
    case 'ctr':
      return divided(sums.clicks, sums.impressions, RULE_RATE_WHOLE);
    case 'cvr':
      return divided(sums.conversions, sums.clicks, RULE_RATE_WHOLE);
    case 'viewability':
      return divided(sums.viewables, sums.impressions, RULE_RATE_WHOLE);
    case 'ecpm':
      return divided(sums.spend, sums.impressions, PER_MILLE);
    case 'ecpc':
      return divided(sums.spend, sums.clicks);
    case 'ecpa':
      return divided(sums.spend, sums.conversions);
  }
}

function isMet({ comparison, value }: RuleCondition, figure: number | null): boolean {
  // A rate of nothing is neither high nor low.
  if (figure === null) return false;
  switch (comparison) {
    case 'above':
      return figure > value;
    case 'at-least':
      return figure >= value;
    case 'at-most':
      return figure <= value;
    case 'below':
      return figure < value;
  }
}

export interface Held {
  holds: boolean;
  /** One a condition, in their order. */
  figures: RuleFigure[];
}

/** Holds the conditions of a rule against the sums of each window. Pure. */
export function holdAgainst(
  { match, conditions }: { match: 'all' | 'any'; conditions: readonly RuleCondition[] },
  sumsOf: (hours: number) => Sums,
): Held {
  const judged = conditions.map((condition) => {
    const { metric, hours } = condition;
    const value = metricOf(metric, sumsOf(hours));
    return { met: isMet(condition, value), figure: { metric, hours, value } };
  });
  const met = ({ met: is }: { met: boolean }) => is;
  return {
    holds: match === 'all' ? judged.every(met) : judged.some(met),
    figures: judged.map(({ figure }) => figure),
  };
}
