import { type BrowserContext, expect, type Page, type Request } from '@playwright/test';

interface Traffic {
  open: Set<Request>;
  lastAtMs: number;
}
const traffic = new WeakMap<Page, Traffic>();

/** Playwright's `networkidle` waits for half a second at every page, which is a minute and more of a run. */
const QUIET_MS = 120;
const LOOKED_EVERY_MS = 20;
const WITHIN_MS = 20_000;

function watchPage(page: Page): void {
  const seen: Traffic = { open: new Set(), lastAtMs: Date.now() };
  traffic.set(page, seen);
  const end = (request: Request) => {
    if (seen.open.delete(request)) seen.lastAtMs = Date.now();
  };
  page.on('request', (request) => {
    // What the page before asked for goes with it, and not every end of that is told.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) seen.open.clear();
    seen.open.add(request);
    seen.lastAtMs = Date.now();
  });
  page.on('requestfinished', end);
  page.on('requestfailed', end);
}

/** Notes from now on what the pages of the context ask for. */
export function watchTraffic(context: BrowserContext): void {
  context.on('page', watchPage);
}

/** Waits until the page has its heading and its fonts, nothing on it loads still, and it asks for nothing more. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  const seen = traffic.get(page);
  if (!seen) throw new Error('The page was not opened by `open`: nobody has seen what it asked for');
  const open = () => [...seen.open].map((request) => request.url());
  for (const endsAt = Date.now() + WITHIN_MS; ; ) {
    if (seen.open.size === 0 && Date.now() - seen.lastAtMs >= QUIET_MS) break;
    if (Date.now() > endsAt) throw new Error(`${page.url()} still asks for ${open().join(', ')}`);
    await new Promise((resolve) => setTimeout(resolve, LOOKED_EVERY_MS));
  }
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  // What came last is painted, too.
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  });
}
