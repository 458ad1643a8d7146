import { useEffect, useLayoutEffect, useRef } from 'react';

/** Panels refresh this often while they are visible. */
export const REFRESH_MS = 30_000;

const isVisible = () => document.visibilityState === 'visible';

/**
 * Asks again every 30 s for as long as the tab that uses it is seen. A tab that is not chosen and a closed panel are not
 * there; while the page is hidden nothing is asked, and what is too old by then is asked for when it is seen again.
 */
export function useRefresh(refresh: () => void): void {
  const latest = useRef(refresh);
  useLayoutEffect(() => {
    latest.current = refresh;
  });
  useEffect(() => {
    let dueAtMs = Date.now() + REFRESH_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(timer);
      // Timers may be a little early.
      timer = setTimeout(ask, Math.max(1, dueAtMs - Date.now()));
    };
    const ask = () => {
      if (Date.now() < dueAtMs) return wait();
      if (!isVisible()) return;
      dueAtMs = Date.now() + REFRESH_MS;
      latest.current();
      wait();
    };
    wait();
    document.addEventListener('visibilitychange', ask);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, []);
}
