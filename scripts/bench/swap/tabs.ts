import { randomInt } from 'node:crypto';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { DEMO, signIn } from '../../../e2e/support/account';
import type { House, Release } from './house';

const PAGE = '/advertiser/dashboard';
const SHOWN_WITHIN_MS = 15_000;

/** What a page saw of one remote, from its first element on. */
interface Seen {
  /** Changes after which two releases of it stood in the page, or one with the words of another. */
  mixed: number;
}
interface Watched {
  remote: string;
  releases: readonly Release[];
}

declare global {
  interface Window {
    __swapBench?: Seen;
  }
}

/** Runs in the page, before anything else: looks at every change of the document. */
function watch({ remote, releases }: Watched): void {
  const seen: Seen = { mixed: 0 };
  window.__swapBench = seen;
  const look = () => {
    const versions = new Set<string | null>();
    for (const element of document.querySelectorAll(`[data-mf-remote="${remote}"]`)) {
      versions.add(element.getAttribute('data-mf-version'));
      for (const { textContent: shown } of element.querySelectorAll('h2, h3'))
        for (const { version, heading } of releases) if (shown === heading) versions.add(version);
      for (const { version, mark } of releases)
        if (mark && element.querySelector(mark.selector)) versions.add(version);
    }
    if (versions.size > 1) seen.mixed += 1;
  };
  const changes = { childList: true, subtree: true, attributes: true, characterData: true };
  new MutationObserver(look).observe(document, changes);
}

/** A signed-in browser, from an address of its own: a bench loads more pages than one address may. */
export async function openTab(browser: Browser, house: House): Promise<Page> {
  const context = await browser.newContext({ baseURL: house.url });
  await context.setExtraHTTPHeaders({ 'X-Forwarded-For': `198.18.${randomInt(256)}.${randomInt(1, 255)}` });
  await signIn(context.request, DEMO.advertiser);
  const page = await context.newPage();
  await page.addInitScript(watch, { remote: house.remote, releases: house.releases });
  return page;
}

/** The release with its own words and what its own code renders: a label alone would be there with another's. */
const shown = (remote: string, { version, heading, mark }: Release) => {
  const place = `[data-mf-remote="${remote}"][data-mf-version="${version}"]`;
  const own = `:is(h2, h3):text-is("${heading}")`;
  return mark ? `${place}:has(${mark.selector}) ${own}` : `${place} ${own}`;
};

/** @throws when the element that the release's code renders is not shown as its styles say */
async function requireStyle(page: Page, { mark, version }: Release): Promise<void> {
  if (!mark) return;
  const color = await page.locator(mark.selector).evaluate((element) => getComputedStyle(element).color);
  if (color !== mark.color) throw new Error(`${version} is shown in the styles of another release: ${color}`);
}

/** Shows the page and waits until the remote is in it and its connection is there. */
export async function arrive(page: Page, house: House): Promise<void> {
  const connected = page.waitForEvent('websocket', { timeout: SHOWN_WITHIN_MS });
  await page.goto(PAGE);
  await page.waitForSelector(`[data-mf-remote="${house.remote}"]`, { timeout: SHOWN_WITHIN_MS });
  await connected;
}

/** Milliseconds from the call that activates it until the open tab shows it. */
export async function swapTime(page: Page, house: House, release: Release): Promise<number> {
  const startedAt = performance.now();
  const seen = page.waitForSelector(shown(house.remote, release), { timeout: SHOWN_WITHIN_MS });
  await Promise.all([house.activate(release.version), seen]);
  const elapsedMs = performance.now() - startedAt;
  await requireStyle(page, release);
  return elapsedMs;
}

/** What the same costs whoever loads the page anew instead; the browser's cache is warm. */
export async function reloadTime(page: Page, house: House): Promise<number> {
  const startedAt = performance.now();
  await page.reload({ waitUntil: 'commit' });
  await page.waitForSelector(`[data-mf-remote="${house.remote}"]`, { timeout: SHOWN_WITHIN_MS });
  return performance.now() - startedAt;
}

/** Loads the page over and over until it is told to stop. */
export async function loadPages(
  context: BrowserContext,
  house: House,
  until: () => boolean,
): Promise<{ loads: number; failed: number; mixed: number }> {
  const sum = { loads: 0, failed: 0, mixed: 0 };
  const page = context.pages()[0] ?? (await context.newPage());
  let reports = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/remotes/failures')) reports += 1;
  });
  while (!until()) {
    const before = reports;
    const arrived = await page
      .goto(PAGE)
      .then(() => page.waitForSelector(`[data-mf-remote="${house.remote}"] h1`, { timeout: SHOWN_WITHIN_MS }))
      .then(
        () => true,
        () => false,
      );
    sum.loads += 1;
    if (!arrived || reports > before) sum.failed += 1;
    if (((await page.evaluate(() => window.__swapBench?.mixed)) ?? 1) > 0) sum.mixed += 1;
  }
  return sum;
}
