const LATEST_MS = 3_000;

/** Runs something when the page is painted and has nothing better to do. @returns takes it back */
export function afterPaint(action: () => void): () => void {
  let idle: number | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const loaded = () => {
    // Safari has no idle callbacks.
    if (typeof window.requestIdleCallback === 'function')
      idle = window.requestIdleCallback(action, { timeout: LATEST_MS });
    else timer = setTimeout(action, 200);
  };
  if (document.readyState === 'complete') loaded();
  else window.addEventListener('load', loaded, { once: true });
  return () => {
    window.removeEventListener('load', loaded);
    if (idle !== null) window.cancelIdleCallback(idle);
    if (timer !== null) clearTimeout(timer);
  };
}
