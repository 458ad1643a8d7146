import { addAnswerListener, addCallHeaders, useAppDispatch } from '@ezdash/store';
import { useEffect } from 'react';
import { debugSlice } from './debugSlice';

/** Who has not touched the page for this long does not sit before it. */
const UNATTENDED_MS = 60_000;
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;
const GUARDED = /^\/(debug-tool|api\/operator)\//;

/**
 * What a page asks by itself, every 30 s, must not keep the session of somebody who went away: its calls say when nobody
 * is there. The answers say when the session ends now.
 */
export function useSessionUse(): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    let touchedAtMs = Date.now();
    const touch = () => {
      touchedAtMs = Date.now();
    };
    for (const sign of SIGNS) window.addEventListener(sign, touch, { capture: true, passive: true });
    const forget = [
      addCallHeaders(
        (url): Record<string, string> =>
          GUARDED.test(url) && Date.now() - touchedAtMs > UNATTENDED_MS ? { 'X-Unattended': 'true' } : {},
      ),
      addAnswerListener((headers) => {
        const ends = headers.get('X-Debug-Session-Ends');
        if (ends) dispatch(debugSlice.actions.endMoved(ends));
      }),
    ];
    return () => {
      for (const sign of SIGNS) window.removeEventListener(sign, touch, { capture: true });
      for (const end of forget) end();
    };
  }, [dispatch]);
}
