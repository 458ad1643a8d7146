import { z } from 'zod';
import {
  RULE_ACTIONS,
  RULE_COMMANDS,
  RULE_COMPARISONS,
  RULE_METRIC_NAMES,
  RULE_METRICS,
  RULE_MOST,
  RULE_OUTCOMES,
  RULE_PERIODS,
  RULE_RATE_WHOLE,
  RULE_SCOPES,
  RULE_STATES,
  RULE_WINDOWS,
} from './autoRuleChoices';
import { lineText, micros, timestamp } from './common';
import { MOST } from './constants';

const NO_SUCH_WINDOW = 'Choose one of the windows';

/** `value` is a whole count, micros or millionths, by the unit of its metric (`RULE_METRICS`). */
export const ruleCondition = z.object({
  metric: z.enum(RULE_METRIC_NAMES),
  comparison: z.enum(RULE_COMPARISONS),
  value: z.number().int().min(0).max(RULE_MOST.value),
  hours: z.literal([...RULE_WINDOWS], { error: NO_SUCH_WINDOW }),
});
export type RuleCondition = z.infer<typeof ruleCondition>;

const percent = z
  .number()
  .int()
  .min(-RULE_MOST.percent)
  .max(RULE_MOST.percent)
  .refine((value) => value !== 0, { error: 'By how many percent?' });

/** Bounds are micros: a change stops at them, and what lies there already is not changed. */
export const ruleAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('pause') }),
  z.object({
    kind: z.literal('change-bid'),
    percent,
    least_micros: micros.positive(),
    most_micros: micros.positive().max(MOST.bidMicros, { error: 'This is more than anyone bids' }),
  }),
  z.object({
    kind: z.literal('change-budget'),
    percent,
    least_micros: micros.positive(),
    most_micros: micros
      .positive()
      .max(MOST.budgetMicros, { error: 'This is more than a campaign may spend' }),
  }),
  z.object({ kind: z.literal('archive-creative') }),
  z.object({ kind: z.literal('exclude-zone') }),
  z.object({ kind: z.literal('notify') }),
]);
export type RuleAction = z.infer<typeof ruleAction>;

/** What a rule is, apart from whether it is on. */
const ruleFields = z.object({
  name: lineText.min(1, { error: 'Give the rule a name' }).max(RULE_MOST.nameLength),
  scope: z.enum(RULE_SCOPES),
  /** Empty: all campaigns of the account, those that are made later too. */
  campaign_ids: z.array(z.string().max(40)).max(RULE_MOST.campaigns),
  match: z.enum(['all', 'any']),
  conditions: z
    .array(ruleCondition)
    .min(1, { error: 'Add a condition' })
    .max(RULE_MOST.conditions, { error: 'A rule has at most three conditions' }),
  action: ruleAction,
  every: z.enum(RULE_PERIODS),
  /** After it acted on something (or its owner resumed that), the rule leaves it alone for so long. */
  cooldown_hours: z.number().int().min(1).max(RULE_MOST.cooldownHours),
  /** Acts a UTC day, of the whole rule. */
  most_per_day: z.number().int().min(1).max(RULE_MOST.actsPerDay),
});

function refuseUnfit(
  { scope, action, conditions }: z.infer<typeof ruleFields>,
  check: z.core.$RefinementCtx,
): void {
  const refuse = (path: (string | number)[], message: string) =>
    check.addIssue({ code: 'custom', path, message });
  const allowed: readonly string[] = RULE_ACTIONS[scope];
  if (!allowed.includes(action.kind))
    refuse(['action', 'kind'], 'This cannot be done to what the rule looks at');
  if ('least_micros' in action && action.least_micros > action.most_micros)
    refuse(['action', 'most_micros'], 'The most is less than the least');
  conditions.forEach(({ metric, comparison, value }, index) => {
    if (RULE_METRICS[metric] === 'rate' && value > RULE_RATE_WHOLE)
      refuse(['conditions', index, 'value'], 'A rate is at most 100 %');
    if (comparison === 'below' && value === 0)
      refuse(['conditions', index, 'value'], 'Nothing is below zero. Take “at most” for zero');
  });
}

/** POST /api/rules: the whole rule. It becomes a draft, which a dry run may switch on. */
export const ruleInput = ruleFields.superRefine(refuseUnfit);
export type RuleInput = z.infer<typeof ruleInput>;

/**
 * PUT /api/rules/{id}: the whole rule anew. `updated_at`: of the rule that was edited; when it is another one by now
 * nothing is changed (409 `RULE_CHANGED`). Without it nobody's changes are minded.
 */
export const ruleReplacement = ruleFields
  .extend({ updated_at: timestamp.optional() })
  .superRefine(refuseUnfit);
export type RuleReplacement = z.infer<typeof ruleReplacement>;

/** A figure that a condition was held against; null where there was nothing to divide by. */
export const ruleFigure = z.object({
  metric: z.enum(RULE_METRIC_NAMES),
  hours: z.number().int(),
  value: z.number().nullable(),
});
export type RuleFigure = z.infer<typeof ruleFigure>;

/** What a rule acted on: a campaign, or a creative or zone of it. */
export const ruleSubject = z.object({
  campaign_id: z.string(),
  campaign: z.string(),
  creative_id: z.string().nullable(),
  zone_id: z.string().nullable(),
  /** Of the creative or zone; null for a campaign, and for a zone that is gone. */
  name: z.string().nullable(),
});
export type RuleSubject = z.infer<typeof ruleSubject>;

/** Amounts before and after a change of bid or budget, in micros; null for every other action. */
const amounts = { before_micros: micros.nullable(), after_micros: micros.nullable() };

/** POST /api/rules/{id}/dry-run: what the rule would have done in the last seven days, by the figures of then. */
export const ruleDryRun = z.object({
  from: timestamp,
  to: timestamp,
  made_at: timestamp,
  /** Until then the rule may be switched on by it, unless it is changed. */
  valid_until: timestamp,
  /** How often it would have been evaluated, and over how many campaigns, creatives or zones. */
  evaluations: z.number().int(),
  subjects: z.number().int(),
  /** False where the account has more figures than are looked at: those that spent most are. */
  whole: z.boolean(),
  would_act: z.number().int(),
  /** Matches that the cool-down or the most a day would have held back. */
  held: z.number().int(),
  /** What was spent on what the rule would have stopped, after it would have. */
  spend_after_micros: micros,
  /** The first of them, oldest first. */
  acts: z.array(z.object({ at: timestamp, subject: ruleSubject, figures: z.array(ruleFigure), ...amounts })),
});
export type RuleDryRun = z.infer<typeof ruleDryRun>;

export const autoRule = ruleFields.extend({
  id: z.string(),
  state: z.enum(RULE_STATES),
  /** The dry run of the rule as it is now; null when there is none, or it is too old. */
  dry_run: z.object({ made_at: timestamp, valid_until: timestamp, would_act: z.number().int() }).nullable(),
  last_evaluated_at: timestamp.nullable(),
  /** Acts and notices of the last seven days. */
  acts_7d: z.number().int(),
  created_at: timestamp,
  updated_at: timestamp,
});
export type AutoRule = z.infer<typeof autoRule>;

/** GET /api/rules: all of an account's, newest first; archived ones left out. */
export const autoRuleList = z.object({ rules: z.array(autoRule) });
export type AutoRuleList = z.infer<typeof autoRuleList>;

/**
 * POST /api/rules/{id}/commands. `activate` needs a dry run of the rule as it is (409 `DRY_RUN_NEEDED`). `dry_run`: when
 * the one that was seen was made (`made_at`); when another was made since, nothing is switched on (409 `RULE_CHANGED`).
 */
export const ruleCommand = z.object({ command: z.enum(RULE_COMMANDS), dry_run: timestamp.optional() });

/** One thing that a rule did. */
export const ruleAct = z.object({
  id: z.string(),
  at: timestamp,
  outcome: z.enum(RULE_OUTCOMES),
  action: ruleAction,
  subject: ruleSubject,
  figures: z.array(ruleFigure),
  ...amounts,
  /** Why it was refused. */
  message: z.string().nullable(),
});
export type RuleAct = z.infer<typeof ruleAct>;

/** One evaluation: of an hour or a UTC day, which ends at `period`. */
export const ruleRun = z.object({
  period: timestamp,
  at: timestamp,
  subjects: z.number().int(),
  matched: z.number().int(),
  /** Matches that the cool-down or the most a day held back. */
  held: z.number().int(),
  acts: z.array(ruleAct),
});
export type RuleRun = z.infer<typeof ruleRun>;

/** GET /api/rules/{id}/log?before=&matched=: evaluations, newest first. `matched=1` leaves out those without a match. */
export const ruleLogQuery = z.object({
  before: z.string().max(40).optional(),
  matched: z.literal('1').optional(),
});
export const ruleLog = z.object({ runs: z.array(ruleRun), next: z.string().nullable() });
export type RuleLog = z.infer<typeof ruleLog>;
