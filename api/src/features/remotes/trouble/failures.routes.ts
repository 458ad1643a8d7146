import { type RemoteFailure, remoteFailure } from '@ezdash/contracts';
import { type RequestHandler, Router } from 'express';
import { rateLimit } from 'express-rate-limit';
import { Counter, type Registry as PromRegistry } from 'prom-client';
import { type AuthUser, currentUser } from '../../../platform/auth';
import { TooManyRequestsError } from '../../../platform/errors';
import { route } from '../../../platform/http';

/** Reports of one address in a minute: a page that fails over and over must not fill the log. */
const REPORTS_PER_MINUTE = 20;

/** What became of a report: `counted` in what the network decides by, or not, and why. */
export type ReportOutcome = 'counted' | 'again' | 'no-ticket' | 'no-account' | 'not-offered';

export interface FailuresParts {
  metrics: PromRegistry;
  /** True for a version that some visitors get now, or fall back to. From memory. */
  isOffered(name: string, version: string): boolean;
  /** Takes a report of a release that is offered, of whoever is signed in; absent where nothing is decided. */
  take?(failure: RemoteFailure, user: AuthUser | null): Promise<ReportOutcome>;
}

function createCounters(registry: PromRegistry) {
  return {
    failures: new Counter({
      name: 'ezdash_remote_failures_total',
      help: 'Failures of remotes that browsers reported',
      labelNames: ['remote', 'version', 'phase'],
      registers: [registry],
    }),
    outcomes: new Counter({
      name: 'ezdash_remote_reports_total',
      help: 'Reports of browsers about remotes, by whether they count in what the network decides by',
      labelNames: ['outcome'],
      registers: [registry],
    }),
  };
}

const limitReports: RequestHandler = rateLimit({
  windowMs: 60_000,
  limit: REPORTS_PER_MINUTE,
  standardHeaders: 'draft-8',
  legacyHeaders: false,
  handler: (_req, _res, next) => next(new TooManyRequestsError('Too many reports', 60)),
});

/** `/api/remotes`: what browsers tell about releases. Open to everybody: what counts is proved by the
 * page's ticket, and by who is signed in. */
export function failuresRouter({ metrics, isOffered, take }: FailuresParts): Router {
  const router = Router();
  const { failures, outcomes } = createCounters(metrics);
  router.post(
    '/failures',
    limitReports,
    route({ body: remoteFailure }, async ({ body, req, log }) => {
      const { ticket: _, ...failure } = body;
      const user = currentUser(req);
      log.warn({ failure, ...(user && { userId: user.id }) }, 'A remote failed in a browser');
      // What a browser says may be anything: only versions we offer become a time series.
      const known = isOffered(body.remote, body.version);
      const labels = known
        ? { remote: body.remote, version: body.version }
        : { remote: 'other', version: 'other' };
      failures.inc({ ...labels, phase: body.phase });
      const outcome = known ? await take?.(body, user) : 'not-offered';
      if (outcome) outcomes.inc({ outcome });
    }),
  );
  return router;
}
