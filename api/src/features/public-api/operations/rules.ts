import {
  autoRule,
  autoRuleList,
  ruleCommand,
  ruleDryRun,
  ruleInput,
  ruleLog,
  ruleLogQuery,
  ruleReplacement,
  troubleshoot as troubleshootAnswer,
} from '@ezdash/contracts';
import { translateMessage } from '../../../locales';
import type { Clock } from '../../../platform/clock';
import { requestLocale } from '../../../platform/http';
import { reasonsPeriod, reasonsQuery } from '../../decisions';
import type { RuleService } from '../../rules';
import type { TroubleshootService } from '../../troubleshoot';
import { body, idParams, named, type Operation, operation } from '../operation';
import { beforeOf, cursorQuery, nextCursor, writeCursor } from '../pages';

const RULE = named('Rule', autoRule);
const RULE_INPUT = body('RuleInput', ruleInput);
const RULE_REPLACEMENT = body('RuleReplacement', ruleReplacement);
const READ = { tag: 'Rules', role: 'advertiser', scope: 'read', method: 'get' } as const;
const WRITE = { tag: 'Rules', role: 'advertiser', scope: 'write' } as const;
const EXAMPLE = {
  name: 'Spends and sells nothing',
  scope: 'campaign',
  campaign_ids: [],
  match: 'all',
  conditions: [
    { metric: 'spend', comparison: 'at-least', value: 10_000_000, hours: 24 },
    { metric: 'conversions', comparison: 'at-most', value: 0, hours: 24 },
  ],
  action: { kind: 'pause' },
  every: 'hour',
  cooldown_hours: 24,
  most_per_day: 10,
};

interface Deps {
  rules: RuleService;
  troubleshoot: TroubleshootService;
  clock: Clock;
}

function ruleReads({ rules }: Deps): Operation[] {
  return [
    operation(
      {
        ...READ,
        id: 'listRules',
        path: '/rules',
        summary: 'All automatic rules',
        answer: named('RuleList', autoRuleList),
      },
      ({ user }) => rules.list(user.id),
    ),
    operation(
      {
        ...READ,
        id: 'getRule',
        path: '/rules/{id}',
        summary: 'An automatic rule',
        params: idParams,
        answer: RULE,
      },
      ({ params: { id }, user }) => rules.get(user.id, id),
    ),
    operation(
      {
        ...READ,
        id: 'listRuleRuns',
        path: '/rules/{id}/log',
        summary: 'What a rule did, and by which figures, evaluation by evaluation',
        params: idParams,
        query: ruleLogQuery.extend(cursorQuery.shape),
        answer: named('RuleLog', ruleLog.extend(nextCursor)),
      },
      async ({ params: { id }, query: { matched, ...place }, user, req }) => {
        const before = beforeOf('rule-log', place) ?? null;
        const page = await rules.log(user.id, id, { before, matchedOnly: matched === '1' }, (sentence) =>
          translateMessage(requestLocale(req), sentence),
        );
        return { ...page, next_cursor: writeCursor('rule-log', page.next) };
      },
    ),
  ];
}

function ruleWrites({ rules }: Deps): Operation[] {
  return [
    operation(
      {
        ...WRITE,
        id: 'createRule',
        method: 'post',
        path: '/rules',
        summary: 'Make an automatic rule; it is a draft until a dry run has shown what it would do',
        status: 201,
        body: RULE_INPUT,
        example: EXAMPLE,
        answer: RULE,
      },
      (context) => rules.create(context.user.id, context.body),
    ),
    operation(
      {
        ...WRITE,
        id: 'replaceRule',
        method: 'put',
        path: '/rules/{id}',
        summary: 'Change an automatic rule; unless only its name differs it becomes a draft again',
        params: idParams,
        body: RULE_REPLACEMENT,
        example: EXAMPLE,
        answer: RULE,
      },
      (context) => rules.replace(context.user.id, context.params.id, context.body),
    ),
    operation(
      {
        ...WRITE,
        id: 'dryRunRule',
        method: 'post',
        path: '/rules/{id}/dry-run',
        summary: 'What a rule would have done in the last seven days',
        params: idParams,
        answer: named('RuleDryRun', ruleDryRun),
      },
      ({ params: { id }, user }) => rules.dryRun(user.id, id),
    ),
    operation(
      {
        ...WRITE,
        id: 'commandRule',
        method: 'post',
        path: '/rules/{id}/commands',
        summary: 'Switch a rule on or off, or archive it',
        params: idParams,
        body: body('RuleCommand', ruleCommand),
        example: { command: 'activate' },
        answer: RULE,
      },
      ({ params: { id }, body: { command, dry_run }, user }) => rules.command(user.id, id, command, dry_run),
    ),
  ];
}

export function ruleOperations(deps: Deps): Operation[] {
  const { troubleshoot, clock } = deps;
  return [
    ...ruleReads(deps),
    ...ruleWrites(deps),
    operation(
      {
        ...READ,
        tag: 'Campaigns',
        id: 'troubleshootCampaign',
        path: '/campaigns/{id}/troubleshoot',
        summary: 'Why a campaign is not shown, the gravest cause first, with what each costs',
        params: idParams,
        query: reasonsQuery,
        answer: named('Troubleshoot', troubleshootAnswer),
      },
      ({ params: { id }, query, user }) =>
        troubleshoot.ofCampaign(user.id, id, reasonsPeriod(query, clock.now()), query.timezone),
    ),
  ];
}
