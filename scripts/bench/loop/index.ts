/**
 * From a saved file to the screen, or to the answer, with `npm run dev` in a copy of the checkout, which is edited as a
 * developer does. The reference is the same edit by way of the build, in the same run: built, started again, opened again.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { DEMO, type DemoRole, signIn } from '../../../e2e/support/account';
import { DEMO_PASSWORD, freePort } from '../../../e2e/support/app';
import { copyCheckout } from '../../../e2e/support/buildCopy';
import { documentedCommands } from '../../../e2e/support/documentedCommands';
import { Terminal } from '../../../e2e/support/terminal';
import { findChromium } from '../../lib/chromium.mjs';
import { quantile } from '../federation/measure';

const EDITS = Number(process.env.BENCH_EDITS ?? 20);
const BUILDS = 3;
const WITHIN_MS = 60_000;
/** Between two edits: nobody saves again before they have looked. */
const LOOK_MS = 1_000;

/** A part of the house: a file of it, after which words in it a mark is put, and whose page shows that. */
interface Part {
  file: string;
  behind: string;
  page: string;
  role: DemoRole | null;
}

const PARTS: Readonly<Record<string, Part>> = {
  shell: { file: 'shell/src/app/layout/PublicLayout.tsx', behind: "{t('site.help')}", page: '/', role: null },
  'mf-auth': {
    file: 'mf-auth/src/components/LoginForm.tsx',
    behind: '    <>',
    page: '/auth/login',
    role: null,
  },
  'mf-advertiser': {
    file: 'mf-advertiser/src/App.tsx',
    behind: '<Suspense fallback={<PageSkeleton />}>',
    page: '/advertiser/campaigns',
    role: 'advertiser',
  },
  'mf-publisher': {
    file: 'mf-publisher/src/App.tsx',
    behind: '<Suspense fallback={<PageSkeleton />}>',
    page: '/publisher/properties',
    role: 'publisher',
  },
  'mf-settings': {
    file: 'mf-settings/src/components/SettingsFrame.tsx',
    behind: '    <>',
    page: '/settings/profile',
    role: 'publisher',
  },
  'mf-debug': {
    file: 'mf-debug/src/features/console/ConsoleGate.tsx',
    behind: '<h1>{title}</h1>',
    page: '/admin',
    role: 'admin',
  },
};
const OUTSIDE: Part = {
  file: 'src/pages/WeatherPage.tsx',
  behind: '    <>',
  page: '/weather',
  role: 'advertiser',
};
const API = { file: 'api/src/app.ts', behind: "status: 'ok" };

interface House {
  checkout: string;
  url: string;
  terminal: Terminal;
}

/** Puts a mark behind the words. @throws when the file does not have them: the table above is old */
function mark({ checkout }: House, { file, behind }: Pick<Part, 'file' | 'behind'>, said: string): void {
  const whole = path.join(checkout, file);
  const [before = '', ...after] = readFileSync(whole, 'utf8').split(behind);
  if (after.length === 0) throw new Error(`${file} has no ${behind}`);
  writeFileSync(whole, [before, ...after].join(behind).replace(behind, `${behind}${said}`));
}

/** Marks, waits until it is seen, and takes it back. → ms from the save */
async function timed(
  house: House,
  part: Pick<Part, 'file' | 'behind'>,
  said: string,
  seen: () => Promise<unknown>,
): Promise<number> {
  const whole = path.join(house.checkout, part.file);
  const before = readFileSync(whole, 'utf8');
  mark(house, part, said);
  const savedMs = performance.now();
  await seen();
  const tookMs = performance.now() - savedMs;
  writeFileSync(whole, before);
  return tookMs;
}

async function answers(url: string, word: string): Promise<void> {
  for (const untilMs = performance.now() + WITHIN_MS; performance.now() < untilMs; await pause(20)) {
    const text = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(5_000) })
      .then((answer) => answer.text())
      .catch(() => '');
    if (text.includes(word)) return;
  }
  throw new Error(`${url}/healthz never said ${word}`);
}

const shows = (page: Page, at: string | number) =>
  page.waitForSelector(`[data-edit="${at}"]`, { state: 'attached', timeout: WITHIN_MS });
const markup = (at: string | number) => `<i data-edit="${at}" hidden />`;

async function openPage(browser: Browser, url: string, { page: address, role }: Part): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  if (role) await signIn(context.request, DEMO[role]);
  const page = await context.newPage();
  await page.goto(address);
  await page.locator('h1').first().waitFor();
  return page;
}

async function measure(name: string, one: (at: number) => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < EDITS; at += 1) {
    times.push(await one(at));
    await pause(LOOK_MS);
  }
  console.error(`${name}: ${times.map(Math.round).join(' ')} ms`);
  return times;
}

async function measurePart(house: House, browser: Browser, name: string, part: Part): Promise<number[]> {
  const page = await openPage(browser, house.url, part);
  const times = await measure(name, async (at) => {
    const tookMs = await timed(house, part, markup(at), () => shows(page, at));
    await page.waitForSelector(`[data-edit="${at}"]`, { state: 'detached', timeout: WITHIN_MS });
    return tookMs;
  });
  await page.context().close();
  return times;
}

async function measureDev(house: House, browser: Browser): Promise<Record<string, number[]>> {
  const { stop } = await house.terminal.runUntil('npm run dev', /is running at/);
  const times: Record<string, number[]> = {};
  try {
    for (const [name, part] of Object.entries(PARTS))
      times[name] = await measurePart(house, browser, name, part);
    times.api = await measure('api', async (at) => {
      const tookMs = await timed(house, API, `-${at}`, () => answers(house.url, `ok-${at}"`));
      await answers(house.url, 'ok"');
      return tookMs;
    });
  } finally {
    await stop();
  }
  return times;
}

/** A remote of a team outside, made as docs/remotes.md says, from its own folder in front of the built network. */
async function measureOutside(house: House, browser: Browser): Promise<number[]> {
  const network = await house.terminal.runUntil('npm start', /is running at/);
  try {
    await house.terminal.run('npm run pack:kit -- ../kit');
    const folder = path.dirname(house.checkout);
    const terminal = new Terminal(folder, {
      REMOTES_URL: house.url,
      DEV_PORT: String(await freePort(26_000)),
    });
    const written = readFileSync(path.join(house.checkout, 'docs/remotes.md'), 'utf8');
    const lines = documentedCommands(written, ['team', 'operators'])
      .filter(({ who }) => who === 'team')
      .map(({ line }) => line);
    for (const line of lines.slice(0, lines.indexOf('npm run check')))
      if (line.startsWith('cd ')) terminal.enter(line.slice(3));
      else await terminal.run(line);
    const { said, stop } = await terminal.runUntil('npx ezdash-remote dev', /^Open http\S+/m);
    const [, url = ''] = /^Open (\S+)/m.exec(said) ?? [];
    const outside = { checkout: path.join(folder, 'mf-weather'), url: new URL(url).origin, terminal };
    try {
      return await measurePart(outside, browser, 'outside', OUTSIDE);
    } finally {
      await stop();
    }
  } finally {
    await network.stop();
  }
}

/** Saved, then the application stopped, built and started again; for a remote also opened again. */
async function measureBuilds(house: House, browser: Browser): Promise<Record<string, number[]>> {
  const times: Record<string, number[]> = { api: [], 'mf-settings': [] };
  const part = PARTS['mf-settings'] as Part;
  let running = await house.terminal.runUntil('npm start', /is running at/);
  const again = async () => {
    await running.stop();
    running = await house.terminal.runUntil('npm start', /is running at/);
  };
  try {
    for (let at = 0; at < BUILDS; at += 1) {
      const ofApi = await timed(house, API, `-b${at}`, async () => {
        await again();
        await answers(house.url, `ok-b${at}"`);
      });
      const ofRemote = await timed(house, part, markup(`b${at}`), async () => {
        await again();
        await shows(await openPage(browser, house.url, part), `b${at}`);
      });
      times.api?.push(ofApi);
      times['mf-settings']?.push(ofRemote);
      console.error(`built: api ${Math.round(ofApi)} ms, mf-settings ${Math.round(ofRemote)} ms`);
    }
  } finally {
    await running.stop();
  }
  return times;
}

const seconds = (ms: number) => Math.round(ms / 10) / 100;
const middle = (times: readonly number[]) => quantile([...times], 0.5);

/** `BENCH_EDITS`: 20 of each part. */
export async function run(): Promise<{ metrics: Record<string, number>; notes: string[] }> {
  const executablePath = await findChromium();
  if (!executablePath) throw new Error('There is no Chromium');
  const folder = mkdtempSync(path.join(tmpdir(), 'ezdash-loop-'));
  const checkout = path.join(folder, 'ezdash');
  mkdirSync(checkout);
  copyCheckout(checkout);
  const port = await freePort();
  const terminal = new Terminal(checkout, {
    ...{ DATA_DIR: path.join(folder, 'data'), PORT: String(port), DEMO_PORT: String(await freePort(24_000)) },
    ...{ DEMO_PASSWORD, DEMO_DAYS: '1' },
  });
  const house = { checkout, url: `http://localhost:${port}`, terminal };
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const edited: Record<string, number[]> = {
      ...(await measureDev(house, browser)),
      outside: await measureOutside(house, browser),
    };
    const built = await measureBuilds(house, browser);
    const ofEdits = Object.entries(edited).flatMap(([name, times]) => [
      [`${name}_p50_s`, seconds(middle(times))],
      [`${name}_p95_s`, seconds(quantile([...times], 0.95))],
    ]);
    const ofBuilds = Object.entries(built).flatMap(([name, times]) => [
      [`built_${name}_s`, seconds(middle(times))],
      [`ratio_${name}`, Math.round((middle(edited[name] ?? []) / middle(times)) * 1_000) / 1_000],
    ]);
    return {
      metrics: { ...Object.fromEntries(ofEdits), ...Object.fromEntries(ofBuilds), edits: EDITS },
      notes: [
        'Edits: from the save to the mark in the page, or in the answer of the api. Built: the same edit, then npm start anew, and the page opened anew',
        'Goal: 1 s for the screen, 2 s for the api',
      ],
    };
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
