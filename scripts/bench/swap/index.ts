/**
 * How fast a release reaches an open tab, and whether any page breaks while the pointer moves. The reference is the same
 * tab loaded anew: what people would wait for without a swap. Then how fast the other server of two has it, against the one
 * where it was moved, and how a canary is dealt.
 */
import { type Browser, chromium } from '@playwright/test';
import { build } from '../../build/build.mjs';
import { findChromium } from '../../lib/chromium.mjs';
import { median, quantile } from '../federation/measure';
import { type House, openHouse, type Release } from './house';
import { measureCanary, measureNodes } from './nodes';
import { arrive, loadPages, openTab, reloadTime, swapTime } from './tabs';

const SWAPS = Number(process.env.BENCH_SWAPS ?? 50);
const ACTIVATIONS = Number(process.env.BENCH_ACTIVATIONS ?? 1_000);
const MOVES = Number(process.env.BENCH_MOVES ?? 30);
const VISITORS = Number(process.env.BENCH_VISITORS ?? 10_000);
const LOADERS = 2;

/** What one part of the bench measured. */
interface Part {
  metrics: Record<string, number>;
  notes: string[];
}

const round = (value: number) => Math.round(value * 10) / 10;
const ratio = (value: number, reference: number) => Math.round((value / reference) * 1_000) / 1_000;

/** The two releases in turn, the one that is not active first. */
function alternate({ releases }: House): () => Release {
  let turn = 0;
  return () => {
    turn += 1;
    return releases[turn % 2 ? 1 : 0];
  };
}

async function swaps(browser: Browser, house: House, next: () => Release): Promise<Part> {
  const page = await openTab(browser, house);
  await arrive(page, house);
  // The first one warms both sides, and does not count.
  await swapTime(page, house, next());
  const times: number[] = [];
  for (let swap = 0; swap < SWAPS; swap += 1) times.push(await swapTime(page, house, next()));
  const mixed = (await page.evaluate(() => window.__swapBench?.mixed)) ?? 0;
  const reloads: number[] = [];
  for (let reload = 0; reload < SWAPS; reload += 1) reloads.push(await reloadTime(page, house));
  await page.context().close();
  const [first, second] = house.releases;
  return {
    metrics: {
      p50_ms: round(median(times)),
      p95_ms: round(quantile(times, 0.95)),
      reload_p50_ms: round(median(reloads)),
      swap_over_reload: ratio(median(times), median(reloads)),
      mixed_swaps: mixed,
      first_release_bytes: first.codeBytes,
      second_release_bytes: second.codeBytes,
    },
    notes: [
      `From the call that activates until the open tab shows it; slowest ${round(Math.max(...times))} ms`,
      `Between two builds of different words, code and styles: ${first.codeBytes} and ${second.codeBytes} B brotli`,
    ],
  };
}

async function loads(browser: Browser, house: House, next: () => Release): Promise<Part> {
  let over = false;
  const tabs = await Promise.all(Array.from({ length: LOADERS }, () => openTab(browser, house)));
  const loading = tabs.map((tab) => loadPages(tab.context(), house, () => over));
  const startedAt = performance.now();
  for (let activation = 0; activation < ACTIVATIONS; activation += 1) await house.activate(next().version);
  const seconds = (performance.now() - startedAt) / 1_000;
  over = true;
  const loaded = await Promise.all(loading);
  for (const tab of tabs) await tab.context().close();
  const sum = (of: (one: (typeof loaded)[number]) => number) =>
    loaded.reduce((total, one) => total + of(one), 0);
  return {
    metrics: {
      activations: ACTIVATIONS,
      page_loads: sum((one) => one.loads),
      failed_loads: sum(({ failed }) => failed),
      mixed_pages: sum(({ mixed }) => mixed),
    },
    notes: [`${ACTIVATIONS} activations in ${Math.round(seconds)} s while ${LOADERS} browsers loaded pages`],
  };
}

async function nodes(house: House): Promise<Part> {
  const second = await house.startSecond();
  // The first move warms both sides, and does not count.
  await measureNodes(house, second, 2);
  const times = await measureNodes(house, second, MOVES);
  console.error(`${MOVES} moves, p50 ${round(median(times.second))} ms; now ${VISITORS} visitors`);
  const dealt = await measureCanary(house, second, VISITORS);
  return {
    metrics: {
      nodes_moves: MOVES,
      nodes_p50_ms: round(median(times.second)),
      nodes_p95_ms: round(quantile(times.second, 0.95)),
      nodes_own_p50_ms: round(median(times.first)),
      nodes_over_own: ratio(median(times.second), median(times.first)),
      canary_visitors: VISITORS,
      canary_percent: dealt.first,
      canary_grown_percent: dealt.grown,
      canary_changed: dealt.changed,
      canary_lost: dealt.lost,
    },
    notes: [
      `Two processes on one database; slowest ${round(Math.max(...times.second))} ms until the other one served it`,
      'Visitors over HTTP, each of both servers: 10 %, then 25 %; none may change sides, or lose it as it grows',
    ],
  };
}

/**
 * `BENCH_SWAPS` (50) swaps of one open tab, `BENCH_ACTIVATIONS` (1,000) while pages load, `BENCH_MOVES` (30) between two
 * servers, `BENCH_VISITORS` (10,000) of a canary. @throws when the build fails
 */
export async function run(): Promise<Part> {
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
    const next = alternate(house);
    const swapped = await swaps(browser, house, next);
    console.error(`${SWAPS} swaps, p50 ${swapped.metrics.p50_ms} ms; now ${ACTIVATIONS} activations`);
    const parts = [swapped, await loads(browser, house, next), await nodes(house)];
    const goals = [
      'Goals: p50_ms at most 300, p95_ms at most 1,000; failed_loads, mixed_swaps and mixed_pages 0',
      'nodes_p95_ms at most 1,000; canary_percent 9 to 11; canary_changed and canary_lost 0',
    ];
    return {
      metrics: Object.assign({}, ...parts.map(({ metrics }) => metrics)),
      notes: [...parts.flatMap(({ notes }) => notes), ...goals],
    };
  } finally {
    await browser.close();
    await house.close();
  }
}
