import { readFileSync } from 'node:fs';
import path from 'node:path';
import { debugSession, type InspectorMap, SOURCES_FILE } from '@ezdash/contracts';
import { STORAGE_KEYS } from '@ezdash/contracts/constants';
import { remoteNames, rootDir } from '@ezdash/remote-kit/build';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { DEMO, send, signIn } from '../../../e2e/support/account';
import { addressOf, isOpenTo, knownPages } from '../../../e2e/support/pages';
import type { compare, PageResult } from './pageScript';

declare global {
  interface Window {
    inspectorBench?: { compare: typeof compare };
  }
}

const WHO = ['guest', 'advertiser', 'publisher', 'admin'] as const;
/** Of what opens something, on each page. */
const OPENERS = '[aria-haspopup]:not([disabled]), main button[aria-expanded="false"], main [role="combobox"]';
const MOST_OPENED = 8;
const SETTLE_MS = 400;

/** The maps of a build, by release. */
export function readMaps(folder: string): Record<string, InspectorMap> {
  const maps = ['shell', ...remoteNames()].map((name): [string, InspectorMap] => {
    const text = readFileSync(path.join(folder, name, 'dist', SOURCES_FILE), 'utf8');
    return [name, { name, version: '', ...(JSON.parse(text) as Pick<InspectorMap, 'files' | 'sites'>) }];
  });
  return Object.fromEntries(maps);
}

export interface Measured extends PageResult {
  who: string;
  path: string;
}

interface Visits {
  url: string;
  /** The page's script, bundled. */
  script: string;
  maps: Record<string, InspectorMap>;
}

async function compareNow(page: Page, { script, maps }: Visits): Promise<PageResult> {
  const isThere = await page.evaluate(() => window.inspectorBench !== undefined);
  if (!isThere) await page.evaluate(script);
  return page.evaluate(
    ([known, root]) => {
      if (!window.inspectorBench) throw new Error('The script of the bench is not in the page');
      return window.inspectorBench.compare(known, root);
    },
    [maps, `${rootDir}/`] as const,
  );
}

const settled = async (page: Page) => {
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => {});
  await page.waitForTimeout(SETTLE_MS);
};

/** Opens menus, lists and dialogs one after the other, and compares what each shows. */
async function compareOpened(page: Page, visits: Visits, add: (result: PageResult) => void): Promise<void> {
  const address = page.url();
  const openers = page.locator(OPENERS);
  const count = Math.min(await openers.count(), MOST_OPENED);
  for (let at = 0; at < count; at++) {
    const opener = openers.nth(at);
    const opened = await opener.click({ timeout: 1_500 }).then(
      () => true,
      () => false,
    );
    if (!opened) continue;
    await page.waitForTimeout(SETTLE_MS);
    add(await compareNow(page, visits));
    await page.keyboard.press('Escape');
    if (page.url() !== address) {
      await page.goto(address);
      await settled(page);
    }
  }
  await page.keyboard.press('Control+k');
  await page.waitForTimeout(SETTLE_MS);
  add(await compareNow(page, visits));
}

/** The operators' pages are for who has the tool's session. */
async function activateTool(context: BrowserContext): Promise<void> {
  const { email, password } = DEMO.admin;
  const credentials = { admin_email: email, admin_password: password };
  const answer = await send(context.request, 'POST', '/debug-tool/activate', credentials);
  const { session_token: token } = debugSession.parse(await answer.json());
  await context.addInitScript(([key, value]) => localStorage.setItem(key, value), [
    STORAGE_KEYS.debugToken,
    token,
  ] as const);
}

/** Every page of everybody, as it loads and with what can be opened on it. */
export async function visitAll(browser: Browser, visits: Visits): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const who of WHO) {
    const context = await browser.newContext({
      baseURL: visits.url,
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    });
    if (who !== 'guest') await signIn(context.request, DEMO[who]);
    if (who === 'admin') await activateTool(context);
    const pages = (await knownPages(context.request)).filter((page) => page.built && isOpenTo(page, who));
    for (const known of pages) {
      const address = await addressOf(known, context.request).catch(() => null);
      if (address === null) {
        console.error(`${who} ${known.path}: nothing to show there`);
        continue;
      }
      const page = await context.newPage();
      const sum: Measured = { who, path: known.path, seen: 0, right: 0, wrong: [], pickMs: [], slowest: [] };
      const add = (result: PageResult) => {
        sum.seen += result.seen;
        sum.right += result.right;
        sum.wrong.push(...result.wrong);
        sum.pickMs.push(...result.pickMs);
        sum.slowest.push(...result.slowest);
      };
      await page.goto(address);
      await settled(page);
      add(await compareNow(page, visits));
      await compareOpened(page, visits, add);
      measured.push(sum);
      console.error(`${who} ${known.path}: ${sum.right} of ${sum.seen}`);
      await page.close();
    }
    await context.close();
  }
  return measured;
}
