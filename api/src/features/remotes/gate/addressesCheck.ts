import type { GateCheck, Release, RemoteManifest, ShellRelease } from '@ezdash/contracts';
import { outcomeOf } from './staticChecks';

/** What is taken already: pages and namespaces of the remotes that visitors get, and the shell's own. */
export interface Taken {
  /** Manifests of the other remotes. */
  others: readonly RemoteManifest[];
  /** Addresses of the shell's own pages, in react-router's syntax. */
  shellPaths: readonly string[];
}

/** A manifest may have paths of any length: what lies deeper than any page counts as anything. */
const MOST_SEGMENTS = 50;
function segmentsOf(path: string): string[] {
  const segments = path.toLowerCase().split('/').filter(Boolean);
  return segments.length > MOST_SEGMENTS ? [...segments.slice(0, MOST_SEGMENTS), '*'] : segments;
}
const isOpen = (segment: string) => segment.startsWith(':');
const mayBeAbsent = (segment: string) => isOpen(segment) && segment.endsWith('?');

/**
 * Whether some address belongs to both; `:id` is any one part, `:id?` may be absent, a final `*` is the rest. Each pair of
 * places is looked at once: many parts that may be absent make many ways through.
 */
export function overlap(one: readonly string[], other: readonly string[]): boolean {
  const seen = new Set<number>();
  const from = (at: number, to: number): boolean => {
    const [first, second] = [one[at], other[to]];
    if (first === '*' || second === '*') return true;
    const place = at * (other.length + 1) + to;
    if (seen.has(place)) return false;
    seen.add(place);
    if (first !== undefined && mayBeAbsent(first) && from(at + 1, to)) return true;
    if (second !== undefined && mayBeAbsent(second) && from(at, to + 1)) return true;
    if (first === undefined || second === undefined) return first === second;
    return (isOpen(first) || isOpen(second) || first === second) && from(at + 1, to + 1);
  };
  return from(0, 0);
}

/** The same of two addresses as manifests have them. */
export const addressesOverlap = (one: string, other: string): boolean =>
  overlap(segmentsOf(one), segmentsOf(other));

const overlapping = (path: string, paths: readonly string[]) =>
  paths.find((taken) => addressesOverlap(path, taken));

function namespaceProblems({ name, namespace }: RemoteManifest, shell: ShellRelease, { others }: Taken) {
  if (Object.hasOwn(shell.locales, namespace)) return [`the namespace ${namespace} is the shell's`];
  const owner = others.find((other) => other.name !== name && other.namespace === namespace);
  return owner ? [`the namespace ${namespace} is ${owner.name}'s`] : [];
}

function pathProblems({ name, pages }: RemoteManifest, { others, shellPaths }: Taken): string[] {
  const owners = [
    { owner: 'the shell', paths: shellPaths },
    ...others
      .filter((other) => other.name !== name)
      .map((other) => ({ owner: other.name, paths: other.pages.map(({ path }) => path) })),
  ];
  return pages.flatMap(({ path }) =>
    owners.flatMap(({ owner, paths }) => {
      const taken = overlapping(path, paths);
      return taken === undefined ? [] : [`${path} is an address of ${owner}: ${taken}`];
    }),
  );
}

/** What of a release is the shell's or another remote's; nothing where all is its own. */
export const takenBy = ({ manifest }: Release, shell: ShellRelease, taken: Taken): string[] => [
  ...namespaceProblems(manifest, shell, taken),
  ...pathProblems(manifest, taken),
];

/** A team's token is good for its own remote: what that shows, and in whose words, must not be another one's. */
export function addressesCheck(release: Release, shell: ShellRelease, taken: Taken): GateCheck {
  const count = release.manifest.pages.length;
  const own = `shows ${count} ${count === 1 ? 'page' : 'pages'} of its own`;
  return outcomeOf('addresses', takenBy(release, shell, taken), own);
}
