import type { Mount } from '../../platform/http';
import { type ProofCheck, stopRoutes } from './stops.routes';
import { createStopsService, type StopsDeps, type StopsService } from './stops.service';

export { findStopsInReview, liftApproved, liftApprovedProperty, type StopNews } from './stops.service';

export interface StopsFeature {
  mounts: Mount[];
  stops: StopsService;
}

/** What the network has approved and stops again: campaigns, creatives, properties, zones. */
export function createStopsFeature({
  checkProof = () => {},
  ...deps
}: StopsDeps & { checkProof?: ProofCheck }): StopsFeature {
  const stops = createStopsService(deps);
  return { mounts: [{ path: '/api/operator/stops', router: stopRoutes(stops, checkProof) }], stops };
}
