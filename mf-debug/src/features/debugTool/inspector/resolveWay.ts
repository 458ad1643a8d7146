import type { InspectorMap } from '@ezdash/contracts';
import type { Boundary, FoundComponent, FoundId, Way } from './readFiber';

/** A release whose map may be known: a remote's by its version, the shell's by its build. */
export interface ReleaseKey {
  name: string;
  version: string;
}

export type FindMap = (release: ReleaseKey) => InspectorMap | undefined;

/** Where an element is written. */
export interface Place {
  /** `shell`, or the remote it was built into. */
  release: string;
  file: string;
  /** From 1. */
  line: number;
  component: string;
  /** What is written there: `div`, `Button`. */
  element: string;
}

/** A component on the way up; the line is the one that the way leads through. */
export type NamedComponent = Omit<Place, 'element'>;

/** A query that a component on the way reads. */
export interface ReadQuery {
  cacheKey: string;
  /** Of the innermost component that reads it; null when its release does not tell. */
  component: string | null;
}

/** What is known of an element's origin. */
export interface Origin {
  /** Null for an element that none of our components wrote, or while its release's map is not known. */
  place: Place | null;
  /** The innermost that the module's own team wrote, when `place` is of the design system; null in the shell itself. */
  usedAt: Place | null;
  boundary: Boundary | null;
  components: NamedComponent[];
  queries: ReadQuery[];
}

/** Releases whose maps tell what is on the way: those of its modules, and always the shell. */
export function releasesOf(
  { ids, boundary }: Pick<Way, 'ids' | 'boundary'>,
  shell: ReleaseKey,
): ReleaseKey[] {
  const releases = new Map([[keyOf(shell), shell]]);
  for (const found of [boundary, ...ids.map((one) => one.boundary)]) {
    if (!found) continue;
    const release = { name: found.remote, version: found.version };
    releases.set(keyOf(release), release);
  }
  return [...releases.values()];
}

/** `mf-advertiser@2.7.3` */
export const keyOf = ({ name, version }: ReleaseKey): string => `${name}@${version}`;

function placeIn(map: InspectorMap | undefined, id: string): Place | null {
  const site = map && Object.hasOwn(map.sites, id) ? map.sites[id] : undefined;
  const file = site && map?.files[site[0]];
  if (!map || !site || file === undefined) return null;
  return { release: map.name, file, line: site[1], component: site[2], element: site[3] };
}

/** A remote's own, or one of the design system that the shell gives it: an id is never in both. */
function placeOf({ id, boundary }: FoundId, shell: ReleaseKey, find: FindMap): Place | null {
  const own = boundary ? placeIn(find({ name: boundary.remote, version: boundary.version }), id) : null;
  return own ?? placeIn(find(shell), id);
}

const isSame = (a: NamedComponent, b: NamedComponent) => a.file === b.file && a.component === b.component;

/** The one that most of what stands in its source belongs to: a small one may be written inside of it. */
function nameOf(places: Place[]): NamedComponent | null {
  const counts = places.map((place) => places.filter((other) => isSame(place, other)).length);
  const at = counts.indexOf(Math.max(...counts));
  const place = places[at];
  return place
    ? { release: place.release, file: place.file, line: place.line, component: place.component }
    : null;
}

interface KnownName {
  own: InspectorMap | undefined;
  shell: InspectorMap | undefined;
  name: NamedComponent | null;
}
/** By the ids that a component's source has, which are the same list at every pick; as long as the maps are the same. */
const knownNames = new WeakMap<readonly string[], KnownName>();

/** What the ids in a component's source call it, whichever line the way leads through. */
function nameByIds(
  { ids, boundary }: FoundComponent,
  shell: ReleaseKey,
  find: FindMap,
): NamedComponent | null {
  if (ids.length === 0) return null;
  const own = boundary ? find({ name: boundary.remote, version: boundary.version }) : undefined;
  const ofShell = find(shell);
  const known = knownNames.get(ids);
  if (known && known.own === own && known.shell === ofShell) return known.name;
  const places = ids.map((id) => placeOf({ id, boundary }, shell, find)).filter((place) => place !== null);
  const name = places.length > 0 ? nameOf(places) : null;
  knownNames.set(ids, { own, shell: ofShell, name });
  return name;
}

/** A remote carries parts of the design system too: those are not its own. */
const isOwnOf = ({ release, file }: Place, boundary: Boundary | null): boolean =>
  release === boundary?.remote && file.startsWith(`${release}/`);

/** Whether a map in which the id may stand has not come. */
const lacksMap = ({ boundary }: FoundId, shell: ReleaseKey, find: FindMap): boolean =>
  find(shell) === undefined ||
  (boundary !== null && find({ name: boundary.remote, version: boundary.version }) === undefined);

/** The shell around a module reads for itself, not for what is in the module. */
const isInside = (found: FoundComponent, { boundary }: Way): boolean =>
  boundary === null || found.boundary !== null;

/** Says where an element on a page comes from, as far as the maps of its releases are known. */
export function resolveWay(way: Way, shell: ReleaseKey, find: FindMap): Origin {
  const places = way.ids.map((found) => placeOf(found, shell, find));
  const nameComponent = (found: FoundComponent): NamedComponent | null => {
    const named = nameByIds(found, shell, find);
    if (!named) return null;
    const through = places.slice(0, found.depth).find((place) => place !== null && isSame(place, named));
    return { ...named, line: through?.line ?? named.line };
  };
  const components: NamedComponent[] = [];
  const queries = new Map<string, ReadQuery>();
  for (const found of way.components) {
    const named = nameComponent(found);
    if (named) components.push(named);
    for (const cacheKey of isInside(found, way) ? found.queries : []) {
      if (!queries.has(cacheKey)) queries.set(cacheKey, { cacheKey, component: named?.component ?? null });
    }
  }
  const innermost = places.findIndex((one) => one !== null);
  // What lies further in may stand in a map that has not come: then nobody can say yet which one it is.
  const isSure = !way.ids.slice(0, Math.max(innermost, 0)).some((found) => lacksMap(found, shell, find));
  const place = isSure ? (places[innermost] ?? null) : null;
  const usedAt = places.find((one) => one !== null && isOwnOf(one, way.boundary)) ?? null;
  return {
    place,
    usedAt: usedAt === place ? null : usedAt,
    boundary: way.boundary,
    components,
    queries: [...queries.values()],
  };
}
