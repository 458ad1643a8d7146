import { whenBelow } from './near';
import { recall, remember, SIZES_KEY } from './storage';
import type { Ad } from './types';

/**
 * A place for an ad: `<ins class="ez-ad" data-zone="z_…">`, with `data-size`, `data-fallback`, `data-keywords`,
 * `data-label`, `data-test` if wanted.
 */
export const SLOT = 'ins.ez-ad[data-zone]';
/** No ad is wider or higher: what says so was not written by us. */
const MOST_PIXELS = 5_000;
type Sizes = Record<string, [number, number]>;

/** `loading`, `filled`, `empty` or `error`, for the page's own style sheet and for whoever looks why. */
export function setState(slot: HTMLElement, state: string, reason = ''): void {
  slot.dataset.ezState = state;
  if (reason) slot.dataset.ezReason = reason;
  else delete slot.dataset.ezReason;
}

/** What the page said about a slot's display before it was collapsed. */
const displays = new WeakMap<HTMLElement, string>();

function setSize(slot: HTMLElement, width: number, height: number): void {
  const { style } = slot;
  // What the page itself hides stays hidden until the page shows it.
  const before = displays.get(slot);
  if (before !== undefined) style.display = before;
  displays.delete(slot);
  // Only what has no size by nature is changed: a block turned inline would move its neighbours by the line's descent.
  if (getComputedStyle(slot).display === 'inline') style.display = width ? 'inline-block' : 'block';
  Object.assign(style, {
    width: width ? `${width}px` : '100%',
    maxWidth: '100%',
    height: `${height}px`,
    overflow: 'hidden',
    textDecoration: 'none',
  });
}

/**
 * Takes the ad's space before the ad is there, so that nothing jumps: from `data-size` (`300x250`, or `fluidx120` for
 * what is as wide as its place) or from the last visit.
 */
export function reserve(slot: HTMLElement): void {
  const { size = '', zone = '' } = slot.dataset;
  // Where the page reserves the space itself, what the last visit knew of it may be old.
  if (!size && Number.parseFloat(getComputedStyle(slot).height) > 0) return;
  const known: unknown = size ? size.split('x').map(Number) : recall<Sizes>(SIZES_KEY, {})[zone];
  const [width, height] = Array.isArray(known) ? known : [];
  if (height > 0 && height < MOST_PIXELS) setSize(slot, width > 0 && width < MOST_PIXELS ? width : 0, height);
}

/** The answer knows the size for certain. */
export function confirmSize(slot: HTMLElement, ad: Ad): void {
  if (!ad.height) return;
  setSize(slot, ad.width, ad.height);
  const sizes = recall<Sizes>(SIZES_KEY, {});
  if (`${sizes[ad.zone]}` === `${[ad.width, ad.height]}`) return;
  remember(SIZES_KEY, { ...sizes, [ad.zone]: [ad.width, ad.height] });
}

/**
 * No ad: the space is given back or kept, as the slot says or else the zone. It is given back below the window: what
 * is being read does not move.
 */
export function leaveEmpty(slot: HTMLElement, fallback: string, reason: string): void {
  setState(slot, reason === 'error' ? 'error' : 'empty', reason);
  if ((slot.dataset.fallback ?? fallback) !== 'collapse') return;
  const collapse = () => {
    // It has been asked for again in the meantime.
    if (!/empty|error/.test(slot.dataset.ezState ?? '')) return;
    if (slot.style.display !== 'none') displays.set(slot, slot.style.display);
    slot.style.display = 'none';
  };
  if (slot.offsetHeight) whenBelow(slot, collapse);
  else collapse();
}
