import {
  FLUID_LEAST_WIDTH,
  judgeSight,
  type Sight,
  sightText,
  VIEWABLE,
  viewablePercent,
} from '@ezdash/contracts/sight';
import { safely } from '../safely';
import { tellsVisibility } from '../tellsVisibility';
import { areaOf, type Box, boxOf, lookAround, meetBoxes, viewOf } from './around';
import { alphaOf, lookOver, mayBeCovered } from './covers';
import { markPoints } from './marks';

export { afterInView } from './afterInView';

export interface Watched {
  /** The ad in its slot; for words the element whose root they are in. */
  element: Element;
  /** What was sold, in CSS pixels; a width of 0 is as wide as its place. */
  width: number;
  height: number;
  /** Whether something of the page belongs to another slot. */
  isAd: (node: Element) => boolean;
  /** `impression` as soon as it can be seen, with the facts; before that once with those by which it cannot. `view` after a second in view. */
  tell: (event: 'impression' | 'view', facts: string) => void;
  /** For the debugger: each look. */
  note?: (sight: Sight, reason: string | null) => void;
}

const LOOK_MS = 1_000;
/** So long it may take until an ad can be seen before the network is told that it cannot. */
const FAILING_MS = 2_000;
/** Every twentieth. Old libraries have an `Array.from` of their own. */
const THRESHOLDS = [...Array(21).keys()].map((step) => step / 20);
/** With less of it in the window, looking at points says nothing of the whole. */
const LEAST_SHARE = 0.3;
/** Points of the screen for a CSS pixel. */
const LEAST_RESOLUTION = 0.5;

const percentOf = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 100);
const now = () => performance.now();

/** By IntersectionObserver v2. */
const isVisible = (entry: IntersectionObserverEntry | undefined) =>
  (entry as { isVisible?: boolean } | undefined)?.isVisible === true;

interface Looked {
  sight: Sight;
  /** Only looking tells, and it is not in the window: not known yet. */
  isOpen: boolean;
}

/** Measures one ad. `entryOf` is what the browser said last of it, or of a point of it. */
function measure(
  { element, width, height, isAd }: Watched,
  points: readonly Element[],
  entryOf: (target: Element) => IntersectionObserverEntry | undefined,
): Looked {
  const view = viewOf(element);
  const rect = element.getBoundingClientRect();
  const around = lookAround(element);
  // A frame that its page zooms away has fewer of the screen's points than people can read.
  const zoom = Math.min(1, view.devicePixelRatio / LEAST_RESOLUTION);
  const drawnWidth = rect.width * around.scale[0] * zoom;
  const drawnHeight = rect.height * around.scale[1] * zoom;
  const soldWidth = width || FLUID_LEAST_WIDTH;
  const soldArea = (width || Math.max(FLUID_LEAST_WIDTH, rect.width)) * height;
  const entry = entryOf(element);
  const port: Box = [
    [0, view.innerWidth],
    [0, view.innerHeight],
  ];
  const inWindow = entry ? boxOf(entry.intersectionRect) : meetBoxes(boxOf(rect), port);
  // A shape that the browser's word does not know of is looked for in all of the ad.
  const looked = around.needsLook ? meetBoxes(boxOf(rect), port) : inWindow;
  const isLookedAt = areaOf(looked) >= rect.width * rect.height * LEAST_SHARE;
  // Words have the page's colour.
  const colour = element.shadowRoot ? alphaOf(view.getComputedStyle(element).color) : 1;
  let depth = 0;
  for (let outer: Window = view; outer !== outer.parent; outer = outer.parent) depth += 1;
  const sight: Sight = {
    size: percentOf(Math.min(1, drawnWidth / soldWidth) * Math.min(1, drawnHeight / height)),
    uncut: percentOf(around.uncut),
    opacity: percentOf(around.opacity * colour),
    stacked: 0,
    covered: null,
    inView: entry ? percentOf(areaOf(inWindow) / soldArea) : null,
    isShown: around.isShown && areaOf(boxOf(rect)) > 0 && view.document.visibilityState === 'visible',
    hasFocus: view.document.hasFocus(),
    isForeign: around.isForeign,
    frameWidth: view.innerWidth,
    frameHeight: view.innerHeight,
    depth,
  };
  if (around.isForeign) {
    const told = points.map(entryOf);
    if (told.length > 0 && told.every(Boolean))
      sight.covered = percentOf(told.filter((each) => !isVisible(each)).length / told.length);
    return { sight, isOpen: false };
  }
  // What cannot be seen anyway is not worth a look at what lies over it.
  if (judgeSight(sight, 0) !== null) return { sight, isOpen: false };
  if (!around.needsLook && isVisible(entry)) sight.covered = 0;
  else if (isLookedAt) {
    const { stacked, covered, cut } = lookOver(element, looked, isAd);
    sight.stacked = percentOf(stacked);
    sight.covered = percentOf(covered);
    sight.uncut = percentOf(Math.min(around.uncut, 1 - cut));
  } else return { sight, isOpen: around.needsLook || mayBeCovered(element) };
  return { sight, isOpen: false };
}

/**
 * Watches one ad from when it is drawn until it was viewed. Looks at it when it is drawn and then each second, until it
 * can be seen; and again after it was in view for a second. Answers how to stop.
 */
export function watchSight(watched: Watched): () => void {
  const { element, width, height, tell, note } = watched;
  const { document: page } = viewOf(element);
  const entries = new Map<Element, IntersectionObserverEntry>();
  const isFramed = lookAround(element).isForeign;
  const marks = isFramed && tellsVisibility() ? markPoints(element) : { points: [], remove() {} };
  const percent = viewablePercent((width || element.getBoundingClientRect().width) * height);
  const startMs = now();
  let isTold = false;
  let isFailingTold = false;
  let inViewSinceMs: number | undefined;
  let timer: number | undefined;

  const end = () => {
    clearTimeout(timer);
    observer?.disconnect();
    marks.remove();
    page.removeEventListener('visibilitychange', update);
  };
  const lookIn = (milliseconds: number) => {
    clearTimeout(timer);
    timer = window.setTimeout(look, milliseconds);
  };
  const look = safely(() => {
    // A page that nobody sees is looked at again once it is seen.
    if (page.visibilityState !== 'visible') return;
    // The page took it out; the tag puts it back, or ends this.
    if (!element.isConnected) return lookIn(LOOK_MS);
    const isView = isTold && inViewSinceMs !== undefined && now() - inViewSinceMs >= VIEWABLE.ms;
    // A clock may be early.
    if (isTold && !isView) return update();
    lookIn(LOOK_MS);
    const { sight, isOpen } = measure(watched, marks.points, (target) => entries.get(target));
    const reason = judgeSight(sight, percent, isView);
    note?.(sight, isOpen ? 'open' : reason);
    if (isOpen) return;
    if (reason === null || reason === 'unmeasured') {
      if (isView) {
        end();
        return tell('view', sightText(sight));
      }
      isTold = true;
      // The second in view is one in which it can be seen.
      if (inViewSinceMs !== undefined) inViewSinceMs = now();
      tell('impression', sightText(sight));
      return update();
    }
    if (isTold || isFailingTold || now() - startMs < FAILING_MS) return;
    isFailingTold = true;
    tell('impression', sightText(sight));
  });
  /** Keeps the time in view, which any moment out of it ends. */
  const update = safely(() => {
    const entry = entries.get(element);
    if (page.visibilityState !== 'visible') {
      inViewSinceMs = undefined;
      return clearTimeout(timer);
    }
    const rect = entry?.boundingClientRect;
    const soldArea = (width || Math.max(FLUID_LEAST_WIDTH, rect?.width ?? 0)) * height;
    const isInView = !!entry && areaOf(boxOf(entry.intersectionRect)) * 100 >= soldArea * percent;
    if (!isInView) inViewSinceMs = undefined;
    else inViewSinceMs ??= now();
    if (!isTold) look();
    else if (inViewSinceMs !== undefined) lookIn(Math.max(1, VIEWABLE.ms - (now() - inViewSinceMs)));
  });
  const observer =
    typeof IntersectionObserver === 'function'
      ? new IntersectionObserver(
          safely((told: IntersectionObserverEntry[]) => {
            for (const each of told) entries.set(each.target, each);
            update();
          }),
          {
            threshold: THRESHOLDS,
            trackVisibility: true,
            delay: LOOK_MS / 2,
          } as IntersectionObserverInit,
        )
      : null;
  page.addEventListener('visibilitychange', update);
  if (observer) for (const target of [element, ...marks.points]) observer.observe(target);
  else look();
  return end;
}
