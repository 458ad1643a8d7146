import { type RequestHandler, Router } from 'express';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/db';
import { type Mount, requestLocale } from '../../platform/http';
import type { AccountsService } from '../accounts';
import type { ApiTokenService } from '../api-tokens';
import type { CampaignsFeature } from '../campaigns';
import type { ConversionsFeature } from '../conversions';
import type { CreativesFeature } from '../creatives';
import type { DecisionsFeature } from '../decisions';
import type { FundsFeature } from '../funds';
import type { PropertiesFeature } from '../properties';
import { apiRouter } from './apiRouter';
import { createBearer } from './bearer';
import { createTokenLimit } from './limitTokens';
import { createDescriptions } from './openApi';
import type { Operation } from './operation';
import { accountOperations } from './operations/account';
import { campaignOperations } from './operations/campaigns';
import { decisionOperations } from './operations/decisions';
import { fundsOperations } from './operations/funds';
import { goalOperations } from './operations/goals';
import { imageOperations } from './operations/images';
import { publishingOperations } from './operations/properties';
import { reportOperations } from './operations/reports';

export const API_PATH = '/api/v1';
const CALLS_PER_MINUTE = 300;
const DESCRIPTION_MAX_AGE_SECONDS = 300;

export interface PublicApiDeps {
  db: Db;
  clock: Clock;
  appName: string;
  /** Public address of the network, without a slash at its end. */
  appUrl: string;
  accounts: Pick<AccountsService, 'loadUser' | 'user'>;
  tokens: ApiTokenService;
  campaigns: Pick<CampaignsFeature, 'campaigns' | 'actions'>;
  conversions: Pick<ConversionsFeature, 'goals' | 'conversions'>;
  creatives: Pick<CreativesFeature, 'assets'>;
  properties: Pick<PropertiesFeature, 'properties'>;
  decisions: Pick<DecisionsFeature, 'decisions' | 'reasons'>;
  funds: Pick<FundsFeature, 'list'>;
  /** Of one token. */
  callsPerMinute?: number;
}

export interface PublicApiFeature {
  operations: readonly Operation[];
  mounts: Mount[];
}

/** The public REST API: /api/v1, opened by API tokens alone, described at /api/v1/openapi.json. */
export function createPublicApiFeature(deps: PublicApiDeps): PublicApiFeature {
  const { db, clock, appName, appUrl, accounts, tokens, callsPerMinute = CALLS_PER_MINUTE } = deps;
  const operations = [
    ...accountOperations(accounts),
    ...fundsOperations(deps.funds),
    ...campaignOperations({ ...deps.campaigns, clock }),
    ...goalOperations(deps.conversions),
    ...imageOperations(deps.creatives),
    ...publishingOperations({ ...deps.properties, clock }),
    ...reportOperations({ db, clock }),
    ...decisionOperations({ ...deps.decisions, clock }),
  ];
  const descriptions = createDescriptions({ appName, serverUrl: appUrl + API_PATH, operations });
  const describe: RequestHandler = (req, res) => {
    res
      .set('Cache-Control', `public, max-age=${DESCRIPTION_MAX_AGE_SECONDS}`)
      .vary('Accept-Language')
      .json(descriptions(requestLocale(req as Parameters<typeof requestLocale>[0])));
  };
  const router = Router();
  router.get('/openapi.json', describe);
  router.use(createBearer({ tokens, accounts, limit: createTokenLimit(callsPerMinute) }));
  router.use(apiRouter(db, operations));
  // Nothing here reads a cookie: there is no session, and no forged call could borrow one.
  return { operations, mounts: [{ path: API_PATH, router, csrf: false, session: false }] };
}
