import { createAccountsFeature } from './features/accounts';
import { createAlertsFeature } from './features/alerts';
import { createApiTokensFeature } from './features/api-tokens';
import { campaignData, campaignViewData } from './features/campaigns';
import type { ConversionsFeature } from './features/conversions';
import type { CreativesFeature } from './features/creatives';
import { createFactorsFeature } from './features/factors';
import type { Gateways } from './features/gateways';
import { createMail, type Mail } from './features/mail';
import type { NewsFeature } from './features/news';
import { createPaymentMethodsFeature } from './features/payment-methods';
import type { PostbacksFeature } from './features/postbacks';
import { createPrivacyFeature } from './features/privacy';
import { createProofsFeature } from './features/proofs';
import type { PublicApiFeature } from './features/public-api';
import type { Publisher } from './features/realtime';
import type { ReferralsFeature } from './features/referrals';
import { forgetDismissals } from './features/reporting';
import { createSocialFeature } from './features/social';
import type { SupportFeature } from './features/support';
import { requireRecentProof } from './platform/auth';
import type { Db, Trx } from './platform/db';
import type { Mount } from './platform/http';
import { createJobs, type Jobs } from './platform/jobs';
import type { Tracer } from './platform/trace';
import { StartError } from './startup/StartError';
import type { AppContext } from './startup/startApp';
import type { MoneyData } from './wireMoney';

/** Durable jobs, and the mail they send. */
export function wireMail(
  { config, connection, db, log, metrics, errorReports }: AppContext,
  tracer: Tracer,
): { jobs: Jobs; mail: Mail } {
  const jobs = createJobs({
    connection,
    log,
    metrics: metrics.registry,
    tracer,
    stopWithinMs: 4_000,
    onDead: (failure, { queue, id }) => void errorReports.capture(failure, { tags: { queue, job: id } }),
  });
  const { appName, appUrl, smtpUrl, mailFrom, devDoors } = config;
  const site = { appName, appUrl, mailFrom };
  try {
    return { jobs, mail: createMail({ db, jobs, log, ...site, smtpUrl, production: !devDoors }) };
  } catch (error) {
    throw error instanceof Error ? new StartError(error.message, { cause: error }) : error;
  }
}

/** Files of the archive about money; their features are made later. */
const MONEY_DATA = ['payments', 'promo-codes', 'credit', 'payouts', 'documents', 'xero'] as const;

function dataOf(data: Readonly<Record<string, MoneyData>>, name: string): MoneyData {
  const found = data[name];
  if (!found) throw new Error(`Nothing keeps ${name} of a person`);
  return found;
}

/** What accounts stand on, and whom else they tell. */
export interface AccountParts {
  jobs: Jobs;
  mail: Mail;
  creatives: CreativesFeature;
  conversions: ConversionsFeature;
  postbackData: Pick<PostbacksFeature, 'exportOf' | 'forget'>;
  /** Notes who brought a new account. */
  referrals: Pick<ReferralsFeature, 'signUps' | 'exportOf' | 'forget'>;
  publisher: Publisher;
  /** What other features keep of a person. They are made later. */
  supportData: Pick<SupportFeature, 'exportOf' | 'forget'>;
  newsData: Pick<NewsFeature, 'exportOf' | 'forget' | 'isPublished'>;
  staffData: MoneyData;
  reportData: MoneyData;
  publicApiData: Pick<PublicApiFeature, 'forget'>;
  releaseData: MoneyData;
  ruleData: MoneyData;
  /** What sellers.json says of a publisher. */
  sellerData: MoneyData;
  gateways: Gateways;
  /** By the name of its file in the archive. */
  moneyData: () => Readonly<Record<string, MoneyData>>;
}

/** Everything about who people are: coming in, proving it, and what they set up for themselves. */
export function wireAccounts({ config, secrets, db, vital, clock, log }: AppContext, parts: AccountParts) {
  const {
    jobs,
    mail,
    creatives,
    conversions,
    postbackData,
    referrals,
    publisher,
    supportData,
    newsData,
    staffData,
    reportData,
    publicApiData,
    releaseData,
    ruleData,
    sellerData,
    gateways,
    moneyData,
  } = parts;
  const { appName, appUrl, dataDir, devDoors, signupBonusMicros } = config;
  const secret = secrets.session;
  const accounts = createAccountsFeature({
    db,
    signedInDb: vital.db,
    clock,
    logKey: secret,
    secret,
    secondFactorsOf: (userId) => factors.service.secondFactorsOf(userId),
  });
  const proofs = createProofsFeature({
    db,
    clock,
    jobs,
    mail,
    log,
    appName,
    secret,
    signupBonusMicros,
    signUps: referrals.signUps,
    accounts: accounts.service,
    dropWaysIn: async (trx, userId) => {
      await factors.service.forget(trx, userId);
      await social.service.forget(trx, userId);
    },
    revokeTokens: (trx, userId) => apiTokens.service.revokeAll(trx, userId),
    countTokens: (trx, userId) => apiTokens.service.countLive(trx, userId),
    waysIn: {
      list: async (trx, userId) => [
        ...(await factors.service.waysIn(trx, userId)),
        ...(await social.service.waysIn(trx, userId)),
      ],
      dropAddedSince: async (trx, userId, since) => [
        ...(await factors.service.dropAddedSince(trx, userId, since)),
        ...(await social.service.dropAddedSince(trx, userId, since)),
      ],
    },
    forgetGuesses: (userId) => factors.service.forgetGuesses(userId),
    wantsNotice: (on, userId) => alerts.service.wants(on, userId, 'new_login', 'mail'),
    onNewLogin: (trx, login) => alerts.service.newLogin(trx, login),
  });
  const factors = createFactorsFeature({
    db,
    clock,
    mail,
    appUrl,
    appName,
    secret,
    accounts: accounts.service,
    connectionsOf: (userId, on) => social.service.connectionsOf(userId, on),
  });
  const social = createSocialFeature({
    db,
    clock,
    log,
    mail,
    accounts: accounts.service,
    appUrl,
    secret,
    setups: config.oidcProviders,
    secondFactorsOf: accounts.service.secondFactorsOf,
    passkeysOf: (userId, on) => factors.service.countPasskeys(userId, on),
  });
  const apiTokens = createApiTokensFeature({ db, clock, mail, checkProof: requireRecentProof });
  const alerts = createAlertsFeature({
    db,
    clock,
    mail,
    publisher,
    jobs,
    log,
    tokens: apiTokens.service,
    checkProof: requireRecentProof,
    secret,
    appUrl,
    localWebhooks: devDoors,
    isNewsOut: newsData.isPublished,
  });
  const paymentMethods = createPaymentMethodsFeature({
    db,
    clock,
    jobs,
    mail,
    log,
    secret,
    appUrl,
    gateways: gateways.methods,
    checkProof: requireRecentProof,
  });
  const ofMoney = MONEY_DATA.map((name) => ({
    name,
    export: (userId: number, on: Db) => dataOf(moneyData(), name).exportOf(userId, on),
    forget: (trx: Trx, userId: number) => dataOf(moneyData(), name).forget(trx, userId),
  }));
  const privacy = createPrivacyFeature({
    db,
    clock,
    jobs,
    mail,
    log,
    appName,
    dataDir,
    images: creatives.store,
    parts: [
      { name: 'second-factors', export: (userId, on) => factors.service.exportOf(userId, on) },
      { name: 'social-connections', export: (userId, on) => social.service.exportOf(userId, on) },
      { name: 'alerts', export: (userId, on) => alerts.service.exportOf(userId, on) },
      { name: 'payment-methods', export: (userId, on) => paymentMethods.service.exportOf(userId, on) },
      { name: 'conversion-goals', export: (userId, on) => conversions.goals.exportOf(userId, on) },
      { name: 'postbacks', export: (userId, on) => postbackData.exportOf(userId, on) },
      { name: 'campaign-views', export: (userId, on) => campaignViewData.exportOf(userId, on) },
      { name: 'campaign-history', export: (userId, on) => campaignData.exportOf(userId, on) },
      { name: 'conversations', export: (userId, on) => supportData.exportOf(userId, on) },
      { name: 'news', export: (userId, on) => newsData.exportOf(userId, on) },
      { name: 'operators', export: (userId, on) => staffData.exportOf(userId, on) },
      { name: 'metrics-reports', export: (userId, on) => reportData.exportOf(userId, on) },
      { name: 'releases', export: (userId, on) => releaseData.exportOf(userId, on) },
      { name: 'rules', export: (userId, on) => ruleData.exportOf(userId, on) },
      { name: 'sellers', export: (userId, on) => sellerData.exportOf(userId, on) },
      { name: 'referrals', export: (userId, on) => referrals.exportOf(userId, on) },
      { name: 'gateways', export: (userId, on) => gateways.exportOf(userId, on) },
      ...ofMoney,
    ],
    erasers: [
      factors.service.forget,
      social.service.forget,
      alerts.service.forget,
      forgetDismissals,
      paymentMethods.service.forget,
      conversions.goals.forget,
      postbackData.forget,
      campaignData.forget,
      campaignViewData.forget,
      supportData.forget,
      newsData.forget,
      staffData.forget,
      reportData.forget,
      releaseData.forget,
      publicApiData.forget,
      ruleData.forget,
      sellerData.forget,
      referrals.forget,
      gateways.forget,
      ...ofMoney.map((data) => data.forget),
    ],
  });
  const mounts: Mount[] = [
    accounts,
    proofs,
    factors,
    social,
    apiTokens,
    alerts,
    paymentMethods,
    gateways,
    privacy,
  ].flatMap((feature) => feature.mounts);

  return {
    accounts,
    proofs,
    factors: factors.service,
    social,
    apiTokens,
    alerts,
    methods: paymentMethods.service,
    mounts,
    /** What looks for work by itself; after the jobs have started. */
    start: () => {
      alerts.start();
      gateways.start();
      paymentMethods.start();
      privacy.service.start();
    },
    stop: () => {
      alerts.stop();
      gateways.stop();
      paymentMethods.stop();
      privacy.service.stop();
    },
  };
}
