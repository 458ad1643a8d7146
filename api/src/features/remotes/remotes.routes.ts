import { MAX_ROW } from '@ezdash/contracts';
import { Router } from 'express';
import { z } from 'zod';
import { errorDetail } from '../../platform/db';
import { AppError, NotFoundError } from '../../platform/errors';
import { route } from '../../platform/http';
import type { LostFiles } from './offer/lostFiles';
import type { ReleasesOf } from './offer/visitorReleases';
import type { Activation, ReleaseStore } from './releases.types';
import { releaseFiles } from './store/releaseFiles';

const registryQuery = z.object({
  /** What the asker was told of: what this server gives is no older. */
  revision: z.coerce.number().int().positive().max(MAX_ROW).optional(),
});

/** When to ask again, for who waits as long as it is told: a database that comes back takes some seconds. */
const AGAIN_SECONDS = 5;

/** 503: there is something newer, which this server cannot read now. What it has would be taken for the new one. */
const releasesAway = (cause: unknown) =>
  new AppError(503, 'RELEASES_AWAY', 'What has changed cannot be read yet. Try again soon', {
    headers: { 'Retry-After': String(AGAIN_SECONDS) },
    cause,
  });

/**
 * `/remotes/registry.json`: the registry for open tabs, and for whoever is not a page of ours. Who names no revision gets
 * what this server has, from memory.
 */
export function registryRouter(releasesOf: ReleasesOf, { refresh }: Pick<Activation, 'refresh'>): Router {
  const router = Router();
  router.get(
    '/',
    route({ query: registryQuery }, async ({ query: { revision }, req, res }) => {
      if (revision !== undefined)
        await refresh(revision).catch((error: unknown) => {
          req.log.warn(errorDetail(error), 'What visitors get could not be read anew');
          throw releasesAway(error);
        });
      const { shown } = await releasesOf(req);
      res.set('Cache-Control', 'private, no-cache').vary('Cookie');
      return shown.registry;
    }),
  );
  return router;
}

/**
 * `/remotes`: the releases' files.
 * @param lostFiles nobody waits for what follows from it
 */
export function remoteFilesRouter(
  store: Pick<ReleaseStore, 'folder' | 'serves'>,
  lostFiles: LostFiles,
): Router {
  const router = Router();
  router.use(releaseFiles(store));
  router.use((req) => {
    const [, name = '', version = '', file = ''] = req.path.split('/');
    void lostFiles(name, version, file);
    // Never the page: a script's address that answers HTML only fails later, and darker.
    throw new NotFoundError('No such file in any release');
  });
  return router;
}
