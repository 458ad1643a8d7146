import { useEffect } from 'react';
import { leaveView } from './leaveView';

/** The server ends it first, whatever the browser's clock says. */
const GRACE_MS = 2_000;

/** Loads the page anew once a view is over (ISO 8601). One that is over by this browser's clock already is waited for by nobody. */
export function useReloadAtEnd(endsAt: string): void {
  useEffect(() => {
    const leftMs = Date.parse(endsAt) - Date.now();
    if (leftMs <= 0) return;
    const timer = setTimeout(leaveView, leftMs + GRACE_MS);
    return () => clearTimeout(timer);
  }, [endsAt]);
}
