import { draftInput, draftUpdate } from '@ezdash/contracts';
import { Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../../../platform/auth';
import { optionalKey, reply, route } from '../../../platform/http';
import type { DraftService } from './drafts.service';

const params = z.object({ id: z.string() });
const versionQuery = z.object({ version: z.coerce.number().int().positive().optional() });

/** /api/campaign-drafts: an advertiser's own. */
export function draftRoutes(drafts: DraftService): Router {
  const router = Router();
  const advertiser = requireRole('advertiser');
  router.get(
    '/',
    advertiser,
    route(({ user }) => drafts.list(user.id)),
  );
  router.post(
    '/',
    advertiser,
    route({ body: draftInput }, async ({ body, user, req }) =>
      reply(201, await drafts.create(user.id, body, optionalKey(req))),
    ),
  );
  router.get(
    '/:id',
    advertiser,
    route({ params }, ({ params: { id }, user }) => drafts.get(user.id, id)),
  );
  router.put(
    '/:id',
    advertiser,
    route({ params, body: draftUpdate }, ({ params: { id }, body, user }) => drafts.save(user.id, id, body)),
  );
  router.delete(
    '/:id',
    advertiser,
    route({ params, query: versionQuery }, ({ params: { id }, query: { version }, user }) =>
      drafts.remove(user.id, id, version),
    ),
  );
  return router;
}
