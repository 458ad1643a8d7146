import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createAccountsFeature } from './features/accounts';
import { createApiTokensFeature } from './features/api-tokens';
import { createBootstrapFeature } from './features/bootstrap';
import { createCampaignsFeature } from './features/campaigns';
import { createCreativesFeature } from './features/creatives';
import { createDebugToolFeature } from './features/debug-tool';
import { type Demo, findDemoProblem, openDemo } from './features/demo';
import { ForeignJournal, JournalInUse } from './features/events';
import { createMail, type Mail } from './features/mail';
import { createProofsFeature } from './features/proofs';
import { createPropertiesFeature } from './features/properties';
import { createPublicApiFeature } from './features/public-api';
import { createRemotesFeature } from './features/remotes';
import { createReportingFeature } from './features/reporting';
import { createReviewFeature } from './features/review';
import { createServing, type TokenKey } from './features/serving';
import { createTranslationsFeature } from './features/translations';
import { createWebFeature } from './features/web';
import { translateMessage } from './locales';
import { csrfToken, requireRecentProof } from './platform/auth';
import { openCountries } from './platform/geo';
import { createJobs, type Jobs } from './platform/jobs';
import { projectRoot } from './platform/projectRoot';
import { StartError } from './startup/StartError';
import { seedProgress } from './startup/seedProgress';
import type { AppContext, Features } from './startup/startApp';

const REMOTES = ['mf-advertiser', 'mf-publisher', 'mf-auth', 'mf-settings', 'mf-debug'];

/** What `npm run build` made; a server without pages is no server. */
function builtParts() {
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

/** Durable jobs, and the mail they send. */
function wireMail({ config, connection, db, log, metrics }: AppContext): { jobs: Jobs; mail: Mail } {
  const jobs = createJobs({ connection, log, metrics: metrics.registry, stopWithinMs: 4_000 });
  const { appName, appUrl, smtpUrl, mailFrom, production } = config;
  try {
    return { jobs, mail: createMail({ db, jobs, log, appName, appUrl, smtpUrl, mailFrom, production }) };
  } catch (error) {
    throw error instanceof Error ? new StartError(error.message, { cause: error }) : error;
  }
}

/** The composition root: every feature is made here and nowhere else. */
export async function wireFeatures(context: AppContext): Promise<Features> {
  const { config, secrets, connection, db, clock, log, metrics, onStop } = context;
  const { dataDir, appUrl } = config;
  const { shellDist, remoteDists, tagFile } = builtParts();
  const tokenKeys: [TokenKey] = [{ id: 1, secret: Buffer.from(secrets.token, 'base64url') }];
  let demo: Demo | null = null;
  const { jobs, mail } = wireMail(context);

  const { signupBonusMicros } = config;
  const countryOf = await openCountries();
  const accounts = createAccountsFeature({
    db,
    clock,
    signupBonusMicros,
    onRegistered: (trx, user, locale) => proofs.service.email.sendLink(trx, user, locale),
  });
  const proofs = createProofsFeature({
    db,
    clock,
    jobs,
    mail,
    log,
    signupBonusMicros,
    accounts: accounts.service,
  });
  const debugTool = createDebugToolFeature({
    db,
    clock,
    secret: secrets.session,
    secure: appUrl.startsWith('https:'),
  });
  const campaigns = createCampaignsFeature({ db, clock });
  const creatives = createCreativesFeature({ db, dataDir });
  const properties = createPropertiesFeature({
    db,
    clock,
    appUrl,
    autoApproveProperties: config.autoApproveProperties,
  });
  const apiTokens = createApiTokensFeature({ db, clock, checkProof: requireRecentProof });
  const publicApi = createPublicApiFeature({
    db,
    clock,
    appName: config.appName,
    appUrl,
    accounts: accounts.service,
    tokens: apiTokens.service,
    campaigns,
    creatives,
    properties,
  });
  const reporting = createReportingFeature({
    db,
    clock,
    appliedUntil: () => serving.appliedUntil(),
  });
  const review = createReviewFeature({ db, clock });
  const remotes = createRemotesFeature({
    db,
    dataDir,
    shellDist,
    remoteDists,
    log,
    metrics: metrics.registry,
  });
  const translations = createTranslationsFeature({ sources: remotes.translations });
  const start = createBootstrapFeature({
    appName: config.appName,
    demo: config.demo,
    demoPropertyUrl: () => demo?.siteUrl ?? null,
    accounts: accounts.service,
  });
  const web = createWebFeature({
    shellDist,
    dataDir,
    getRegistry: remotes.registry,
    getBootstrap: start.bootstrap,
    csrfToken,
  });
  const serving = createServing({
    db,
    connection,
    dataDir,
    log,
    tokenKeys,
    tagSource: readFileSync(tagFile, 'utf8'),
    trustProxy: config.trustProxy.join(','),
    rawEventDays: config.rawEventDays,
  });
  serving.registerMetrics(metrics.registry);

  async function assertNoHalfDemo(): Promise<void> {
    const problem = await findDemoProblem(db);
    if (problem) throw new StartError(problem);
  }

  async function startServing(): Promise<void> {
    try {
      await serving.start();
    } catch (error) {
      const isKnown = error instanceof ForeignJournal || error instanceof JournalInUse;
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
    const { site } = demo;
    if (!site) return;
    await site.start();
    onStop('The demo property', site.stop);
  }

  return {
    mounts: [
      mail,
      accounts,
      proofs,
      apiTokens,
      publicApi,
      debugTool,
      campaigns,
      creatives,
      properties,
      reporting,
      review,
      remotes,
      translations,
      start,
      web,
    ].flatMap((feature) => feature.mounts),
    loadUser: accounts.service.loadUser,
    onSignIn: proofs.service.noteSignIn,
    countryOf,
    translate: translateMessage,
    handle: serving.handle,
    problems: async () => ({
      ...serving.problems(),
      ...(jobs.problem() && { jobs: 'the queue of jobs cannot be read' }),
      ...(!remotes.isReady() && { remotes: 'not every remote has an active release' }),
    }),
    prepare: async () => {
      // Stops run the other way round: the mail ends behind the jobs that send it.
      onStop('The mail', mail.stop);
      onStop('The jobs', jobs.stop, 6_000);
      await jobs.start();
      mail.start();
      await remotes.start();
      await (config.demo ? startDemo() : assertNoHalfDemo());
      await startServing();
      onStop('The ad server', serving.stop, 5_000);
    },
    announce: () => [
      ...(demo?.siteUrl ? [`The demo property is at ${demo.siteUrl}`] : []),
      ...(demo?.signIns
        ? [`Sign in as ${demo.signIns.emails.join(', ')}`, `with the password ${demo.signIns.password}`]
        : []),
    ],
  };
}
