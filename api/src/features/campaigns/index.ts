import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/db';
import type { Mount } from '../../platform/http';
import { type CampaignActions, createCampaignActions } from './campaigns.actions';
import { campaignRoutes } from './campaigns.routes';
import { type CampaignService, createCampaignService } from './campaigns.service';

export {
  type DerivedState,
  deriveState,
  STATE_REASONS,
  type StateReason,
  type StoredCampaignState,
  unitMicros,
} from './campaignState';
export { type CampaignView, readCampaigns } from './campaigns.readModel';

export interface CampaignsFeature {
  mounts: Mount[];
  campaigns: CampaignService;
  actions: CampaignActions;
}

/** Campaigns of advertisers: list with figures, create, change, pause, resume, archive, submit. */
export function createCampaignsFeature(deps: { db: Db; clock: Clock }): CampaignsFeature {
  const campaigns = createCampaignService(deps);
  const actions = createCampaignActions(deps);
  const router = campaignRoutes(campaigns, actions, deps.clock);
  return { mounts: [{ path: '/api/campaigns', router }], campaigns, actions };
}
