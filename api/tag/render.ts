import { sendEvent } from './beacon';
import { countImpression } from './frequency';
import { safely } from './safely';
import { leaveEmpty, setState } from './slot';
import type { Ad, Candidate } from './types';
import { watchView } from './viewability';

/** After the next frame, which is when what was inserted is on the screen. */
function afterPaint(run: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(run));
}

/** Puts the creative into its slot. Answers how to forget it. */
export function render(slot: HTMLElement, ad: Ad, candidate: Candidate, base: string): () => void {
  const at = (path: string) => new URL(path, base).href;
  let stop = () => {};
  const link = document.createElement('a');
  link.href = at(candidate.click);
  link.target = '_blank';
  link.rel = 'noopener sponsored';
  const image = document.createElement('img');
  image.width = ad.width;
  image.height = ad.height;
  image.alt = candidate.alt;
  Object.assign(image.style, { display: 'block', maxWidth: '100%', height: 'auto', border: '0' });
  image.onload = safely(() =>
    afterPaint(
      safely(() => {
        // Taken out of the page in the meantime: nobody has seen it.
        if (!image.isConnected) return;
        setState(slot, 'filled');
        countImpression(candidate);
        sendEvent(at(candidate.impression));
        stop = watchView(image, ad.width * ad.height, () => sendEvent(at(candidate.view)));
      }),
    ),
  );
  image.onerror = safely(() => {
    link.remove();
    leaveEmpty(slot, ad.fallback, 'error');
  });
  image.src = at(candidate.image);
  link.append(image);
  slot.replaceChildren(link);
  return () => stop();
}
