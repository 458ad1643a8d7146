import { remoteFailure } from '@ezdash/contracts';
import { type Request, type RequestHandler, Router } from 'express';
import { rateLimit } from 'express-rate-limit';
import { Counter, type Registry as PromRegistry } from 'prom-client';
import { NotFoundError, TooManyRequestsError } from '../../platform/errors';
import { route } from '../../platform/http';
import { immutableFiles } from './immutableFiles';
import type { RemotesService } from './remotes.service';
import type { VisitorReleases } from './visitorReleases';

/** Reports of one address in a minute: a page that fails over and over must not fill the log. */
const REPORTS_PER_MINUTE = 20;

/** Failures that browsers reported, by release and phase. */
export function failureCounter(registry: PromRegistry): Counter<'remote' | 'version' | 'phase'> {
  return new Counter({
    name: 'ezdash_remote_failures_total',
    help: 'Failures of remotes that browsers reported',
    labelNames: ['remote', 'version', 'phase'],
    registers: [registry],
  });
}

/** `/remotes/registry.json`: the registry for open tabs, and for whoever is not a page of ours. */
export function registryRouter(releasesOf: (req: Request) => Promise<VisitorReleases>): Router {
  const router = Router();
  router.get('/', async (req, res) => {
    const { shown } = await releasesOf(req);
    res.set('Cache-Control', 'private, no-cache').vary('Cookie').json(shown.registry);
  });
  return router;
}

/** `/remotes`: the releases' files. */
export function remoteFilesRouter(folder: string): Router {
  const router = Router();
  router.use(immutableFiles(folder, 3));
  router.use(() => {
    // Never the page: a script's address that answers HTML only fails later, and darker.
    throw new NotFoundError('No such file in any release');
  });
  return router;
}

const limitReports: RequestHandler = rateLimit({
  windowMs: 60_000,
  limit: REPORTS_PER_MINUTE,
  standardHeaders: 'draft-8',
  legacyHeaders: false,
  handler: (_req, _res, next) => next(new TooManyRequestsError('Too many reports', 60)),
});

/** `/api/remotes`: what browsers tell about releases. */
export function remoteReportsRouter(service: RemotesService, metrics: PromRegistry): Router {
  const router = Router();
  const failures = failureCounter(metrics);
  router.post(
    '/failures',
    limitReports,
    route({ body: remoteFailure }, ({ body, log }) => {
      // What a browser says may be anything: only versions we offer become a time series.
      const known = service.isOffered(body.remote, body.version);
      const labels = known
        ? { remote: body.remote, version: body.version }
        : { remote: 'other', version: 'other' };
      failures.inc({ ...labels, phase: body.phase });
      log.warn({ failure: body }, 'A remote failed in a browser');
    }),
  );
  return router;
}
