import { SEEN_KEY as KEY, recall, remember } from './storage';
import type { Candidate, Cap } from './types';

/** Times of impressions by campaign, and by zone where it has a limit, in seconds since 1970, oldest first. They never leave this browser. */
type Seen = Record<string, number[]>;

const MAX_CAMPAIGNS = 200;
/** No cap looks back further than 30 days. */
const LONGEST_SECONDS = 2_592_000;

const nowSeconds = () => Math.floor(Date.now() / 1000);
/** What lies in a browser's storage may have been changed by anybody, and its clock may have been wrong: what is to come was not seen. */
const timesOf = (seen: Seen, key: string): number[] => {
  const times: unknown = seen[key];
  return Array.isArray(times) ? times.filter((time) => time > 0 && time <= nowSeconds()) : [];
};

/**
 * Whether this person may see one more. What is `coming`, on its way into other slots of the page, counts as seen: two
 * of them would take the last place of a cap.
 */
export function isUnderCap(key: string, cap: Cap, coming: number): boolean {
  if (!cap) return true;
  const from = nowSeconds() - cap.seconds;
  return timesOf(recall<Seen>(KEY, {}), key).filter((time) => time > from).length + coming < cap.count;
}

/** The first candidate that this person may still see. */
export const firstUnderCap = (candidates: Candidate[], coming: Candidate[]): Candidate | undefined =>
  candidates.find(({ campaign, cap }) =>
    isUnderCap(campaign, cap, coming.filter((other) => other.campaign === campaign).length),
  );

/** Counts an impression; what has no cap leaves no trace. */
export function countImpression(key: string, cap: Cap): void {
  if (!cap) return;
  const seen = recall<Seen>(KEY, {});
  const now = nowSeconds();
  const times = [...timesOf(seen, key), now].slice(-cap.count);
  delete seen[key];
  const entries = Object.entries(seen).filter(
    ([id]) => (timesOf(seen, id).slice(-1)[0] ?? 0) > now - LONGEST_SECONDS,
  );
  remember(KEY, Object.fromEntries([...entries, [key, times]].slice(-MAX_CAMPAIGNS)));
}
