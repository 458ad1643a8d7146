/** What automatic rules are made of: the values that both sides know; no zod here. */

/** What a rule looks at, one by one: each campaign, each creative of a campaign, each zone a campaign was shown in. */
export const RULE_SCOPES = ['campaign', 'creative', 'zone'] as const;
export type RuleScope = (typeof RULE_SCOPES)[number];

/** Metric → the unit of its values: a whole count, micros, or millionths (a rate of 1 % is 10,000). */
export const RULE_METRICS = {
  impressions: 'count',
  clicks: 'count',
  conversions: 'count',
  spend: 'money',
  ctr: 'rate',
  cvr: 'rate',
  viewability: 'rate',
  ecpm: 'money',
  ecpc: 'money',
  ecpa: 'money',
} as const;
export type RuleMetric = keyof typeof RULE_METRICS;
/** 100 % in the values of rates. */
export const RULE_RATE_WHOLE = 1_000_000;
export const RULE_METRIC_NAMES = Object.keys(RULE_METRICS) as [RuleMetric, ...RuleMetric[]];

export const RULE_COMPARISONS = ['above', 'at-least', 'at-most', 'below'] as const;
export type RuleComparison = (typeof RULE_COMPARISONS)[number];

/** Hours a condition looks back, up to the full hour (or UTC day) at which the rule is evaluated. */
export const RULE_WINDOWS = [1, 6, 24, 72, 168] as const;
export type RuleWindow = (typeof RULE_WINDOWS)[number];

/** What a rule may do, by what it looks at. */
export const RULE_ACTIONS = {
  campaign: ['pause', 'change-bid', 'change-budget', 'notify'],
  creative: ['archive-creative', 'notify'],
  zone: ['exclude-zone', 'notify'],
} as const satisfies Record<RuleScope, readonly string[]>;
export type RuleActionKind = (typeof RULE_ACTIONS)[RuleScope][number];

/** A rule is evaluated once in each full hour, or once in each UTC day. */
export const RULE_PERIODS = ['hour', 'day'] as const;
export type RulePeriod = (typeof RULE_PERIODS)[number];

/** draft: was never on, or was changed since. off: was switched off by its owner. */
export const RULE_STATES = ['draft', 'active', 'off'] as const;
export type RuleState = (typeof RULE_STATES)[number];

export const RULE_COMMANDS = ['activate', 'switch-off', 'archive'] as const;
export type RuleCommand = (typeof RULE_COMMANDS)[number];

/** What became of a match. refused: the campaign's own rules forbade it, and nothing was changed. */
export const RULE_OUTCOMES = ['acted', 'notified', 'refused'] as const;
export type RuleOutcome = (typeof RULE_OUTCOMES)[number];

export const RULE_MOST = {
  rules: 50,
  nameLength: 120,
  conditions: 3,
  /** Campaigns that a rule names; none named means all. */
  campaigns: 200,
  percent: 50,
  cooldownHours: 720,
  actsPerDay: 100,
  /** How long a dry run speaks for a rule that nobody changed. */
  dryRunHours: 24,
  dryRunDays: 7,
  /** Acts that a dry run lists. */
  dryRunActs: 100,
  value: 1_000_000_000_000_000,
} as const;
