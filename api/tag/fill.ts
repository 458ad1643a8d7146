import { firstUnderCap, isUnderCap } from './frequency';
import type { LoadSight } from './loadSight';
import { whenNear } from './near';
import type { Place } from './place';
import { frameOf, render } from './render';
import { confirmSize, leaveEmpty, setState } from './slot';
import type { Ad } from './types';
import { label } from './words';

interface Surroundings {
  /** The address of the script. */
  base: string;
  sight: LoadSight;
  /** What else is on the page, or may yet come into it. */
  others: () => Place[];
  /** Asks again for this slot, which keeps its size. */
  decideAnew: () => void;
}

/**
 * Shows what a slot was answered once somebody comes near: the first candidate that is under its cap, on the page
 * nowhere else, and can be shown; never one whose decision has become old.
 */
export function fill(slot: HTMLElement, place: Place, ad: Ad, page: Surroundings): void {
  const { freshUntilMs } = place;
  place.candidates = ad.candidates;
  const choose = (reason = ad.reason ?? 'frequency-cap') => {
    const others = page.others();
    const isFull = !isUnderCap(
      ad.zone,
      ad.limit,
      others.filter((o) => o.coming && o.zone === ad.zone).length,
    );
    const chosen = firstUnderCap(
      place.candidates.filter(
        ({ creative }) => !isFull && others.every((other) => other.creative !== creative),
      ),
      others.flatMap(({ coming }) => coming ?? []),
    );
    place.creative = chosen?.creative ?? '';
    if (!chosen) {
      place.candidates = [];
      const { passback } = ad;
      // Who has seen enough here sees nothing of anybody's.
      if (!passback || isFull) leaveEmpty(slot, ad.fallback, isFull ? 'zone-cap' : reason);
      else {
        setState(slot, 'passback', reason);
        place.stop = whenNear(slot, () => {
          const frame = frameOf(ad, new URL(passback, page.base).href, label(slot));
          // Whatever the publisher's code loads, an isolated page shows it without credentials.
          (frame as { credentialless?: boolean }).credentialless = window.crossOriginIsolated;
          place.content = frame;
          slot.replaceChildren(frame);
        });
      }
    }
    return chosen;
  };
  const show = (reason?: string) => {
    if (place.candidates.length && Date.now() >= freshUntilMs) return page.decideAnew();
    const candidate = choose(reason);
    if (!candidate) return;
    place.freshUntilMs = Number.POSITIVE_INFINITY;
    place.stop = render(slot, ad, candidate, page, (outcome, element) => {
      place.coming = undefined;
      if (outcome === 'shown') {
        place.candidates = [candidate];
        place.content = element;
      }
      if (outcome !== 'failed') return;
      // One that cannot be shown gives way to the next.
      place.failed.push(candidate.creative);
      place.candidates = place.candidates.filter((other) => other !== candidate);
      show('error');
    });
    place.coming = candidate;
  };
  confirmSize(slot, ad);
  // Decided with the rest of the page, fetched and counted when somebody comes near: what was shown in the meantime
  // may have used up a cap.
  if (choose()) place.stop = whenNear(slot, show);
}
