import type { Page } from '@playwright/test';

/** How a list is scrolled, in the order it happens. */
export const GAITS = [
  /** A notch of the wheel with every frame: somebody who reads on. */
  { name: 'wheel', pixels: 120, frames: 120 },
  /** A flick of the finger. */
  { name: 'flick', pixels: 1_200, frames: 90 },
  /** The bar dragged from the top to the very end of 10,000 rows, and back. */
  { name: 'bar', pixels: 9_000, frames: 70 },
] as const;
export type Gait = (typeof GAITS)[number]['name'];
/** Between gaits somebody reads: what is drawn then counts, too. */
const REST_FRAMES = 90;

/** What a browser had to do while a box scrolled. */
export interface Scrolled {
  /** Milliseconds from each frame to the next. */
  frames: { gait: Gait; ms: number }[];
  /** Milliseconds of each frame that the browser itself counts as long: over 50. */
  longFrames: number[];
  /** Pixels that were scrolled. */
  travelled: number;
  /** Whether the end of the box was in sight on the way. */
  reachedEnd: boolean;
}

/**
 * Scrolls a box there and back in each gait and notes every frame. Runs in the page, where nothing knows of the helper
 * that is put around named functions on the way.
 */
export async function scroll(page: Page, selector: string): Promise<Scrolled> {
  return page.evaluate(
    async ({ wanted, gaits, rest }) => {
      const box = document.querySelector(wanted);
      if (!box) throw new Error(`There is no ${wanted}`);
      const plan = gaits.flatMap(({ name, pixels, frames }) =>
        [
          ...Array<number>(frames).fill(pixels),
          ...Array<number>(rest).fill(0),
          ...Array<number>(frames).fill(-pixels),
          ...Array<number>(rest).fill(0),
        ].map((step) => ({ name, step })),
      );
      const found: Scrolled = { frames: [], longFrames: [], travelled: 0, reachedEnd: false };
      const observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) found.longFrames.push(duration);
      });
      observer.observe({ type: 'long-animation-frame' });
      let before = await new Promise<number>((begin) => requestAnimationFrame(begin));
      for (const { name, step } of plan) {
        const top = box.scrollTop;
        box.scrollTop = top + step;
        found.travelled += Math.abs(box.scrollTop - top);
        if (box.scrollTop + box.clientHeight >= box.scrollHeight - 1) found.reachedEnd = true;
        const now = await new Promise<number>((drawn) => requestAnimationFrame(drawn));
        found.frames.push({ gait: name, ms: now - before });
        before = now;
      }
      // What the last frames took is told a moment later.
      await new Promise((told) => setTimeout(told, 500));
      observer.disconnect();
      return found;
    },
    { wanted: selector, gaits: GAITS, rest: REST_FRAMES },
  );
}

/** As many rows of plain text in a box of the same size, whose browser draws what it likes. */
export const plainList = (rows: number): string =>
  `<!doctype html><style>#box{height:700px;overflow-y:auto}p{height:60px;margin:0}</style>
  <div id="box">${Array.from({ length: rows }, (_, row) => `<p>Campaign ${row} CPM $1.00 $50.00 1,234 0.12%</p>`).join('')}</div>`;
