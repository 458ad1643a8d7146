import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { scrollWhenLongEnough } from './scrollWhenLongEnough';

/** Positions by history entry, kept for a reload of the tab. */
const STORAGE_KEY = 'ezdash_scroll';

function readPositions(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]') as [string, number][]);
  } catch {
    return new Map();
  }
}

function keepPositions(positions: Map<string, number>): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...positions].slice(-50)));
  } catch {
    // a refused storage costs the position after a reload, no more
  }
}

/** react-router's key of the address a tab was opened at: the same for all of them. */
const FIRST_KEY = 'default';

/** A page opened by its address starts where it starts; only a reload or the browser's own back returns. */
function returnsTo(key: string): boolean {
  if (key !== FIRST_KEY) return true;
  const [entry] = performance.getEntriesByType?.('navigation') ?? [];
  return entry !== undefined && 'type' in entry && entry.type !== 'navigate';
}

/** New pages start at the top or at the `#place` asked for; back, forward and reload return to where one was. */
export function useScroll(): void {
  const { key, pathname, hash } = useLocation();
  const kind = useNavigationType();
  const visit = `${key} ${pathname}`;

  useEffect(() => {
    window.history.scrollRestoration = 'manual';
  }, []);

  useLayoutEffect(() => {
    // Followed while scrolling: at the change of pages the new, perhaps shorter page has already moved it.
    let top = window.scrollY;
    const follow = () => {
      top = window.scrollY;
    };
    const remember = () => keepPositions(readPositions().set(visit, top));
    window.addEventListener('scroll', follow, { passive: true });
    window.addEventListener('pagehide', remember);
    return () => {
      window.removeEventListener('scroll', follow);
      window.removeEventListener('pagehide', remember);
      remember();
    };
  }, [visit]);

  const before = useRef(pathname);
  useLayoutEffect(() => {
    // A redirect leads to another page; a filter that is put into the address does not.
    const fresh = kind === 'PUSH' || (kind === 'REPLACE' && before.current !== pathname);
    before.current = pathname;
    const known = kind === 'POP' && returnsTo(key) ? readPositions().get(visit) : undefined;
    if (known !== undefined) return scrollWhenLongEnough(known);
    const place = hash.length > 1 && !hash.startsWith('#/') ? document.getElementById(hash.slice(1)) : null;
    if (place) place.scrollIntoView();
    else if (fresh) window.scrollTo(0, 0);
  }, [key, visit, pathname, hash, kind]);
}
