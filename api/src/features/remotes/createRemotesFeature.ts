import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type RemoteManifest, type ShellRelease, shellRelease } from '@ezdash/contracts';
import { type Request, Router } from 'express';
import type { Registry as MetricsRegistry } from 'prom-client';
import { type DebugPage, requireAdmin } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/db';
import type { Mount } from '../../platform/http';
import type { Log } from '../../platform/log';
import type { Work } from '../../platform/work';
import { type DebugRoutes, noteForAudit } from '../debug-tool';
import { findRelease } from './activation/activation.repo';
import { type ActivationService, createActivationService } from './activation/activation.service';
import { releaseRoutes } from './activation/release.routes';
import { debugRoutes } from './debug.routes';
import type { RunningGate } from './gate/createGate';
import { createVerdictRepo, type VerdictRepo } from './gate/verdicts';
import { createLocalBuilds } from './offer/localBuilds';
import { createLostFiles } from './offer/lostFiles';
import { createOverrideKey } from './offer/overrideKey';
import { createOverrideLinks } from './offer/overrideLinks';
import { overrideLinkRoutes } from './offer/overrideLinks.routes';
import { openLinkRouter, overridesRouter } from './offer/overrides.routes';
import { createOverrides } from './offer/overrides.service';
import { createReleaseList } from './offer/releaseList';
import { createSignedLinks, OVERRIDE_PATH } from './offer/signedLinks';
import { teamRoutes } from './offer/team.routes';
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
  manifestOf(name: string, version: string): RemoteManifest | null;
}

export interface RemotesFeatureParts {
  db: Db;
  /** `DATA_DIR`: releases lie in `remotes` in it, or are brought there from the bucket. */
  dataDir: string;
  bucket: ReleaseStoreSettings['bucket'];
  /** Where archives are read. */
  work?: Pick<Work, 'run'>;
  /** `shell/dist`: a release must fit the shell that is served. */
  shellDist: string;
  /** `mf-…/dist` of what was built here. */
  remoteDists: string[];
  /** Signs override links; every server of the network has the same. */
  secret: string;
  /** Where people reach this environment. */
  appUrl: string;
  /** It is production, or may be: no browser is given a build of its own machine. */
  production: boolean;
  log: Log;
  clock: Clock;
  metrics: MetricsRegistry;
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
  /** True when each remote that was built here is offered; those of teams elsewhere do not count. For `/readyz`. */
  isReady(): boolean;
  /** What whoever asks gets: registry and texts, those of the shell and of the design system among them. From memory. */
  releasesOf: ReleasesOf;
  mounts: Mount[];
}

/** Reads and checks the built shell's `release.json`. @throws when the shell was not built */
export function readShellRelease(shellDist: string): ShellRelease {
  return shellRelease.parse(JSON.parse(readFileSync(path.join(shellDist, 'release.json'), 'utf8')));
}

/** Links to releases, and what browsers were given by them. */
function wireOverrides(
  parts: RemotesFeatureParts,
  shell: ShellRelease,
  store: ReleaseStore,
  { gate, activation }: Pick<ReturnType<typeof wireActivation>, 'gate' | 'activation'>,
) {
  const { check } = activation;
  const { db, clock, production, secret, appUrl, log } = parts;
  const { takenBy } = gate;
  const list = createReleaseList({ db, store, shell });
  const signed = createSignedLinks({ secret, appUrl, production, now: () => clock.nowMs() });
  const key = createOverrideKey(appUrl.startsWith('https:'));
  const builds = createLocalBuilds(db, clock);
  return {
    list,
    overrides: createOverrides({ db, key, links: signed, list, builds, gate, production, clock, log }),
    links: createOverrideLinks({
      links: signed,
      list,
      gate,
      check,
      builds,
      shell,
      takenBy,
      production,
      clock,
    }),
  };
}

/** The pointers, and what looks after them: each needs the other. */
function wireActivation(parts: RemotesFeatureParts, shell: ShellRelease, store: ReleaseStore) {
  const { db, log, work } = parts;
  const manifests = () => activation.manifests();
  const gate = parts.gate({ shell, store, verdicts: createVerdictRepo(db), manifests });
  const publishing = createPublishService({ repo: createPublishRepo(db), store, log, work });
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
    // Pages that were given a release report on it, also when it is passed over by then.
    manifestOf: (name, version) =>
      (activation.offered(name, version) ?? activation.missing(name, version))?.release.manifest ?? null,
  });
  return { gate, publishing, activation, trouble };
}

/** The same calls for teams and operators by their tokens, and for the console. */
function releaseMounts(
  { db, clock, log, checkProof }: RemotesFeatureParts,
  { publishing, activation }: ReturnType<typeof wireActivation>,
  links: ReturnType<typeof createOverrideLinks>,
): Mount[] {
  const tokens = createTokensService({ db, clock, log });
  const infos = activation.releaseInfos;
  const bearer = Router();
  bearer.use(releaseDoor(tokens));
  tokenRoutes(bearer, { tokens, actorOf: bearerActor });
  publishRoutes(bearer, { service: publishing, actorOf: bearerActor, infos });
  releaseRoutes(bearer, { activation, actorOf: bearerActor });
  overrideLinkRoutes(bearer, { links, actorOf: bearerActor });
  const operators = Router();
  operators.use(requireAdmin);
  const staff = { actorOf: consoleActor, checkProof, note: noteForAudit };
  tokenRoutes(operators, { tokens, ...staff });
  publishRoutes(operators, { service: publishing, infos, ...staff });
  releaseRoutes(operators, { activation, ...staff });
  overrideLinkRoutes(operators, { links, ...staff });
  teamRoutes(operators, { db, clock, ...staff });
  return [
    { path: '/api/releases', router: bearer, csrf: false, session: false },
    { path: '/api/operator/releases', router: operators },
  ];
}

/** What no publication is at any more: each ends within half a minute. */
const DRAFT_AGE_MS = 3_600_000;

/** What a crash has left of publications. It is in nobody's way, and keeps no server from starting. */
async function removeDrafts(
  store: Pick<ReleaseStore, 'removeDrafts'>,
  { clock, log }: Pick<RemotesFeatureParts, 'clock' | 'log'>,
): Promise<void> {
  try {
    const count = await store.removeDrafts(new Date(clock.nowMs() - DRAFT_AGE_MS));
    if (count > 0) log.info({ count }, 'What a crash had left of publications was removed');
  } catch (error) {
    log.warn({ err: error }, 'What a crash has left of publications could not be removed');
  }
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
  const { list, overrides, links } = wireOverrides(parts, shell, store, rooms);
  const lostFiles = createLostFiles({
    ...parts,
    store,
    offered: activation.offered,
    follow: activation.follow,
  });
  const { page, routes, tabs } = debugTool;
  const builtNames = remoteDists.map((dist) => path.basename(path.dirname(dist)));
  const releasesOf = createVisitorReleases({
    offers: activation.offers,
    list,
    shell,
    debugPage: page,
    isLive: debugTool.service.isLive,
    overrides,
    clock,
    secure: appUrl.startsWith('https:'),
  });
  debugRoutes(tabs, routes, { activation, list, page, clock });
  return {
    activation,
    publishing,
    trouble,
    async start() {
      await removeDrafts(store, parts);
      await activation.publishBuilds(remoteDists);
      activation.start();
      trouble.start();
    },
    async stop() {
      // A trial that is broken off ends what waits for it.
      await Promise.all([activation.stop(), gate.stop()]);
      await trouble.stop();
    },
    isReady: () =>
      builtNames.every((name) => activation.offers().some((one) => one.name === name && one.active)),
    releasesOf,
    mounts: [
      { path: '/remotes/registry.json', router: registryRouter(releasesOf, activation) },
      { path: OVERRIDE_PATH, router: openLinkRouter() },
      { path: '/api/release-overrides', router: overridesRouter(overrides) },
      { path: '/remotes', router: remoteFilesRouter(store, lostFiles), session: false },
      ...trouble.mounts,
      ...releaseMounts(parts, rooms, links),
    ],
  };
}
