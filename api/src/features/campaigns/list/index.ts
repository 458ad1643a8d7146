import type { Router } from 'express';
import type { CampaignDeps, CampaignService } from '../campaigns.service';
import { type CampaignBulkService, createCampaignBulk } from './bulk.service';
import { createCampaignImport } from './import.service';
import { campaignListRoutes } from './list.routes';
import { type CampaignListService, createCampaignList } from './list.service';
import { createCampaignViews } from './views.service';

export type { CampaignBulkService } from './bulk.service';
export type { CampaignListService } from './list.service';
export { campaignViewData } from './viewData';

export interface CampaignListParts {
  list: CampaignListService;
  bulk: CampaignBulkService;
  router: Router;
}

/** The list of campaigns: windows of it, views, bulk changes, clones, files out and in. */
export function createListParts(
  deps: CampaignDeps,
  campaigns: Pick<CampaignService, 'createIn' | 'changeIn' | 'get'>,
): CampaignListParts {
  const list = createCampaignList(deps);
  const bulk = createCampaignBulk(deps, campaigns);
  const views = createCampaignViews(deps);
  const imports = createCampaignImport(deps, campaigns);
  return { list, bulk, router: campaignListRoutes({ list, bulk, views, imports }) };
}
