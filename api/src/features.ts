import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createBootstrapFeature } from './features/bootstrap';
import { createCampaignsFeature, type PaceLine } from './features/campaigns';
import { createConversionsFeature } from './features/conversions';
import { createCreativesFeature } from './features/creatives';
import { createDebugToolFeature, inspectorRoutes } from './features/debug-tool';
import { createTracesFeature } from './features/debug-tool/traces';
import { createDecisionsFeature } from './features/decisions';
import {
  type Demo,
  findDemoProblem,
  openDemo,
  playConversions,
  playDeposits,
  playPayouts,
} from './features/demo';
import { ForeignJournal, JournalInUse } from './features/events';
import { createNewsFeature } from './features/news';
import { createOpenRtbFeature } from './features/openrtb';
import { createPropertiesFeature } from './features/properties';
import { createPublicApiFeature } from './features/public-api';
import { createRemotesFeature } from './features/remotes';
import { createReportingFeature } from './features/reporting';
import { createReportsFeature } from './features/reports';
import { createReviewFeature } from './features/review';
import {
  createServing,
  createTraffic,
  LeanRequest,
  type TokenKey,
  TrafficSettingError,
} from './features/serving';
import { createSupportFeature } from './features/support';
import { createTranslationsFeature } from './features/translations';
import { createWebFeature } from './features/web';
import { translateMessage } from './locales';
import { csrfToken } from './platform/auth';
import { pagesReportTo, reportAddresses } from './platform/errorReports';
import { openCountries } from './platform/geo';
import { projectRoot } from './platform/projectRoot';
import { StartError } from './startup/StartError';
import { seedProgress } from './startup/seedProgress';
import type { AppContext, Features } from './startup/startApp';
import { wireAccounts, wireMail } from './wireAccounts';
import { wireGateways, wireMoney } from './wireMoney';
import { wireRealtime } from './wireRealtime';
import { wireStaff } from './wireStaff';

const REMOTES = ['mf-advertiser', 'mf-publisher', 'mf-auth', 'mf-settings', 'mf-debug'];

/** What `npm run build` makes: folders, and the tag's file. */
export interface BuiltParts {
  shellDist: string;
  remoteDists: string[];
  tagFile: string;
}

/** A server without pages is no server. */
function builtParts(): BuiltParts {
  const inRoot = (...parts: string[]) => path.join(projectRoot(), ...parts);
  const parts = {
    shellDist: inRoot('shell', 'dist'),
    remoteDists: REMOTES.map((name) => inRoot(name, 'dist')),
    tagFile: inRoot('api', 'dist', 'tag.js'),
  };
  const needed = [
    parts.tagFile,
    ...[parts.shellDist, ...parts.remoteDists].map((dist) => path.join(dist, 'release.json')),
  ];
  const missing = needed.find((file) => !existsSync(file));
  if (missing) throw new StartError(`${missing} is missing: run npm run build first.`);
  return parts;
}

function makeTraffic({ config, log }: AppContext) {
  const { internalNetworks, dataCentreLists, trafficLimits } = config;
  try {
    return createTraffic({ internalNetworks, dataCentreLists, limits: trafficLimits, log });
  } catch (error) {
    throw error instanceof TrafficSettingError ? new StartError(error.message, { cause: error }) : error;
  }
}

/** The composition root: every feature is made here and nowhere else. */
export async function wireFeatures(context: AppContext, parts = builtParts()): Promise<Features> {
  const { config, secrets, connection, db, clock, log, metrics, onStop } = context;
  const { dataDir, appUrl } = config;
  const { shellDist, remoteDists, tagFile } = parts;
  const tokenKeys: [TokenKey] = [{ id: 1, secret: Buffer.from(secrets.token, 'base64url') }];
  let demo: Demo | null = null;
  const traces = createTracesFeature({ db, clock, log, metrics, node: config.nodeName });
  const { tracer } = traces;
  const { jobs, mail } = wireMail(context, tracer);
  const gateways = wireGateways(context, jobs);
  const realtime = wireRealtime(context, {
    jobs,
    tracer,
    mayJoinConversation: (user, conversationId) => support.mayJoinConversation(user, conversationId),
  });

  const countryOf = await openCountries();
  const creatives = createCreativesFeature({ db, dataDir });
  const { rawEventDays } = config;
  const aboutConversions = { db, clock, log, secret: secrets.session, appUrl, rawEventDays };
  const traffic = makeTraffic(context);
  const conversions = createConversionsFeature({
    ...aboutConversions,
    metrics: metrics.registry,
    networks: traffic.networks,
  });
  const { accounts, factors, proofs, social, apiTokens, alerts, methods, ...people } = wireAccounts(context, {
    jobs,
    mail,
    creatives,
    conversions,
    publisher: realtime.publisher,
    supportData: {
      exportOf: (userId, on) => support.exportOf(userId, on),
      forget: (trx, userId) => support.forget(trx, userId),
    },
    newsData: {
      exportOf: (userId, on) => news.exportOf(userId, on),
      isPublished: (on, articleId) => news.isPublished(on, articleId),
      forget: (trx, userId) => news.forget(trx, userId),
    },
    staffData: {
      exportOf: (userId, on) => staff.exportOf(userId, on),
      forget: (trx, userId) => staff.forget(trx, userId),
    },
    gateways,
    moneyData: () => money.data,
  });
  const support = createSupportFeature({
    db,
    clock,
    log,
    dataDir,
    publisher: realtime.publisher,
    onAnswered: alerts.service.supportAnswered,
    onRead: alerts.service.conversationRead,
    onAsked: alerts.service.supportAsked,
    onAskingOver: alerts.service.askingOver,
  });
  const news = createNewsFeature({
    db,
    clock,
    publisher: realtime.publisher,
    onPublished: alerts.service.newsPublished,
    onChanged: alerts.service.newsChanged,
    onRead: alerts.service.newsRead,
  });
  const debugTool = createDebugToolFeature({
    db,
    clock,
    secret: secrets.session,
    secure: appUrl.startsWith('https:'),
    factors: { ...factors, loadUser: accounts.service.loadUser },
    factorRequired: config.adminFactorRequired,
  });
  inspectorRoutes(debugTool.tabs, debugTool.routes, dataDir);
  const money = wireMoney(context, {
    jobs,
    mail,
    publisher: realtime.publisher,
    gateways,
    methods,
    alerts,
    debugTool,
    appliedUntil: () => serving.appliedUntil(),
  });
  const paceLine: PaceLine = (campaignId, now) => serving.dueShareOf(campaignId, now.getTime());
  const campaigns = createCampaignsFeature({ db, clock, paceLine });
  const staff = wireStaff(context, { jobs, mail, accounts: accounts.service, campaigns, debugTool });
  const properties = createPropertiesFeature({
    db,
    clock,
    appUrl,
    autoApproveProperties: config.autoApproveProperties,
    onDecided: alerts.service.propertyDecided,
  });
  const decisions = createDecisionsFeature({
    db,
    clock,
    log,
    engine: () => serving.engine(),
    metrics: metrics.registry,
  });
  const publicApi = createPublicApiFeature({
    db,
    clock,
    appName: config.appName,
    appUrl,
    accounts: accounts.service,
    tokens: apiTokens.service,
    campaigns,
    conversions,
    creatives,
    properties,
    decisions,
    funds: money.funds,
  });
  const reporting = createReportingFeature({
    db,
    clock,
    appliedUntil: () => serving.appliedUntil(),
    paceLine,
  });
  const reports = createReportsFeature({ db, connection, clock, jobs, log });
  const review = createReviewFeature({ db, clock, onDecided: alerts.service.campaignDecided });
  const remotes = createRemotesFeature({
    db,
    dataDir,
    shellDist,
    remoteDists,
    log,
    metrics: metrics.registry,
    clock,
    debugTool,
  });
  const translations = createTranslationsFeature({ sources: remotes.releasesOf });
  const start = createBootstrapFeature({
    appName: config.appName,
    demo: config.demo,
    demoPropertyUrl: () => demo?.siteUrl ?? null,
    socialProviders: social.providers,
    supportEmail: config.supportEmail,
    outboxUrl: config.production || config.smtpUrl ? null : '/dev/outbox',
    accounts: accounts.service,
    broadcaster: realtime.broadcaster,
    viewFor: staff.viewFor,
    errorReports: pagesReportTo(config.errorReports),
  });
  const web = createWebFeature({
    shellDist,
    dataDir,
    getReleases: remotes.releasesOf,
    getBootstrap: start.bootstrap,
    csrfToken,
    connectSources: [...realtime.connectSources, ...reportAddresses(config.errorReports)],
  });
  const publisher = { name: config.appName, origin: appUrl };
  const serving = createServing({
    db,
    connection,
    dataDir,
    log,
    tokenKeys,
    tagSource: readFileSync(tagFile, 'utf8'),
    node: config.nodeName,
    nodes: config.nodes,
    trustProxy: config.trustProxy.join(','),
    publisher,
    traffic,
    cityDatabase: config.geoCityDatabase,
    rawEventDays,
  });
  serving.registerMetrics(metrics.registry);
  const openRtb = createOpenRtbFeature({
    db,
    log,
    serving,
    publisher,
    secret: secrets.session,
    networks: traffic.networks,
    rawEventDays,
    metrics: metrics.registry,
  });

  async function assertNoHalfDemo(): Promise<void> {
    const problem = await findDemoProblem(db);
    if (problem) throw new StartError(problem);
  }

  async function startServing(): Promise<void> {
    try {
      await serving.start();
    } catch (error) {
      const isKnown =
        error instanceof ForeignJournal ||
        error instanceof JournalInUse ||
        error instanceof TrafficSettingError;
      throw isKnown ? new StartError(error.message, { cause: error }) : error;
    }
  }

  async function startDemo(): Promise<void> {
    demo = await openDemo({
      db,
      connection,
      config,
      store: creatives.store,
      tokenKeys,
      clock,
      log,
      onProgress: seedProgress(log),
    });
    if (demo.seeded) {
      await playConversions(aboutConversions);
      await playDeposits({ db, hook: money.documents.hook });
      if (config.sandboxGateway)
        await playPayouts({
          db,
          clock,
          log,
          secret: secrets.session,
          days: config.demoDays,
          issueStatement: money.documents.issuePayoutStatement,
        });
    }
    const { site } = demo;
    if (!site) return;
    await site.start();
    onStop('The demo property', site.stop);
  }

  return {
    mounts: [
      mail,
      people,
      money,
      realtime,
      support,
      news,
      publicApi,
      debugTool,
      staff,
      campaigns,
      creatives,
      conversions,
      decisions,
      properties,
      reporting,
      reports,
      review,
      remotes,
      translations,
      start,
      web,
    ].flatMap((feature) => feature.mounts),
    loadUser: accounts.service.loadUser,
    onSignIn: proofs.service.noteSignIn,
    onSeen: ({ id, role }, address) =>
      traffic.rules.notePresence(address, role === 'admin' ? null : id, clock.nowMs()),
    countryOf,
    viewOf: staff.viewOf,
    translate: translateMessage,
    operatorGuard: debugTool.operatorGuard,
    traceCalls: traces.serve(debugTool),
    request: LeanRequest,
    handle: (req, res) => serving.handle(req, res) || openRtb.handle(req, res) || realtime.handle(req, res),
    upgrade: realtime.upgrade,
    endSockets: realtime.endSockets,
    problems: async () => ({
      ...serving.problems(),
      ...realtime.problems(),
      ...(jobs.problem() && { jobs: 'the queue of jobs cannot be read' }),
      ...(!remotes.isReady() && { remotes: 'not every remote has an active release' }),
    }),
    prepare: async () => {
      // Stops run the other way round: timelines end behind all that writes into them, the mail behind the jobs that send it.
      traces.start();
      onStop('The timelines', traces.stop);
      onStop('The mail', mail.stop);
      onStop('The jobs', jobs.stop, 6_000);
      await jobs.start();
      mail.start();
      // Before anything changes that pages want to hear of.
      await realtime.start();
      onStop('Real time', realtime.stop);
      people.start();
      onStop('What looks after accounts', people.stop);
      staff.start();
      onStop('What ends views', staff.stop);
      money.start();
      onStop('What looks after money', money.stop, 12_000);
      support.start();
      onStop('The files of support', support.stop);
      reports.start();
      onStop('The folding of days', reports.stop);
      await remotes.start();
      await (config.demo ? startDemo() : assertNoHalfDemo());
      await startServing();
      onStop('The ad server', serving.stop, 5_000);
      decisions.writer.start();
      onStop('The traces of decisions', decisions.writer.stop, 5_000);
      await openRtb.start();
      onStop('The seats of exchanges', openRtb.stop);
      conversions.settler.start();
      onStop('What settles conversions', conversions.settler.stop);
    },
    announce: () => [
      ...(demo?.siteUrl ? [`The demo property is at ${demo.siteUrl}`] : []),
      ...(demo?.signIns
        ? [`Sign in as ${demo.signIns.emails.join(', ')}`, `with the password ${demo.signIns.password}`]
        : []),
    ],
  };
}
