import { MAX_ROW } from '@ezdash/contracts';
import { Router } from 'express';
import { z } from 'zod';
import { NotFoundError } from '../../platform/errors';
import { route } from '../../platform/http';
import type { ReleasesOf } from './offer/visitorReleases';
import type { ReleaseStore } from './releases.types';
import { releaseFiles } from './store/releaseFiles';

const registryQuery = z.object({
  /** What the asker was told of: what this server gives is no older. */
  revision: z.coerce.number().int().positive().max(MAX_ROW).optional(),
});

/** `/remotes/registry.json`: the registry for open tabs, and for whoever is not a page of ours. */
export function registryRouter(releasesOf: ReleasesOf, follow: (atLeast: number) => Promise<void>): Router {
  const router = Router();
  router.get(
    '/',
    route({ query: registryQuery }, async ({ query: { revision }, req, res }) => {
      if (revision !== undefined) await follow(revision);
      const { shown } = await releasesOf(req);
      res.set('Cache-Control', 'private, no-cache').vary('Cookie');
      return shown.registry;
    }),
  );
  return router;
}

/** `/remotes`: the releases' files. */
export function remoteFilesRouter(store: Pick<ReleaseStore, 'folder' | 'has'>): Router {
  const router = Router();
  router.use(releaseFiles(store));
  router.use(() => {
    // Never the page: a script's address that answers HTML only fails later, and darker.
    throw new NotFoundError('No such file in any release');
  });
  return router;
}
