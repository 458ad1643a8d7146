import { z } from 'zod';
import { type Db, errorDetail, inTransaction, type Trx } from '../../platform/db';
import type { Mount } from '../../platform/http';
import type { Jobs } from '../../platform/jobs';
import type { Log } from '../../platform/log';
import { type MailDeps, mailReport } from './mailReports';
import { exportReports, forgetReports, takeDue } from './savedReports.repo';
import { savedReportRoutes } from './savedReports.routes';
import { createSavedReportsService, type SavedReportsService } from './savedReports.service';

export interface SavedReportsDeps extends MailDeps {
  /** Not started yet: the queue of the mails is registered here. */
  jobs: Pick<Jobs, 'queue'>;
  log: Log;
}

export interface SavedReportsFeature {
  service: SavedReportsService;
  mounts: Mount[];
  /** Makes jobs of the reports that are due; done every minute. → how many. */
  queueDue(): Promise<number>;
  /** What is kept of a person, for their archive. */
  exportOf(userId: number, on?: Db): Promise<unknown>;
  forget(trx: Trx, userId: number): Promise<void>;
  /** Begins to look for reports that are due; after the jobs have started. */
  start(): void;
  stop(): Promise<void>;
}

const QUEUE = 'reports.mail';
const EVERY_MS = 60_000;
/** Some hour of trying: 1, 2, 4, 8, 16 minutes, each up to twice as long by chance. */
const RETRIES = { retryLimit: 5, retryDelaySeconds: 60, retryBackoff: true };
const ATTEMPT_SECONDS = 120;
/** Longer than all attempts together: a job that has not settled its mail by then is lost with its server. */
const LOST_AFTER_MS = 6 * 3_600_000;
const MOST_AT_ONCE = 200;

/** Reports that advertisers and publishers keep under a name, and their mails. */
export function createSavedReportsFeature(deps: SavedReportsDeps): SavedReportsFeature {
  const { db, clock, jobs, log } = deps;
  const service = createSavedReportsService({ db, clock });
  const queue = jobs.queue(QUEUE, {
    schema: z.object({ id: z.number().int().positive(), due: z.iso.datetime() }),
    handler: ({ id, due }, context) => mailReport(deps, { id, due: new Date(due) }, context),
    ...RETRIES,
    expireInSeconds: ATTEMPT_SECONDS,
  });
  const queueDue = () =>
    inTransaction(db, async (trx) => {
      const now = clock.now();
      const due = await takeDue(trx, now, new Date(now.getTime() - LOST_AFTER_MS), MOST_AT_ONCE);
      for (const each of due) await queue.send({ id: each.id, due: each.due.toISOString() }, { trx });
      return due.length;
    });
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> | null = null;
  const look = () => {
    running ??= queueDue()
      .catch((error: unknown) =>
        log.warn(errorDetail(error), 'Reports that are due are looked for in a minute'),
      )
      .finally(() => {
        running = null;
      });
  };
  return {
    service,
    mounts: [{ path: '/api/metrics-reports', router: savedReportRoutes(service) }],
    queueDue,
    exportOf: (userId, on = db) => exportReports(on, userId),
    forget: forgetReports,
    start: () => {
      look();
      timer = setInterval(look, EVERY_MS).unref();
    },
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

export { scheduleInput } from './savedReports.routes';
export type { SavedReportsService } from './savedReports.service';
