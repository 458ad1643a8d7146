import { Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import { type Connection, type Db, errorDetail } from '../../platform/db';
import { type Mount, route } from '../../platform/http';
import type { Jobs } from '../../platform/jobs';
import type { Log } from '../../platform/log';
import { foldDays } from '../events';
import { metricsAsk, metricsQuery } from './metricsQuery';
import { readMetrics } from './readMetrics';

export interface ReportsDeps {
  db: Db;
  /** The folding of days has connections of its own. */
  connection: Connection;
  clock: Clock;
  jobs: Pick<Jobs, 'queue'>;
  log: Log;
}

export interface ReportsFeature {
  mounts: Mount[];
  /** Begins to fold the days that are over; after the jobs have started. */
  start(): void;
  stop(): void;
}

const FOLDING = 'reports.fold';
const HOUR_MS = 3_600_000;
const FOLDING_SECONDS = 3_600;

/** The figures of the Metrics page, and the daily sums that make them quick. */
export function createReportsFeature({ db, connection, clock, jobs, log }: ReportsDeps): ReportsFeature {
  const folding = jobs.queue(FOLDING, {
    schema: z.object({}),
    // What is missed now is folded an hour later.
    retryLimit: 0,
    singletonKey: () => 'one',
    expireInSeconds: FOLDING_SECONDS,
    handler: async () => {
      const days = await foldDays(connection, clock.now());
      if (days.length > 0)
        log.info({ days: days.length, from: days[0], to: days.at(-1) }, 'Folded the hours of days');
    },
  });
  let timer: NodeJS.Timeout | null = null;
  const ask = () =>
    void folding
      .send({})
      .catch((error: unknown) => log.warn(errorDetail(error), 'Days are folded the next hour'));

  const router = Router();
  router.get(
    '/',
    requireRole('advertiser', 'publisher'),
    route({ query: metricsQuery }, ({ query, user }) =>
      readMetrics(
        db,
        metricsAsk(query, user.role === 'publisher' ? 'publisher' : 'advertiser', user.id, clock.now()),
      ),
    ),
  );
  return {
    mounts: [{ path: '/api/metrics', router }],
    start: () => {
      ask();
      timer = setInterval(ask, HOUR_MS).unref();
    },
    stop: () => {
      if (timer) clearInterval(timer);
      timer = null;
    },
  };
}

export { type MetricsAsk, metricsAsk, metricsQuery } from './metricsQuery';
export { readMetrics } from './readMetrics';
