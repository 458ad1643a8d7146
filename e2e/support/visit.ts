import { expect, type Page } from '@playwright/test';

/** Returns once the slots in view are decided and their pictures drawn, however slow the machine is. */
export const decided = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const inView = [...document.querySelectorAll<HTMLElement>('ins.ez-ad')].filter((slot) => {
      const { top, bottom } = slot.getBoundingClientRect();
      return bottom >= 0 && top <= innerHeight;
    });
    const isDrawn = (slot: HTMLElement) =>
      (slot.dataset.ezState ?? 'loading') !== 'loading' &&
      [...slot.querySelectorAll('img')].every(({ complete }) => complete);
    return inView.length > 0 && inView.every(isDrawn);
  });

/** Opens a page with ads, and waits for them. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await decided(page);
}

const PATIENCE_MS = 60_000;
/** After `visit`, what is not there comes with another visit. */
const AT_ONCE = { timeout: 1_000 };

/** Visits a page until what is expected of it holds: a decision of the network reaches the ad server within seconds. */
export const visitUntil = (
  page: Page,
  address: string,
  holds: (soon: { timeout: number }) => Promise<unknown>,
): Promise<void> =>
  expect(async () => {
    await visit(page, address);
    await holds(AT_ONCE);
  }).toPass({ timeout: PATIENCE_MS, intervals: [250] });
