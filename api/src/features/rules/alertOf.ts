import { type AlertData, publicId } from '@ezdash/contracts';
import type { Deeds } from './evaluateRule';

/** What the owner of a rule is told of one evaluation. */
export interface RuleAlert {
  userId: number;
  event: 'rule_acted';
  data: AlertData['rule_acted'];
  occurrence: string;
}

/** More names nobody reads in a notice. */
const MOST_NAMES = 5;

/** The alert of an evaluation; null when nothing came of it, or all of it was refused. Pure. */
export function alertOf({ rule, period, acts }: Deeds): RuleAlert | null {
  const done = acts.filter(({ performed }) => performed.outcome !== 'refused');
  const names = [...new Set(done.map(({ campaign }) => campaign.name))];
  if (names.length === 0) return null;
  return {
    userId: rule.advertiser_id,
    event: 'rule_acted',
    data: {
      rule_id: publicId('rule', rule.id),
      rule: rule.name,
      did: rule.definition.action.kind === 'notify' ? 'found' : 'changed',
      campaigns: names.slice(0, MOST_NAMES),
      more: Math.max(0, names.length - MOST_NAMES),
    },
    occurrence: `${rule.id}:${period.getTime()}`,
  };
}
