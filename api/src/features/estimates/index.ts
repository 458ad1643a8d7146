import { estimateInput } from '@ezdash/contracts';
import { Router } from 'express';
import { requireRole } from '../../platform/auth';
import { type Mount, route } from '../../platform/http';
import { createEstimateService, type EstimateDeps, type EstimateService } from './estimates.service';

export interface EstimatesFeature {
  estimates: EstimateService;
  mounts: Mount[];
}

/** What a campaign that is being written would reach, win and cost, by what was recorded of the last days' auctions. */
export function createEstimatesFeature(deps: EstimateDeps): EstimatesFeature {
  const estimates = createEstimateService(deps);
  const router = Router();
  router.post(
    '/estimate',
    requireRole('advertiser'),
    route({ body: estimateInput }, ({ body, user }) => estimates.estimate(user.id, body)),
  );
  return { estimates, mounts: [{ path: '/api/campaigns', router }] };
}

export type { EstimateService } from './estimates.service';
