import { useLayoutEffect } from 'react';

/** Nobody's, or in a dialog that goes: whoever took the focus elsewhere meanwhile keeps it. */
const isFree = (focused: Element | null) =>
  focused === null || focused === document.body || focused.closest('[role=dialog]') !== null;

/**
 * Gives the focus back to what opened a dialog, also when the dialog leaves the page at once: the library does so only
 * for one that is told to close and stays.
 */
export function useFocusBack(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return;
    // Before the dialog takes it, which waits for its first paint.
    const opener = document.activeElement;
    return () => {
      if (opener instanceof HTMLElement && opener !== document.body && isFree(document.activeElement))
        opener.focus({ preventScroll: true });
    };
  }, [opened]);
}
