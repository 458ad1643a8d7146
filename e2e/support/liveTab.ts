import type { Page } from '@playwright/test';
import { expect } from './test';

/** Whoever loads the document anew loses the mark. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { neverLoadedAnew: true }));

/** It is the document that `openLive` opened. */
export const expectMarked = async (page: Page) =>
  expect(await page.evaluate(() => 'neverLoadedAnew' in window)).toBe(true);

/** Says that a release waits for somebody. */
export const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'is ready' });

/** Opens a page and waits until the tab listens for releases. */
export async function openLive(page: Page, address: string): Promise<void> {
  const listening = page.waitForEvent('websocket').then(
    (socket) =>
      new Promise<void>((resolve) => {
        socket.on('framereceived', ({ payload }) => {
          const text = String(payload);
          if (text.includes('subscription_succeeded') && text.includes('"releases"')) resolve();
        });
      }),
  );
  await page.goto(address);
  await listening;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await mark(page);
}
