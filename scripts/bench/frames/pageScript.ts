import type { Page } from '@playwright/test';

/** What a browser had to do while a box scrolled. */
export interface Scrolled {
  /** Milliseconds from each frame to the next. */
  frames: number[];
  /** Milliseconds of each task that kept the page from anything else for more than 50. */
  longTasks: number[];
  /** Pixels that were scrolled. */
  travelled: number;
}

/** How far each frame goes: as a wheel, as a flick, and as somebody who drags the bar. */
export const GAITS = [
  { pixels: 120, frames: 120 },
  { pixels: 1_200, frames: 90 },
  { pixels: 9_000, frames: 45 },
] as const;
/** Between gaits somebody reads: what is drawn then counts, too. */
const REST_FRAMES = 90;

/** Scrolls a box there and back and notes every frame. Runs in the page. */
export async function scroll(page: Page, selector: string): Promise<Scrolled> {
  return page.evaluate(
    ({ box: wanted, gaits, rest }) =>
      new Promise<Scrolled>((resolve, reject) => {
        const box = document.querySelector(wanted);
        if (!box) {
          reject(new Error(`There is no ${wanted}`));
          return;
        }
        const plan = gaits.flatMap(({ pixels, frames }) => [
          ...Array<number>(frames).fill(pixels),
          ...Array<number>(rest).fill(0),
          ...Array<number>(frames).fill(-pixels),
          ...Array<number>(rest).fill(0),
        ]);
        const found: Scrolled = { frames: [], longTasks: [], travelled: 0 };
        const observer = new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) found.longTasks.push(duration);
        });
        observer.observe({ type: 'longtask' });
        let at = 0;
        let before: number | null = null;
        requestAnimationFrame(function frame(now) {
          if (before !== null) found.frames.push(now - before);
          before = now;
          const step = plan[at];
          at += 1;
          if (step === undefined) {
            // What the last frames took is told a moment later.
            setTimeout(() => {
              observer.disconnect();
              resolve(found);
            }, 500);
            return;
          }
          const top = box.scrollTop;
          box.scrollTop = top + step;
          found.travelled += Math.abs(box.scrollTop - top);
          requestAnimationFrame(frame);
        });
      }),
    { box: selector, gaits: GAITS, rest: REST_FRAMES },
  );
}

/** As many rows of plain text in a box of the same size, whose browser draws what it likes. */
export const plainList = (rows: number): string =>
  `<!doctype html><style>#box{height:700px;overflow-y:auto}p{height:60px;margin:0}</style>
  <div id="box">${Array.from({ length: rows }, (_, row) => `<p>Campaign ${row} CPM $1.00 $50.00 1,234 0.12%</p>`).join('')}</div>`;
