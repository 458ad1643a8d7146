import type { Mount } from '../../platform/http';
import { type CampaignActions, createCampaignActions } from './campaigns.actions';
import { campaignRoutes, operatorCampaignRoutes, type ProofCheck } from './campaigns.routes';
import { type CampaignDeps, type CampaignService, createCampaignService } from './campaigns.service';
import { createDraftService, draftRoutes } from './drafts';
import { historyRoutes } from './history.routes';
import {
  type CampaignBulkService,
  type CampaignImportService,
  type CampaignListService,
  type CampaignViewService,
  createListParts,
  type SendCampaigns,
} from './list';
import { createPlaceService, type PlaceService, placeRoutes } from './places';
import { createUndoService, type UndoService } from './undo.service';

export { findGoalHalts } from './campaignGoals';
export {
  type DerivedState,
  deriveState,
  STATE_REASONS,
  type StateReason,
  type StoredCampaignState,
} from './campaignState';
export { type CampaignView, readCampaigns } from './campaigns.readModel';
export { findHalts, findLifeCounts } from './campaigns.repo';
export { foreignDisplayUrl } from './displayUrls';
export {
  byPerson,
  byStaff,
  byToken,
  type ChangedBy,
  recordCreated,
  type Stroke,
  withHistory,
} from './history';
export { campaignFileOf, campaignViewData, type ListScope, listedSql, readCampaignFile } from './list';
export type { PaceLine } from './paceLine';
export { campaignData } from './personalData';
export { completeTargeting, sparseTargeting, tidyTargeting } from './sparseTargeting';

export interface CampaignsFeature {
  mounts: Mount[];
  campaigns: CampaignService;
  actions: CampaignActions;
  list: CampaignListService;
  bulk: CampaignBulkService;
  views: CampaignViewService;
  imports: CampaignImportService;
  /** All that match as a CSV file. */
  send: SendCampaigns;
  places: PlaceService;
  undo: UndoService;
}

/** Campaigns of advertisers: list with figures, create, change, pause, resume, archive, submit. */
export function createCampaignsFeature({
  checkProof = () => {},
  ...deps
}: CampaignDeps & { checkProof?: ProofCheck }): CampaignsFeature {
  const campaigns = createCampaignService(deps);
  const actions = createCampaignActions(deps);
  const parts = createListParts(deps, campaigns);
  const undo = createUndoService(deps, campaigns);
  const places = createPlaceService(deps);
  return {
    mounts: [
      // Before the routes of one campaign: `page` and `views` are no ids.
      { path: '/api/campaigns', router: parts.router },
      { path: '/api/campaigns', router: campaignRoutes(campaigns, actions, parts.list, deps.clock) },
      { path: '/api/campaigns', router: historyRoutes(undo) },
      { path: '/api/campaign-places', router: placeRoutes(places) },
      { path: '/api/campaign-drafts', router: draftRoutes(createDraftService(deps)) },
      { path: '/api/operator/campaigns', router: operatorCampaignRoutes(campaigns, checkProof) },
    ],
    campaigns,
    actions,
    list: parts.list,
    bulk: parts.bulk,
    views: parts.views,
    imports: parts.imports,
    send: parts.send,
    places,
    undo,
  };
}
