import { Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../../platform/auth';
import { type Mount, route } from '../../platform/http';
import { reasonsPeriod, reasonsQuery } from '../decisions';
import {
  createTroubleshootService,
  type TroubleshootDeps,
  type TroubleshootService,
} from './troubleshoot.service';

export interface TroubleshootFeature {
  troubleshoot: TroubleshootService;
  mounts: Mount[];
}

const params = z.object({ id: z.string() });

/** Why a campaign is not shown: its state, its creatives and its lost auctions in one answer. */
export function createTroubleshootFeature(deps: TroubleshootDeps): TroubleshootFeature {
  const troubleshoot = createTroubleshootService(deps);
  const router = Router();
  router.get(
    '/:id/troubleshoot',
    requireRole('advertiser'),
    route({ params, query: reasonsQuery }, ({ params: { id }, query, user }) =>
      troubleshoot.ofCampaign(user.id, id, reasonsPeriod(query, deps.clock.now()), query.timezone),
    ),
  );
  return { troubleshoot, mounts: [{ path: '/api/campaigns', router }] };
}

export { edit, editZone } from './cures';
export { type FateCount, type Raise, raiseOf } from './fates';
export { EFFECTIVE_SQL } from './troubleshoot.repo';
export type { TroubleshootService } from './troubleshoot.service';
