import { type AutoRule, publicId, RULE_MOST, type RuleLog, type RuleState } from '@ezdash/contracts';
import { type Db, toNumber } from '../../platform/db';
import type { ActRow, RunRow } from './log.repo';
import { nameThings } from './names.repo';
import { HOUR_MS } from './periods';
import { inputOf, type RuleRow } from './ruleRow';
import type { RuleActivity } from './rules.repo';

/** Until when a dry run speaks for its rule. */
export const validUntil = (madeAt: Date): Date =>
  new Date(madeAt.getTime() + RULE_MOST.dryRunHours * HOUR_MS);

const NO_ACTIVITY: RuleActivity = { lastRunAt: null, acts: 0 };

export function presentRule(row: RuleRow, activity: RuleActivity | undefined, now: Date): AutoRule {
  const { dry_run_at: madeAt, dry_run_acts: acts } = row;
  const { lastRunAt, acts: acts_7d } = activity ?? NO_ACTIVITY;
  const speaks = madeAt !== null && validUntil(madeAt) > now;
  return {
    ...inputOf(row),
    id: publicId('rule', row.id),
    // Archived ones are read by nobody.
    state: row.state as RuleState,
    dry_run: speaks
      ? {
          made_at: madeAt.toISOString(),
          valid_until: validUntil(madeAt).toISOString(),
          would_act: acts ?? 0,
        }
      : null,
    last_evaluated_at: lastRunAt?.toISOString() ?? null,
    acts_7d,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

const amount = (micros: bigint | null) => (micros === null ? null : toNumber(micros));

/** A page of a rule's log; `say` puts the server's sentences into the reader's language. */
export async function presentLog(
  db: Db,
  { runs, acts }: { runs: readonly RunRow[]; acts: readonly ActRow[] },
  next: string | null,
  say: (sentence: string) => string,
): Promise<RuleLog> {
  const thing = (act: ActRow) => ({
    campaignId: act.campaign_id,
    creativeId: act.creative_id,
    zoneId: act.zone_id,
  });
  const nameOf = await nameThings(db, acts.map(thing));
  return {
    runs: runs.map((run) => ({
      period: run.period.toISOString(),
      at: run.ran_at.toISOString(),
      subjects: run.subjects,
      matched: run.matched,
      held: run.held,
      acts: acts
        .filter((act) => act.run_id === run.id)
        .map((act) => ({
          id: publicId('ruleAct', toNumber(act.id)),
          at: act.happened_at.toISOString(),
          outcome: act.outcome,
          action: act.action,
          subject: nameOf(thing(act)),
          figures: act.figures,
          before_micros: amount(act.before_micros),
          after_micros: amount(act.after_micros),
          message: act.message === null ? null : say(act.message),
        })),
    })),
    next,
  };
}
