import type {
  RuleAction,
  RuleActionKind,
  RuleCondition,
  RuleFigure,
  RuleInput,
  RuleMetric,
  RuleSubject,
} from '@ezdash/contracts';
import { MICROS, RULE_METRICS, RULE_RATE_WHOLE } from '@ezdash/contracts/constants';
import { useFormat } from '@ezdash/ui';
import { useTranslation } from 'react-i18next';

/** Amounts below it say too little in whole cents. */
const TEN_CENTS = MICROS / 10;

/** Rules in sentences: what they look at, what they do, and by which figures they did it. */
export function useRuleWords() {
  const { t } = useTranslation('advertiser');
  const format = useFormat();

  /** A value in its metric's unit. */
  const value = (metric: RuleMetric, amount: number | null): string => {
    if (amount === null) return '–';
    switch (RULE_METRICS[metric]) {
      case 'count':
        return format.count(amount);
      case 'money':
        return format.money(amount, { digits: amount !== 0 && Math.abs(amount) < TEN_CENTS ? 4 : 2 });
      case 'rate':
        return format.percent(amount / RULE_RATE_WHOLE);
    }
  };
  const metric = (name: RuleMetric) => t(`rules.metric.${name}`);
  const window = (hours: number) =>
    hours < 48 ? t('rules.hours', { count: hours }) : t('rules.days', { count: hours / 24 });
  const condition = ({ metric: name, comparison, value: amount, hours }: RuleCondition) =>
    t('rules.condition', {
      metric: metric(name),
      comparison: t(`rules.comparison.${comparison}`),
      value: value(name, amount),
      window: window(hours),
    });
  const figure = ({ metric: name, hours, value: amount }: RuleFigure) =>
    t('rules.figure', { metric: metric(name), value: value(name, amount), window: window(hours) });
  const kind = (name: RuleActionKind) => t(`rules.kind.${name}`);
  const action = (what: RuleAction) => {
    if (!('percent' in what)) return kind(what.kind);
    return t(what.percent > 0 ? `rules.raise.${what.kind}` : `rules.lower.${what.kind}`, {
      percent: format.count(Math.abs(what.percent)),
      least: format.money(what.least_micros),
      most: format.money(what.most_micros),
    });
  };
  const conditions = ({ conditions: all, match }: Pick<RuleInput, 'conditions' | 'match'>) =>
    all.map(condition).join(t(match === 'all' ? 'rules.and' : 'rules.or'));
  /** "Trail season, zone Sidebar". */
  const subject = ({ campaign, creative_id, zone_id, name }: RuleSubject) => {
    if (creative_id) return t('rules.subject.creative', { campaign, name: name ?? creative_id });
    if (zone_id) return t('rules.subject.zone', { campaign, name: name ?? zone_id });
    return campaign;
  };
  return { value, metric, window, condition, conditions, figure, kind, action, subject };
}

export type RuleWords = ReturnType<typeof useRuleWords>;
