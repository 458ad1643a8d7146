import { type RefObject, useEffect } from 'react';

/**
 * Keeps the focus in a box when what had it is gone: a button that has done its work, a file that was taken away. The
 * box gets it then, and the keyboard goes on from there.
 */
export function useHeldFocus(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let isInside = false;
    const enter = () => {
      isInside = true;
    };
    // Browsers do not tell of a focus that is lost because its element was removed or disabled.
    const leave = () => {
      isInside = false;
    };
    const rescue = () => {
      if (isInside && document.activeElement === document.body) element.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(rescue);
    observer.observe(element, { childList: true, subtree: true });
    element.addEventListener('focusin', enter);
    element.addEventListener('focusout', leave);
    return () => {
      observer.disconnect();
      element.removeEventListener('focusin', enter);
      element.removeEventListener('focusout', leave);
    };
  }, [box]);
}
