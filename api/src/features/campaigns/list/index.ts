import type { Router } from 'express';
import type { CampaignDeps, CampaignService } from '../campaigns.service';
import { type CampaignBulkService, createCampaignBulk } from './bulk.service';
import { createSendCampaigns, type SendCampaigns } from './files';
import { type CampaignImportService, createCampaignImport } from './import.service';
import { campaignListRoutes } from './list.routes';
import { type CampaignListService, createCampaignList } from './list.service';
import { type CampaignViewService, createCampaignViews } from './views.service';

export type { CampaignBulkService } from './bulk.service';
export { campaignFileOf, readCampaignFile, type SendCampaigns } from './files';
export type { CampaignImportService } from './import.service';
export type { CampaignListService } from './list.service';
export { type ListScope, listedSql } from './listSql';
export { campaignViewData } from './viewData';
export type { CampaignViewService } from './views.service';

export interface CampaignListParts {
  list: CampaignListService;
  bulk: CampaignBulkService;
  views: CampaignViewService;
  imports: CampaignImportService;
  send: SendCampaigns;
  router: Router;
}

/** The list of campaigns: windows of it, views, bulk changes, clones, files out and in. */
export function createListParts(
  deps: CampaignDeps,
  campaigns: Pick<CampaignService, 'prepareIn' | 'insertIn' | 'changeIn' | 'get'>,
): CampaignListParts {
  const list = createCampaignList(deps);
  const bulk = createCampaignBulk(deps, campaigns);
  const views = createCampaignViews(deps);
  const imports = createCampaignImport(deps, campaigns);
  const services = { list, bulk, views, imports, send: createSendCampaigns(list) };
  return { ...services, router: campaignListRoutes(services) };
}
