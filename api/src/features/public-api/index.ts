import { type RequestHandler, Router } from 'express';
import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/db';
import { type Mount, requestLocale } from '../../platform/http';
import type { Jobs } from '../../platform/jobs';
import type { Log } from '../../platform/log';
import type { AccountsService } from '../accounts';
import type { AdReviewFeature } from '../ad-review';
import type { AdsTxtFeature } from '../ads-txt';
import type { ApiTokenService } from '../api-tokens';
import type { CampaignsFeature } from '../campaigns';
import type { ConversionsFeature } from '../conversions';
import type { CreativesFeature } from '../creatives';
import type { DecisionsFeature } from '../decisions';
import type { EstimatesFeature } from '../estimates';
import type { LandingFeature } from '../landing';
import type { NewsFeature } from '../news';
import type { OpportunitiesFeature } from '../opportunities';
import type { PayoutsFeature } from '../payouts';
import type { PostbacksFeature } from '../postbacks';
import type { PropertiesFeature } from '../properties';
import type { ReferralsFeature } from '../referrals';
import type { ReportingFeature } from '../reporting';
import type { ReportsFeature } from '../reports';
import type { RulesFeature } from '../rules';
import type { SavedReportsFeature } from '../saved-reports';
import type { TroubleshootFeature } from '../troubleshoot';
import { apiRouter } from './apiRouter';
import { createBearer } from './bearer';
import { createSweep } from './idempotency/createSweep';
import { forgetCallsOf } from './idempotency/idempotency.repo';
import { createKeepAnswers } from './idempotency/keepAnswers';
import { createTokenLimit } from './limitTokens';
import { createDescriptions } from './openApi';
import type { Operation } from './operation';
import { accountOperations } from './operations/account';
import { adReviewOperations } from './operations/adReview';
import { adsTxtOperations } from './operations/adsTxt';
import { campaignBulkOperations } from './operations/campaignBulk';
import { campaignFileOperations } from './operations/campaignFiles';
import { campaignOperations } from './operations/campaigns';
import { creativeOperations } from './operations/creatives';
import { dashboardOperations } from './operations/dashboard';
import { decisionOperations } from './operations/decisions';
import { earningsOperations } from './operations/earnings';
import { type FundsDeps, fundsOperations } from './operations/funds';
import { goalOperations } from './operations/goals';
import { historyOperations } from './operations/history';
import { imageOperations } from './operations/images';
import { metricsOperations } from './operations/metrics';
import { newsOperations } from './operations/news';
import { type PaymentDeps, paymentOperations } from './operations/payments';
import { postbackOperations } from './operations/postbacks';
import { publishingOperations } from './operations/properties';
import { referralOperations } from './operations/referrals';
import { reportOperations } from './operations/reports';
import { ruleOperations } from './operations/rules';
import { verificationOperations } from './operations/verification';

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
  campaigns: Omit<CampaignsFeature, 'mounts'>;
  conversions: Pick<ConversionsFeature, 'goals' | 'conversions' | 'testGoal'>;
  postbacks: Pick<PostbacksFeature, 'log' | 'outgoing' | 'calls'>;
  creatives: Pick<CreativesFeature, 'assets' | 'uploads' | 'previews'>;
  landing: Pick<LandingFeature, 'landing'>;
  properties: Pick<PropertiesFeature, 'properties' | 'verification'>;
  adReview: Pick<AdReviewFeature, 'ads' | 'blocks'>;
  adsTxt: Pick<AdsTxtFeature, 'adsTxt' | 'sellers'>;
  decisions: Pick<DecisionsFeature, 'decisions' | 'reasons'>;
  money: FundsDeps & PaymentDeps & { payouts: Pick<PayoutsFeature, 'service'> };
  news: Pick<NewsFeature, 'reader'>;
  reporting: Pick<ReportingFeature, 'dashboards'>;
  referrals: Pick<ReferralsFeature, 'links' | 'funnel' | 'earnings'>;
  rules: Pick<RulesFeature, 'rules'>;
  troubleshoot: Pick<TroubleshootFeature, 'troubleshoot'>;
  estimates: Pick<EstimatesFeature, 'estimates' | 'floors'>;
  opportunities: Pick<OpportunitiesFeature, 'opportunities'>;
  reports: Pick<ReportsFeature, 'sendExport'>;
  savedReports: Pick<SavedReportsFeature, 'service'>;
  jobs: Pick<Jobs, 'queue'>;
  log: Log;
  /** Seals what is kept of answers. */
  secret: string;
  /** Of one token. */
  callsPerMinute?: number;
}

export interface PublicApiFeature {
  operations: readonly Operation[];
  mounts: Mount[];
  /** Erases what was answered to one person's calls. */
  forget(trx: Trx, userId: number): Promise<void>;
  /** Begins to forget what was answered long ago; after the jobs have started. */
  start(): void;
  stop(): void;
}

/** The public REST API: /api/v1, opened by API tokens alone, described at /api/v1/openapi.json. */
export function createPublicApiFeature(deps: PublicApiDeps): PublicApiFeature {
  const { db, clock, appName, appUrl, accounts, tokens, callsPerMinute = CALLS_PER_MINUTE } = deps;
  const operations = [
    ...accountOperations(accounts),
    ...dashboardOperations({ ...deps.reporting, ...deps.opportunities }),
    ...fundsOperations(deps.money),
    ...paymentOperations(deps.money),
    ...earningsOperations(deps.money.payouts.service),
    ...referralOperations(deps.referrals),
    // Before those of one campaign: `export` and `views` are no ids.
    ...campaignFileOperations(deps.campaigns),
    ...campaignOperations({ ...deps.campaigns, ...deps.estimates, clock }),
    ...campaignBulkOperations(deps.campaigns),
    ...historyOperations(deps.campaigns),
    ...goalOperations(deps.conversions),
    ...postbackOperations(deps.postbacks, deps.conversions),
    ...imageOperations(deps.creatives),
    ...creativeOperations(deps.creatives, deps.landing),
    ...adsTxtOperations(deps.adsTxt),
    ...publishingOperations({ ...deps.properties, floors: deps.estimates.floors, clock }),
    ...verificationOperations(deps.properties),
    ...adReviewOperations(deps.adReview),
    ...reportOperations({ db, clock }),
    ...metricsOperations({
      db,
      clock,
      sendExport: deps.reports.sendExport,
      savedReports: deps.savedReports.service,
    }),
    ...decisionOperations({ ...deps.decisions, clock }),
    ...ruleOperations({ ...deps.rules, ...deps.troubleshoot, clock }),
    ...newsOperations(deps.news),
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
  router.use(apiRouter(db, operations, createKeepAnswers(deps)));
  // Nothing here reads a cookie: there is no session, and no forged call could borrow one.
  const mounts: Mount[] = [{ path: API_PATH, router, csrf: false, session: false }];
  return { operations, mounts, forget: forgetCallsOf, ...createSweep(deps) };
}
