import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type RemoteManifest, type ShellRelease, shellRelease } from '@ezdash/contracts';
import { type Request, Router } from 'express';
import { type DebugPage, requireAdmin } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/db';
import type { Mount } from '../../platform/http';
import type { Log } from '../../platform/log';
import { type DebugRoutes, noteForAudit } from '../debug-tool';
import { findRelease } from './activation/activation.repo';
import { type ActivationService, createActivationService } from './activation/activation.service';
import { releaseRoutes } from './activation/release.routes';
import { debugRoutes } from './debug.routes';
import type { RunningGate } from './gate/createGate';
import { createVerdictRepo, type VerdictRepo } from './gate/verdicts';
import { createFindOverridden } from './offer/findOverridden';
import { createLocalBuilds } from './offer/localBuilds';
import { createOverrides, OVERRIDE_PATH } from './offer/override';
import { overrideLinkRoutes, overrideRouter } from './offer/override.routes';
import { createOverrideLinks } from './offer/override.service';
import { createReleaseList } from './offer/releaseList';
import { createVisitorReleases, type ReleasesOf } from './offer/visitorReleases';
import { createPublishRepo } from './publish/publish.repo';
import { publishRoutes } from './publish/publish.routes';
import { createPublishService, type PublishService } from './publish/publish.service';
import type { ReleaseStore } from './releases.types';
import { registryRouter, remoteFilesRouter } from './remotes.routes';
import { createReleaseStore, type ReleaseStoreSettings } from './store/releaseStore';
import { bearerActor, consoleActor, releaseDoor } from './tokens/releaseDoor';
import { tokenRoutes } from './tokens/token.routes';
import { createTokensService } from './tokens/tokens.service';
import type { TroubleRoom } from './trouble/createTrouble';

/** What the gate is made of here. */
export interface GateFoundation {
  shell: ShellRelease;
  store: ReleaseStore;
  verdicts: VerdictRepo;
  /** Manifests of all that visitors are given now. */
  manifests(): RemoteManifest[];
}

/** What listening to trouble is made of here. */
export interface TroubleFoundation {
  activation: Pick<ActivationService, 'state' | 'withdraw'>;
  isOffered(name: string, version: string): boolean;
}

export interface RemotesFeatureParts {
  db: Db;
  /** `DATA_DIR`: releases lie in `remotes` in it, or are brought there from the bucket. */
  dataDir: string;
  bucket: ReleaseStoreSettings['bucket'];
  /** `shell/dist`: a release must fit the shell that is served. */
  shellDist: string;
  /** `mf-…/dist` of what was built here. */
  remoteDists: string[];
  /** Signs override links; every server of the network has the same. */
  secret: string;
  /** Where people reach this environment. */
  appUrl: string;
  production: boolean;
  log: Log;
  clock: Clock;
  /** Browsers that debug may be given other releases of the list. */
  debugTool: {
    page: DebugPage;
    routes: DebugRoutes;
    tabs: Router;
    service: { isLive(sessionId: number): Promise<boolean> };
  };
  /** Throws unless the person has proved lately who they are. */
  checkProof(req: Request): void | Promise<void>;
  gate(on: GateFoundation): RunningGate;
  trouble(on: TroubleFoundation): TroubleRoom;
}

export interface RemotesFeature {
  activation: ActivationService;
  publishing: PublishService;
  trouble: TroubleRoom;
  /** Publishes what was built, activates what is new, and begins to look after both. Call before listening. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** True when as many remotes are offered as were built here. For `/readyz`. */
  isReady(): boolean;
  /** What whoever asks gets: registry and texts, those of the shell and of the design system among them. From memory. */
  releasesOf: ReleasesOf;
  mounts: Mount[];
}

/** Reads and checks the built shell's `release.json`. @throws when the shell was not built */
export function readShellRelease(shellDist: string): ShellRelease {
  return shellRelease.parse(JSON.parse(readFileSync(path.join(shellDist, 'release.json'), 'utf8')));
}

/** What signed links give to browsers. */
function wireOverrides(parts: RemotesFeatureParts, shell: ShellRelease, store: ReleaseStore) {
  const { db, clock, production, secret, appUrl } = parts;
  const list = createReleaseList({ db, store, shell });
  const overrides = createOverrides({ secret, appUrl, production, now: () => clock.nowMs() });
  const builds = createLocalBuilds(db, clock);
  return {
    list,
    overrides,
    links: createOverrideLinks({ overrides, list, builds, shell, production, clock }),
    find: createFindOverridden({ list, builds, production }),
  };
}

/** The pointers, and what looks after them: each needs the other. */
function wireActivation(parts: RemotesFeatureParts, shell: ShellRelease, store: ReleaseStore) {
  const { db, log } = parts;
  const manifests = () =>
    activation
      .offers()
      .flatMap(({ active, canary }) => [active, canary?.stored ?? null])
      .flatMap((stored) => (stored ? [stored.release.manifest] : []));
  const gate = parts.gate({ shell, store, verdicts: createVerdictRepo(db), manifests });
  const publishing = createPublishService({ repo: createPublishRepo(db), store, log });
  const activation = createActivationService({
    ...parts,
    store,
    shell,
    gate,
    publishBuilt: publishing.publishBuilt,
    trouble: { of: (ids) => trouble.of(ids) },
    onPlanRefused: () => trouble.tell(),
  });
  const trouble = parts.trouble({
    activation,
    isOffered: (name, version) => activation.offered(name, version) !== null,
  });
  return { gate, publishing, activation, trouble };
}

/** The same calls for teams and operators by their tokens, and for the console. */
function releaseMounts(
  { db, clock, log, checkProof }: RemotesFeatureParts,
  { gate, publishing, activation, trouble }: ReturnType<typeof wireActivation>,
  links: ReturnType<typeof createOverrideLinks>,
): Mount[] {
  const tokens = createTokensService({ db, clock, log });
  const bearer = Router();
  bearer.use(releaseDoor(tokens));
  tokenRoutes(bearer, { tokens, actorOf: bearerActor });
  publishRoutes(bearer, { service: publishing, actorOf: bearerActor, gate, trouble });
  releaseRoutes(bearer, { activation, actorOf: bearerActor });
  overrideLinkRoutes(bearer, { links, actorOf: bearerActor });
  const operators = Router();
  operators.use(requireAdmin);
  const staff = { actorOf: consoleActor, checkProof, note: noteForAudit };
  tokenRoutes(operators, { tokens, ...staff });
  releaseRoutes(operators, { activation, ...staff });
  overrideLinkRoutes(operators, { links, ...staff });
  return [
    { path: '/api/releases', router: bearer, csrf: false, session: false },
    { path: '/api/operator/releases', router: operators },
  ];
}

/** Releases of remotes: where they lie, who publishes them, which of them visitors get, and what browsers say of them. */
export function createRemotesFeature(parts: RemotesFeatureParts): RemotesFeature {
  const { db, dataDir, bucket, shellDist, remoteDists, appUrl, log, clock, debugTool } = parts;
  const shell = readShellRelease(shellDist);
  const store = createReleaseStore(
    { folder: path.join(dataDir, 'remotes'), bucket },
    {
      clock,
      log,
      publishedDigest: async (name, version) => (await findRelease(db, name, version))?.digest ?? null,
    },
  );
  const rooms = wireActivation(parts, shell, store);
  const { gate, publishing, activation, trouble } = rooms;
  const { list, overrides, links, find } = wireOverrides(parts, shell, store);
  const { page, routes, tabs } = debugTool;
  const releasesOf = createVisitorReleases({
    offers: activation.offers,
    list,
    shell,
    debugPage: page,
    isLive: debugTool.service.isLive,
    overrides: { read: overrides.readOverride, find },
    clock,
    secure: appUrl.startsWith('https:'),
  });
  debugRoutes(tabs, routes, { activation, list, page, clock });
  return {
    activation,
    publishing,
    trouble,
    async start() {
      await activation.publishBuilds(remoteDists);
      activation.start();
      trouble.start();
    },
    async stop() {
      // A trial that is broken off ends what waits for it.
      await Promise.all([activation.stop(), gate.stop()]);
      await trouble.stop();
    },
    isReady: () => activation.offers().filter(({ active }) => active).length >= remoteDists.length,
    releasesOf,
    mounts: [
      { path: '/remotes/registry.json', router: registryRouter(releasesOf, activation.follow) },
      { path: OVERRIDE_PATH, router: overrideRouter(overrides), session: false },
      { path: '/remotes', router: remoteFilesRouter(store), session: false },
      ...trouble.mounts,
      ...releaseMounts(parts, rooms, links),
    ],
  };
}
