import { recall, remember } from './storage';
import type { Candidate } from './types';

/** Times of impressions by campaign, in seconds since 1970, oldest first. They never leave this browser. */
type Seen = Record<string, number[]>;

const KEY = 'ez-ad-seen';
const MAX_CAMPAIGNS = 200;
/** No cap looks back further than 30 days. */
const LONGEST_SECONDS = 2_592_000;

/** What lies in a browser's storage may have been changed by anybody. */
const timesOf = (seen: Seen, campaign: string) => {
  const times = seen[campaign];
  return Array.isArray(times) ? times : [];
};
const nowSeconds = () => Math.floor(Date.now() / 1000);

/**
 * The first candidate that this person may still see. What is `coming`, on its way into other slots of the page, counts
 * as seen: two of them would take the last place of a cap.
 */
export function firstUnderCap(candidates: Candidate[], coming: Candidate[]): Candidate | undefined {
  const seen = recall<Seen>(KEY, {});
  const now = nowSeconds();
  return candidates.find(({ campaign, cap }) => {
    if (!cap) return true;
    const past = timesOf(seen, campaign).filter((time) => time > now - cap.seconds);
    return past.length + coming.filter((other) => other.campaign === campaign).length < cap.count;
  });
}

/** Counts an impression; campaigns without a cap leave no trace. */
export function countImpression({ campaign, cap }: Candidate): void {
  if (!cap) return;
  const seen = recall<Seen>(KEY, {});
  const now = nowSeconds();
  const times = [...timesOf(seen, campaign), now].slice(-cap.count);
  delete seen[campaign];
  const entries = Object.entries(seen).filter(
    ([id]) => (timesOf(seen, id).at(-1) ?? 0) > now - LONGEST_SECONDS,
  );
  remember(KEY, Object.fromEntries([...entries, [campaign, times]].slice(-MAX_CAMPAIGNS)));
}
