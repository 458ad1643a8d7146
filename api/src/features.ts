import { createAdReviewFeature } from './features/ad-review';
import { createAdsTxtFeature } from './features/ads-txt';
import { createCampaignsFeature, type PaceLine } from './features/campaigns';
import { createDebugToolFeature, inspectorRoutes } from './features/debug-tool';
import { createTracesFeature } from './features/debug-tool/traces';
import { demoSiteUrl } from './features/demo';
import { createEstimatesFeature } from './features/estimates';
import { createNewsFeature } from './features/news';
import { createOpportunitiesFeature } from './features/opportunities';
import { createPostbacksFeature } from './features/postbacks';
import { createPropertiesFeature } from './features/properties';
import { createPublicApiFeature } from './features/public-api';
import { createReferralsFeature } from './features/referrals';
import { createReportingFeature } from './features/reporting';
import { createReportsFeature } from './features/reports';
import { createReviewFeature } from './features/review';
import { createRulesFeature } from './features/rules';
import { createSavedReportsFeature } from './features/saved-reports';
import { LeanRequest, NETWORK_KINDS } from './features/serving';
import { createStopsFeature } from './features/stops';
import { createSupportFeature } from './features/support';
import { createTroubleshootFeature } from './features/troubleshoot';
import { translateMessage } from './locales';
import { requireRecentProof } from './platform/auth';
import { openCountries } from './platform/geo';
import { createOutbound, createResolveTxt } from './platform/outbound';
import type { AppContext, Features } from './startup/startApp';
import { wireAccounts, wireMail } from './wireAccounts';
import { wireCreatives } from './wireCreatives';
import { wireDemo } from './wireDemo';
import { wireGateways, wireMoney } from './wireMoney';
import { builtParts, wirePages } from './wirePages';
import { wireRealtime } from './wireRealtime';
import { wireServing } from './wireServing';
import { wireStaff } from './wireStaff';
import { wireWork } from './wireWork';

/** The composition root: every feature is made here and nowhere else. */
export async function wireFeatures(context: AppContext, built = builtParts()): Promise<Features> {
  const { config, secrets, connection, db, clock, log, metrics, onStop } = context;
  const { dataDir, appUrl } = config;
  const traces = createTracesFeature({ db, clock, log, metrics, node: config.nodeName });
  const { tracer } = traces;
  const { work, browsers } = wireWork(context);
  const { jobs, mail } = wireMail(context, tracer);
  const gateways = wireGateways(context, jobs);
  const realtime = wireRealtime(context, {
    jobs,
    tracer,
    mayJoinConversation: (user, conversationId) => support.mayJoinConversation(user, conversationId),
    conversationDoor: (req, adminId, work, call) => debugTool.windowDoor(req, adminId, work, call),
  });

  const countryOf = await openCountries();
  const outbound = createOutbound({
    allowed: config.outboundAllowed,
    nameServers: config.nameServers,
    own: config.demo ? [demoSiteUrl(config.appUrl, config.demoPort)] : [],
  });
  const shown = wireCreatives(context, { jobs, outbound, work, browsers });
  const { addresses, creatives, landing } = shown;
  const postbacks = createPostbacksFeature({
    db,
    clock,
    log,
    jobs,
    publisher: realtime.publisher,
    outbound,
    secret: secrets.session,
  });
  const serving = wireServing(context, built.tagFile, { ...postbacks, addresses });
  const { adServer, conversions, traffic } = serving;
  const referrals = createReferralsFeature({
    db,
    clock,
    log,
    jobs,
    publisher: realtime.publisher,
    terms: config.referrals,
    appUrl,
    appName: config.appName,
    secret: secrets.session,
    checkProof: requireRecentProof,
  });
  const { accounts, factors, proofs, social, apiTokens, alerts, methods, ...people } = wireAccounts(context, {
    jobs,
    mail,
    creatives,
    conversions,
    postbackData: postbacks,
    referrals,
    publisher: realtime.publisher,
    supportData: {
      exportOf: (userId, on) => support.exportOf(userId, on),
      forget: (trx, userId) => support.forget(trx, userId),
    },
    reportData: {
      exportOf: (userId, on) => savedReports.exportOf(userId, on),
      forget: (trx, userId) => savedReports.forget(trx, userId),
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
    publicApiData: { forget: (trx, userId) => publicApi.forget(trx, userId) },
    releaseData: {
      exportOf: (userId, on) => pages.exportOf(userId, on),
      forget: (trx, userId) => pages.forget(trx, userId),
    },
    sellerData: {
      exportOf: (userId, on) => adsTxt.sellers.exportOf(userId, on),
      forget: (trx, userId) => adsTxt.sellers.forget(trx, userId),
    },
    ruleData: {
      exportOf: (userId, on) => rules.exportOf(userId, on),
      forget: (trx, userId) => rules.forget(trx, userId),
    },
    gateways,
    moneyData: () => money.data,
  });
  const support = createSupportFeature({
    db,
    clock,
    log,
    dataDir,
    work,
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
    checkProof: requireRecentProof,
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
    work,
    mail,
    publisher: realtime.publisher,
    gateways,
    methods,
    alerts,
    debugTool,
    appliedUntil: adServer.appliedUntil,
  });
  const paceLine: PaceLine = (campaignId, now) => adServer.dueShareOf(campaignId, now.getTime());
  const campaigns = createCampaignsFeature({ db, clock, paceLine, work, checkProof: requireRecentProof });
  const rules = createRulesFeature({
    db,
    clock,
    log,
    jobs,
    doors: campaigns,
    appliedUntil: adServer.appliedUntil,
    tell: alerts.service.tell,
  });
  const troubleshoot = createTroubleshootFeature({ db, clock, campaigns: campaigns.campaigns });
  const estimates = createEstimatesFeature({ db, clock, engine: adServer.engine });
  const opportunities = createOpportunitiesFeature({ db, clock, estimates: estimates.estimates });
  const staff = wireStaff(context, {
    jobs,
    mail,
    publisher: realtime.publisher,
    accounts: accounts.service,
    factors,
    campaigns,
    debugTool,
    onHoldChanged: alerts.service.holdChanged,
  });
  const properties = createPropertiesFeature({
    db,
    clock,
    appUrl,
    autoApproveProperties: config.autoApproveProperties,
    onDecided: alerts.service.propertyDecided,
    onLost: alerts.service.verificationLost,
    looks: { outbound, resolveTxt: createResolveTxt({ servers: config.nameServers }), jobs, log },
  });
  const adReview = createAdReviewFeature({ db, clock, previews: creatives.previews });
  const reports = createReportsFeature({ db, connection, clock, jobs, log, translate: translateMessage });
  const savedReports = createSavedReportsFeature({ db, clock, jobs, mail, log, translate: translateMessage });
  const reporting = createReportingFeature({
    db,
    clock,
    appliedUntil: adServer.appliedUntil,
    paceLine,
    toPublic: addresses.toPublic,
  });
  const adsTxt = createAdsTxtFeature({
    db,
    clock,
    log,
    jobs,
    outbound,
    work,
    appUrl,
    supportEmail: config.supportEmail,
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
    postbacks,
    creatives,
    landing,
    properties,
    adReview,
    adsTxt,
    decisions: serving.decisions,
    money,
    news,
    reporting,
    referrals,
    rules,
    troubleshoot,
    estimates,
    opportunities,
    reports,
    savedReports,
    jobs,
    log,
    secret: secrets.session,
  });
  const onChanged = alerts.service.stopChanged;
  const stops = createStopsFeature({ db, clock, log, checkProof: requireRecentProof, onChanged });
  const review = createReviewFeature({
    db,
    clock,
    previews: creatives.previews,
    landing: landing.landing,
    onDecided: alerts.service.campaignDecided,
    onLifted: onChanged,
  });
  const demo = wireDemo(context, {
    store: creatives.store,
    serving,
    documents: money.documents,
    fold: reports.fold,
  });
  const pages = wirePages(context, {
    built,
    jobs,
    work,
    accounts: accounts.service,
    alerts: alerts.service,
    social,
    realtime,
    debugTool,
    viewFor: staff.viewFor,
    demoPropertyUrl: demo.propertyUrl,
    isRented: (address) => traffic.networks.of(address) === NETWORK_KINDS['data-centre'],
  });

  return {
    mounts: [
      mail,
      people,
      money,
      referrals,
      realtime,
      support,
      news,
      publicApi,
      debugTool,
      staff,
      campaigns,
      rules,
      troubleshoot,
      estimates,
      opportunities,
      creatives,
      landing,
      conversions,
      postbacks,
      serving.decisions,
      properties,
      adsTxt,
      adReview,
      reporting,
      reports,
      savedReports,
      review,
      stops,
      pages,
    ].flatMap((feature) => feature.mounts),
    loadUser: accounts.service.loadUser,
    onSignIn: proofs.service.noteSignIn,
    onSeen: ({ id, role }, address) =>
      traffic.rules.notePresence(address, role === 'admin' ? null : id, clock.nowMs()),
    countryOf,
    viewOf: staff.viewOf,
    translate: translateMessage,
    operatorGuard: debugTool.operatorGuard,
    operatorReadGuard: debugTool.operatorReadGuard,
    traceCalls: traces.serve(debugTool),
    hear: pages.hear,
    request: LeanRequest,
    isExchange: serving.openRtb.isExchange,
    handle: (req, res) =>
      adServer.handle(req, res) || serving.openRtb.handle(req, res) || realtime.handle(req, res),
    creatives: adServer.creatives ?? undefined,
    upgrade: realtime.upgrade,
    endSockets: realtime.endSockets,
    problems: async () => ({
      ...adServer.problems(),
      ...realtime.problems(),
      ...(jobs.problem() && { jobs: 'the queue of jobs cannot be read' }),
      ...(!pages.isReady() && { remotes: 'not every remote has an active release' }),
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
      onStop('What looks after accounts', people.stop);
      onStop('What ends views', staff.stop);
      onStop('What looks after money', money.stop, 12_000);
      onStop('The booking of referrals', referrals.stop);
      onStop('The files of support', support.stop);
      onStop('The kept answers', publicApi.stop);
      onStop('The folding of days', reports.stop);
      onStop('The looks at landing pages', shown.stop);
      onStop('The looks at ads.txt', adsTxt.stop);
      onStop('The looks for tokens', properties.stop);
      onStop('The mails of reports', savedReports.stop);
      onStop('The releases', pages.stop, 8_000);
      await pages.start();
      await demo.start();
      await serving.start();
      onStop('The automatic rules', rules.stop);
      onStop('The log of postbacks', postbacks.stop);
    },
    begin: () => {
      people.start();
      staff.start();
      money.start();
      referrals.start();
      support.start();
      publicApi.start();
      reports.start();
      shown.start();
      adsTxt.start();
      properties.start();
      savedReports.start();
      // They read what the ad server counts.
      rules.start();
      postbacks.start();
    },
    announce: demo.announce,
  };
}
