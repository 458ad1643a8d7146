import { z } from 'zod';
import type { Clock } from '../../platform/clock';
import { type Db, errorDetail, type Trx } from '../../platform/db';
import type { Mount } from '../../platform/http';
import type { Jobs } from '../../platform/jobs';
import type { Log } from '../../platform/log';
import type { RuleAlert } from './alertOf';
import { evaluateDue } from './evaluateDue';
import type { CampaignDoors } from './perform';
import { exportRules, forgetRules } from './personalData';
import { ruleRoutes } from './rules.routes';
import { createRuleService, type RuleService } from './rules.service';

export interface RulesDeps {
  db: Db;
  clock: Clock;
  log: Log;
  jobs: Pick<Jobs, 'queue'>;
  doors: CampaignDoors;
  /** Up to when the ingestion has applied events; without a word of it, the time of its last batch says so. */
  appliedUntil?: () => Date;
  /** Tells a rule's owner what it did, in the transaction of the evaluation. */
  tell?: (trx: Trx, alert: RuleAlert) => Promise<void>;
}

export interface RulesFeature {
  rules: RuleService;
  mounts: Mount[];
  /** Evaluates what is due, now. */
  evaluate(): Promise<void>;
  exportOf(userId: number, on: Db): Promise<object[]>;
  forget(trx: Trx, userId: number): Promise<void>;
  /** Begins to evaluate; after the jobs have started. */
  start(): void;
  stop(): void;
}

const MINUTE_MS = 60_000;
const EVALUATION_SECONDS = 600;

/** Automatic rules of advertisers: conditions on their figures, and what is done when they hold (docs/auto-rules.md). */
export function createRulesFeature(deps: RulesDeps): RulesFeature {
  const { db, clock, log, jobs } = deps;
  const evaluate = () => evaluateDue(deps);
  const queue = jobs.queue('rules.evaluate', {
    schema: z.object({}),
    // What is missed now is found the next minute.
    retryLimit: 0,
    singletonKey: () => 'one',
    expireInSeconds: EVALUATION_SECONDS,
    handler: evaluate,
  });
  const ask = () =>
    void queue
      .send({})
      .catch((error: unknown) => log.warn(errorDetail(error), 'Rules are evaluated the next minute'));
  const rules = createRuleService({ db, clock, onActivated: ask });
  let timer: NodeJS.Timeout | null = null;
  return {
    rules,
    mounts: [{ path: '/api/rules', router: ruleRoutes(rules) }],
    evaluate,
    exportOf: (userId, on) => exportRules(on, userId),
    forget: forgetRules,
    start: () => {
      ask();
      timer = setInterval(ask, MINUTE_MS).unref();
    },
    stop: () => {
      if (timer) clearInterval(timer);
      timer = null;
    },
  };
}

export type { RuleAlert } from './alertOf';
export type { RuleService } from './rules.service';
export { findHold } from './runs.repo';
