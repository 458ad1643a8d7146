import {
  moduleOfPage,
  type Registry,
  type RegistryEntry,
  type RemotePage,
  type ShellRelease,
  TRY_RELEASE_PATH,
} from '@ezdash/contracts';
import type { Request } from 'express';
import { currentUser, type DebugPage, type DebugPageClaims } from '../../../platform/auth';
import type { Clock } from '../../../platform/clock';
import { settleClaims } from '../activation/claims';
import type { RemoteOffer } from '../activation/pointers';
import { CHOSEN, createChooser, type GivenRelease } from './chooseReleases';
import type { Overrides } from './overrides.service';
import { buildRegistry } from './registry';
import type { ReleaseList } from './releaseList';
import { createVariants } from './variants';

/** Namespace → language → texts. */
export type Texts = Record<string, Record<string, Record<string, unknown>>>;

/**
 * Releases as a visitor gets them. Visitors who get the same get the same objects, for as long as somebody gets it, so
 * that what is made of them can be kept as long.
 */
export interface VisitorReleases {
  /** What this visitor's pages are told of: for others than staff without what is for admins alone. */
  shown: { registry: Registry; texts: Texts };
  /** Everything. */
  whole: { registry: Registry; texts: Texts };
}

/** Remote → version that a page runs already. */
export type PageVersions = ReadonlyMap<string, string>;

/**
 * @param versions what the page of the call was made of, or has swapped in since: its texts are of these, whatever has
 * become active meanwhile
 */
export type ReleasesOf = (req: Request, versions?: PageVersions) => Promise<VisitorReleases>;

interface VisitorParts {
  /** What can be given. From memory, the same list until it is another. */
  offers: () => readonly RemoteOffer[];
  list: Pick<ReleaseList, 'find'>;
  shell: ShellRelease;
  debugPage: Pick<DebugPage, 'read'>;
  /** Whether a debug session still lives. Asked for browsers that were given other releases, and for no others. */
  isLive: (sessionId: number) => Promise<boolean>;
  /** What somebody at the browser took by a link. */
  overrides?: Pick<Overrides, 'given'>;
  clock: Clock;
  /** APP_URL is https. */
  secure: boolean;
}

/** Sets of releases that are kept at once: as many as visitors get at a time, which is few, and some that are going. */
const KEPT = 40;

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

/** With no address and no namespace in two of them: a release that was gone back to may have one that is another's by now. */
function settled(given: readonly GivenRelease[]): GivenRelease[] {
  const manifests = settleClaims(
    given.map(({ release: { name, manifest }, right }) => ({ name, manifest, ...right })),
  );
  return given.flatMap((one, index) => {
    const manifest = manifests[index] ?? null;
    if (manifest === one.release.manifest) return [one];
    return manifest === null ? [] : [{ ...one, release: { ...one.release, manifest } }];
  });
}

function describe(given: readonly GivenRelease[], shell: ShellRelease) {
  const registry = buildRegistry([...given], shell);
  const own = given.map(({ release }) => [release.manifest.namespace, release.locales] as const);
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
  const whole = { registry, texts: texts(own) };
  const shown = { registry: open, texts: texts(own.filter(([namespace]) => !unseen.has(namespace))) };
  return { staff: { whole, shown: whole }, others: { whole, shown } };
}
type Described = ReturnType<typeof describe>;

/** A build that was never published has the version of the one it comes from. */
const keyOf = ({ id, release, previous, override }: GivenRelease) => [
  release.name,
  id ?? release.buildId,
  release.version,
  previous?.version,
  override,
];
/** Equal for sets that come to the same in the same way. */
const givenKey = (given: readonly GivenRelease[]): string =>
  JSON.stringify(given.map((one) => [...keyOf(one), one.right]));
/** Equal for sets that nobody can tell apart. */
const shownKey = (given: readonly GivenRelease[]): string =>
  JSON.stringify(given.map((one) => [...keyOf(one), one.release.manifest.pages.map(({ id }) => id)]));

/** A release that somebody chose for a browser. */
interface NamedOverride {
  remote: string;
  version: string;
}

const TRY_PAGE = new RegExp(`^${TRY_RELEASE_PATH}/?$`, 'i');

/** Releases that the browser's cookie names, as far as their hour is not over. */
function namedBy(claims: DebugPageClaims | null, nowMs: number): NamedOverride[] {
  return Object.entries(claims?.remotes ?? {})
    .filter(([, { until }]) => until > nowMs)
    .map(([remote, { version }]) => ({ remote, version }));
}

/** Keeps what was made, until it was not asked for as long as many others. */
function createKeeper<Made>(): (key: string, make: () => Made) => Made {
  const kept = new Map<string, Made>();
  return (key, make) => {
    const made = kept.get(key) ?? make();
    kept.delete(key);
    kept.set(key, made);
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    return made;
  };
}

/** What visitors see of the releases that they are given. */
function createDescriber(shell: ShellRelease): (given: readonly GivenRelease[]) => Described {
  const settledOf = createKeeper<GivenRelease[]>();
  const describedOf = createKeeper<Described>();
  return (given) => {
    const shown = settledOf(givenKey(given), () => settled(given));
    return describedOf(shownKey(shown), () => describe(shown, shell));
  };
}

/** What takes the place of what a visitor would get. */
type Replacement = Omit<GivenRelease, 'previous'>;

/** By remote; of one that has nothing else for the visitor too. */
function replaced(given: GivenRelease[], others: ReadonlyMap<string, Replacement>): GivenRelease[] {
  if (others.size === 0) return given;
  const before = new Map(given.map((one) => [one.release.name, one]));
  const changed = [...others].map(([name, other]): [string, GivenRelease] => {
    const own = before.get(name);
    const isOwn = own?.id === other.id && other.id !== null && own.override === other.override;
    return [name, isOwn ? own : { ...other, previous: own?.release ?? null }];
  });
  const all = new Map([...before, ...changed]);
  return [...all.values()].sort((a, b) => (a.release.name < b.release.name ? -1 : 1));
}

/**
 * What each visitor gets, the first of these that there is: what an admin's debug session names or somebody took by a link for
 * the browser, a pin, a canary, the active release. Within one call it is the same whoever asks, whatever changes meanwhile.
 */
export function createVisitorReleases(parts: VisitorParts): ReleasesOf {
  const { offers, list, shell, debugPage, isLive, overrides, clock, secure } = parts;
  const choose = createChooser({ variants: createVariants({ secure }), clock });
  const describedOf = createDescriber(shell);

  /** One that has gone from this server since, or that the shell cannot run, is none. */
  async function findPublished({ remote, version }: NamedOverride): Promise<Replacement | null> {
    const found = await list.find(remote, version);
    if (!found || found.problems.length > 0) return null;
    return { id: found.id, release: found.release, right: CHOSEN };
  }

  async function replacementsOf(req: Request): Promise<Map<string, Replacement>> {
    // What asks about a release is drawn by nothing that the release could change.
    if (TRY_PAGE.test(req.path)) return new Map();
    const claims = debugPage.read(req);
    const named = namedBy(claims, clock.nowMs());
    const isTrying = claims !== null && named.length > 0 && (await isLive(claims.session));
    const found = new Map<string, Replacement>();
    for (const { release, override } of (await overrides?.given(req)) ?? [])
      found.set(release.name, { id: null, right: CHOSEN, release, override });
    for (const one of isTrying ? named : []) {
      const tried = await findPublished(one);
      if (tried) found.set(one.remote, tried);
    }
    return found;
  }

  const chosen = new WeakMap<Request, Promise<GivenRelease[]>>();
  function givenTo(req: Request): Promise<GivenRelease[]> {
    const known = chosen.get(req);
    if (known) return known;
    const given = choose(req, offers());
    const made = replacementsOf(req).then((others) => replaced(given, others));
    chosen.set(req, made);
    return made;
  }

  async function ofVersions(given: GivenRelease[], versions: PageVersions): Promise<GivenRelease[]> {
    const others = new Map<string, Replacement>();
    for (const { release } of given) {
      const version = versions.get(release.name);
      if (version === undefined || version === release.version) continue;
      const found = await findPublished({ remote: release.name, version });
      if (found) others.set(release.name, found);
    }
    return replaced(given, others);
  }

  return async (req, versions) => {
    const given = await givenTo(req);
    const { staff, others } = describedOf(versions ? await ofVersions(given, versions) : given);
    const isStaff = debugPage.read(req) !== null || currentUser(req)?.role === 'admin';
    return isStaff ? staff : others;
  };
}
