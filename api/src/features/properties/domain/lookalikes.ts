import { getDomain, getPublicSuffix } from 'tldts';
import { foldDomain, isOneEditAway } from './foldDomain';

/** Short names are one letter apart by chance; longer ones rarely. */
const LEAST_FOR_EDITS = 8;
/** Who shares a suffix of the private part of the list (`github.io`) is somebody else. */
const RULES = { allowPrivateDomains: true, validateHostname: false } as const;

export const isLocal = (domain: string): boolean => /^localhost(:\d+)?$/.test(domain);

/** The part that somebody registered: `example.co.uk` of `news.example.co.uk`; null of a suffix alone. */
export const registeredOf = (domain: string): string | null =>
  isLocal(domain) ? domain : getDomain(domain, RULES);

/** Whether nobody can own it: `co.uk`, `github.io`. */
export const isPublicSuffix = (domain: string): boolean =>
  !isLocal(domain) && getPublicSuffix(domain, RULES) === domain;

/** The registered part folded: what look-alikes have in common. */
export const foldRegistered = (domain: string): string => foldDomain(registeredOf(domain) ?? domain);

const withoutDigits = (domain: string) => domain.replace(/\d/g, '');

interface Known {
  domain: string;
  publisher_id: number;
}

/** Finds look-alikes of other publishers among very many domains: only those of about the same length are compared. */
export function createLookalikes(known: readonly Known[]) {
  const byLength = new Map<number, Known[]>();
  for (const one of known) {
    if (isLocal(one.domain)) continue;
    const { length } = foldRegistered(one.domain);
    byLength.set(length, [...(byLength.get(length) ?? []), one]);
  }
  return (domain: string, publisherId: number): string[] => {
    const { length } = foldRegistered(domain);
    return [length - 1, length, length + 1]
      .flatMap((near) => byLength.get(near) ?? [])
      .filter((one) => one.publisher_id !== publisherId && looksLike(domain, one.domain))
      .map((one) => one.domain);
  };
}

/** Whether people would take one for the other: equal when folded, or one edit away under the same suffix. */
export function looksLike(a: string, b: string): boolean {
  const [ours, theirs] = [registeredOf(a), registeredOf(b)];
  if (ours === null || theirs === null || ours === theirs) return false;
  const [foldedOurs, foldedTheirs] = [foldDomain(ours), foldDomain(theirs)];
  if (foldedOurs === foldedTheirs) return true;
  // Numbers that count (`shop1`, `shop2`) are no edit.
  if (withoutDigits(ours) === withoutDigits(theirs)) return false;
  const suffix = getPublicSuffix(ours, RULES);
  if (suffix === null || suffix !== getPublicSuffix(theirs, RULES)) return false;
  const nameOf = (folded: string) => folded.slice(0, -foldDomain(suffix).length - 1);
  const [nameOurs, nameTheirs] = [nameOf(foldedOurs), nameOf(foldedTheirs)];
  return (
    Math.min(nameOurs.length, nameTheirs.length) >= LEAST_FOR_EDITS && isOneEditAway(nameOurs, nameTheirs)
  );
}
