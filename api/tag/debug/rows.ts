import type { Place } from '../place';
import type { Cap } from '../types';
import type { ToldDecision } from './told';
import type { Seen, Watched } from './watch';
import { say, words } from './words';

const MILLION = 1_000_000;
const dollars = (micros: number) => `$${(micros / MILLION).toFixed(2)}`;
const capText = (cap: Cap) => (cap ? say(words.cap, { n: cap.count, s: cap.seconds }) : '');

function priceText(bucket: ToldDecision['payout_bucket']): string {
  if (!bucket) return '';
  const from = dollars(bucket.from_micros);
  return bucket.to_micros === null ? say(words.from, { n: from }) : `${from} – ${dollars(bucket.to_micros)}`;
}

/** What the tag measures, in percent, and what the network makes of it. */
function sightText(sight: Seen['sight'] | undefined): string {
  if (!sight) return '';
  const { size, uncut, opacity, stacked, covered } = sight.facts;
  const hidden = covered === null ? '?' : Math.min(100, stacked + covered);
  const facts = say(words.measured, { n: Math.round((size * uncut) / 100), s: opacity, c: hidden });
  return `${words.sights[sight.reason ?? 'seen'] ?? sight.reason}: ${facts}`;
}

function networkRows({ winner_domain, payout_bucket, floor_micros, fates }: ToldDecision) {
  const counts = Object.entries(fates).map(([fate, count]) => `${fate} ${count}`);
  return {
    winner: winner_domain ?? '',
    price: priceText(payout_bucket),
    floor: dollars(floor_micros),
    campaigns: counts.join(', '),
  };
}

/** What is told of a slot, by the name of its line; empty lines are left out. */
export function rowsOf(
  slot: HTMLElement,
  place: Place,
  watched: Watched,
  decision: ToldDecision | string | null,
): Partial<Record<keyof typeof words, string>> {
  const { ad, candidates, zone } = place;
  const facts = watched.seen.get(slot);
  const asked = watched.asked.get(zone);
  const all = ad?.candidates ?? [];
  const shown = candidates.find(({ creative }) => creative === place.creative);
  const reason = slot.dataset.ezReason ?? '';
  const isTold = (kind: 'impression' | 'view') => all.some((each) => watched.told.has(each[kind]));
  const told = [isTold('impression') ? words.impression : '', isTold('view') ? words.viewable : ''].filter(
    Boolean,
  );
  const network = decision && typeof decision === 'object' ? networkRows(decision) : null;
  const caps = [capText(ad?.limit), capText(shown?.cap)].filter(Boolean);
  return {
    reason: words.reasons[reason] ?? reason,
    size: ad ? `${ad.width || slot.offsetWidth}×${ad.height}` : '',
    winner: [shown?.type, shown?.creative, network?.winner].filter(Boolean).join(' · '),
    price: network?.price ?? '',
    floor: network?.floor ?? '',
    campaigns: network?.campaigns || (all.length > 0 ? say(words.of, { n: all.length }) : ''),
    seen: facts ? say(words.now, { n: Math.round(facts.ratio * 100), s: Math.floor(facts.seconds) }) : '',
    sight: sightText(facts?.sight),
    told: told.join(', ') || words.notYet,
    moved: facts ? `${facts.shiftScore.toFixed(4)} (${facts.shifts})` : '',
    limit: caps.join('; '),
    refresh: ad?.refresh ? say(words.after, { n: ad.refresh }) : '',
    decision: ad?.decision ?? '',
    time: asked ? `${Math.round(asked.durationMs)} ms` : '',
    request: asked?.url ?? '',
  };
}
