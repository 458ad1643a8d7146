import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createBootstrapFeature } from './features/bootstrap';
import { createCampaignsFeature } from './features/campaigns';
import { createCreativesFeature } from './features/creatives';
import { createDebugToolFeature } from './features/debug-tool';
import { type Demo, findDemoProblem, openDemo } from './features/demo';
import { ForeignJournal, JournalInUse } from './features/events';
import { createPropertiesFeature } from './features/properties';
import { createPublicApiFeature } from './features/public-api';
import { createRemotesFeature } from './features/remotes';
import { createReportingFeature } from './features/reporting';
import { createReviewFeature } from './features/review';
import { createServing, type TokenKey } from './features/serving';
import { createTranslationsFeature } from './features/translations';
import { createWebFeature } from './features/web';
import { translateMessage } from './locales';
import { csrfToken } from './platform/auth';
import { openCountries } from './platform/geo';
import { projectRoot } from './platform/projectRoot';
import { StartError } from './startup/StartError';
import { seedProgress } from './startup/seedProgress';
import type { AppContext, Features } from './startup/startApp';
import { wireAccounts, wireMail } from './wireAccounts';

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

/** The composition root: every feature is made here and nowhere else. */
export async function wireFeatures(context: AppContext, parts = builtParts()): Promise<Features> {
  const { config, secrets, connection, db, clock, log, metrics, onStop } = context;
  const { dataDir, appUrl } = config;
  const { shellDist, remoteDists, tagFile } = parts;
  const tokenKeys: [TokenKey] = [{ id: 1, secret: Buffer.from(secrets.token, 'base64url') }];
  let demo: Demo | null = null;
  const { jobs, mail } = wireMail(context);

  const countryOf = await openCountries();
  const creatives = createCreativesFeature({ db, dataDir });
  const { accounts, proofs, social, apiTokens, alerts, ...people } = wireAccounts(context, {
    jobs,
    mail,
    creatives,
  });
  const debugTool = createDebugToolFeature({
    db,
    clock,
    secret: secrets.session,
    secure: appUrl.startsWith('https:'),
  });
  const campaigns = createCampaignsFeature({ db, clock });
  const properties = createPropertiesFeature({
    db,
    clock,
    appUrl,
    autoApproveProperties: config.autoApproveProperties,
    onDecided: alerts.service.propertyDecided,
  });
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
  const review = createReviewFeature({ db, clock, onDecided: alerts.service.campaignDecided });
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
    socialProviders: social.providers,
    supportEmail: config.supportEmail,
    outboxUrl: config.production || config.smtpUrl ? null : '/dev/outbox',
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
      people,
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
      people.start();
      onStop('What looks after accounts', people.stop);
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
