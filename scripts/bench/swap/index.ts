/**
 * How fast a release reaches an open tab, and whether any page breaks while the pointer moves. The reference is the same
 * tab loaded anew: what people would wait for without a swap.
 */
import { chromium } from '@playwright/test';
import { build } from '../../build/build.mjs';
import { findChromium } from '../../lib/chromium.mjs';
import { median, quantile } from '../federation/measure';
import { type House, openHouse } from './house';
import { arrive, loadPages, openTab, reloadTime, swapTime } from './tabs';

const SWAPS = Number(process.env.BENCH_SWAPS ?? 50);
const ACTIVATIONS = Number(process.env.BENCH_ACTIVATIONS ?? 1_000);
const LOADERS = 2;

const round = (value: number) => Math.round(value * 10) / 10;

/** `BENCH_SWAPS` (50) swaps of one open tab, then `BENCH_ACTIVATIONS` (1,000) while pages load. @throws when the build fails */
export async function run(): Promise<{ metrics: Record<string, number>; notes: string[] }> {
  const { failed } = await build({ log: (line) => console.error(line) });
  if (failed.length > 0) throw new Error(`These do not build: ${failed.join(', ')}`);
  const executablePath = await findChromium();
  if (!executablePath) throw new Error('No Chromium was found; name one with CHROMIUM_PATH');
  const house = await openHouse(executablePath);
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
  try {
    const page = await openTab(browser, house);
    await arrive(page, house);
    const next = alternate(house);
    // The first one warms both sides, and does not count.
    await swapTime(page, house, next());
    const swaps: number[] = [];
    for (let swap = 0; swap < SWAPS; swap += 1) swaps.push(await swapTime(page, house, next()));
    const mixedInTab = (await page.evaluate(() => window.__swapBench?.mixed)) ?? 0;
    const reloads: number[] = [];
    for (let reload = 0; reload < SWAPS; reload += 1) reloads.push(await reloadTime(page, house));
    await page.context().close();
    console.error(`${SWAPS} swaps, p50 ${round(median(swaps))} ms; now ${ACTIVATIONS} activations`);

    let over = false;
    const tabs = await Promise.all(Array.from({ length: LOADERS }, () => openTab(browser, house)));
    const loading = tabs.map((tab) => loadPages(tab.context(), house, () => over));
    const startedAt = performance.now();
    for (let activation = 0; activation < ACTIVATIONS; activation += 1) await house.activate(next());
    const seconds = (performance.now() - startedAt) / 1_000;
    over = true;
    const loaded = await Promise.all(loading);
    const sum = (of: (one: (typeof loaded)[number]) => number) =>
      loaded.reduce((total, one) => total + of(one), 0);
    return {
      metrics: {
        p50_ms: round(median(swaps)),
        p95_ms: round(quantile(swaps, 0.95)),
        reload_p50_ms: round(median(reloads)),
        swap_over_reload: Math.round((median(swaps) / median(reloads)) * 1_000) / 1_000,
        activations: ACTIVATIONS,
        page_loads: sum(({ loads }) => loads),
        failed_loads: sum(({ failed: broken }) => broken),
        mixed_pages: sum(({ mixed }) => mixed) + (mixedInTab > 0 ? 1 : 0),
      },
      notes: [
        `From the call that activates until the open tab shows it; slowest ${round(Math.max(...swaps))} ms`,
        `${ACTIVATIONS} activations in ${Math.round(seconds)} s while ${LOADERS} browsers loaded pages`,
        'Goals: p50_ms at most 300, p95_ms at most 1,000; failed_loads and mixed_pages 0',
      ],
    };
  } finally {
    await browser.close();
    await house.close();
  }
}

/** The two versions in turn, the one that is not active first. */
function alternate({ versions }: House): () => string {
  let turn = 0;
  return () => {
    turn += 1;
    return versions[turn % 2 ? 1 : 0];
  };
}
