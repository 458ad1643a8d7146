import { safely } from './safely';

/**
 * Calls `run` once half of a slot has been in the window of a visible page for so many seconds, however often it was left
 * meanwhile; what waits for its answer does not count. Ends of itself when nobody wants it any more.
 */
export function afterInView(
  slot: HTMLElement,
  seconds: number,
  isWanted: () => boolean,
  run: () => void,
): void {
  if (typeof IntersectionObserver !== 'function') return;
  let left = seconds;
  let inView = false;
  const observer = new IntersectionObserver(
    safely((entries: IntersectionObserverEntry[]) => {
      inView = (entries.pop()?.intersectionRatio ?? 0) >= 0.5;
    }),
    { threshold: [0, 0.5] },
  );
  const timer = setInterval(
    safely(() => {
      const isWaiting = slot.dataset.ezState === 'loading';
      if (inView && !isWaiting && document.visibilityState === 'visible') left -= 1;
      if (left > 0 && isWanted()) return;
      clearInterval(timer);
      observer.disconnect();
      if (isWanted()) run();
    }),
    1_000,
  );
  observer.observe(slot);
}
