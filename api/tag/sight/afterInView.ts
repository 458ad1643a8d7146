import { safely } from '../safely';

/**
 * Calls `run` once half of a slot has been in the window of a visible page for so many seconds, however often it was left
 * meanwhile; what waits for its answer does not count. `current` is the slot as the page has drawn it last; without one
 * nobody wants it any more, and it ends.
 */
export function afterInView(
  current: () => HTMLElement | undefined,
  seconds: number,
  run: (slot: HTMLElement) => void,
): void {
  if (typeof IntersectionObserver !== 'function') return;
  let left = seconds;
  let inView = false;
  let watched: HTMLElement | undefined;
  const observer = new IntersectionObserver(
    safely((entries: IntersectionObserverEntry[]) => {
      inView = (entries.pop()?.intersectionRatio ?? 0) >= 0.5;
    }),
    { threshold: [0, 0.5] },
  );
  const look = safely(() => {
    const slot = current();
    const isWaiting = slot?.dataset.ezState === 'loading';
    if (slot === watched && inView && !isWaiting && document.visibilityState === 'visible') left -= 1;
    if (slot && left > 0) {
      if (slot === watched) return;
      inView = false;
      observer.disconnect();
      observer.observe(slot);
      watched = slot;
      return;
    }
    clearInterval(timer);
    observer.disconnect();
    if (slot) run(slot);
  });
  const timer = setInterval(look, 1_000);
  look();
}
