import type { Place } from '../place';
import type { ToldDecision } from './told';
import type { Watched } from './watch';
import { say, words } from './words';

/** Layout shifts below this are a rounding. */
const LEAST_SHIFT = 0.0005;

/** What somebody should look at, as sentences. */
export function problemsOf(
  places: ReadonlyMap<HTMLElement, Place>,
  watched: Watched,
  told: (place: Place) => ToldDecision | string | null,
): string[] {
  const found: string[] = [];
  const scripts = [...document.scripts].filter(({ src }) => /\/tag\.js(\?|$)/.test(src)).length;
  if (scripts > 1) found.push(say(words.twice, { n: scripts }));
  for (const [zone, n] of watched.forbidden) found.push(say(words.policy, { zone, n }));
  const zones = [...places.values()].map(({ zone }) => zone);
  for (const zone of new Set(zones)) {
    const n = zones.filter((other) => other === zone).length;
    if (n > 1) found.push(say(words.same, { zone, n }));
  }
  for (const [slot, place] of places) {
    const { zone, ad } = place;
    const facts = watched.seen.get(slot);
    if (ad?.reason === 'unknown-zone') found.push(say(words.unknown, { zone }));
    if (!ad && slot.dataset.ezState === 'error') found.push(say(words.failed, { zone }));
    if (facts && facts.shiftScore > LEAST_SHIFT)
      found.push(say(words.shift, { zone, n: facts.shiftScore.toFixed(3) }));
    if (
      ad &&
      facts &&
      facts.earlyHeight !== null &&
      facts.earlyHeight < ad.height &&
      slot.offsetHeight >= ad.height
    )
      found.push(say(words.bare, { zone, n: ad.height - facts.earlyHeight }));
    const unseen = words.sights[facts?.sight?.reason ?? ''];
    if (unseen && !/^(open|unmeasured)$/.test(facts?.sight?.reason ?? ''))
      found.push(say(words.unseen, { zone, n: unseen }));
    const isCollapsed = slot.style.display === 'none';
    if (!isCollapsed && ad && !(slot.offsetWidth && slot.offsetHeight))
      found.push(say(words.hidden, { zone }));
    else if (!isCollapsed && ad && ad.width > slot.clientWidth)
      found.push(say(words.narrow, { zone, n: slot.clientWidth }));
    const decision = told(place);
    if (decision === 'foreign') found.push(say(words.foreign, { zone }));
    if (decision === 'old') found.push(words.tokenOld);
    if (decision && typeof decision === 'object' && decision.domain !== location.host)
      found.push(say(words.domain, { zone: location.host, n: decision.domain }));
  }
  return [...new Set(found)];
}
