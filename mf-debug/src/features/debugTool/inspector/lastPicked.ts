import type { ElementDescription } from './describeElement';
import type { Way } from './readFiber';

/** An element as it was when it was picked. */
export interface Picked {
  element: Element;
  description: ElementDescription;
  way: Way;
}

/**
 * What was picked, kept while the page lives: another tab of the panel may be looked at meanwhile. A page that is left takes its
 * elements along, and must not stay in memory for one of them.
 */
let kept: (Omit<Picked, 'element'> & { element: WeakRef<Element> }) | null = null;

export function keepPicked(picked: Picked): void {
  kept = { ...picked, element: new WeakRef(picked.element) };
}

export function lastPicked(): Picked | null {
  const element = kept?.element.deref();
  return kept && element ? { ...kept, element } : null;
}

/** Whether a component around what was picked last subscribes to the query. */
export const readsLastPicked = (cacheKey: string): boolean =>
  lastPicked()?.way.components.some(({ queries }) => queries.includes(cacheKey)) ?? false;
