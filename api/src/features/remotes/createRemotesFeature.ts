import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Registry, type ShellRelease, shellRelease } from '@ezdash/contracts';
import type { Registry as PromRegistry } from 'prom-client';
import type { Db } from '../../platform/db';
import type { Mount } from '../../platform/http';
import type { Log } from '../../platform/log';
import { createReleaseStore } from './releaseStore';
import { createReleaseRepo, type ReleaseRepo } from './remotes.repo';
import { remoteFilesRouter, remoteReportsRouter } from './remotes.routes';
import { createRemotesService, type RemotesService } from './remotes.service';

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
}

/** Namespace → language → texts. */
type Texts = Record<string, Record<string, Record<string, unknown>>>;

export interface RemotesFeature {
  service: RemotesService;
  /** Publishes what was built, activates what is new. Call before listening. */
  start(): Promise<void>;
  /** True when every remote that was built here is offered. For `/readyz`. */
  isReady(): boolean;
  /** What a page gets; from memory. */
  registry(): Registry;
  /**
   * The texts of the shell, of the design system and of the active releases. The same object until other releases are
   * active, so that what is made of it can be kept as long.
   */
  translations(): Texts;
  mounts: Mount[];
}

/** Reads and checks the built shell's `release.json`. @throws when the shell was not built */
export function readShellRelease(shellDist: string): ShellRelease {
  return shellRelease.parse(JSON.parse(readFileSync(path.join(shellDist, 'release.json'), 'utf8')));
}

/** Wires the release store: files, history, registry, failure reports. */
export function createRemotesFeature(parts: RemotesFeatureParts): RemotesFeature {
  const { db, dataDir, shellDist, remoteDists, log, metrics } = parts;
  const shell = readShellRelease(shellDist);
  const store = createReleaseStore(path.join(dataDir, 'remotes'));
  const repo = 'releases' in db ? db.releases : createReleaseRepo(db);
  const service = createRemotesService({ repo, store, shell, log });
  let known: { active: ReturnType<RemotesService['active']>; texts: Texts } | undefined;
  const translations = (): Texts => {
    const active = service.active();
    if (known?.active !== active) {
      const own = active.map(({ release }) => [release.manifest.namespace, release.locales]);
      known = { active, texts: { ...shell.locales, ...Object.fromEntries(own) } };
    }
    return known.texts;
  };
  return {
    service,
    start: () => service.publishBuilds(remoteDists),
    isReady: () => service.active().length >= remoteDists.length,
    registry: service.registry,
    translations,
    mounts: [
      { path: '/remotes', router: remoteFilesRouter(service, store.folder), session: false },
      { path: '/api/remotes', router: remoteReportsRouter(service, metrics), csrf: false },
    ],
  };
}
