import { existsSync } from 'node:fs';
import path from 'node:path';
import type { AccountsService } from './features/accounts';
import type { AlertsService } from './features/alerts';
import { createBootstrapFeature } from './features/bootstrap';
import type { DebugToolFeature } from './features/debug-tool';
import type { DebugViewFeature } from './features/debug-view';
import type { RealtimeFeature } from './features/realtime';
import { createGate, createRemotesFeature, createTrouble } from './features/remotes';
import type { SocialFeature } from './features/social';
import { createTranslationsFeature } from './features/translations';
import {
  createWebFeature,
  keepShell,
  MOVED_PATHS,
  PAYMENT_TEST_PATH,
  renderTrialPage,
  SHELL_PATHS,
} from './features/web';
import { csrfToken, requireRecentProof } from './platform/auth';
import { pagesReportTo, reportAddresses } from './platform/errorReports';
import { isDirect } from './platform/http';
import type { Jobs } from './platform/jobs';
import { projectRoot, remoteNames } from './platform/projectRoot';
import type { Work } from './platform/work';
import { StartError } from './startup/StartError';
import type { AppContext } from './startup/startApp';

/** What `npm run build` makes: folders, and the tag's file. */
export interface BuiltParts {
  shellDist: string;
  remoteDists: string[];
  tagFile: string;
}

/** A server without pages is no server. */
export function builtParts(): BuiltParts {
  const inRoot = (...parts: string[]) => path.join(projectRoot(), ...parts);
  const parts = {
    shellDist: inRoot('shell', 'dist'),
    remoteDists: remoteNames().map((name) => inRoot(name, 'dist')),
    tagFile: inRoot('api', 'dist', 'tag.js'),
  };
  const needed = [
    parts.tagFile,
    ...[parts.shellDist, ...parts.remoteDists].map((dist) => path.join(dist, 'release.json')),
  ];
  const missing = needed.find((file) => !existsSync(file));
  if (missing) throw new StartError(`${missing} is missing: run npm run build first.`);
  if (parts.remoteDists.length === 0)
    throw new StartError(`${projectRoot()} has no remotes: folders mf-… with what npm run build made.`);
  return parts;
}

export interface PageParts {
  built: BuiltParts;
  jobs: Jobs;
  work: Work;
  accounts: AccountsService;
  alerts: AlertsService;
  social: SocialFeature;
  realtime: RealtimeFeature;
  debugTool: DebugToolFeature;
  viewFor: DebugViewFeature['viewFor'];
  demoPropertyUrl: () => string | null;
  /** Whether an address is a data centre's. */
  isRented: (address: string) => boolean;
}

/** Releases of the remotes, the gate in front of them, and what is heard of them. */
function wireRemotes(
  { config, secrets, db, clock, log, metrics }: AppContext,
  parts: PageParts,
  shellFolders: string[],
) {
  const { dataDir, appUrl, localBuilds } = config;
  const { built, jobs, work, alerts, realtime, debugTool, isRented } = parts;
  const { registry } = metrics;
  const remotes = createRemotesFeature({
    ...{ db, dataDir, appUrl, log, clock, debugTool, work },
    production: !localBuilds,
    ...{ shellDist: built.shellDist, remoteDists: built.remoteDists },
    bucket: config.releaseBucket,
    metrics: registry,
    secret: secrets.session,
    checkProof: requireRecentProof,
    gate: (on) =>
      createGate({
        ...on,
        shellFolders,
        renderPage: renderTrialPage,
        taken: () => ({ others: on.manifests(), shellPaths: [...SHELL_PATHS, ...MOVED_PATHS] }),
        browser: config.gateBrowser,
        ...{ clock, log, work, metrics: registry },
      }),
    trouble: (on) =>
      createTrouble({
        ...on,
        ...{ db, clock, log, metrics: registry, jobs, alerts, isRented },
        secret: secrets.session,
        node: config.nodeName,
        audit: debugTool.service.audit,
        publisher: realtime.publisher,
      }),
  });
  realtime.onRelease(({ revision }) => void remotes.activation.follow(revision));
  realtime.onGap(() => void remotes.activation.follow());
  return remotes;
}

/** What browsers load: the shell, the releases of the remotes, their texts, and what a page is born with. */
export function wirePages(context: AppContext, parts: PageParts) {
  const { config } = context;
  const { accounts, social, realtime, viewFor, demoPropertyUrl } = parts;
  const kept = keepShell(parts.built.shellDist, config.dataDir);
  const remotes = wireRemotes(context, parts, kept.folders);
  const translations = createTranslationsFeature({ sources: remotes.releasesOf });
  const start = createBootstrapFeature({
    appName: config.appName,
    demo: config.demo,
    demoPropertyUrl,
    socialProviders: social.providers,
    supportEmail: config.supportEmail,
    outboxUrl: config.devDoors && !config.smtpUrl ? '/dev/outbox' : null,
    accounts,
    broadcaster: realtime.broadcaster,
    pageTicket: remotes.trouble.ticketFor,
    viewFor,
    errorReports: pagesReportTo(config.errorReports),
  });
  const web = createWebFeature({
    kept,
    getReleases: remotes.releasesOf,
    getBootstrap: start.bootstrap,
    csrfToken,
    countPage: remotes.trouble.countPage,
    opensPage: (req) => req.path !== PAYMENT_TEST_PATH || (config.sandboxGateway && isDirect(req)),
    connectSources: [...realtime.connectSources, ...reportAddresses(config.errorReports)],
    creatives: [config.creatives.origin],
  });
  return {
    mounts: [remotes, translations, start, web].flatMap((feature) => feature.mounts),
    hear: remotes.trouble.hear,
    isReady: remotes.isReady,
    start: remotes.start,
    stop: remotes.stop,
    exportOf: remotes.activation.exportOf,
    forget: remotes.activation.forget,
  };
}
