/**
 * What measuring ads costs a page: milliseconds of its thread for each slot and second, of ads that are looked at for
 * ever since nobody can see them, on pages of 100 and of 4,000 elements. The reference is the same page after its ads
 * were viewed: then nothing looks any more.
 */
import { createServer } from 'node:http';
import { type Browser, chromium, type Page } from '@playwright/test';
import { listen, startAdNetwork } from '../../../e2e/support/sight/adNetwork';
import { build } from '../../build/build.mjs';
import { findChromium } from '../../lib/chromium.mjs';

const SLOTS = 10;
const SECONDS = 10;
const COVER = '<div style="position:absolute;inset:0;background:#fff"></div>';
/** Style of what is around each slot, and what is over it. */
const STATES = {
  seen: ['', ''],
  transparent: ['opacity:.2', ''],
  covered: ['', COVER],
} as const;
const SIZES = { small: 25, large: 1_000 } as const;

async function busyMs(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.start');
  await page.waitForTimeout(SECONDS * 1_000);
  const { profile } = await session.send('Profiler.stop');
  const ours = new Set(
    profile.nodes.filter(({ callFrame }) => callFrame.url.includes('/tag')).map(({ id }) => id),
  );
  const microseconds = (profile.samples ?? []).reduce(
    (sum, node, index) => sum + (ours.has(node) ? (profile.timeDeltas?.[index] ?? 0) : 0),
    0,
  );
  return microseconds / 1_000;
}

async function measure(browser: Browser, url: string, path: string, isTold: () => boolean): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 1_000, height: 900 } });
  await page.goto(`${url}${path}`);
  while (!isTold()) await page.waitForTimeout(100);
  const busy = await busyMs(page);
  await page.close();
  return Math.round((busy / SLOTS / SECONDS) * 1_000) / 1_000;
}

export async function run() {
  const { failed } = await build({ log: (line) => console.error(line) });
  if (failed.length > 0) throw new Error('The build failed');
  const executablePath = await findChromium();
  if (!executablePath) throw new Error('There is no Chromium');
  const network = await startAdNetwork(300, 50);
  const pages = new Map<string, string>();
  const server = createServer((req, res) => {
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    res.end(pages.get(req.url ?? '') ?? '');
  });
  const url = await listen(server);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const metrics: Record<string, number> = {};
  for (const [size, paragraphs] of Object.entries(SIZES))
    for (const [state, [style, over]] of Object.entries(STATES)) {
      const zones = Array.from({ length: SLOTS }, (_, index) => `${size}-${state}-${index}`);
      const slots = zones.map(
        (zone) =>
          `<div style="position:relative;width:300px;${style}"><ins class="ez-ad" data-zone="${zone}" style="display:block;width:300px;height:50px"></ins>${over}</div>`,
      );
      const path = `/${size}/${state}`;
      pages.set(
        path,
        `<!doctype html><title>A page</title><script async src="${network.url}/tag.js"></script>${slots.join('')}${'<p>A <b>word</b> and <i>another</i></p>'.repeat(paragraphs)}`,
      );
      const wanted = state === 'seen' ? 'view' : 'impression';
      const isTold = () =>
        zones.every((zone) => network.told.some((told) => told.zone === zone && told.kind === wanted));
      metrics[`${state}_${size}_ms`] = await measure(browser, url, path, isTold);
    }
  await browser.close();
  server.closeAllConnections();
  server.close();
  await network.close();
  return {
    metrics,
    notes: [
      `${SLOTS} slots, ${SECONDS} s each, by the browser's own profiler: milliseconds a slot and second`,
      'Goal: at most 1 ms',
    ],
  };
}
