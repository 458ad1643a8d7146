/**
 * Reads the tree that React keeps of the page. Nothing of it is promised: whatever is missing or of another form than
 * expected counts as not there, and nothing here throws.
 */

/** Where a remote's module begins. */
export interface Boundary {
  remote: string;
  module: string;
  version: string;
}

/** An id of an element's way up: `data-c` of the element that is written there. */
export interface FoundId {
  id: string;
  /** The module it is in; null in the shell itself. */
  boundary: Boundary | null;
}

/** A component of the way up. */
export interface FoundComponent {
  /** Ids of what it draws, out of its own source: they tell its name. */
  ids: string[];
  /** How many of the way's ids lie below it. */
  depth: number;
  boundary: Boundary | null;
  /** Cache keys of the queries it subscribes to. */
  queries: string[];
}

/** The way from an element up to the root: through portals, as React has it. All lists begin innermost. */
export interface Way {
  ids: FoundId[];
  components: FoundComponent[];
  boundary: Boundary | null;
}

type Unknown = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Unknown =>
  (typeof value === 'object' || typeof value === 'function') && value !== null;
/** A property, or undefined: also of what is no object, and of getters that throw. */
function read(value: unknown, key: string): unknown {
  if (!isObject(value)) return undefined;
  try {
    return value[key];
  } catch {
    return undefined;
  }
}
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const NODE_KEY = '__reactFiber$';
/** More would be a tree that leads back to itself. */
const LONGEST_WAY = 5_000;
const MOST_HOOKS = 500;

/** React's own entry of an element; null for elements that others made. */
function fiberOf(element: Element): unknown {
  for (const key of Object.keys(element)) {
    if (key.startsWith(NODE_KEY)) return read(element, key);
  }
  return null;
}

/** Its entry, or that of the nearest element around it that has one. */
function nearestFiber(element: Element): unknown {
  for (let node: Element | null = element; node; node = node.parentElement) {
    const fiber = fiberOf(node);
    if (fiber) return fiber;
  }
  return null;
}

function boundaryOf(props: unknown): Boundary | null {
  const remote = text(read(props, 'data-mf-remote'));
  if (!remote) return null;
  return {
    remote,
    module: text(read(props, 'data-mf-module')) ?? '',
    version: text(read(props, 'data-mf-version')) ?? '',
  };
}

/** The function or class behind `memo` and `forwardRef`; null for elements of the document and React's own parts. */
export function unwrapType(type: unknown): ((...args: never[]) => unknown) | null {
  let inner = type;
  for (let depth = 0; depth < 5; depth++) {
    if (typeof inner === 'function') return inner as (...args: never[]) => unknown;
    inner = read(inner, 'type') ?? read(inner, 'render');
  }
  return null;
}

/** As the build writes it: `"data-c":"k3f9a1z"`, also after the compiler has shortened it. */
const ID_IN_SOURCE = /["'`]?data-c["'`]?\s*:\s*["'`]([0-9a-z]{6,})["'`]/g;
type DrawFunction = (...args: never[]) => unknown;
const known = new WeakMap<DrawFunction, string[]>();

/** Ids of the elements a component draws. Its name is gone in a release, but these stand in its source. */
function ownIds(type: DrawFunction): string[] {
  let ids = known.get(type);
  if (!ids) {
    ids = [...Function.prototype.toString.call(type).matchAll(ID_IN_SOURCE)].map(([, id = '']) => id);
    known.set(type, ids);
  }
  return ids;
}

/** Hooks of RTK Query keep what they subscribed to in a reference. */
function queriesOf(fiber: unknown): string[] {
  const keys = new Set<string>();
  let hook = read(fiber, 'memoizedState');
  for (let count = 0; isObject(hook) && count < MOST_HOOKS; count++) {
    const started = read(read(hook, 'memoizedState'), 'current');
    const key = text(read(started, 'queryCacheKey'));
    if (key && typeof read(started, 'unsubscribe') === 'function') keys.add(key);
    hook = read(hook, 'next');
  }
  return [...keys];
}

/** Walks up from an element. One that React does not know has the ids of the elements around it. */
export function readWay(element: Element): Way {
  const ids: FoundId[] = [];
  const components: FoundComponent[] = [];
  let boundary: Boundary | null = null;
  /** What was found since the last boundary lies in the next one. */
  const settle = (found: Boundary) => {
    for (const one of [...ids, ...components]) one.boundary ??= found;
    boundary ??= found;
  };
  let fiber = nearestFiber(element);
  for (let count = 0; isObject(fiber) && count < LONGEST_WAY; count++) {
    const props = read(fiber, 'memoizedProps');
    const found = boundaryOf(props);
    if (found) settle(found);
    const id = text(read(props, 'data-c'));
    // The same one again was handed on from the element it is written at.
    if (id && id !== ids.at(-1)?.id) ids.push({ id, boundary: null });
    const type = unwrapType(read(fiber, 'type'));
    if (type) {
      components.push({ ids: ownIds(type), depth: ids.length, boundary: null, queries: queriesOf(fiber) });
    }
    fiber = read(fiber, 'return');
  }
  if (ids.length === 0) {
    const marked = element.closest('[data-c]')?.getAttribute('data-c');
    if (marked) ids.push({ id: marked, boundary: null });
  }
  if (!boundary) {
    const around = element.closest('[data-mf-remote]');
    const found = around instanceof HTMLElement ? boundaryOf(attributesOf(around)) : null;
    if (found) settle(found);
  }
  return { ids, components, boundary };
}

const attributesOf = (element: Element): Unknown =>
  Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));
