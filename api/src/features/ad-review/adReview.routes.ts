import { adReviewQuery, blockInput } from '@ezdash/contracts';
import { Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../../platform/auth';
import { route } from '../../platform/http';
import type { AdsService } from './ads.service';
import type { BlocksService } from './blocks.service';

/** /api/publisher/ads */
export function adRoutes(ads: AdsService): Router {
  const router = Router();
  router.get(
    '/',
    requireRole('publisher'),
    route({ query: adReviewQuery }, ({ query, user }) => ads.list(user.id, query)),
  );
  return router;
}

/** /api/properties/:id/blocks */
export function propertyBlockRoutes(blocks: BlocksService): Router {
  const router = Router();
  router.get(
    '/:id/blocks',
    requireRole('publisher'),
    route({ params: z.object({ id: z.string() }) }, ({ params: { id }, user }) => blocks.list(user.id, id)),
  );
  return router;
}

/** /api/property-blocks: one entry more or less, so that two who change the same list lose nothing of each other's. */
export function blockRoutes(blocks: BlocksService): Router {
  const router = Router();
  const publisher = requireRole('publisher');
  router.post(
    '/',
    publisher,
    route({ body: blockInput }, ({ body, user }) => blocks.block(user.id, body)),
  );
  router.post(
    '/remove',
    publisher,
    route({ body: blockInput }, ({ body, user }) => blocks.unblock(user.id, body)),
  );
  return router;
}
