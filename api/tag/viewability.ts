import { safely } from './safely';

const VIEW_MS = 1_000;
/** MRC: from 242,500 pixels (970 × 250) on, 30 % of an ad count as viewed, 50 % of a smaller one. */
const LARGE_PIXELS = 242_500;

/** Calls `viewed` once, after the ad was in view for one unbroken second in a visible page. Answers how to stop. */
export function watchView(element: Element, pixels: number, viewed: () => void): () => void {
  if (typeof IntersectionObserver !== 'function') return () => {};
  const share = pixels >= LARGE_PIXELS ? 0.3 : 0.5;
  let inView = false;
  let timer: number | undefined;
  const update = safely(() => {
    const counts = inView && document.visibilityState === 'visible';
    if (counts && timer === undefined)
      timer = window.setTimeout(
        safely(() => {
          stop();
          viewed();
        }),
        VIEW_MS,
      );
    else if (!counts) {
      clearTimeout(timer);
      timer = undefined;
    }
  });
  const observer = new IntersectionObserver(
    safely((entries: IntersectionObserverEntry[]) => {
      inView = (entries.pop()?.intersectionRatio ?? 0) >= share;
      update();
    }),
    { threshold: [0, share] },
  );
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('visibilitychange', update);
  };
  document.addEventListener('visibilitychange', update);
  observer.observe(element);
  return stop;
}
