import { useCallback } from 'react';

/** Read by every dialog of the pages: Escape is for what has the focus. */
const MARK = 'data-mantine-stop-propagation';

function markTarget({ target }: Event): void {
  if (target instanceof HTMLElement) target.setAttribute(MARK, 'true');
}
const keep = (event: Event) => event.stopPropagation();

/**
 * For the root of a part of the tool that lies over dialogs and drawers of the pages: a dialog below takes Escape from
 * everybody, and lets nothing scroll but itself. What has the focus here is marked, and turning the wheel is not told.
 */
export function useAbovePage(): (root: HTMLElement | null) => (() => void) | undefined {
  return useCallback((root) => {
    if (!root) return;
    // Also after each key: a list that closes takes the mark off its field.
    const listeners = [
      ['focusin', markTarget],
      ['keyup', markTarget],
      ['wheel', keep],
      ['touchmove', keep],
    ] as const;
    for (const [name, listener] of listeners) root.addEventListener(name, listener, { passive: true });
    return () => {
      for (const [name, listener] of listeners) root.removeEventListener(name, listener);
    };
  }, []);
}
