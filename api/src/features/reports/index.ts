import type { NoFillReport } from '@ezdash/contracts';
import { type Response, Router } from 'express';
import { z } from 'zod';
import { type AuthUser, requireRole } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import { type Connection, type Db, errorDetail } from '../../platform/db';
import { type Mount, requestLocale, route } from '../../platform/http';
import type { Jobs } from '../../platform/jobs';
import type { Log } from '../../platform/log';
import { foldDays } from '../events';
import { type MetricsQuery, metricsAsk, metricsQuery, sideOf } from './metricsQuery';
import { readMetrics } from './readMetrics';
import { type NoFillQuery, noFillAsk, noFillCsv, noFillQuery, readNoFill } from './readNoFill';
import { createSendExport, type SendExport } from './sendExport';

export interface ReportsDeps {
  db: Db;
  /** The folding of days has connections of its own. */
  connection: Connection;
  clock: Clock;
  jobs: Pick<Jobs, 'queue'>;
  log: Log;
  /** Sentences in files, in the reader's language; English unless given. */
  translate?: (locale: string, text: string) => string;
}

export interface ReportsFeature {
  mounts: Mount[];
  sendExport: SendExport;
  /** Has the days that are over folded soon: a round beside the hourly ones. */
  fold(): void;
  /** Begins to fold the days that are over; after the jobs have started. */
  start(): void;
  stop(): void;
}

/** The reasons as a file. */
export function sendNoFill(res: Response, report: NoFillReport, translate: (text: string) => string): void {
  res.set({
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="no-fill-${report.from}-${report.to}.csv"`,
    'Cache-Control': 'private, no-store',
  });
  res.send(noFillCsv(report, translate));
}

const FOLDING = 'reports.fold';
const HOUR_MS = 3_600_000;
const FOLDING_SECONDS = 3_600;

/** The figures of the Metrics page, and the daily sums that make them quick. */
export function createReportsFeature({
  db,
  connection,
  clock,
  jobs,
  log,
  translate = (_locale, text) => text,
}: ReportsDeps): ReportsFeature {
  const sendExport = createSendExport({ db, log, translate });
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
  const guard = requireRole('advertiser', 'publisher');
  const askOf = ({ query, user }: { query: MetricsQuery; user: AuthUser }) =>
    metricsAsk(query, sideOf(user.role), user.id, clock.now());
  router.get(
    '/',
    guard,
    route({ query: metricsQuery }, (context) => readMetrics(db, askOf(context))),
  );
  router.get(
    '/export',
    guard,
    route({ query: metricsQuery }, async (context) => {
      const { req, res } = context;
      await sendExport(askOf(context), { res, locale: requestLocale(req) });
    }),
  );
  const noFill = Router();
  const publishers = requireRole('publisher');
  const noFillOf = ({ query, user }: { query: NoFillQuery; user: AuthUser }) =>
    readNoFill(db, noFillAsk(query, user.id, clock.now()));
  noFill.get(
    '/',
    publishers,
    route({ query: noFillQuery }, (context) => noFillOf(context)),
  );
  noFill.get(
    '/export',
    publishers,
    route({ query: noFillQuery }, async (context) => {
      const { req, res } = context;
      sendNoFill(res, await noFillOf(context), (text) => translate(requestLocale(req), text));
    }),
  );
  return {
    mounts: [
      { path: '/api/metrics', router },
      { path: '/api/publisher/no-fill', router: noFill },
    ],
    sendExport,
    fold: ask,
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

export { type ExportOptions, exportMetrics } from './exportMetrics';
export { localDayOf } from './metricsPeriod';
export {
  type MetricsAsk,
  type MetricsQuery,
  type MetricsSide,
  metricsAsk,
  metricsQuery,
  sideOf,
} from './metricsQuery';
export { readMetrics } from './readMetrics';
export { noFillAsk, noFillQuery, readNoFill } from './readNoFill';
export type { SendExport } from './sendExport';
