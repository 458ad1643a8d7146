import type { RemoteManifest } from '@ezdash/contracts';
import { addressesOverlap } from '../gate/addressesCheck';

/** How a release came to whoever has it: the lower, the more its addresses are its own. */
export const CLAIMS = {
  /** Nobody else had its addresses then: that was looked at. */
  admitted: 0,
  /** It was gone back to, and nothing stood in the way of that. */
  restored: 1,
  /** Some have it by a pin, a link or the debug tool. */
  chosen: 2,
} as const;

/** What a release that visitors have shows, and since when they have it. */
export interface Claim {
  name: string;
  manifest: RemoteManifest;
  rank: (typeof CLAIMS)[keyof typeof CLAIMS];
  /** Milliseconds; of two of a rank the older one has its addresses. */
  sinceMs: number;
}

function withoutPages(manifest: RemoteManifest, lost: ReadonlySet<string>): RemoteManifest {
  if (lost.size === 0) return manifest;
  return {
    ...manifest,
    pages: manifest.pages.filter(({ id }) => !lost.has(id)),
    navigation: manifest.navigation.filter(({ page }) => !lost.has(page)),
  };
}

/** What is left of a claim beside those that stand already; null: its texts would be another's. */
function leftOf({ name, manifest }: Claim, standing: readonly Claim[]): RemoteManifest | null {
  const others = standing.filter((other) => other.name !== name);
  if (others.some((other) => other.manifest.namespace === manifest.namespace)) return null;
  const taken = others.flatMap((other) => other.manifest.pages.map(({ path }) => path));
  const lost = manifest.pages.filter(({ path }) => taken.some((other) => addressesOverlap(path, other)));
  return withoutPages(manifest, new Set(lost.map(({ id }) => id)));
}

const byRight = (one: Claim, other: Claim): number =>
  one.rank - other.rank || one.sinceMs - other.sinceMs || (one.name < other.name ? -1 : 1);

/**
 * Each claim's manifest, in the order of the claims, as far as its addresses are its own: no address is two remotes'. A
 * release that was gone back to gives way to one that has its address by now. Null: nothing of it can be shown, because
 * its namespace is another's. The same object when nothing of it is lost.
 */
export function settleClaims(claims: readonly Claim[]): (RemoteManifest | null)[] {
  const standing: Claim[] = [];
  const settled = new Map<Claim, RemoteManifest | null>();
  for (const claim of [...claims].sort(byRight)) {
    const manifest = leftOf(claim, standing);
    if (manifest) standing.push({ ...claim, manifest });
    settled.set(claim, manifest);
  }
  return claims.map((claim) => settled.get(claim) ?? null);
}
