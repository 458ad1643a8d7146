import { z } from 'zod';
import type { Clock } from '../../../platform/clock';
import { type Db, errorDetail } from '../../../platform/db';
import type { Jobs } from '../../../platform/jobs';
import type { Log } from '../../../platform/log';
import { forgetCalls } from './idempotency.repo';
import { KEPT_MS } from './keepAnswers';

const QUEUE = 'public-api.forget-calls';
const HOUR_MS = 3_600_000;
/** Each holds an answer of up to megabytes: one statement for all of a busy day would hold the disk for minutes. */
const AT_ONCE = 500;

export interface SweepDeps {
  db: Db;
  clock: Clock;
  jobs: Pick<Jobs, 'queue'>;
  log: Log;
}

/** Forgets once an hour what was answered more than 24 hours ago. `start` belongs behind the start of the jobs. */
export function createSweep({ db, clock, jobs, log }: SweepDeps): { start(): void; stop(): void } {
  const queue = jobs.queue(QUEUE, {
    schema: z.object({}),
    // What is left now goes an hour later.
    retryLimit: 0,
    singletonKey: () => 'one',
    handler: async () => {
      const now = clock.now();
      await forgetCalls(db, new Date(now.getTime() - KEPT_MS), now, { atOnce: AT_ONCE });
    },
  });
  const ask = () =>
    void queue
      .send({})
      .catch((error: unknown) => log.warn(errorDetail(error), 'Kept answers are forgotten the next hour'));
  let timer: NodeJS.Timeout | undefined;
  return {
    start: () => {
      ask();
      timer = setInterval(ask, HOUR_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}
