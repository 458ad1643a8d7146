import { sendEvent, withFacts } from './beacon';
import { create, linkTo } from './elements';
import { countImpression } from './frequency';
import type { LoadSight } from './loadSight';
import { safely } from './safely';
import { SLOT, setState } from './slot';
import type { Ad, Candidate, Drawn, Html5Ad, ImageAd } from './types';
import { drawWords } from './words';

/** After the next frame, which is when what was inserted is on the screen. */
function afterPaint(run: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(run));
}

/** What a theme says of all pictures, links and frames (margins, other shapes, hidden until a script shows them) is not meant for ads. */
const PLAIN = 'all:revert';

function drawImage(ad: Ad, candidate: ImageAd, at: (path: string) => string): Drawn {
  const element = linkTo(at(candidate.click));
  const image = create('img');
  image.width = ad.width;
  image.height = ad.height;
  image.alt = candidate.alt;
  element.style.cssText = PLAIN;
  image.style.cssText = `${PLAIN};display:block;width:${ad.width}px;max-width:100%;height:auto;aspect-ratio:auto ${ad.width}/${ad.height}`;
  element.append(image);
  return {
    element,
    seen: image,
    load(done, failed) {
      image.onload = done;
      image.onerror = failed;
      image.src = at(candidate.image);
    },
  };
}

/** So long a frame may take until its page says that it is there. */
const FRAME_TIMEOUT_MS = 5_000;

/**
 * A frame loads whatever comes: an error page, or nothing where the page's policy forbids frames. The ad's own page says
 * that it is one (`clickTag.ts`); it has no origin to know it by, only its window.
 */
function whenReady(frame: HTMLIFrameElement, done: () => void, failed: () => void): void {
  const hear = safely(({ source, data }: MessageEvent) => {
    // A frame that has left the page has no window, as has what comes from nowhere.
    if (source && source === frame.contentWindow && data?.ezdash === 'ready') end(done);
  });
  const end = (then: () => void) => {
    clearTimeout(timer);
    removeEventListener('message', hear);
    then();
  };
  const timer = setTimeout(() => end(failed), FRAME_TIMEOUT_MS);
  addEventListener('message', hear);
}

/** It may run its scripts and open a page on a click; it has no origin, so that nothing of the page is within reach. */
export function frameOf(ad: Ad, src: string, title: string): HTMLIFrameElement {
  const element = create('iframe');
  element.setAttribute('sandbox', 'allow-scripts allow-popups allow-popups-to-escape-sandbox');
  element.width = ad.width ? `${ad.width}` : '100%';
  element.height = `${ad.height}`;
  element.title = title;
  element.scrolling = 'no';
  element.style.cssText = `${PLAIN};display:block;border:0;width:${ad.width ? `${ad.width}px` : '100%'};height:${ad.height}px`;
  element.src = src;
  return element;
}

function drawFrame(ad: Ad, candidate: Html5Ad, at: (path: string) => string): Drawn {
  const src = `${at(candidate.page)}?clickTag=${encodeURIComponent(at(candidate.click))}`;
  const element = frameOf(ad, src, candidate.alt);
  return { element, load: (done, failed) => whenReady(element, done, failed) };
}

function draw(slot: HTMLElement, ad: Ad, candidate: Candidate, at: (path: string) => string): Drawn | null {
  switch (candidate.type) {
    case 'image':
      return drawImage(ad, candidate, at);
    case 'html5':
      return drawFrame(ad, candidate, at);
    case 'native':
    case 'text':
      return drawWords(slot, candidate, at);
    default:
      return null;
  }
}

/** `gone`: the page took it out before it could be seen. */
type Outcome = 'shown' | 'failed' | 'gone';

/** Puts the creative into its slot and says how that ended, unless it is told to forget it: its answer is how. */
export function render(
  slot: HTMLElement,
  ad: Ad,
  candidate: Candidate,
  { base, sight }: { base: string; sight: LoadSight },
  ended: (outcome: Outcome, element?: HTMLElement) => void,
): () => void {
  const at = (path: string) => new URL(path, base).href;
  let stop = () => {};
  let isOpen = true;
  const drawn = draw(slot, ad, candidate, at);
  const fail = safely(() => {
    if (!isOpen) return;
    isOpen = false;
    drawn?.element.remove();
    ended('failed');
  });
  const forget = () => {
    isOpen = false;
    stop();
  };
  if (!drawn) {
    // Not before the caller knows how to forget it.
    queueMicrotask(fail);
    return forget;
  }
  const { element } = drawn;
  // Loads while the ad does.
  const measuring = sight(base);
  measuring.catch(() => {});
  const show = safely(() => {
    // A frame that is moved about, or goes from page to page, loads again: it was shown once.
    if (!isOpen) return;
    isOpen = false;
    if (!element.isConnected) return ended('gone');
    setState(slot, 'filled');
    countImpression(candidate.campaign, candidate.cap);
    countImpression(ad.zone, ad.limit);
    ended('shown', element);
    let isWatched = true;
    stop = () => {
      isWatched = false;
    };
    const tell = (event: 'impression' | 'view', facts: string) =>
      sendEvent(withFacts(at(candidate[event]), facts));
    measuring.then(
      ({ watchSight }) => {
        if (!isWatched) return;
        stop = watchSight({
          element: drawn.seen ?? element,
          width: ad.width,
          height: ad.height,
          isAd: (node) => node.closest(SLOT)?.contains(element) === false,
          tell,
        });
      },
      // Nobody can tell whether it is seen.
      () => tell('impression', ''),
    );
  });
  drawn.load(() => afterPaint(show), fail);
  slot.replaceChildren(element);
  return forget;
}
