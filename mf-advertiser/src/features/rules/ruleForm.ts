import type {
  AutoRule,
  RuleAction,
  RuleActionKind,
  RuleComparison,
  RuleInput,
  RuleMetric,
  RulePeriod,
  RuleScope,
  RuleWindow,
} from '@ezdash/contracts';
import { LEAST, MICROS, RULE_ACTIONS, RULE_METRICS, RULE_MOST } from '@ezdash/contracts/constants';

/** A condition while it is typed: a value that is missing or not readable is null. */
export interface ConditionDraft {
  /** Of this row of the form. */
  key: number;
  metric: RuleMetric;
  comparison: RuleComparison;
  value: number | null;
  hours: RuleWindow;
}

/** A rule while it is typed. Amounts in micros. */
export interface RuleValues {
  name: string;
  scope: RuleScope;
  campaign_ids: string[];
  match: 'all' | 'any';
  conditions: ConditionDraft[];
  kind: RuleActionKind;
  percent: number | null;
  raises: boolean;
  least_micros: number | null;
  most_micros: number | null;
  every: RulePeriod;
  cooldown_hours: number | null;
  most_per_day: number | null;
}

export type RuleProblem =
  | 'name'
  | 'nameLong'
  | 'value'
  | 'rate'
  | 'belowZero'
  | 'percent'
  | 'amount'
  | 'bounds'
  | 'cooldown'
  | 'perDay'
  | 'campaigns';
export type RuleProblems = Partial<Record<keyof RuleValues, RuleProblem>>;

const PERCENT = 10_000;
const isWhole = (value: number | null, least: number, most: number): value is number =>
  value !== null && Number.isInteger(value) && value >= least && value <= most;
export const changesAmount = (kind: RuleActionKind): kind is 'change-bid' | 'change-budget' =>
  kind === 'change-bid' || kind === 'change-budget';

/** What is wrong with a condition, as it stands. */
export function conditionProblem({ metric, comparison, value }: ConditionDraft): RuleProblem | null {
  if (value === null || value < 0 || value > RULE_MOST.value) return 'value';
  if (RULE_METRICS[metric] === 'rate' && value > 100 * PERCENT) return 'rate';
  if (comparison === 'below' && value === 0) return 'belowZero';
  return null;
}

/** A new rule: a campaign that spends and sells nothing is paused. */
export function emptyRule(): RuleValues {
  return {
    name: '',
    scope: 'campaign',
    campaign_ids: [],
    match: 'all',
    conditions: [
      { key: 0, metric: 'spend', comparison: 'at-least', value: 20 * MICROS, hours: 24 },
      { key: 1, metric: 'conversions', comparison: 'at-most', value: 0, hours: 24 },
    ],
    kind: 'pause',
    percent: 10,
    raises: false,
    least_micros: LEAST.bidMicros.CPM,
    most_micros: 10 * MICROS,
    every: 'hour',
    cooldown_hours: 24,
    most_per_day: 5,
  };
}

export function valuesOf(rule: AutoRule): RuleValues {
  const { action, conditions, ...rest } = rule;
  const amounts =
    'percent' in action
      ? {
          percent: Math.abs(action.percent),
          raises: action.percent > 0,
          least_micros: action.least_micros,
          most_micros: action.most_micros,
        }
      : {};
  const { name, scope, campaign_ids, match, every, cooldown_hours, most_per_day } = rest;
  return {
    ...emptyRule(),
    ...amounts,
    name,
    scope,
    campaign_ids,
    match,
    every,
    cooldown_hours,
    most_per_day,
    kind: action.kind,
    conditions: conditions.map((condition, key) => ({ ...condition, key })),
  };
}

function checkAmounts({ kind, percent, least_micros, most_micros }: RuleValues): RuleProblems {
  if (!changesAmount(kind)) return {};
  return {
    ...(!isWhole(percent, 1, RULE_MOST.percent) && { percent: 'percent' }),
    ...((least_micros === null || least_micros <= 0) && { least_micros: 'amount' }),
    ...(most_micros === null || most_micros <= 0
      ? { most_micros: 'amount' }
      : least_micros !== null && most_micros < least_micros && { most_micros: 'bounds' }),
  };
}

/** What is wrong with a rule, field by field. Pure. */
export function checkRule(values: RuleValues): RuleProblems {
  const name = values.name.trim();
  const condition = values.conditions.map(conditionProblem).find((problem) => problem !== null);
  return {
    ...(name === '' ? { name: 'name' } : name.length > RULE_MOST.nameLength && { name: 'nameLong' }),
    ...(values.campaign_ids.length > RULE_MOST.campaigns && { campaign_ids: 'campaigns' }),
    ...(condition && { conditions: condition }),
    ...checkAmounts(values),
    ...(!isWhole(values.cooldown_hours, 1, RULE_MOST.cooldownHours) && { cooldown_hours: 'cooldown' }),
    ...(!isWhole(values.most_per_day, 1, RULE_MOST.actsPerDay) && { most_per_day: 'perDay' }),
  };
}

function actionOf({ kind, percent, raises, least_micros, most_micros }: RuleValues): RuleAction {
  if (!changesAmount(kind)) return { kind };
  return {
    kind,
    percent: (percent ?? 0) * (raises ? 1 : -1),
    least_micros: least_micros ?? 0,
    most_micros: most_micros ?? 0,
  };
}

/** The rule as it is sent; of values that `checkRule` finds nothing wrong with. */
export function inputOf(values: RuleValues): RuleInput {
  const { name, scope, campaign_ids, match, conditions, every, cooldown_hours, most_per_day } = values;
  return {
    name: name.trim(),
    scope,
    campaign_ids,
    match,
    conditions: conditions.map(({ key: _key, value, ...rest }) => ({ ...rest, value: value ?? 0 })),
    action: actionOf(values),
    every,
    cooldown_hours: cooldown_hours ?? 0,
    most_per_day: most_per_day ?? 0,
  };
}

/** Another thing to look at: an action that cannot be done to it gives way to the first that can. */
export function changeScope(values: RuleValues, scope: RuleScope): Partial<RuleValues> {
  const allowed: readonly RuleActionKind[] = RULE_ACTIONS[scope];
  return { scope, kind: allowed.includes(values.kind) ? values.kind : (allowed[0] ?? 'notify') };
}
