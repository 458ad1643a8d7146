/**
 * Whether the list of campaigns stays smooth with 10,000 of them: the built application on a database of its own, scrolled
 * as a wheel, a flick and a dragged bar do. The reference is a plain list of as many rows, in the same browser and run.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
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

async function measurePlain(browser: Browser): Promise<Scrolled> {
  const page = await browser.newPage({ viewport: VIEWPORT });
  await page.setContent(plainList(CAMPAIGNS));
  await scroll(page, '#box');
  const scrolled = await scroll(page, '#box');
  await page.close();
  return scrolled;
}

async function measureList(browser: Browser, url: string): Promise<Scrolled> {
  const context = await browser.newContext({ viewport: VIEWPORT, baseURL: url });
  await signIn(context.request, DEMO.advertiser);
  const page = await context.newPage();
  await page.goto('/advertiser/campaigns');
  await page.locator(`${LIST} tbody a`).first().waitFor();
  // The first way there and back loads code and warms both sides, and does not count.
  await scroll(page, LIST);
  const scrolled = await scroll(page, LIST);
  await context.close();
  return scrolled;
}

function metricsOf(name: string, { frames, longTasks, travelled }: Scrolled): Record<string, number> {
  return {
    [`${name}frames`]: frames.length,
    [`${name}p50_ms`]: round(quantile(frames, 0.5)),
    [`${name}p95_ms`]: round(quantile(frames, 0.95)),
    [`${name}max_ms`]: round(Math.max(...frames)),
    [`${name}over_50_ms`]: frames.filter((frame) => frame > MOST_MS).length,
    [`${name}long_tasks`]: longTasks.length,
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
        max_over_plain: round(Math.max(...list.frames) / Math.max(...plain.frames)),
      },
      notes: [
        `${CAMPAIGNS} campaigns in one box, live; ${GAITS.map(({ pixels }) => pixels).join(', ')} px a frame, there and back, with rests`,
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
