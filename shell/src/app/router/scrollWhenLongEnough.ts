/** How long a page may grow before we stop waiting to go back to where the person was. */
const GROWTH_MS = 1_500;

/** Scrolls to `top` once the page is that long. Stops when the person scrolls, or after a while. @returns stops it */
export function scrollWhenLongEnough(top: number): () => void {
  const giveUpAt = performance.now() + GROWTH_MS;
  let frame = 0;
  const attempt = () => {
    window.scrollTo(0, top);
    if (Math.abs(window.scrollY - top) > 1 && performance.now() < giveUpAt)
      frame = requestAnimationFrame(attempt);
  };
  const stop = () => cancelAnimationFrame(frame);
  attempt();
  window.addEventListener('wheel', stop, { once: true, passive: true });
  window.addEventListener('touchstart', stop, { once: true, passive: true });
  return () => {
    stop();
    window.removeEventListener('wheel', stop);
    window.removeEventListener('touchstart', stop);
  };
}
