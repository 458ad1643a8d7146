import type { Browser, Page } from '@playwright/test';
import { quantile } from '../federation/measure';

const OPENINGS = 20;
const PANEL = '[data-mf-module="DebugTool"] section[aria-labelledby]';

declare global {
  interface Window {
    /** Milliseconds from each press to the first frame with the panel. */
    openings: number[];
  }
}

/** Notes, in the page, how long each press of the shortcut takes until a frame with the panel was painted. */
function watchOpenings(panel: string): void {
  window.openings = [];
  let pressedAt: number | null = null;
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.code === 'KeyD' && !document.querySelector(panel)) pressedAt = event.timeStamp;
    },
    { capture: true },
  );
  // No function here has a name: the loader of TypeScript would mark it by a helper that no browser has.
  new MutationObserver(() => {
    if (pressedAt === null || !document.querySelector(panel)) return;
    const since = pressedAt;
    pressedAt = null;
    requestAnimationFrame(() => {
      // A message is handled behind the frame that the callback belongs to.
      const channel = new MessageChannel();
      channel.port1.onmessage = () => window.openings.push(performance.now() - since);
      channel.port2.postMessage(null);
    });
  }).observe(document, { childList: true, subtree: true });
}

async function press(page: Page, isOpen: boolean): Promise<void> {
  await page.keyboard.press('Control+Shift+D');
  await page.locator(PANEL).waitFor({ state: isOpen ? 'attached' : 'detached' });
}

/** Opens and closes the loaded tool 20 times over a page. */
export async function measureOpenings(browser: Browser, url: string): Promise<{ p50: number; p95: number }> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  try {
    const page = await context.newPage();
    await page.addInitScript(() => window.localStorage.setItem('debug_token', 'bench'));
    await page.addInitScript(watchOpenings, PANEL);
    await page.goto(url);
    await page.locator('[data-mf-module="DebugTool"] button').first().waitFor();
    // The first one loads the parts of the tab, and does not count.
    await press(page, true);
    await press(page, false);
    await page.evaluate(() => {
      window.openings = [];
    });
    for (let opening = 0; opening < OPENINGS; opening += 1) {
      await press(page, true);
      await page.waitForFunction((count) => window.openings.length === count, opening + 1);
      await press(page, false);
    }
    const openings = await page.evaluate(() => window.openings);
    return { p50: quantile(openings, 0.5), p95: quantile(openings, 0.95) };
  } finally {
    await context.close();
  }
}
