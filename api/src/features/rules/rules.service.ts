import { isDeepStrictEqual } from 'node:util';
import {
  type AutoRule,
  type AutoRuleList,
  RULE_MOST,
  type RuleCommand,
  type RuleDryRun,
  type RuleInput,
  type RuleLog,
  type RuleReplacement,
} from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction } from '../../platform/db';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors';
import { publicRowId } from '../figures';
import { dryRun } from './dryRun';
import { readRuns } from './log.repo';
import { nameThings, thingOf } from './names.repo';
import { DAY_MS } from './periods';
import { presentLog, presentRule, validUntil } from './present';
import { definitionOf, type RuleRow } from './ruleRow';
import * as repo from './rules.repo';

export interface LogAsk {
  /** The period after which the page begins, as `next` says. */
  before: string | null;
  matchedOnly: boolean;
}

export interface RuleService {
  list(advertiserId: number): Promise<AutoRuleList>;
  /** One of them; another advertiser's does not exist (404). */
  get(advertiserId: number, id: string): Promise<AutoRule>;
  /** A draft. Refuses (422) campaigns that are not the advertiser's, (409 TOO_MANY_RULES) beyond 50 rules. */
  create(advertiserId: number, input: RuleInput): Promise<AutoRule>;
  /**
   * The whole rule anew. Unless only its name differs it becomes a draft, and needs another dry run. Refuses (409
   * RULE_CHANGED) what was written over a rule that is another one by now.
   */
  replace(advertiserId: number, id: string, input: RuleReplacement): Promise<AutoRule>;
  /**
   * What it would have done in the last seven days; noted, so that it may be switched on. Changes no campaign. Of an
   * account one at a time (409 DRY_RUN_RUNNING).
   */
  dryRun(advertiserId: number, id: string): Promise<RuleDryRun>;
  /**
   * Switches on (409 DRY_RUN_NEEDED without a dry run of the rule as it is) or off, or archives. `dryRunSeen`: when the
   * dry run was made that somebody decides by; of another one nothing is switched on (409 RULE_CHANGED).
   */
  command(advertiserId: number, id: string, command: RuleCommand, dryRunSeen?: string): Promise<AutoRule>;
  /** Its evaluations, newest first, fifty a page. */
  log(advertiserId: number, id: string, ask: LogAsk, say: (sentence: string) => string): Promise<RuleLog>;
}

export interface RuleServiceDeps {
  db: Db;
  clock: Clock;
  /** Told when a rule was switched on, so that nobody waits for the next round. */
  onActivated?: () => void;
}

const WEEK_MS = 7 * DAY_MS;
const LOG_PAGE = 50;
const changedMeanwhile = () =>
  new ConflictError('The rule was changed meanwhile. Try it again', 'RULE_CHANGED');
const notFound = () => new NotFoundError('No such rule');

const rowOf = (id: string): number => {
  const row = publicRowId('rule', id);
  if (row === null) throw notFound();
  return row;
};

/** Refuses (422, by index) campaigns that are not the advertiser's own. */
async function refuseStrangers(db: Db, advertiserId: number, campaigns: readonly number[]): Promise<void> {
  const own = await repo.ownCampaigns(db, advertiserId, campaigns);
  const errors = campaigns.flatMap((id, index) =>
    own.has(id) ? [] : [[`campaign_ids.${index}`, ['No such campaign']] as [string, string[]]],
  );
  if (errors.length > 0) throw new ValidationError(Object.fromEntries(errors));
}

/** Whether the dry run that was made then is the rule's last one. */
const isOf = ({ dry_run_at: madeAt }: RuleRow, seen: string) => madeAt?.getTime() === Date.parse(seen);

export function createRuleService({ db, clock, onActivated }: RuleServiceDeps): RuleService {
  async function present(rules: readonly RuleRow[]): Promise<AutoRule[]> {
    const now = clock.now();
    const ids = rules.map(({ id }) => id);
    const activity = await repo.readActivity(db, ids, new Date(now.getTime() - WEEK_MS));
    return rules.map((rule) => presentRule(rule, activity.get(rule.id), now));
  }

  async function find(advertiserId: number, id: string): Promise<RuleRow> {
    const rule = await repo.findRule(db, advertiserId, rowOf(id));
    if (!rule) throw notFound();
    return rule;
  }

  async function presentOne(rule: RuleRow): Promise<AutoRule> {
    const [answer] = await present([rule]);
    if (!answer) throw notFound();
    return answer;
  }

  /** Accounts of which this process is trying a rule. */
  const trying = new Set<number>();

  /** One of them at a time: each holds figures in memory and works beside the ads of everybody. */
  async function tryOut(rule: RuleRow, now: Date) {
    const { advertiser_id: owner } = rule;
    if (trying.has(owner))
      throw new ConflictError('A rule is being tried already. Wait until that is done', 'DRY_RUN_RUNNING');
    trying.add(owner);
    try {
      return await dryRun(db, rule, now);
    } finally {
      trying.delete(owner);
    }
  }

  const get = async (advertiserId: number, id: string) => presentOne(await find(advertiserId, id));

  return {
    list: async (advertiserId) => ({ rules: await present(await repo.findRules(db, advertiserId)) }),

    get,

    async create(advertiserId, input) {
      const definition = definitionOf(input);
      const row = await inTransaction(db, async (trx) => {
        if ((await repo.countForMaking(trx, advertiserId)) >= RULE_MOST.rules)
          throw new ConflictError('An account has at most 50 rules. Archive one first', 'TOO_MANY_RULES');
        await refuseStrangers(trx, advertiserId, definition.campaigns);
        const id = await repo.insertRule(trx, advertiserId, input.name, definition, clock.now());
        return repo.findRule(trx, advertiserId, id);
      });
      if (!row) throw notFound();
      return presentOne(row);
    },

    async replace(advertiserId, id, { updated_at: seen, ...input }) {
      const definition = definitionOf(input);
      await inTransaction(db, async (trx) => {
        const rule = await repo.lockRule(trx, advertiserId, rowOf(id));
        if (!rule) throw notFound();
        if (seen !== undefined && Date.parse(seen) !== rule.updated_at.getTime()) throw changedMeanwhile();
        await refuseStrangers(trx, advertiserId, definition.campaigns);
        // Another name does nothing else than before.
        if (isDeepStrictEqual(definition, rule.definition))
          await repo.renameRule(trx, rule.id, input.name, clock.now());
        else await repo.changeRule(trx, rule.id, input.name, definition, clock.now());
      });
      return get(advertiserId, id);
    },

    async dryRun(advertiserId, id) {
      const rule = await find(advertiserId, id);
      const now = clock.now();
      const { scope } = rule.definition;
      const found = await tryOut(rule, now);
      if (!(await repo.noteDryRun(db, rule, found.acts.length, now))) throw changedMeanwhile();
      const listed = found.acts.slice(0, RULE_MOST.dryRunActs);
      const nameOf = await nameThings(
        db,
        listed.map(({ subject }) => thingOf(scope, subject)),
      );
      return {
        from: found.from.toISOString(),
        to: found.to.toISOString(),
        made_at: now.toISOString(),
        valid_until: validUntil(now).toISOString(),
        evaluations: found.evaluations,
        subjects: found.subjects,
        whole: found.whole,
        would_act: found.acts.length,
        held: found.held,
        spend_after_micros: found.spendAfterMicros,
        acts: listed.map(({ at, subject, figures, beforeMicros, afterMicros }) => ({
          at: at.toISOString(),
          subject: nameOf(thingOf(scope, subject)),
          figures,
          before_micros: beforeMicros,
          after_micros: afterMicros,
        })),
      };
    },

    async command(advertiserId, id, command, dryRunSeen) {
      const row = await inTransaction(db, async (trx) => {
        const now = clock.now();
        const rule = await repo.lockRule(trx, advertiserId, rowOf(id));
        if (!rule) throw notFound();
        const isTried = rule.dry_run_at !== null && validUntil(rule.dry_run_at) > now;
        if (command === 'activate' && rule.state !== 'active' && !isTried)
          throw new ConflictError('Try the rule on the last seven days first', 'DRY_RUN_NEEDED');
        if (command === 'activate' && dryRunSeen !== undefined && !isOf(rule, dryRunSeen))
          throw changedMeanwhile();
        if (command === 'switch-off' && rule.state !== 'active')
          throw new ConflictError('The rule is not on', 'NOT_ACTIVE');
        const state = ({ activate: 'active', 'switch-off': 'off', archive: 'archived' } as const)[command];
        await repo.setState(trx, rule.id, state, now);
        return { ...rule, state, updated_at: now };
      });
      if (command === 'activate') onActivated?.();
      return presentOne(row);
    },

    async log(advertiserId, id, { before, matchedOnly }, say) {
      const rule = await find(advertiserId, id);
      const time = before === null ? null : new Date(before);
      if (time && Number.isNaN(time.getTime()))
        throw new ValidationError({ before: ['This is not what belongs here'] });
      const found = await readRuns(db, rule.id, { before: time, matchedOnly, most: LOG_PAGE + 1 });
      const runs = found.runs.slice(0, LOG_PAGE);
      const next = found.runs.length > LOG_PAGE ? (runs.at(-1)?.period.toISOString() ?? null) : null;
      return presentLog(db, { runs, acts: found.acts }, next, say);
    },
  };
}
