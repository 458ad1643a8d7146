import { useEffect, useEffectEvent, useState } from 'react';
import { isOfTool } from './inspect';

/** Of everything a pointer does, the page learns nothing while an element is picked. */
const SWALLOWED = [
  'pointerdown',
  'pointerup',
  'mousedown',
  'mouseup',
  'click',
  'auxclick',
  'dblclick',
  'contextmenu',
  'touchstart',
  'touchend',
  'dragstart',
] as const;
/** Without their default a touch would neither scroll nor click. */
const KEEPS_DEFAULT = new Set(['touchstart', 'touchend', 'pointerup', 'mouseup']);
const ENDS = { capture: true, passive: false } as const;

/** A shield over an iframe, whose own document would keep every movement to itself. */
const shielded = new WeakMap<Element, Element>();

/** Marks an element of the overlay as standing for another one of the page. */
export function standFor(shield: Element | null, element: Element): void {
  if (shield) shielded.set(shield, element);
}

function elementOf(event: Event): Element | null {
  const [target] = event.composedPath();
  if (!(target instanceof Element)) return null;
  const meant = shielded.get(target) ?? target;
  return isOfTool(meant) ? null : meant;
}

const isPickable = (element: Element | null): element is Element => element !== null && !isOfTool(element);

function sibling(element: Element, way: 'nextElementSibling' | 'previousElementSibling'): Element | null {
  let next = element[way];
  while (next && !isPickable(next)) next = next[way];
  return next;
}

/** Where an arrow key leads from an element; null when there is nothing. */
export function neighbour(element: Element, key: string): Element | null {
  const rtl = getComputedStyle(element.parentElement ?? element).direction === 'rtl';
  const forwards = rtl ? 'ArrowLeft' : 'ArrowRight';
  if (key === 'ArrowUp') return element.parentElement;
  if (key === 'ArrowDown') return [...element.children].find(isPickable) ?? null;
  return sibling(element, key === forwards ? 'nextElementSibling' : 'previousElementSibling');
}

interface PickingHandlers {
  onPick: (element: Element) => void;
  /** Escape. */
  onEnd: () => void;
}

/**
 * While `active`, follows the pointer and the arrow keys over the page and tells which element was chosen: by a click,
 * of which the page hears nothing, or by Enter. Escape ends it.
 *
 * @returns the element that would be picked now
 */
export function usePicking(active: boolean, { onPick, onEnd }: PickingHandlers): Element | null {
  const [target, setTarget] = useState<Element | null>(null);
  const current = useEffectEvent(() => target);
  const pick = useEffectEvent(onPick);
  const end = useEffectEvent(onEnd);

  useEffect(() => {
    if (!active) return;
    setTarget(document.querySelector('main') ?? document.body);
    const onMove = (event: Event) => {
      const element = elementOf(event);
      if (element) setTarget(element);
    };
    const onPress = (event: Event) => {
      const element = elementOf(event);
      if (!element) return;
      event.stopImmediatePropagation();
      if (!KEEPS_DEFAULT.has(event.type)) event.preventDefault();
      if (event.type === 'pointerdown') setTarget(element);
      // A control that is off gets no click.
      const isOver =
        event.type === 'click' || (event.type === 'pointerup' && element.matches(':disabled, :disabled *'));
      if (isOver) pick(element);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const now = current();
      if (event.key === 'Escape') end();
      else if (event.key === 'Enter' && now && !isButtonOfTool(event)) pick(now);
      else if (event.key.startsWith('Arrow')) {
        const next = now && neighbour(now, event.key);
        if (next) {
          setTarget(next);
          next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        }
      } else return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener('pointermove', onMove, true);
    for (const name of SWALLOWED) window.addEventListener(name, onPress, ENDS);
    window.addEventListener('keydown', onKeyDown, true);
    return () => {
      window.removeEventListener('pointermove', onMove, true);
      for (const name of SWALLOWED) window.removeEventListener(name, onPress, ENDS);
      window.removeEventListener('keydown', onKeyDown, true);
      setTarget(null);
    };
  }, [active]);
  return active ? target : null;
}

/** Enter on "Stop" stops. */
function isButtonOfTool({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('[data-inspector] button') !== null;
}
