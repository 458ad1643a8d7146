import { placeQuery } from '@ezdash/contracts';
import { Router } from 'express';
import { requireRole } from '../../../platform/auth';
import { route } from '../../../platform/http';
import type { PlaceService } from './places.service';

export { createPlaceService, type PlaceService } from './places.service';

/** /api/campaign-places: for whoever narrows a campaign. */
export function placeRoutes(places: PlaceService): Router {
  const router = Router();
  router.get(
    '/',
    requireRole('advertiser'),
    route({ query: placeQuery }, ({ query, user }) => places.list(user.id, query)),
  );
  return router;
}
