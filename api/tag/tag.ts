import { setStorage } from './consent';
import { fetchAds } from './fetchAds';
import { fill } from './fill';
import { type LoadSight, loadSight } from './loadSight';
import { exceptFor, FRESH_MS, livePlaces, newPlace, type Place, type Places } from './place';
import { safely } from './safely';
import { confirmSize, leaveEmpty, reserve, SLOT, setState } from './slot';
import { removeStored } from './storage';
import type { Ad } from './types';

const MAX_ZONES = 20;
const GATHER_MS = 30;
/** While the page is still being parsed: most are by then, and what holds it up does not hold up its ads. */
const GATHER_PARSING_MS = 250;
const ZONE = /^[\w-]{1,40}$/;
/** A request that failed is asked again after these; then when the browser is online again, or the page is looked at again. */
const AGAIN_MS = [2_000, 8_000, 30_000];
const PAUSE_MS = 60_000;
/** A page that takes its ads out so many times at once, or more often than this in the long run, is left without. */
const MOST_RESTORED = 10;
const CALM_MS = 1_000;
/** Beyond so many, slots that have gone are forgotten, the oldest first: a page may make new ones all day. */
const MOST_PLACES = 200;
/** So long after a slot has gone another one with its zone is taken for the same. */
const REDRAWN_MS = 5_000;
/** What was shown on this page may come back to it. */
const canReturn = ({ content, page }: Place) => content && page === location.href;

export interface Started {
  /** Asks anew, for one slot or for all. */
  refresh: (slot?: HTMLElement) => void;
  /** Fills a slot that is out of the page's own tree: in a closed shadow root, or in one that came later than its element. */
  show: (slot: HTMLElement) => void;
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
  /** `none`: nothing is kept in the browser. */
  storage?: string | undefined;
  /** Slots that name no network are of the first on the page. */
  isFirst?: boolean;
}

/**
 * Fills every slot of the page and those that come later: one request for all that are there when the page has been
 * parsed, one for each later handful, and never two at a time, for each names what the page was answered before.
 * `base` is the address of the script itself, `facts` what its attributes say of the whole page; a slot's own say
 * more. Answers how to ask anew, for one slot or for all: when an app shows another page in the same slots.
 */
export function startTag(base: string, facts: PageFacts = {}, sight: LoadSight = loadSight): Started {
  setStorage(facts.storage === 'none', removeStored);
  const places: Places = new Map();
  /** Slots that the page has shown us itself. */
  const shown = new Set<HTMLElement>();
  /** Open shadow roots, which the document's own selectors do not reach. */
  const roots = new Set<Document | ShadowRoot>([document]);
  /** Until when slots are gathered; a page may end all timers, those of others too. */
  let gatheringMs = 0;
  let isAsking = false;
  /** Requests in a row that nobody answered, and until when nobody is asked again. */
  let failures = 0;
  let pausedUntilMs = 0;

  const apply = (slot: HTMLElement, place: Place, ad: Ad | undefined) => {
    // The page has changed its mind while we asked.
    if (places.get(slot) !== place || slot.dataset.zone?.trim() !== place.zone) return;
    const isFirst = !place.ad;
    place.ad = ad;
    if (!ad) return leaveEmpty(slot, 'keep', 'error');
    const { refresh: seconds } = ad;
    if (seconds && isFirst)
      sight(base).then(
        ({ afterInView }) =>
          afterInView(() => [...places].find(([, each]) => each === place)?.[0], seconds, refresh),
        () => {},
      );
    fill(slot, place, ad, {
      base,
      sight,
      others: () => livePlaces(places).filter((other) => other !== place),
      // Those that somebody comes near to together share a request.
      askAnew: () => {
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
    if (isAsking || !first || Date.now() < pausedUntilMs) return;
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
    isAsking = false;
    if (ads) failures = 0;
    else {
      // They wait, and keep their space, as long as somebody may answer yet.
      const again = AGAIN_MS[failures];
      failures += 1;
      pausedUntilMs = Date.now() + (again ?? PAUSE_MS);
      for (const [slot, place] of group) {
        place.freshUntilMs = 0;
        setState(slot, 'error', 'unanswered');
        if (again === undefined) leaveEmpty(slot, 'keep', 'error');
      }
      if (again !== undefined) setTimeout(askNext, again);
      return;
    }
    group.forEach(([slot, place], index) => {
      safely(apply)(slot, place, ads[index]);
    });
    askNext();
  };
  const askAgain = () => {
    if (failures === 0 || document.visibilityState !== 'visible') return;
    failures = 0;
    pausedUntilMs = 0;
    askNext();
  };

  /** The page has taken the ad out of its slot: a morph, or a framework that knows nothing of it. It was shown once. */
  const restore = safely((slot: HTMLElement, place: Place) => {
    const { ad, content } = place;
    if (!ad || !content || content.parentNode === slot) return;
    place.calmMs = Math.max(place.calmMs, Date.now()) + CALM_MS;
    if (place.calmMs > Date.now() + MOST_RESTORED * CALM_MS) return;
    confirmSize(slot, ad);
    setState(slot, place.creative ? 'filled' : 'passback');
    slot.replaceChildren(content);
  });

  /** A framework has drawn the page anew, with another slot in the place of this one: the ad moves into it. */
  const moveInto = (slot: HTMLElement, zone: string): boolean => {
    for (const [old, place] of places)
      if (!old.isConnected && place.zone === zone && Date.now() - place.goneMs < REDRAWN_MS) {
        place.goneMs = 0;
        places.delete(old);
        places.set(slot, place);
        restore(slot, place);
        return true;
      }
    return false;
  };

  const { origin } = new URL(base);
  /** A slot whose network cannot be read is nobody's, and harms no other. */
  const isOurs = ({ dataset: { network } }: HTMLElement): boolean => {
    if (!network) return facts.isFirst !== false;
    try {
      return new URL(network, base).origin === origin;
    } catch {
      return false;
    }
  };

  const scan = safely(() => {
    gatheringMs = 0;
    for (const root of roots) if (!root.isConnected) roots.delete(root);
    for (const [slot, place] of places) {
      if (slot.isConnected) continue;
      place.goneMs ||= Date.now();
      if (places.size < MOST_PLACES && canReturn(place)) continue;
      place.stop();
      places.delete(slot);
    }
    const found = [...roots].flatMap((root) => [...root.querySelectorAll<HTMLElement>(SLOT)]);
    for (const slot of [...found, ...shown].filter((each) => each.isConnected && isOurs(each))) {
      const zone = slot.dataset.zone?.trim() ?? '';
      const known = places.get(slot);
      if (known?.zone === zone) {
        known.goneMs = 0;
        restore(slot, known);
        continue;
      }
      known?.stop();
      places.delete(slot);
      if (!ZONE.test(zone)) {
        // One that was not filled in by a template harms no other.
        setState(slot, 'error', 'malformed-zone');
        continue;
      }
      if (moveInto(slot, zone)) continue;
      places.set(slot, newPlace(zone));
      setState(slot, 'loading');
      safely(reserve)(slot);
    }
    askNext();
  });

  function refresh(slot?: HTMLElement): void {
    for (const [each, place] of places)
      if (!slot || each === slot) {
        place.stop();
        places.delete(each);
      }
    scanSoon();
  }

  /** A framework inserts its slots one by one: they share a request. */
  const scanSoon = () => {
    const now = performance.now();
    if (now < gatheringMs) return;
    const waitMs = document.readyState === 'loading' ? GATHER_PARSING_MS : GATHER_MS;
    gatheringMs = now + waitMs;
    setTimeout(scan, waitMs);
  };

  const observer = new MutationObserver(
    safely((changes: MutationRecord[]) => {
      for (const { target, addedNodes } of changes) {
        const place = places.get(target as HTMLElement);
        // Before anybody sees it.
        if (place) restore(target as HTMLElement, place);
        for (const node of addedNodes) if (node instanceof Element) findRoots(node);
      }
      scanSoon();
    }),
  );
  const watch = (root: Document | ShadowRoot) =>
    observer.observe(root, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['data-zone', 'class'],
    });
  function findRoots(node: Document | ShadowRoot | Element): void {
    for (const element of [node as Element, ...node.querySelectorAll('*')]) {
      const { shadowRoot } = element;
      // The document itself does not match anything.
      if (element.matches?.(':not(:defined)'))
        customElements.whenDefined(element.localName).then(() => findRoots(element));
      if (shadowRoot && !roots.has(shadowRoot)) {
        roots.add(shadowRoot);
        watch(shadowRoot);
        findRoots(shadowRoot);
        scanSoon();
      }
    }
  }

  const start = safely(() => {
    // The document stays when a page writes itself anew.
    watch(document);
    findRoots(document);
    addEventListener('online', askAgain);
    document.addEventListener('visibilitychange', askAgain);
    // Elements that are defined late have their roots by then.
    addEventListener('load', () => findRoots(document));
    if (document.readyState !== 'loading') return scan();
    scanSoon();
    document.addEventListener('DOMContentLoaded', scan);
  });
  // A page that is prepared in the background may never be seen: it asks when it is.
  const page = document as Document & { prerendering?: boolean };
  if (page.prerendering) page.addEventListener('prerenderingchange', start);
  else start();
  const show = (slot: HTMLElement) => {
    shown.add(slot);
    scanSoon();
  };
  return { refresh: safely(refresh), show: safely(show), places };
}
