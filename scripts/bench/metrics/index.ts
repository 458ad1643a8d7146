/**
 * How long a report of four dimensions over a year takes on the screen: the built application on a demo of a year, its
 * Metrics page in a browser. The reference are reports of one dimension over the same year, in the same browser and run.
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
import { waitForFolding } from './demoYear';
import { openReport, type Shown } from './pageScript';

/** The longest period that a report has. */
const PERIOD = 'last365';
const DAYS = '366';
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
/** A folder in which the demo is kept, so that the next run need not play its year again. */
const KEPT_DIR = process.env.BENCH_METRICS_DIR;
const VIEWPORT = { width: 1_440, height: 900 };
/** A year of the demo is played before. */
const READY_MS = 1_800_000;
/** A report has to be on screen within. */
const MOST_MS = 1_000;

/** Those that people ask for, those with the most rows, one in other days than UTC's; in none of them hours. */
const OF_FOUR = [
  'campaign,country,device,date',
  'campaign,creative,country,device',
  'date,campaign,country,os',
  'property,zone,country,browser',
  'campaign,country,language,device',
  'creative,property,device,os',
  'country,device,os,browser',
  'campaign,zone,date,device',
  'date,country,browser,language&timezone=America/Los_Angeles',
  'category,creative,country,date&compare=previous',
];
const OF_ONE = [
  'campaign',
  'country',
  'device',
  'date',
  'creative',
  'property',
  'zone',
  'os',
  'browser',
  'language',
];

const round = (value: number) => Math.round(value * 10) / 10;

/** Each question once, in a page that was loaded for it and has asked for nothing yet. */
async function askAll(page: Page, questions: readonly string[]): Promise<Shown[]> {
  await page.goto('/advertiser/campaigns');
  await page.getByRole('main').getByRole('heading').first().waitFor();
  const shown: Shown[] = [];
  for (const question of questions)
    shown.push(await openReport(page, `/advertiser/metrics?group=${question}&period=${PERIOD}`));
  return shown;
}

async function measure(browser: Browser, url: string): Promise<{ four: Shown[]; one: Shown[] }> {
  const context = await browser.newContext({ viewport: VIEWPORT, baseURL: url });
  await signIn(context.request, DEMO.advertiser);
  const page = await context.newPage();
  const four: Shown[] = [];
  const one: Shown[] = [];
  // The first round loads code and warms all sides, and does not count.
  for (let turn = 0; turn <= ROUNDS; turn += 1) {
    const [ofFour, ofOne] = [await askAll(page, OF_FOUR), await askAll(page, OF_ONE)];
    if (turn === 0) continue;
    four.push(...ofFour);
    one.push(...ofOne);
  }
  await context.close();
  return { four, one };
}

function metricsOf(name: string, shown: readonly Shown[]): Record<string, number> {
  const [screen, server] = [shown.map(({ ms }) => ms), shown.map(({ serverMs }) => serverMs)];
  return {
    [`${name}p50_ms`]: round(quantile(screen, 0.5)),
    [`${name}p95_ms`]: round(quantile(screen, 0.95)),
    [`${name}max_ms`]: round(Math.max(...screen)),
    [`${name}server_p50_ms`]: round(quantile(server, 0.5)),
    [`${name}server_p95_ms`]: round(quantile(server, 0.95)),
  };
}

/** `BENCH_ROUNDS` (5) rounds. @throws when the build fails */
export async function run(): Promise<{ metrics: Record<string, number>; notes: string[] }> {
  const { failed } = await build({ log: (line) => console.error(line) });
  if (failed.length > 0) throw new Error(`These do not build: ${failed.join(', ')}`);
  const executablePath = await findChromium();
  if (!executablePath) throw new Error('No Chromium was found; name one with CHROMIUM_PATH');
  const folder = mkdtempSync(path.join(tmpdir(), 'ezdash-metrics-'));
  copyBuild(folder);
  const dataDir = KEPT_DIR ?? path.join(folder, 'data');
  const [port, demoPort] = [await freePort(), await freePort(24_000)];
  const env = { DATA_DIR: dataDir, PORT: String(port), DEMO_PORT: String(demoPort), DEMO_DAYS: DAYS };
  const begunAt = performance.now();
  const app = await startApp(env, folder, READY_MS);
  const startSeconds = round((performance.now() - begunAt) / 1_000);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const year = await waitForFolding(dataDir, DEMO.advertiser.email);
    const { four, one } = await measure(browser, app.url);
    const [ofFour, ofOne] = [metricsOf('', four), metricsOf('one_', one)];
    return {
      metrics: {
        ...ofFour,
        ...ofOne,
        p50_over_one: round((ofFour.p50_ms ?? Number.NaN) / (ofOne.one_p50_ms ?? Number.NaN)),
        over_1_s: four.filter(({ ms }) => ms > MOST_MS).length,
        reports: four.length,
        rows_p50: quantile(
          four.map(({ rows }) => rows),
          0.5,
        ),
        ...year,
        start_s: startSeconds,
      },
      notes: [
        `${OF_FOUR.length} reports of four dimensions over ${PERIOD} of the demo's main advertiser, ${ROUNDS} times, each new to its page: from the step of the history that leads to it inside the app to the frame that has its rows`,
        'server_…: of that, from the request for the rows to the end of its answer, which also goes through the browser; the chart asks beside it',
        'one_…: reports of one dimension over the same year, in the same browser and run; p50_over_one is the ratio',
        'hourly_rows, daily_rows: of that advertiser; start_s: until the server was ready, with the playing of the year unless it was kept',
        `Goal: p95_ms at most ${MOST_MS}`,
      ],
    };
  } finally {
    await browser.close();
    await app.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
