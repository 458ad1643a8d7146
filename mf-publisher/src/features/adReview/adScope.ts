import type { AdReviewAd, AdReviewReason } from '@ezdash/contracts';
import type { Blocked } from './useBlocking';

/** A property that ads are blocked on. */
export interface AdPlace {
  id: string;
  name: string;
}

/** Which properties a list of ads speaks of: one, or all of the account that are in use. */
export interface AdScope {
  of: 'one' | 'all';
  places: readonly AdPlace[];
}

type BlockedOn = AdReviewAd['blocked_on'];

/** Those of the places that do not show an ad, each with why. */
export function blockedOn(ad: AdReviewAd, places: readonly AdPlace[]): BlockedOn {
  return ad.blocked_on.filter(({ property_id: id }) => places.some((place) => place.id === id));
}

/** All reasons of some places, each once. */
export function reasonsOf(blocked: BlockedOn): AdReviewReason[] {
  const all = blocked.flatMap(({ reasons }) => reasons);
  return [...new Map(all.map((reason) => [`${reason.kind} ${reason.value}`, reason])).values()];
}

/** On how many of the places just this is blocked. */
export function countOf(ad: AdReviewAd, places: readonly AdPlace[], what: Pick<Blocked, 'kind' | 'value'>) {
  return blockedOn(ad, places).filter(({ reasons }) =>
    reasons.some(({ kind, value }) => kind === what.kind && value === what.value),
  ).length;
}
