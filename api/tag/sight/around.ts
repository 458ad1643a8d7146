/** From where to where, on one axis, in CSS pixels of a window. */
type Range = readonly [from: number, to: number];
export type Box = readonly [x: Range, y: Range];

export const boxOf = ({ left, right, top, bottom }: DOMRectReadOnly): Box => [
  [left, right],
  [top, bottom],
];
const length = ([from, to]: Range) => Math.max(0, to - from);
export const areaOf = ([x, y]: Box) => length(x) * length(y);
const meet = (a: Range, b: Range): Range => [Math.max(a[0], b[0]), Math.min(a[1], b[1])];
export const meetBoxes = (a: Box, b: Box): Box => [meet(a[0], b[0]), meet(a[1], b[1])];

/** What the elements and windows around an ad leave of it. */
export interface Around {
  /** 0–1: of the box, wherever the page and what is in it are scrolled to. */
  uncut: number;
  /** 0–1 */
  opacity: number;
  /** By frames around that are shown smaller than they are. */
  scale: Range;
  isShown: boolean;
  isForeign: boolean;
  /** Something there cuts or covers in a way that only looking tells. */
  needsLook: boolean;
}

const BLUR_PIXELS = 8;

/** A mask that has no opaque part, or one that nobody can look into. */
const hides = (mask: string) => mask !== '' && mask !== 'none' && !mask.includes('rgb(');

export function opacityOf(style: CSSStyleDeclaration): number {
  let opacity = Number(style.opacity || 1);
  for (const [, name, amount, percent] of style.filter.matchAll(
    /(opacity|brightness|contrast|blur)\(([\d.]+)(%?)/g,
  )) {
    const part = Number(amount) / (percent ? 100 : 1);
    opacity *= name === 'blur' ? Number(part < BLUR_PIXELS) : Math.min(1, part);
  }
  return hides(style.maskImage || style.webkitMaskImage) ? 0 : opacity;
}

/** The element around this one as it is drawn: through slots, and out of shadow roots. */
export const parentOf = (node: Element): Element | null =>
  node.assignedSlot ?? node.parentElement ?? (node.getRootNode() as ShadowRoot).host ?? null;

/** The frame that a window is in, when the page around it may be asked. */
export function frameOf(view: Window): Element | null {
  try {
    return view.frameElement;
  } catch {
    return null;
  }
}

export const viewOf = (node: Element): Window & typeof globalThis => node.ownerDocument.defaultView ?? window;

/** Whether an element's box holds what is positioned so inside it: what it cuts off, then, is gone. */
function holds(position: string, style: CSSStyleDeclaration): boolean {
  if (style.display === 'contents') return false;
  const { transform, translate, scale, rotate, perspective, filter, willChange, contain } = style;
  if (position !== 'absolute' && position !== 'fixed') return true;
  return (
    (position === 'absolute' && style.position !== 'static') ||
    [transform, translate, scale, rotate, perspective, filter].some((value) => value && value !== 'none') ||
    /transform|perspective|filter/.test(willChange) ||
    /paint|layout|strict|content/.test(contain)
  );
}

const isScrolled = (overflow: string) => /auto|scroll|overlay/.test(overflow);

/** What a port shows of a range; of what can be scrolled within `reach`, as much as it could show. */
function cut(range: Range, port: Range, overflow: string, reach: Range): Range {
  if (overflow === 'visible') return range;
  if (!isScrolled(overflow)) return meet(range, port);
  const within = meet(range, reach);
  const shown = Math.min(length(within), length(port));
  const from = Math.min(Math.max(within[0], port[0]), port[1] - shown);
  return [from, from + shown];
}

/** Where the content of a scrolled box can come to, from where its port begins. */
function reachOf(port: Range, size: number, scrolled: number, isReversed: boolean): Range {
  const [start, end] = port;
  return isReversed ? [end - size - scrolled, end - scrolled] : [start - scrolled, start - scrolled + size];
}

function cutBy(node: Element, style: CSSStyleDeclaration, [x, y]: Box): Box {
  const [portX, portY] = boxOf(node.getBoundingClientRect());
  const isReversed = style.direction === 'rtl';
  const clips = /paint|strict|content/.test(style.contain) ? 'clip' : 'visible';
  const overflow = (own: string) => (own === 'visible' ? clips : own);
  return [
    cut(x, portX, overflow(style.overflowX), reachOf(portX, node.scrollWidth, node.scrollLeft, isReversed)),
    cut(y, portY, overflow(style.overflowY), reachOf(portY, node.scrollHeight, node.scrollTop, false)),
  ];
}

/** What a page that cannot be scrolled shows of a window's content is what is in it; otherwise whatever it can be scrolled to. */
function cutByWindow(view: Window & typeof globalThis, [x, y]: Box, isFixed: boolean): Box {
  const { documentElement: root, body, scrollingElement } = view.document;
  const own = view.getComputedStyle(root);
  const style = own.overflowX === 'visible' && body ? view.getComputedStyle(body) : own;
  const portX: Range = [0, view.innerWidth];
  const portY: Range = [0, view.innerHeight];
  const { scrollWidth, scrollHeight } = scrollingElement ?? root;
  const overflow = (named: string) => (isFixed || /hidden|clip/.test(named) ? 'hidden' : 'auto');
  return [
    cut(
      x,
      portX,
      overflow(style.overflowX),
      reachOf(portX, scrollWidth, view.scrollX, own.direction === 'rtl'),
    ),
    cut(y, portY, overflow(style.overflowY), reachOf(portY, scrollHeight, view.scrollY, false)),
  ];
}

/** Whether its overflow is the window's: the root's, or the body's where the root has none of its own. */
function isWindows(node: Element): boolean {
  const { documentElement: root, body } = node.ownerDocument;
  return node === root || (node === body && viewOf(node).getComputedStyle(root).overflowX === 'visible');
}

function hasLayerAbove(view: Window & typeof globalThis, node: Element): boolean {
  return ['::before', '::after'].some((pseudo) => {
    const { content, position } = view.getComputedStyle(node, pseudo);
    return content !== 'none' && content !== 'normal' && /absolute|fixed/.test(position);
  });
}

/** Goes outward from an ad, through frames whose page may be asked, and says what is left of it. */
export function lookAround(element: Element): Around {
  const found: Around = {
    uncut: 0,
    opacity: 1,
    scale: [1, 1],
    isShown: true,
    isForeign: false,
    needsLook: false,
  };
  let whole = boxOf(element.getBoundingClientRect());
  let box = whole;
  let node = element;
  for (;;) {
    const view = viewOf(node);
    const innermost = node;
    let position = '';
    for (let next: Element | null = node; next; next = parentOf(next)) {
      node = next;
      const style = view.getComputedStyle(node);
      found.opacity *= opacityOf(style);
      if (node === innermost) {
        found.isShown &&= style.visibility === 'visible' && node.checkVisibility?.() !== false;
        position = style.position;
      } else if (holds(position, style)) {
        if (!isWindows(node)) box = cutBy(node, style, box);
        position = style.position;
      }
      found.needsLook ||=
        style.clipPath !== 'none' ||
        (style.clip !== 'auto' && style.clip !== '') ||
        Number(style.zIndex) < 0 ||
        (node !== innermost && hasLayerAbove(view, node));
    }
    const before = areaOf(box);
    box = cutByWindow(view, box, position === 'fixed');
    found.isShown &&= before === 0 || areaOf(box) > 0;
    const frame = frameOf(view);
    if (!frame) {
      found.isForeign = view.parent !== view;
      found.uncut = areaOf(whole) ? areaOf(box) / areaOf(whole) : 0;
      return found;
    }
    const outer = frame.getBoundingClientRect();
    const { offsetWidth, offsetHeight, clientLeft, clientTop } = frame as HTMLElement;
    const scaleX = outer.width / (offsetWidth || 1);
    const scaleY = outer.height / (offsetHeight || 1);
    const move = ([x, y]: Box): Box => [
      [outer.left + (clientLeft + x[0]) * scaleX, outer.left + (clientLeft + x[1]) * scaleX],
      [outer.top + (clientTop + y[0]) * scaleY, outer.top + (clientTop + y[1]) * scaleY],
    ];
    box = move(box);
    whole = move(whole);
    found.scale = [found.scale[0] * scaleX, found.scale[1] * scaleY];
    node = frame;
  }
}
