import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type AdSize, HTML5, HTML5_FILE_TYPES } from '@ezdash/contracts';
import type { Page, Route } from 'playwright-core';
import { openBrowser, type TrialBrowser } from '../../platform/browser';
import { becomeNobody } from '../../platform/work';
import { decodeName } from './bundleReferences';
import type { BundleFile } from './imageStore';
import type { TrialAddresses } from './trialAddresses';

/** For all of it, once the browser runs: an ad may be at rest only after a while, and take clicks only then. */
const TRIAL_MS = 10_000;
const LOAD_MS = 5_000;
/** After a click, until the next: a window that opens asks for its page within the first. */
const OPENING_MS = 100;
const SWEEP_MS = 30;
/** Points that are clicked as if each of them were it. */
const LIKELY = 8;
/** Before each look at an ad that moves. */
const PAUSE_MS = 500;
/** Between points: a button is wider and higher. */
const STEP_PX = { x: 40, y: 20 };
/** What an ad's tools call what is to be clicked. */
const CLICKABLE =
  'a,area,button,input,gwd-taparea,[onclick],[role=button],[id*=click i],[class*=click i],[id*=exit i],[class*=exit i],[id*=cta i],[class*=cta i]';

export interface Opened {
  address: string;
  isOwnFrame: boolean;
}

const frameTag = ({ width, height }: AdSize, { folder, click }: TrialAddresses) =>
  `<!doctype html><body style="margin:0"><iframe sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox" width="${width}" height="${height}" style="border:0" src="${folder}${HTML5.entry}?clickTag=${encodeURIComponent(click)}"></iframe>`;

/** Answers every request of the trial from the bundle, and hears of what a click opens. */
function answerFrom(
  files: readonly BundleFile[],
  { size, policy, addresses }: Pick<TrialParts, 'size' | 'policy' | 'addresses'>,
  hear: (opened: Opened) => void,
) {
  const byName = new Map(files.map(({ name, bytes }) => [name, bytes]));
  const { page, folder } = addresses;
  const answer = async (route: Route): Promise<void> => {
    const request = route.request();
    const [address = ''] = request.url().split(/[?#]/, 1);
    if (address === page) return route.fulfill({ contentType: 'text/html', body: frameTag(size, addresses) });
    if (request.isNavigationRequest() && !address.startsWith(folder)) {
      // A window that opens has no frame yet.
      const isOwnFrame = await Promise.resolve()
        .then(() => request.frame().parentFrame() !== null)
        .catch(() => false);
      hear({ address: request.url(), isOwnFrame });
      return route.fulfill({ status: 204 });
    }
    const name = address.startsWith(folder) ? decodeName(address.slice(folder.length)) : '';
    const bytes = byName.get(name);
    if (!bytes) return route.abort('blockedbyclient');
    return route.fulfill({
      contentType: HTML5_FILE_TYPES[/[^.]*$/.exec(name)?.[0].toLowerCase() ?? ''],
      headers: { 'content-security-policy': policy, 'access-control-allow-origin': 'null' },
      body: bytes,
    });
  };
  return (route: Route): Promise<void> =>
    answer(route).catch(() => {
      // The page has gone meanwhile: nobody waits for the answer.
    });
}

type Point = readonly [x: number, y: number];

/** The middle, then what looks as if it were to be clicked, then everywhere. */
async function pointsOf(page: Page, { width, height }: AdSize): Promise<Point[]> {
  const points: Point[] = [[width / 2, height / 2]];
  const found = page.frames()[1]?.evaluate(
    (selector) =>
      [...document.querySelectorAll('*')]
        .slice(0, 2_000)
        .filter((each) => each.matches(selector) || getComputedStyle(each).cursor === 'pointer')
        .slice(0, 40)
        .map((element) => {
          const { x, y, width: wide, height: high } = element.getBoundingClientRect();
          return [x + wide / 2, y + high / 2] as const;
        }),
    CLICKABLE,
  );
  points.push(...((await found?.catch(() => [])) ?? []));
  for (let y = STEP_PX.y / 2; y < height; y += STEP_PX.y)
    for (let x = STEP_PX.x / 2; x < width; x += STEP_PX.x) points.push([x, y]);
  return points
    .map(([x, y]) => [Math.round(x), Math.round(y)] as const)
    .filter(([x, y]) => x >= 0 && y >= 0 && x < width && y < height);
}

/** A bundle as the store has it, or is about to. */
async function readFolder(folder: string): Promise<BundleFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const file = path.join(entry.parentPath, entry.name);
        return { name: path.relative(folder, file).split(path.sep).join('/'), bytes: await readFile(file) };
      }),
  );
}

export interface TrialParts {
  browserPath: string;
  /** Where the bundle's files lie. */
  folder: string;
  size: AdSize;
  /** What the bundle is served with at these addresses. */
  policy: string;
  addresses: TrialAddresses;
}

/** Clicks here and there until it is over: where it did last. */
async function clickAround(page: Page, size: AdSize, isOver: () => boolean): Promise<Point | null> {
  let last: Point | null = null;
  while (!isOver()) {
    await wait(PAUSE_MS);
    for (const [index, point] of (await pointsOf(page, size)).entries()) {
      if (isOver()) break;
      last = point;
      await page.mouse.click(...point);
      await wait(index < LIKELY ? OPENING_MS : SWEEP_MS);
    }
  }
  return last;
}

/**
 * A server that runs as root gives the browser to nobody. In a container without user namespaces there is no sandbox for
 * anybody: what breaks out of the browser then meets a user who owns nothing.
 */
async function openAsNobody(browserPath: string): Promise<TrialBrowser> {
  // What only root may read is read before.
  await import('playwright-core');
  const wasRoot = becomeNobody();
  try {
    return await openBrowser(browserPath);
  } catch (error) {
    if (!wasRoot) throw error;
    return openBrowser(browserPath, false);
  }
}

/** Where a click opened what; null for one that opened nothing. Throws when the browser does not run. */
export async function tryClick({
  browserPath,
  folder,
  size,
  policy,
  addresses,
}: TrialParts): Promise<{ opened: Opened | null; at: Point | null }> {
  const files = await readFolder(folder);
  const browser = await openAsNobody(browserPath);
  let opened: Opened | null = null;
  const endsAt = performance.now() + TRIAL_MS;
  const stop = new AbortController();
  try {
    const context = await browser.newContext();
    await context.route(
      '**/*',
      answerFrom(files, { size, policy, addresses }, (first) => {
        opened ??= first;
      }),
    );
    const page = await context.newPage();
    const work = (async () => {
      await page.goto(addresses.page, { waitUntil: 'load', timeout: LOAD_MS }).catch(() => undefined);
      return clickAround(page, size, () => opened !== null || performance.now() > endsAt);
    })();
    // Of a page that is closed under its hands.
    work.catch(() => undefined);
    const at = await Promise.race([work, wait(TRIAL_MS, null, { signal: stop.signal })]);
    return { opened, at };
  } finally {
    stop.abort();
    await browser.close();
  }
}
