import type { RulePeriod } from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import { type Db, errorDetail, inTransaction, type Trx } from '../../platform/db';
import type { Log } from '../../platform/log';
import { finalUntil } from '../reporting';
import { alertOf, type RuleAlert } from './alertOf';
import { evaluateRule } from './evaluateRule';
import type { CampaignDoors } from './perform';
import { DAY_MS, lastPeriod } from './periods';
import { findDue, takeDue } from './rules.repo';
import { forgetRuns } from './runs.repo';

export interface EvaluateDeps {
  db: Db;
  clock: Clock;
  log: Log;
  doors: CampaignDoors;
  /** Up to when the ingestion has applied events. */
  appliedUntil?: () => Date;
  /** Tells a rule's owner what it did, in the transaction of the evaluation. */
  tell?: (trx: Trx, alert: RuleAlert) => Promise<void>;
}

const RULES_AT_A_TIME = 200;
const KEPT_MS = 90 * DAY_MS;
const FORGOTTEN_AT_A_TIME = 5_000;

/** Nothing when somebody else is at it, or it was switched off. */
const evaluateOne = (
  { db, doors, tell }: EvaluateDeps,
  id: number,
  periods: Readonly<Record<RulePeriod, Date>>,
  now: Date,
): Promise<void> =>
  inTransaction(db, async (trx) => {
    const rule = await takeDue(trx, id);
    if (!rule) return;
    const deeds = await evaluateRule(trx, doors, rule, periods[rule.definition.every], now);
    const alert = deeds && alertOf(deeds);
    if (alert) await tell?.(trx, alert);
  });

/**
 * Evaluates every active rule whose last hour or UTC day is over and was not evaluated: each in a transaction of its own,
 * once, however many processes do this at the same time. While figures of that time are still on their way nothing is
 * evaluated: the next round comes within a minute. A rule that fails keeps no other from being evaluated.
 */
export async function evaluateDue(deps: EvaluateDeps): Promise<void> {
  const { db, clock, log, appliedUntil } = deps;
  const now = clock.now();
  const periods = { hour: lastPeriod('hour', now), day: lastPeriod('day', now) };
  if ((await finalUntil(db, now, appliedUntil?.())) < periods.hour) return;
  // From rule to rule: those that fail, or that somebody else is at, are passed over once.
  for (let last = 0; ; ) {
    const due = await findDue(db, periods, last, RULES_AT_A_TIME);
    if (due.length === 0) break;
    for (const id of due) {
      last = id;
      try {
        await evaluateOne(deps, id, periods, now);
      } catch (error) {
        log.warn({ ...errorDetail(error), ruleId: id }, 'A rule could not be evaluated');
      }
    }
  }
  await forgetRuns(db, new Date(now.getTime() - KEPT_MS), FORGOTTEN_AT_A_TIME);
}
