import { Router } from 'express';
import { requireRole } from '../../platform/auth';
import { type Mount, route } from '../../platform/http';
import { requireFeature } from '../accounts';
import {
  createOpportunityService,
  type OpportunityDeps,
  type OpportunityService,
} from './opportunities.service';

export interface OpportunitiesFeature {
  opportunities: OpportunityService;
  mounts: Mount[];
}

/** What would do an advertiser's running campaigns good, worked out from their own last days; for VIP1 and above. */
export function createOpportunitiesFeature(deps: OpportunityDeps): OpportunitiesFeature {
  const opportunities = createOpportunityService(deps);
  const router = Router();
  router.get(
    '/',
    requireRole('advertiser'),
    requireFeature(deps.db, 'ai_recommendations'),
    route(({ user }) => opportunities.list(user.id)),
  );
  return { opportunities, mounts: [{ path: '/api/opportunities', router }] };
}

export type { OpportunityService } from './opportunities.service';
