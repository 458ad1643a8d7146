import type { Registry, RegistryEntry, RemotePage, ShellRelease } from '@ezdash/contracts';
import { moduleOfPage } from '@ezdash/contracts';
import type { Request } from 'express';
import { currentUser, type DebugPage, type DebugPageClaims } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import { type ActiveRelease, buildRegistry } from './registry';
import type { ReleaseList } from './releaseList';

/** Namespace → language → texts. */
export type Texts = Record<string, Record<string, Record<string, unknown>>>;

/**
 * Releases as a visitor gets them. Visitors who get the same get the same objects, until other releases are active, so
 * that what is made of them can be kept as long.
 */
export interface VisitorReleases {
  /** What this visitor's pages are told of: for others than staff without what is for admins alone. */
  shown: { registry: Registry; texts: Texts };
  /** Everything. */
  whole: { registry: Registry; texts: Texts };
}

interface VisitorParts {
  /** Releases that are active. From memory, the same list until others are. */
  active: () => ActiveRelease[];
  list: Pick<ReleaseList, 'find'>;
  shell: ShellRelease;
  debugPage: Pick<DebugPage, 'read'>;
  /** Whether a debug session still lives. Asked for browsers that were given other releases, and for no others. */
  isLive: (sessionId: number) => Promise<boolean>;
  clock: Clock;
}

/** Sets of other releases that are kept at once; few admins try few of them. */
const KEPT = 20;

const isForStaff = ({ access }: RemotePage): boolean =>
  typeof access === 'object' && access.roles.every((role) => role === 'admin');

/** A remote without its pages for admins; of one that has no others only what it takes to load it. */
function withoutStaffPages(entry: RegistryEntry): RegistryEntry {
  const pages = entry.manifest.pages.filter((page) => !isForStaff(page));
  if (pages.length === entry.manifest.pages.length) return entry;
  const ids = new Set(pages.map(({ id }) => id));
  const modules = new Set(pages.map(moduleOfPage));
  return {
    ...entry,
    manifest: {
      ...entry.manifest,
      pages,
      navigation: entry.manifest.navigation.filter(({ page }) => ids.has(page)),
    },
    preload: Object.fromEntries(Object.entries(entry.preload).filter(([module]) => modules.has(module))),
  };
}

function describe(active: ActiveRelease[], shell: ShellRelease) {
  const registry = buildRegistry(active, shell);
  const own = active.map(({ release }) => [release.manifest.namespace, release.locales] as const);
  const open = Object.fromEntries(
    Object.entries(registry).map(([name, entry]) => [name, withoutStaffPages(entry)]),
  );
  /** Namespaces of remotes that have pages, but none for this visitor: nothing shown is written in their words. */
  const unseen = new Set(
    Object.entries(registry)
      .filter(([name, { manifest }]) => manifest.pages.length > 0 && open[name]?.manifest.pages.length === 0)
      .map(([, { manifest }]) => manifest.namespace),
  );
  const texts = (list: typeof own): Texts => ({ ...shell.locales, ...Object.fromEntries(list) });
  return {
    whole: { registry, texts: texts(own) },
    open: { registry: open, texts: texts(own.filter(([namespace]) => !unseen.has(namespace))) },
  };
}

/** Releases that the browser's cookie names, as far as their hour is not over. */
function namedBy(claims: DebugPageClaims | null, nowMs: number): [name: string, version: string][] {
  return Object.entries(claims?.remotes ?? {})
    .filter(([, { until }]) => until > nowMs)
    .map(([name, { version }]): [string, string] => [name, version])
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** What each visitor gets: everybody the active releases, a browser that debugs others of the list in their place. */
export function createVisitorReleases(parts: VisitorParts): (req: Request) => Promise<VisitorReleases> {
  const { active, list, shell, debugPage, isLive, clock } = parts;
  const described = new WeakMap<ActiveRelease[], ReturnType<typeof describe>>();
  let tried: { of: ActiveRelease[]; lists: Map<string, Promise<ActiveRelease[]>> } | null = null;

  /** One that has gone from this server since, or that the shell cannot run, leaves the active one in its place. */
  async function replace(one: ActiveRelease, version: string | undefined): Promise<ActiveRelease> {
    if (version === undefined || version === one.release.version) return one;
    const found = await list.find(one.release.name, version);
    return found && found.problems.length === 0 ? { release: found.release, previous: one.release } : one;
  }

  function withOthers(named: [string, string][]): Promise<ActiveRelease[]> {
    const base = active();
    if (tried?.of !== base || tried.lists.size >= KEPT) tried = { of: base, lists: new Map() };
    const { lists } = tried;
    const key = JSON.stringify(named);
    const known = lists.get(key);
    if (known) return known;
    const versions = new Map(named);
    const made = Promise.all(base.map((one) => replace(one, versions.get(one.release.name))));
    lists.set(key, made);
    made.catch(() => lists.delete(key));
    return made;
  }

  return async (req) => {
    const claims = debugPage.read(req);
    const named = namedBy(claims, clock.nowMs());
    const isTrying = claims !== null && named.length > 0 && (await isLive(claims.session));
    const releases = isTrying ? await withOthers(named) : active();
    let known = described.get(releases);
    if (!known) {
      known = describe(releases, shell);
      described.set(releases, known);
    }
    const isStaff = claims !== null || currentUser(req)?.role === 'admin';
    return { whole: known.whole, shown: isStaff ? known.whole : known.open };
  };
}
