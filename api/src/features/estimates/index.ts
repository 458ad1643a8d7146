import { estimateInput } from '@ezdash/contracts';
import { Router } from 'express';
import { z } from 'zod';
import { requireRole } from '../../platform/auth';
import { type Mount, route } from '../../platform/http';
import type { SamplerDeps } from './createSampler';
import { createEstimateService, type EstimateService } from './estimates.service';
import { createFloorAdviceService, type FloorAdviceService } from './floorAdvice.service';

const params = z.object({ id: z.string() });

export interface EstimatesFeature {
  estimates: EstimateService;
  /** What other floors would have earned a zone. */
  floors: FloorAdviceService;
  mounts: Mount[];
}

/** What a campaign that is being written would reach, win and cost, by what was recorded of the last days' auctions. */
export function createEstimatesFeature(deps: SamplerDeps): EstimatesFeature {
  const estimates = createEstimateService(deps);
  const router = Router();
  router.post(
    '/estimate',
    requireRole('advertiser'),
    route({ body: estimateInput }, ({ body, user }) => estimates.estimate(user.id, body)),
  );
  const floors = createFloorAdviceService(deps);
  const zones = Router();
  zones.get(
    '/:id/floor-advice',
    requireRole('publisher'),
    route({ params }, ({ params: { id }, user }) => floors.advise(user.id, id)),
  );
  return {
    estimates,
    floors,
    mounts: [
      { path: '/api/campaigns', router },
      { path: '/api/zones', router: zones },
    ],
  };
}

export type { EstimateService } from './estimates.service';
export type { FloorAdviceService } from './floorAdvice.service';
export type { Widening } from './widen';
