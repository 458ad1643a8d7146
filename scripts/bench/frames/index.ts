/**
 * Whether the list of campaigns stays smooth with 10,000 of them: the built application on a database of its own, scrolled
 * as a wheel, a flick and a dragged bar do. The reference is a plain list of as many rows, in the same browser and run.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { DEMO, signIn } from '../../../e2e/support/account';
import { freePort, startApp } from '../../../e2e/support/app';
import { copyBuild } from '../../../e2e/support/buildCopy';
import { build } from '../../build/build.mjs';
import { findChromium } from '../../lib/chromium.mjs';
import { quantile } from '../federation/measure';
import { makeCampaigns } from './makeCampaigns';
import { GAITS, plainList, type Scrolled, scroll } from './pageScript';

const CAMPAIGNS = Number(process.env.BENCH_CAMPAIGNS ?? 10_000);
const VIEWPORT = { width: 1_440, height: 900 };
const LIST = '[data-virtual] .ez-scroll';
/** No frame may take longer. */
const MOST_MS = 50;

const round = (value: number) => Math.round(value * 10) / 10;

/** The first way there and back loads code and warms both sides, and does not count. */
async function scrollTwice(page: Page, box: string): Promise<Scrolled> {
  await scroll(page, box);
  const scrolled = await scroll(page, box);
  if (!scrolled.reachedEnd) throw new Error(`${box} was not scrolled to its end`);
  return scrolled;
}

async function measurePlain(browser: Browser): Promise<Scrolled> {
  const page = await browser.newPage({ viewport: VIEWPORT });
  await page.setContent(plainList(CAMPAIGNS));
  const scrolled = await scrollTwice(page, '#box');
  await page.close();
  return scrolled;
}

async function measureList(browser: Browser, url: string): Promise<Scrolled> {
  const context = await browser.newContext({ viewport: VIEWPORT, baseURL: url });
  await signIn(context.request, DEMO.advertiser);
  const page = await context.newPage();
  await page.goto('/advertiser/campaigns');
  await page.locator(`${LIST} tbody a`).first().waitFor();
  const scrolled = await scrollTwice(page, LIST);
  await context.close();
  return scrolled;
}

const longest = (frames: Scrolled['frames']) => Math.max(...frames.map(({ ms }) => ms));

function metricsOf(name: string, { frames, longFrames, travelled }: Scrolled): Record<string, number> {
  const times = frames.map(({ ms }) => ms);
  const over = times.filter((ms) => ms > MOST_MS).length;
  const byGait = GAITS.map(({ name: gait }) => [
    `${name}${gait}_max_ms`,
    round(longest(frames.filter((frame) => frame.gait === gait))),
  ]);
  return {
    [`${name}frames`]: times.length,
    [`${name}p50_ms`]: round(quantile(times, 0.5)),
    [`${name}p95_ms`]: round(quantile(times, 0.95)),
    [`${name}p99_ms`]: round(quantile(times, 0.99)),
    [`${name}max_ms`]: round(longest(frames)),
    ...Object.fromEntries(byGait),
    [`${name}over_50_ms`]: over,
    [`${name}over_50_percent`]: Math.round((over / times.length) * 10_000) / 100,
    [`${name}long_animation_frames`]: longFrames.length,
    [`${name}pixels`]: Math.round(travelled),
  };
}

/** `BENCH_CAMPAIGNS` (10,000) campaigns. @throws when the build fails */
export async function run(): Promise<{ metrics: Record<string, number>; notes: string[] }> {
  const { failed } = await build({ log: (line) => console.error(line) });
  if (failed.length > 0) throw new Error(`These do not build: ${failed.join(', ')}`);
  const executablePath = await findChromium();
  if (!executablePath) throw new Error('No Chromium was found; name one with CHROMIUM_PATH');
  const folder = mkdtempSync(path.join(tmpdir(), 'ezdash-frames-'));
  copyBuild(folder);
  const dataDir = path.join(folder, 'data');
  const [port, demoPort] = [await freePort(), await freePort(24_000)];
  const env = { DATA_DIR: dataDir, PORT: String(port), DEMO_PORT: String(demoPort), DEMO_DAYS: '1' };
  const app = await startApp(env, folder);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    await makeCampaigns(dataDir, DEMO.advertiser.email, CAMPAIGNS);
    const plain = await measurePlain(browser);
    const list = await measureList(browser, app.url);
    return {
      metrics: {
        ...metricsOf('', list),
        ...metricsOf('plain_', plain),
        max_over_plain: round(longest(list.frames) / longest(plain.frames)),
      },
      notes: [
        `${CAMPAIGNS} campaigns in one box, live; ${GAITS.map(({ name, pixels }) => `${name} ${pixels}`).join(', ')} px a frame, there and back, with rests; the last one to the very end`,
        'plain_…: as many rows of plain text in a box of the same browser, in the same run',
        `Goal: over_50_ms 0 (max_ms at most ${MOST_MS})`,
      ],
    };
  } finally {
    await browser.close();
    await app.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
