import { existsSync } from 'node:fs';
import path from 'node:path';
import type { AccountsService } from './features/accounts';
import { createBootstrapFeature } from './features/bootstrap';
import type { DebugToolFeature } from './features/debug-tool';
import type { DebugViewFeature } from './features/debug-view';
import type { RealtimeFeature } from './features/realtime';
import { createRemotesFeature } from './features/remotes';
import type { SocialFeature } from './features/social';
import { createTranslationsFeature } from './features/translations';
import { createWebFeature } from './features/web';
import { csrfToken } from './platform/auth';
import { pagesReportTo, reportAddresses } from './platform/errorReports';
import { projectRoot } from './platform/projectRoot';
import { StartError } from './startup/StartError';
import type { AppContext } from './startup/startApp';

const REMOTES = ['mf-advertiser', 'mf-publisher', 'mf-auth', 'mf-settings', 'mf-debug'];

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

export interface PageParts {
  built: BuiltParts;
  accounts: AccountsService;
  social: SocialFeature;
  realtime: RealtimeFeature;
  debugTool: DebugToolFeature;
  viewFor: DebugViewFeature['viewFor'];
  demoPropertyUrl: () => string | null;
}

/** What browsers load: the shell, the releases of the remotes, their texts, and what a page is born with. */
export function wirePages(context: AppContext, parts: PageParts) {
  const { config, db, clock, log, metrics } = context;
  const { dataDir } = config;
  const { built, accounts, social, realtime, debugTool, viewFor, demoPropertyUrl } = parts;
  const { shellDist, remoteDists } = built;
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
    demoPropertyUrl,
    socialProviders: social.providers,
    supportEmail: config.supportEmail,
    outboxUrl: config.production || config.smtpUrl ? null : '/dev/outbox',
    accounts,
    broadcaster: realtime.broadcaster,
    viewFor,
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
  return {
    mounts: [remotes, translations, start, web].flatMap((feature) => feature.mounts),
    isReady: remotes.isReady,
    start: remotes.start,
  };
}
