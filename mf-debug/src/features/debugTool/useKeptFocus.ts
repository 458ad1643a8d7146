import { type RefObject, useEffect } from 'react';

/**
 * A button that does its work and is gone ("Undo", "End") takes the focus with it: the browser then puts it at the top of
 * the page, and the panel's keys are out of reach. While its parts change, `area` takes such a focus.
 */
export function useKeptFocus(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const panel = area.current?.closest('section');
    if (!panel) return;
    let last: Element | null = panel.contains(document.activeElement) ? document.activeElement : null;
    const note = () => {
      const now = document.activeElement;
      // On its way from one element to the next the focus is nobody's.
      if (now && now !== document.body) last = panel.contains(now) ? now : null;
    };
    const watcher = new MutationObserver(() => {
      if (!last || last.isConnected || document.activeElement !== document.body) return;
      last = null;
      area.current?.focus({ preventScroll: true });
    });
    document.addEventListener('focusin', note);
    watcher.observe(panel, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', note);
      watcher.disconnect();
    };
  }, [area]);
}
