import { safely } from './safely';

/** How far below (or above) the window an ad is fetched: there before it is scrolled to. */
const MARGIN = '600px 0px';

function once(
  element: Element,
  isWanted: (entry: IntersectionObserverEntry | undefined) => boolean | undefined,
  margin: string,
  run: () => void,
) {
  const observer = new IntersectionObserver(
    safely((entries: IntersectionObserverEntry[]) => {
      if (!isWanted(entries.pop())) return;
      observer.disconnect();
      run();
    }),
    { rootMargin: margin },
  );
  observer.observe(element);
  return () => observer.disconnect();
}

/** Calls `run` once the element is near the window. Answers how to forget it. */
export const whenNear = (element: Element, run: () => void): (() => void) =>
  once(element, (entry) => entry?.isIntersecting, MARGIN, run);

/** Calls `run` once all of the element lies below the window: what changes there moves nothing that is seen. */
export const whenBelow = (element: Element, run: () => void): (() => void) =>
  once(element, (entry) => entry && !entry.isIntersecting && entry.boundingClientRect.top > 0, '0px', run);
