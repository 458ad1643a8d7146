import type { ApiScope, ApiTokenInput } from '@ezdash/contracts';
import { translateMessage } from '../../locales';
import { openDb } from '../../platform/db';
import { createJobs } from '../../platform/jobs';
import { type Log, silentLog } from '../../platform/log';
import { createOutbound } from '../../platform/outbound';
import {
  type Answer,
  buildApp,
  createTestDb,
  type FakeClock,
  fakeClock,
  type TestApp,
  type TestDb,
} from '../../testing';
import { testAddresses } from '../../testing/testAddresses';
import { createTestPublisher } from '../../testing/testPublisher';
import { createAccountsFeature } from '../accounts';
import { createAdReviewFeature } from '../ad-review';
import { createAdsTxtFeature } from '../ads-txt';
import { type ApiTokenService, createApiTokensFeature } from '../api-tokens';
import { createCampaignsFeature } from '../campaigns';
import { createConversionsFeature } from '../conversions';
import { createCreativesFeature } from '../creatives';
import { createCreditFeature } from '../credit';
import { createDecisionsFeature } from '../decisions';
import { createDocumentsFeature } from '../documents';
import { createEstimatesFeature } from '../estimates';
import { createFundsFeature } from '../funds';
import { createGateways } from '../gateways';
import { createLandingFeature } from '../landing';
import { createMail } from '../mail';
import { createNewsFeature } from '../news';
import { createOpportunitiesFeature } from '../opportunities';
import { createPaymentsFeature } from '../payments';
import { createPayoutsFeature } from '../payouts';
import { createPostbacksFeature } from '../postbacks';
import { createPromoCodesFeature } from '../promo-codes';
import { createPropertiesFeature } from '../properties';
import { createReferralsFeature } from '../referrals';
import { createReportingFeature } from '../reporting';
import { createReportsFeature } from '../reports';
import { createRulesFeature } from '../rules';
import { createSavedReportsFeature } from '../saved-reports';
import { createTroubleshootFeature } from '../troubleshoot';
import { createPublicApiFeature, type PublicApiFeature } from '.';

export interface Call {
  method?: string;
  /** Undefined: no Authorization header. */
  secret?: string;
  /** Sent as JSON, bytes as they are. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** For tests: the public API over a real database. */
export interface TestApi {
  test: TestDb;
  app: TestApp;
  api: PublicApiFeature;
  tokens: ApiTokenService;
  clock: FakeClock;
  /** A token of the owner, good for 30 days; without a list of scopes one for everything. */
  makeToken(ownerId: number, scopes?: ApiScope[], changes?: Partial<ApiTokenInput>): Promise<string>;
  /** `path` is behind /api/v1. */
  call<Body = unknown>(path: string, call?: Call): Promise<Answer<Body>>;
  close(): Promise<void>;
}

const COMPUTER = { device: 'desktop', browser: 'Firefox 142', system: 'Linux', country: null } as const;
const CONNECTIONS = 8;
const BANK = { holder: 'EzDash', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', bank: 'Test bank' };
const COMPANY = { name: 'EzDash', address: ['1 Test Street'], taxId: null };
const SCOPES: ApiScope[] = ['read', 'write', 'finance'];

export async function openTestApi(
  dataDir: string,
  options: { callsPerMinute?: number; mostCampaigns?: number; log?: Log; beside?: TestApi } = {},
): Promise<TestApi> {
  // Two servers: their own processes in life, here their own pools, with the first one's database and clock.
  const { beside } = options;
  const other = beside && openDb(beside.test.connection, { max: CONNECTIONS });
  const test: TestDb =
    beside && other ? { ...beside.test, ...other, drop: () => other.db.destroy() } : await createTestDb();
  const { db } = test;
  const clock = beside?.clock ?? fakeClock('2026-11-21T12:00:00.000Z');
  const accounts = createAccountsFeature({ db, clock }).service;
  const appUrl = 'https://ads.example.test';
  const { log = silentLog } = options;
  const jobs = createJobs({ connection: test.connection, log });
  const mail = createMail({ db, jobs, log, appName: 'EzDash', appUrl, production: false });
  const tokens = createApiTokensFeature({ db, clock, mail });
  const campaigns = createCampaignsFeature({ db, clock, mostCampaigns: options.mostCampaigns });
  const publisher = createTestPublisher();
  const gateways = createGateways({
    db,
    clock,
    jobs,
    log,
    secret: 'a secret of the tests, long enough for anybody',
    appName: 'EzDash',
    appUrl,
    production: false,
    sandbox: false,
    stripe: null,
    transfers: true,
  }).payment;
  const documents = createDocumentsFeature({ db, clock, company: COMPANY, bankAccount: BANK });
  const estimates = createEstimatesFeature({ db, clock, engine: () => null });
  const api = createPublicApiFeature({
    db,
    clock,
    appName: 'EzDash',
    appUrl,
    accounts,
    tokens: tokens.service,
    campaigns,
    referrals: createReferralsFeature({
      db,
      clock,
      log,
      jobs,
      publisher: { toAccount: async () => {} },
      terms: {
        publisherShareBps: 500,
        advertiserShareBps: 500,
        months: 12,
        minimumMicros: 10_000_000n,
        holdDays: 30,
      },
      appUrl,
      appName: 'EzDash',
      secret: 'a secret of the tests, long enough for anybody',
      checkProof: () => {},
    }),
    rules: createRulesFeature({ db, clock, log, jobs, doors: campaigns }),
    troubleshoot: createTroubleshootFeature({ db, clock, campaigns: campaigns.campaigns }),
    estimates,
    opportunities: createOpportunitiesFeature({ db, clock, estimates: estimates.estimates }),
    conversions: createConversionsFeature({
      db,
      clock,
      log,
      secret: 'a secret of the tests, long enough for anybody',
      appUrl,
      rawEventDays: 93,
    }),
    postbacks: createPostbacksFeature({
      db,
      clock,
      log,
      jobs,
      publisher: { toAccount: async () => {} },
      outbound: createOutbound({ allowed: [] }),
      secret: 'a secret of the tests, long enough for anybody',
    }),
    creatives: createCreativesFeature({ db, dataDir, addresses: testAddresses() }),
    landing: createLandingFeature({ db, clock, log, jobs, outbound: createOutbound({ allowed: [] }) }),
    properties: createPropertiesFeature({ db, clock, appUrl, autoApproveProperties: true }),
    adReview: createAdReviewFeature({ db, clock }),
    adsTxt: createAdsTxtFeature({
      db,
      clock,
      log,
      outbound: createOutbound({ allowed: [] }),
      jobs,
      appUrl,
      supportEmail: 'support@ads.example.test',
    }),
    decisions: createDecisionsFeature({ db, clock, log, engine: () => null }),
    money: {
      funds: createFundsFeature({
        db,
        clock,
        log,
        gateways,
        bankAccount: BANK,
        methodsOf: async () => [],
        creditSummaryOf: async () => null,
      }),
      credit: createCreditFeature({ db, clock, log, mail, publisher, documents }),
      documents,
      payments: createPaymentsFeature({
        db,
        clock,
        log,
        jobs,
        mail,
        publisher,
        appName: 'EzDash',
        appUrl,
        gateways,
        bankAccount: BANK,
        openMethod: async () => null,
        hooks: [documents.hook],
      }),
      promoCodes: createPromoCodesFeature({ db, clock, publisher }),
      payouts: createPayoutsFeature({
        db,
        clock,
        log,
        jobs,
        publisher,
        mail,
        checkProof: () => {},
        issueStatement: documents.issuePayoutStatement,
        onEnded: async () => {},
      }),
    },
    news: createNewsFeature({
      checkProof: () => {},
      db,
      clock,
      publisher,
      onPublished: async () => {},
      onChanged: async () => {},
      onRead: async () => {},
    }),
    reporting: createReportingFeature({ db, clock }),
    reports: createReportsFeature({ db, connection: test.connection, clock, jobs, log }),
    savedReports: createSavedReportsFeature({ db, clock, jobs, mail, log, translate: translateMessage }),
    jobs,
    log,
    secret: 'a secret of the tests, long enough for anybody',
    callsPerMinute: options.callsPerMinute,
  });
  // A dead call that is sent again is a job.
  await jobs.start();
  const app = await buildApp({
    test,
    mounts: [...tokens.mounts, ...campaigns.mounts, ...api.mounts],
    translate: translateMessage,
    trustProxy: ['loopback'],
    log: options.log,
  });

  return {
    test,
    app,
    api,
    tokens: tokens.service,
    clock,
    async makeToken(ownerId, scopes = SCOPES, changes = {}) {
      const user = await accounts.loadUser(ownerId);
      if (!user) throw new Error('A token needs an owner');
      const input = { name: 'Test', scopes, expires_in_days: 30, addresses: [], ...changes };
      const made = await tokens.service.create({ user, visitor: COMPUTER }, input);
      return made.secret;
    },
    call(path, { method = 'GET', secret, body, headers = {} } = {}) {
      const isJson = body !== undefined && !Buffer.isBuffer(body);
      return app.client().request(`/api/v1${path}`, {
        method,
        headers: {
          ...(secret !== undefined && { Authorization: `Bearer ${secret}` }),
          ...(isJson && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: isJson ? JSON.stringify(body) : new Uint8Array(body as Buffer) }),
      });
    },
    close: async () => {
      await app.close();
      await jobs.stop();
      await test.drop();
    },
  };
}
