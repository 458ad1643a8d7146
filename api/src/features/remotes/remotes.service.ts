import type { Registry, Release, ShellRelease } from '@ezdash/contracts';
import type { Log } from '../../platform/log';
import { incompatibilities } from './compatibility';
import { type ActiveRelease, buildRegistry } from './registry';
import { type ReleaseStore, readBuiltRelease } from './releaseStore';
import type { ActivationReason, ReleaseRepo, StoredRelease } from './remotes.repo';

export interface RemotesService {
  /**
   * Publishes a build under its package's version. Files of a version never change: the same bytes again are a no-op,
   * other bytes become `<version>-build.<first 8 of the build's id>`.
   */
  publishRelease(distDir: string): Promise<StoredRelease>;
  /** Makes a release the one visitors get. @throws when the shell cannot run it */
  activate(name: string, version: string, reason: ActivationReason): Promise<void>;
  /**
   * Publishes what was built here and activates what is new since the last start; an activation made since then by
   * hand stays. A remote that cannot be published is logged and left as it was: one broken build stops no server.
   */
  publishBuilds(distDirs: string[]): Promise<void>;
  /** Reads pointers and releases anew, after an activation by another process too. */
  refresh(): Promise<void>;
  /** What visitors get now, all of it. From memory. */
  registry(): Registry;
  /** Releases visitors get now, by remote. From memory. */
  active(): ActiveRelease[];
  /** True for a version visitors get now, or fall back to. */
  isOffered(name: string, version: string): boolean;
}

interface ServiceParts {
  repo: ReleaseRepo;
  store: ReleaseStore;
  shell: ShellRelease;
  log: Log;
}

/** How far back a usable release is looked for. */
const CANDIDATES = 5;

async function publish({ repo, store }: ServiceParts, distDir: string): Promise<StoredRelease> {
  const built = await readBuiltRelease(distDir);
  const { name, version, buildId } = built.release;
  const taken = await repo.find(name, version);
  const free = !taken || taken.digest === built.digest;
  const ownVersion = free ? version : `${version}-build.${buildId.slice(0, 8)}`;
  await store.install(built, ownVersion);
  const release = { ...built.release, version: ownVersion };
  return repo.add({ name, version: ownVersion, digest: built.digest, release });
}

/** Usable: its files are on this machine and this shell can run it. */
async function isUsable({ store, shell, log }: ServiceParts, release: Release): Promise<boolean> {
  const { name: remote, version } = release;
  if (!(await store.has(remote, version))) {
    log.warn({ remote, version }, 'The files of a release are not on this machine');
    return false;
  }
  const reasons = incompatibilities(release, shell);
  if (reasons.length > 0) log.warn({ remote, version, reasons }, 'The shell cannot run a release');
  return reasons.length === 0;
}

/** In the order visitors had them, the newest first: the first usable one is active, the second to fall back to. */
async function chooseActive(parts: ServiceParts, name: string): Promise<ActiveRelease | null> {
  const { repo } = parts;
  const ids = [...new Set((await repo.history(name)).map((one) => one.releaseId))].slice(0, CANDIDATES);
  const stored = new Map((await repo.byIds(ids)).map((one) => [one.id, one.release]));
  const chosen: Release[] = [];
  for (const id of ids) {
    const release = stored.get(id);
    if (release && chosen.length < 2 && (await isUsable(parts, release))) chosen.push(release);
  }
  const [release, previous = null] = chosen;
  return release ? { release, previous } : null;
}

/** Rules of publishing and activating; the registry is computed on a change, not on a request. */
export function createRemotesService(parts: ServiceParts): RemotesService {
  const { repo, shell, log } = parts;
  let active: ActiveRelease[] = [];
  let registry: Registry = {};

  const refresh = async (): Promise<void> => {
    const names = await repo.names();
    const chosen = await Promise.all(names.map((name) => chooseActive(parts, name)));
    active = chosen.filter((one) => one !== null);
    registry = buildRegistry(active, shell);
  };

  const activate = async (name: string, version: string, reason: ActivationReason): Promise<void> => {
    const stored = await repo.find(name, version);
    if (!stored) throw new Error(`${name} ${version} has not been published`);
    const reasons = incompatibilities(stored.release, shell);
    if (reasons.length > 0) throw new Error(`${name} ${version} ${reasons.join('; ')}`);
    await repo.activate(name, stored.id, reason);
    log.info({ remote: name, version, reason }, 'Release activated');
    await refresh();
  };

  const publishBuild = async (distDir: string): Promise<void> => {
    const { id, name, version } = await publish(parts, distDir);
    const history = await repo.history(name);
    const lastStart = history.find((one) => one.reason === 'start');
    if (lastStart?.releaseId !== id) await activate(name, version, 'start');
  };

  return {
    publishRelease: (distDir) => publish(parts, distDir),
    activate,
    refresh,
    async publishBuilds(distDirs) {
      for (const distDir of distDirs) {
        await publishBuild(distDir).catch((error: unknown) => {
          log.error({ err: error, distDir }, 'A built remote could not be published');
        });
      }
      await refresh();
    },
    registry: () => registry,
    active: () => active,
    isOffered: (name, version) =>
      active.some(
        ({ release, previous }) =>
          release.name === name && (release.version === version || previous?.version === version),
      ),
  };
}
