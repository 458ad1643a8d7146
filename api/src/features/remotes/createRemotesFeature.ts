import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type ShellRelease, shellRelease } from '@ezdash/contracts';
import type { Request, Router } from 'express';
import type { Registry as PromRegistry } from 'prom-client';
import type { DebugPage } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/db';
import type { Mount } from '../../platform/http';
import type { Log } from '../../platform/log';
import type { DebugRoutes } from '../debug-tool';
import { debugRoutes } from './debug.routes';
import { createReleaseList } from './releaseList';
import { createReleaseStore } from './releaseStore';
import { createReleaseRepo, type ReleaseRepo } from './remotes.repo';
import { registryRouter, remoteFilesRouter, remoteReportsRouter } from './remotes.routes';
import { createRemotesService, type RemotesService } from './remotes.service';
import { createVisitorReleases, type VisitorReleases } from './visitorReleases';

export interface RemotesFeatureParts {
  /** Where releases and their history are kept: the database, or a repo in memory for tests. */
  db: Db | { releases: ReleaseRepo };
  /** `DATA_DIR`: the files go to `remotes` in it. */
  dataDir: string;
  /** `shell/dist`: a release must fit the shell that is served. */
  shellDist: string;
  /** `mf-…/dist` of what was built here. */
  remoteDists: string[];
  log: Log;
  /** Where failures are counted: `createMetrics().registry`. */
  metrics: PromRegistry;
  clock: Clock;
  /** Browsers that debug may be given other releases of the list. */
  debugTool: {
    page: DebugPage;
    routes: DebugRoutes;
    tabs: Router;
    service: { isLive(sessionId: number): Promise<boolean> };
  };
}

export interface RemotesFeature {
  service: RemotesService;
  /** Publishes what was built, activates what is new. Call before listening. */
  start(): Promise<void>;
  /** True when every remote that was built here is offered. For `/readyz`. */
  isReady(): boolean;
  /** What whoever asks gets: registry and texts, those of the shell and of the design system among them. From memory. */
  releasesOf(req: Request): Promise<VisitorReleases>;
  mounts: Mount[];
}

/** Reads and checks the built shell's `release.json`. @throws when the shell was not built */
export function readShellRelease(shellDist: string): ShellRelease {
  return shellRelease.parse(JSON.parse(readFileSync(path.join(shellDist, 'release.json'), 'utf8')));
}

/** Wires the release store: files, history, registry, failure reports. */
export function createRemotesFeature(parts: RemotesFeatureParts): RemotesFeature {
  const { db, dataDir, shellDist, remoteDists, log, metrics, clock, debugTool } = parts;
  const shell = readShellRelease(shellDist);
  const store = createReleaseStore(path.join(dataDir, 'remotes'));
  const repo = 'releases' in db ? db.releases : createReleaseRepo(db);
  const service = createRemotesService({ repo, store, shell, log });
  const list = createReleaseList({ repo, store, shell });
  const { page, routes, tabs } = debugTool;
  const releasesOf = createVisitorReleases({
    active: service.active,
    list,
    shell,
    debugPage: page,
    isLive: debugTool.service.isLive,
    clock,
  });
  debugRoutes(tabs, routes, { service, list, page, clock });
  return {
    service,
    start: () => service.publishBuilds(remoteDists),
    isReady: () => service.active().length >= remoteDists.length,
    releasesOf,
    mounts: [
      { path: '/remotes/registry.json', router: registryRouter(releasesOf) },
      { path: '/remotes', router: remoteFilesRouter(store.folder), session: false },
      { path: '/api/remotes', router: remoteReportsRouter(service, metrics), csrf: false },
    ],
  };
}
