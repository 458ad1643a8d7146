import { isDeepStrictEqual } from 'node:util';
import type { Snapshot } from './snapshots';

/** Field → what it was and what it is. */
export type Differences = Record<string, { before: unknown; after: unknown }>;

interface Review {
  id: number;
}

const isReviews = (value: unknown): value is Review[] => Array.isArray(value);

/** Of the creatives that are there before and after, the ones that are judged otherwise now: coming and going is no verdict. */
function reviewsThatChanged(before: unknown, after: unknown): Differences {
  if (!isReviews(before) || !isReviews(after)) return {};
  const old = new Map(before.map((review) => [review.id, review]));
  const changed = after.flatMap((review) => {
    const was = old.get(review.id);
    return was && !isDeepStrictEqual(was, review) ? [{ was, review }] : [];
  });
  if (changed.length === 0) return {};
  return {
    reviews: { before: changed.map(({ was }) => was), after: changed.map(({ review }) => review) },
  };
}

/** The fields that are not what they were; one that is missing is null. Pure. */
export function differences(before: Snapshot, after: Snapshot): Differences {
  const { reviews: reviewsBefore, ...was } = before;
  const { reviews: reviewsAfter, ...is } = after;
  const found: Differences = {};
  for (const field of new Set([...Object.keys(was), ...Object.keys(is)])) {
    const pair = { before: was[field] ?? null, after: is[field] ?? null };
    if (!isDeepStrictEqual(pair.before, pair.after)) found[field] = pair;
  }
  return { ...found, ...reviewsThatChanged(reviewsBefore, reviewsAfter) };
}
