import type { Mount } from '../../platform/http';
import { type CampaignActions, createCampaignActions } from './campaigns.actions';
import { campaignRoutes, operatorCampaignRoutes, type ProofCheck } from './campaigns.routes';
import { type CampaignDeps, type CampaignService, createCampaignService } from './campaigns.service';

export { findGoalHalts } from './campaignGoals';
export {
  type DerivedState,
  deriveState,
  STATE_REASONS,
  type StateReason,
  type StoredCampaignState,
  unitMicros,
} from './campaignState';
export { type CampaignView, readCampaigns } from './campaigns.readModel';
export { findImpressions } from './campaigns.repo';
export type { PaceLine } from './paceLine';
export { completeTargeting, sparseTargeting, tidyTargeting } from './sparseTargeting';

export interface CampaignsFeature {
  mounts: Mount[];
  campaigns: CampaignService;
  actions: CampaignActions;
}

/** Campaigns of advertisers: list with figures, create, change, pause, resume, archive, submit. */
export function createCampaignsFeature({
  checkProof = () => {},
  ...deps
}: CampaignDeps & { checkProof?: ProofCheck }): CampaignsFeature {
  const campaigns = createCampaignService(deps);
  const actions = createCampaignActions(deps);
  return {
    mounts: [
      { path: '/api/campaigns', router: campaignRoutes(campaigns, actions, deps.clock) },
      { path: '/api/operator/campaigns', router: operatorCampaignRoutes(campaigns, checkProof) },
    ],
    campaigns,
    actions,
  };
}
