import type { Page } from '@playwright/test';

/** Waits until what fades or moves has come to its end: half-way, a colour is none of the design's. */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // What never ends is decoration.
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}
