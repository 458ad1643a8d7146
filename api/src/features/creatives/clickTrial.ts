import { setTimeout as wait } from 'node:timers/promises';
import { type AdSize, type BundleClick, HTML5, HTML5_FILE_TYPES } from '@ezdash/contracts';
import type { Page, Route } from 'playwright-core';
import { findBrowser, openBrowser } from '../../platform/browser';
import type { Clock } from '../../platform/clock';
import type { Log } from '../../platform/log';
import { createFairQueue, type Owner } from '../../platform/work';
import { CREATIVES_PATH } from './addresses';
import { decodeName } from './bundleReferences';
import type { BundleFile } from './imageStore';

/** Hosts that no machine has: whatever is not answered here goes nowhere. */
const PAGE = 'https://gate.invalid/';
const CLICK = `${PAGE}e/c/trial`;
export const TRIAL_ORIGINS = { app: PAGE, creatives: 'https://creatives.invalid' };
export const TRIAL_FOLDER = `${CREATIVES_PATH}${'0'.repeat(64)}/`;
const ADDRESS = TRIAL_ORIGINS.creatives + TRIAL_FOLDER;

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

/** What came of clicking an ad: where a click opened its address, or the sentence for its owner. */
export type TriedClick = { ok: true; click: BundleClick } | { ok: false; problem: string };

export interface ClickTrials {
  /**
   * Clicks a bundle as visitors get it. Null: this machine has no browser, or it does not run. 429 or 503 when too many
   * wait.
   */
  try(files: readonly BundleFile[], size: AdSize, owner: Owner): Promise<TriedClick | null>;
}

const NO_CLICK =
  'A click on the ad opens nothing. Lead clicks to window.open(window.clickTag), on all of the ad or on a button';
const OWN_FRAME =
  'A click on the ad leads its own frame on instead of opening a window. Use window.open(window.clickTag)';
const elsewhere = (address: string) =>
  `A click on the ad opens ${address.slice(0, 80)}. Lead clicks to window.open(window.clickTag)`;

interface Opened {
  address: string;
  isOwnFrame: boolean;
}

/** The click's address is folded as often as its chain of counters wants. */
function leadsToClick(address: string): boolean {
  let folded = address;
  for (let times = 0; times < 4; times += 1) {
    if (folded.includes(CLICK)) return true;
    folded = decodeName(folded);
  }
  return false;
}

const frameTag = ({ width, height }: AdSize) =>
  `<!doctype html><body style="margin:0"><iframe sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox" width="${width}" height="${height}" style="border:0" src="${ADDRESS}${HTML5.entry}?clickTag=${encodeURIComponent(CLICK)}"></iframe>`;

/** Answers every request of the trial from the bundle, and hears of what a click opens. */
function answerFrom(
  files: readonly BundleFile[],
  size: AdSize,
  policy: string,
  hear: (opened: Opened) => void,
) {
  const byName = new Map(files.map(({ name, bytes }) => [name, bytes]));
  const answer = async (route: Route): Promise<void> => {
    const request = route.request();
    const [address = ''] = request.url().split(/[?#]/, 1);
    if (address === PAGE) return route.fulfill({ contentType: 'text/html', body: frameTag(size) });
    if (request.isNavigationRequest() && !address.startsWith(ADDRESS)) {
      // A window that opens has no frame yet.
      const isOwnFrame = await Promise.resolve()
        .then(() => request.frame().parentFrame() !== null)
        .catch(() => false);
      hear({ address: request.url(), isOwnFrame });
      return route.fulfill({ status: 204 });
    }
    const name = address.startsWith(ADDRESS) ? decodeName(address.slice(ADDRESS.length)) : '';
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

interface TrialParts {
  browserPath: string;
  files: readonly BundleFile[];
  size: AdSize;
  policy: string;
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

async function tryClick({
  browserPath,
  files,
  size,
  policy,
}: TrialParts): Promise<{ opened: Opened | null; at: Point | null }> {
  const browser = await openBrowser(browserPath);
  let opened: Opened | null = null;
  const endsAt = performance.now() + TRIAL_MS;
  const stop = new AbortController();
  try {
    const context = await browser.newContext();
    await context.route(
      '**/*',
      answerFrom(files, size, policy, (first) => {
        opened ??= first;
      }),
    );
    const page = await context.newPage();
    const work = (async () => {
      await page.goto(PAGE, { waitUntil: 'load', timeout: LOAD_MS }).catch(() => undefined);
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

export interface ClickTrialsParts {
  /** Path of the Chromium that the operator names; null: one of the usual places. */
  browser: string | null;
  /** The policy that bundles are served with, in `TRIAL_FOLDER` of `TRIAL_ORIGINS`. */
  policy: string;
  clock: Clock;
  log: Log;
}

/** Bundles clicked in the browser of the gate, one at a time, owners in turn. */
export function createClickTrials({ browser, policy, clock, log }: ClickTrialsParts): ClickTrials {
  const queue = createFairQueue({ atOnce: 1, mostOfOwner: 8, mostWaiting: 16 });
  return {
    try: (files, size, owner) =>
      queue.run(owner, async () => {
        const browserPath = findBrowser(browser);
        if (browserPath === null) return null;
        try {
          const { opened, at } = await tryClick({ browserPath, files, size, policy });
          if (opened === null || at === null) return { ok: false, problem: NO_CLICK };
          if (opened.isOwnFrame) return { ok: false, problem: OWN_FRAME };
          if (!leadsToClick(opened.address)) return { ok: false, problem: elsewhere(opened.address) };
          return { ok: true, click: { by: 'gate', at: clock.now().toISOString(), x: at[0], y: at[1] } };
        } catch (error) {
          log.error(
            { event: 'bundle.no-trial', err: error, browser: browserPath },
            'The browser that bundles are clicked in does not run',
          );
          return null;
        }
      }),
  };
}
