import { afterInView } from './afterInView';
import { fetchAds } from './fetchAds';
import { fill } from './fill';
import { type LoadSight, loadSight } from './loadSight';
import { exceptFor, FRESH_MS, livePlaces, newPlace, type Place, type Places } from './place';
import { safely } from './safely';
import { leaveEmpty, reserve, SLOT, setState } from './slot';
import type { Ad } from './types';

const MAX_ZONES = 20;
const GATHER_MS = 30;

export interface Started {
  /** Asks anew, for one slot or for all. */
  refresh: (slot?: HTMLElement) => void;
  /** For the debugger alone. */
  places: Places;
}

/** What the script's own attributes say. */
export interface PageFacts {
  /** What the page is about, with commas between. */
  keywords?: string | undefined;
  /** The publisher's own word for where its visitor comes from. */
  sub?: string | undefined;
  /** A try: of all slots. */
  test?: string | undefined;
}

/**
 * Fills every slot of the page and those that come later: one request for all that are there when the page has been
 * parsed, one for each later handful, and never two at a time, for each names what the page was answered before.
 * `base` is the address of the script itself, `facts` what its attributes say of the whole page; a slot's own say
 * more. Answers how to ask anew, for one slot or for all: when an app shows another page in the same slots.
 */
export function startTag(base: string, facts: PageFacts = {}, sight: LoadSight = loadSight): Started {
  const places: Places = new Map();
  let gathering: number | undefined;
  let isAsking = false;

  const apply = (slot: HTMLElement, place: Place, ad: Ad | undefined) => {
    // The page has changed its mind while we asked.
    if (places.get(slot) !== place || slot.dataset.zone !== place.zone) return;
    const isFirst = !place.ad;
    place.ad = ad;
    if (!ad) return leaveEmpty(slot, 'keep', 'error');
    if (ad.refresh && isFirst)
      afterInView(
        slot,
        ad.refresh,
        () => places.get(slot) === place,
        () => refresh(slot),
      );
    fill(slot, place, ad, {
      base,
      sight,
      others: () => livePlaces(places).filter((other) => other !== place),
      // Those that somebody comes near to together share a request.
      decideAnew: () => {
        Object.assign(place, { freshUntilMs: 0, candidates: [], creative: '' });
        scanSoon();
      },
    });
  };

  const about = (slot: HTMLElement) => ({
    keywords: slot.dataset.keywords ?? facts.keywords ?? '',
    sub: slot.dataset.sub ?? facts.sub ?? '',
    test: slot.hasAttribute('data-test') || facts.test !== undefined,
  });
  const keyOf = (slot: HTMLElement) => JSON.stringify(about(slot));

  /** Asks for the slots that wait, for what is alike together, and then for the others. */
  const askNext = async () => {
    const waiting = [...places].filter(([slot, { freshUntilMs }]) => !freshUntilMs && slot.isConnected);
    const [first] = waiting;
    if (isAsking || !first) return;
    isAsking = true;
    const key = keyOf(first[0]);
    const group = waiting.filter(([slot]) => keyOf(slot) === key).slice(0, MAX_ZONES);
    const asked = group.map(([, place]) => place);
    const except = exceptFor(asked, places);
    for (const place of asked) place.freshUntilMs = Date.now() + FRESH_MS;
    const ads = await fetchAds(base, {
      zones: asked.map(({ zone }) => zone),
      except,
      ...about(first[0]),
    });
    group.forEach(([slot, place], index) => {
      safely(apply)(slot, place, ads[index]);
    });
    isAsking = false;
    askNext();
  };

  const scan = safely(() => {
    gathering = undefined;
    for (const [slot, { stop }] of places)
      if (!slot.isConnected) {
        stop();
        places.delete(slot);
      }
    for (const slot of document.querySelectorAll<HTMLElement>(SLOT)) {
      const { zone } = slot.dataset;
      const known = places.get(slot);
      if (!zone || known?.zone === zone) continue;
      known?.stop();
      places.set(slot, newPlace(zone));
      setState(slot, 'loading');
      safely(reserve)(slot);
    }
    askNext();
  });

  function refresh(slot?: HTMLElement): void {
    for (const [element, { stop }] of places)
      if (!slot || element === slot) {
        stop();
        places.delete(element);
      }
    scanSoon();
  }

  /** A framework inserts its slots one by one: they share a request. */
  const scanSoon = () => {
    if (gathering === undefined) gathering = window.setTimeout(scan, GATHER_MS);
  };

  const start = safely(() => {
    scan();
    new MutationObserver(scanSoon).observe(document.documentElement, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['data-zone'],
    });
  });
  const whenParsed = safely(() => {
    if (document.readyState === 'loading')
      document.addEventListener('DOMContentLoaded', start, { once: true });
    else start();
  });
  // A page that is prepared in the background may never be seen: it asks when it is.
  const page = document as Document & { prerendering?: boolean };
  if (page.prerendering) page.addEventListener('prerenderingchange', whenParsed, { once: true });
  else whenParsed();
  return { refresh: safely(refresh), places };
}
