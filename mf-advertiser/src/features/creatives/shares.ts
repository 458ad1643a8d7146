import type { Asset } from '@ezdash/contracts';

interface Shared {
  asset: Asset;
  share?: number | null;
}

/** Creatives that take turns in one place: banners of one size, and the rest by their format. */
export interface ShareGroup<Creative extends Shared> {
  key: string;
  creatives: Creative[];
}

const placeOf = ({ format, width, height }: Asset) =>
  format === 'image' || format === 'html5' ? `${width}×${height}` : format;

/** The places in which several creatives take turns. */
export function shareGroups<Creative extends Shared>(creatives: readonly Creative[]): ShareGroup<Creative>[] {
  const groups = new Map<string, Creative[]>();
  for (const creative of creatives) {
    const place = placeOf(creative.asset);
    groups.set(place, [...(groups.get(place) ?? []), creative]);
  }
  return [...groups].flatMap(([key, list]) => (list.length > 1 ? [{ key, creatives: list }] : []));
}

/** A hundred percent among so many, as even as whole percents are; the first ones get what is left over. */
export function evenShares(count: number): number[] {
  const each = Math.floor(100 / count);
  return Array.from({ length: count }, (_, index) => each + (index < 100 - each * count ? 1 : 0));
}

/** What the shares of a group come to; null when it has none. */
export function sumOfShares({ creatives }: ShareGroup<Shared>): number | null {
  const given = creatives.filter(({ share }) => typeof share === 'number');
  return given.length === 0 ? null : given.reduce((sum, { share }) => sum + (share ?? 0), 0);
}

/** A share as it may be given: whole percents, and never all of it. */
export const wholeShare = (value: number): number =>
  Number.isFinite(value) ? Math.min(99, Math.max(0, Math.round(value))) : 0;

/** What is wrong with the shares of a group, if it has any: they are not a hundred percent, or one of them is nothing. */
export function troubleOfShares(group: ShareGroup<Shared>): 'sum' | 'zero' | null {
  const sum = sumOfShares(group);
  if (sum === null) return null;
  if (sum !== 100) return 'sum';
  return group.creatives.every(({ share }) => (share ?? 0) > 0) ? null : 'zero';
}

/**
 * The same creatives without shares that no longer make sense: of one that became the only one of its place, and of a
 * place where another one came or went.
 */
export function withSoundShares<Creative extends Shared>(creatives: readonly Creative[]): Creative[] {
  const sound = new Set<Creative>();
  for (const group of shareGroups(creatives))
    if (group.creatives.every(({ share }) => typeof share === 'number'))
      for (const creative of group.creatives) sound.add(creative);
  return creatives.map((creative) =>
    typeof creative.share === 'number' && !sound.has(creative) ? { ...creative, share: null } : creative,
  );
}
