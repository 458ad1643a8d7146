import { areaOf, type Box, boxOf, frameOf, meetBoxes, opacityOf, parentOf, viewOf } from './around';

const HALF = 0.5;
/** On each axis. */
const POINTS = 4;
const REPLACED = /^(img|video|canvas|iframe|frame|embed|object|svg|picture)$/;
/** Of a page with more, only so many are asked for their place. */
const MOST_ELEMENTS = 5_000;

/** How opaque a computed colour is. */
export function alphaOf(color: string): number {
  const [, alpha, percent] = /(?:rgba\(.*,|\/)\s*([\d.]+)(%?)\)$/.exec(color) ?? [];
  return alpha === undefined ? Number(color !== 'transparent') : Number(alpha) / (percent ? 100 : 1);
}

const isSolid = (style: CSSStyleDeclaration) =>
  style.backgroundImage !== 'none' ||
  alphaOf(style.backgroundColor) >= HALF ||
  /\d/.test(style.backdropFilter ?? '');

const isSolidLayer = (style: CSSStyleDeclaration) =>
  !/^(none|normal)$/.test(style.content) && isSolid(style) && opacityOf(style) >= HALF;

const SAMPLE = 8;

/** Whether a canvas is mostly empty: snow over a page covers nothing. One that may not be read counts as drawn. */
function isEmptyCanvas(node: Element): boolean {
  if (node.localName !== 'canvas') return false;
  const sample = document.createElement('canvas');
  sample.width = SAMPLE;
  sample.height = SAMPLE;
  const context = sample.getContext('2d');
  if (!context) return false;
  try {
    context.drawImage(node as HTMLCanvasElement, 0, 0, SAMPLE, SAMPLE);
    const { data } = context.getImageData(0, 0, SAMPLE, SAMPLE);
    return data.filter((value, index) => index % 4 === 3 && value > 127).length < (SAMPLE * SAMPLE) / 2;
  } catch {
    return false;
  }
}

/** Whether something is drawn where an element is, by it or before and after its content. */
function draws(node: Element): boolean {
  const view = viewOf(node);
  const style = view.getComputedStyle(node);
  if (style.visibility !== 'visible' || isEmptyCanvas(node)) return false;
  const isDrawn =
    REPLACED.test(node.localName) ||
    isSolid(style) ||
    ['::before', '::after'].some((pseudo) => isSolidLayer(view.getComputedStyle(node, pseudo)));
  if (!isDrawn) return false;
  let opacity = 1;
  for (let next: Element | null = node; next && opacity >= HALF; next = parentOf(next))
    opacity *= opacityOf(view.getComputedStyle(next));
  return opacity >= HALF;
}

/** Through shadow roots, in the same document. */
function contains(outer: Element, inner: Element): boolean {
  for (let node: Element | null = inner; node; node = parentOf(node)) if (node === outer) return true;
  return false;
}

/** Elements beside an ad whose box lies over at least half of a place, and that draw something. */
function overlapping(
  element: Element,
  place: Box,
  isWanted: (node: Element) => boolean = () => true,
): Element[] {
  const found: Element[] = [];
  const all = element.ownerDocument.getElementsByTagName('*');
  for (let index = 0; index < all.length && index < MOST_ELEMENTS; index += 1) {
    const node = all[index] as Element;
    const shared = areaOf(meetBoxes(boxOf(node.getBoundingClientRect()), place));
    if (shared === 0 || shared < areaOf(place) * HALF || !isWanted(node)) continue;
    if (!contains(node, element) && !contains(element, node) && draws(node)) found.push(node);
  }
  return found;
}

const isFixed = (node: Element): boolean => {
  for (let next: Element | null = node; next; next = parentOf(next))
    if (viewOf(next).getComputedStyle(next).position === 'fixed') return true;
  return false;
};

/**
 * Whether something may lie over an ad that is out of the window, where nobody can look: on its place, or over the window
 * wherever the page is scrolled to.
 */
export function mayBeCovered(element: Element): boolean {
  for (let node: Element | null = element; node; node = frameOf(viewOf(node))) {
    const place = boxOf(node.getBoundingClientRect());
    const { innerWidth, innerHeight } = viewOf(node);
    const port: Box = [
      [0, innerWidth],
      [0, innerHeight],
    ];
    if (overlapping(node, place).length > 0 || overlapping(node, port, isFixed).length > 0) return true;
  }
  return false;
}

type Hit = Element | 'cut' | null;

/** What lies over an element at a point of its window: null for nothing, `cut` where it is not drawn itself. */
function hitAt(element: Element, x: number, y: number): Hit {
  const root = element.getRootNode() as Document | ShadowRoot;
  for (const hit of root.elementsFromPoint(x, y)) {
    if (contains(element, hit)) return null;
    if (draws(hit)) return hit;
  }
  return 'cut';
}

/** Takes what lets pointers through for what it looks like, while `run` looks. */
function withPointers(nodes: readonly Element[], run: () => void): void {
  const before = nodes.map((node) => (node as HTMLElement).style);
  const kept = before.map((style) => [
    style.getPropertyValue('pointer-events'),
    style.getPropertyPriority('pointer-events'),
  ]);
  for (const style of before) style.setProperty('pointer-events', 'auto', 'important');
  run();
  before.forEach((style, index) => {
    style.setProperty('pointer-events', ...(kept[index] as [string, string]));
  });
}

/** Shares, 0–1, of the points of a box of the element's window: under other ads, under anything else, and where it is not drawn itself. */
export interface Covered {
  stacked: number;
  covered: number;
  cut: number;
}

/** Looks at points of what is in the window, in its own window and in those around it that may be asked. */
export function lookOver(element: Element, [x, y]: Box, isAd: (node: Element) => boolean): Covered {
  const counts = { stacked: 0, covered: 0, cut: 0 };
  const under: Hit[] = [];
  const each = (at: (x: number, y: number, index: number) => void) => {
    for (let index = 0; index < POINTS * POINTS; index += 1)
      at(
        x[0] + ((x[1] - x[0]) * ((index % POINTS) + HALF)) / POINTS,
        y[0] + ((y[1] - y[0]) * (Math.floor(index / POINTS) + HALF)) / POINTS,
        index,
      );
  };
  const look = () =>
    each((pointX, pointY, index) => {
      let [left, top] = [pointX, pointY];
      for (let node: Element | null = element; node && !under[index]; ) {
        under[index] = hitAt(node, left, top);
        const frame = frameOf(viewOf(node)) as HTMLElement | null;
        if (frame) {
          const outer = frame.getBoundingClientRect();
          left = outer.left + (frame.clientLeft + left) * (outer.width / (frame.offsetWidth || 1));
          top = outer.top + (frame.clientTop + top) * (outer.height / (frame.offsetHeight || 1));
        }
        node = frame;
      }
    });
  look();
  // What lets pointers through covers all the same.
  if (under.filter(Boolean).length < under.length * HALF)
    for (let node: Element | null = element; node; node = frameOf(viewOf(node))) {
      const view = viewOf(node);
      const place = boxOf(node.getBoundingClientRect());
      const through = overlapping(
        node,
        place,
        (other) => view.getComputedStyle(other).pointerEvents === 'none',
      );
      if (through.length > 0) withPointers(through, look);
    }
  for (const hit of under)
    if (hit) counts[hit === 'cut' ? 'cut' : isAd(hit) ? 'stacked' : 'covered'] += 1 / under.length;
  return counts;
}
