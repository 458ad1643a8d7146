import { useEffect, useRef, useState } from 'react';

/** A remote's page may come late; after this long the focus stays where it is. */
const HEADING_WAIT_MS = 8_000;
const MAIN_HEADING = 'main h1';

/** A page that puts the focus into its first field knows better than we do. */
function pageTookFocus(): boolean {
  return document.activeElement?.matches('main :is(input, select, textarea)') ?? false;
}

function focusHeading(heading: HTMLElement): void {
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/**
 * After a change of page (not at the first one, which the browser announces itself) the focus goes to the page's
 * heading, so that the keyboard and the screen reader start there.
 * @param pathname address of the page that is shown; `null` on the way from one address to another, which is no page
 * @returns text for a live region: the title of the page that came, empty until then
 */
export function usePageFocus(pathname: string | null): string {
  const shown = useRef(pathname);
  const [announced, setAnnounced] = useState('');

  useEffect(() => {
    if (pathname === null || shown.current === pathname) return;
    const first = shown.current === null;
    shown.current = pathname;
    if (first) return;
    const before = document.activeElement;
    const arrive = (): boolean => {
      const heading = document.querySelector<HTMLElement>(MAIN_HEADING);
      if (!heading) return false;
      const moved = document.activeElement !== before && document.activeElement !== document.body;
      if (!moved && !pageTookFocus()) focusHeading(heading);
      setAnnounced(document.title);
      return true;
    };
    if (arrive()) return;
    const observer = new MutationObserver(() => {
      if (arrive()) observer.disconnect();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    const timer = setTimeout(() => observer.disconnect(), HEADING_WAIT_MS);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [pathname]);

  return announced;
}
