const LATEST_MS = 3_000;
/** Whoever is not signed in has nothing to hear of but new releases. */
const GUESTS_WAIT_MS = 5_000;

/**
 * Runs something when the page is painted and has nothing better to do.
 * @param isSignedIn guests have it later: it must not cost the page by which they come to know us
 * @returns takes it back
 */
export function afterPaint(action: () => void, isSignedIn: boolean): () => void {
  let idle: number | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const whenIdle = () => {
    // Safari has no idle callbacks.
    if (typeof window.requestIdleCallback === 'function')
      idle = window.requestIdleCallback(action, { timeout: LATEST_MS });
    else timer = setTimeout(action, 200);
  };
  const loaded = () => {
    if (isSignedIn) whenIdle();
    else timer = setTimeout(whenIdle, GUESTS_WAIT_MS);
  };
  if (document.readyState === 'complete') loaded();
  else window.addEventListener('load', loaded, { once: true });
  return () => {
    window.removeEventListener('load', loaded);
    if (idle !== null) window.cancelIdleCallback(idle);
    if (timer !== null) clearTimeout(timer);
  };
}
