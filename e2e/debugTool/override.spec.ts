import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { OperatorAudit, Registry } from '@ezdash/contracts';
import type { Page } from '@playwright/test';
import { deriveKey } from '../../api/src/platform/auth/secretBox';
import { DEMO, send } from '../support/account';
import { freePort, type RunningApp, startApp } from '../support/app';
import { copyBuild, makeNextRelease, writeServed } from '../support/buildCopy';
import { consoleHeaders } from '../support/consoleHeaders';
import { debugAlert, debugFact, debugPanel, openDebugTool, storedToken } from '../support/debugTool';
import { test as base, expect } from '../support/test';

const REMOTE = 'mf-settings';
const PROFILE = '/settings/profile';
const FIRST = '1.0.0';
const NEXT = '1.0.1';
const TEXT = {
  [FIRST]: 'Who you are to the network',
  [NEXT]: 'Who you are, in the words of the next release',
};
const COOKIE = 'ez.debug-page';
const HOUR_MS = 3_600_000;

interface House {
  app: RunningApp;
  /** The folder of a release that is published here. */
  folderOf: (version: string) => string;
}

/** A network of its own on which two releases of one remote were deployed, one after the other. */
const test = base.extend<object, { house: House }>({
  house: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'ezdash-override-'));
      copyBuild(folder);
      const dataDir = path.join(folder, 'data');
      const env = {
        DATA_DIR: dataDir,
        PORT: String(await freePort()),
        DEMO_PORT: String(await freePort(24_000)),
        DEMO_DAYS: '1',
      };
      const before = await startApp(env, folder);
      await before.stop();
      makeNextRelease(folder, REMOTE, NEXT, { [TEXT[FIRST]]: TEXT[NEXT] });
      const app = await startApp(env, folder);
      await use({ app, folderOf: (version) => path.join(dataDir, 'remotes', REMOTE, version) });
      await app.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  network: async ({ house: { app } }, use) =>
    use({ url: app.url, demoUrl: app.demoUrl, dataDir: app.dataDir }),
});

test.setTimeout(180_000);

async function expectRelease(page: Page, version: typeof FIRST | typeof NEXT): Promise<void> {
  await expect(page.locator(`[data-mf-remote="${REMOTE}"]`)).toHaveAttribute('data-mf-version', version);
  await expect(page.getByText(TEXT[version], { exact: true })).toBeVisible();
}

/** The settings, with the tool open over them. */
async function debugSettings(page: Page): Promise<void> {
  await page.goto(`${PROFILE}?debug=true`);
  await openDebugTool(page);
}

const row = (page: Page) => debugFact(page, REMOTE);
const button = (page: Page, name: 'Apply' | 'Reset') =>
  debugPanel(page).getByRole('button', { name: `${name} ${REMOTE}` });

/** Chooses a release in the Page tab. The page has loaded anew when this is done. */
async function choose(page: Page, version: string): Promise<void> {
  await row(page)
    .getByRole('combobox', { name: /^Release/ })
    .click();
  await page.getByRole('option', { name: new RegExp(`^${version.replaceAll('.', '\\.')},`) }).click();
  await reloadsBy(page, 'Apply');
}

async function reloadsBy(page: Page, name: 'Apply' | 'Reset'): Promise<void> {
  const loaded = page.waitForEvent('load');
  await button(page, name).click();
  await loaded;
}

/** The cookie that names the release to a browser's pages, as the server sets it: claims and their signature. */
async function pageCookie(page: Page) {
  const cookies = await page.context().cookies();
  const found = cookies.find(({ name }) => name === COOKIE);
  if (!found) throw new Error('This browser has no cookie of the debug tool');
  const [claims = '', signature = ''] = found.value.split('.');
  return { found, claims: JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')), signature };
}
const encoded = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url');

/** As the server itself would have signed it. */
function signed(claims: object, dataDir: string): string {
  const { session } = JSON.parse(readFileSync(path.join(dataDir, 'secrets.json'), 'utf8'));
  const text = encoded(claims);
  const signature = createHmac('sha256', deriveKey(session, 'debug page')).update(text).digest('base64url');
  return `${text}.${signature}`;
}

/** What a browser is given that sends this cookie and these headers. */
async function givenTo(url: string, cookie: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${url}/remotes/registry.json`, {
    headers: { Cookie: `${COOKIE}=${cookie}`, ...headers },
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as Registry)[REMOTE]?.version;
}

test('another release of a remote runs in this browser alone, and Reset brings the active one back', async ({
  open,
}) => {
  const page = await open(DEMO.admin);
  const other = await open('admin');
  const visitor = await open(DEMO.advertiser);
  await test.step('everybody gets the active release', async () => {
    await debugSettings(page);
    await expectRelease(page, NEXT);
    await expect(row(page)).toContainText(NEXT);
    await expect(button(page, 'Reset')).toHaveCount(0);
  });
  await test.step('an admin chooses the one before: the page loads anew and runs it', async () => {
    await choose(page, FIRST);
    await expectRelease(page, FIRST);
  });
  await test.step('the Page tab says so, until when, and how to go back', async () => {
    await openDebugTool(page);
    await expect(row(page)).toContainText(`${FIRST} · loaded`);
    await expect(row(page)).toContainText(/Only in this browser, until \d{2}:\d{2}/);
    await expect(debugPanel(page).getByRole('note')).toContainText(`${REMOTE} ${FIRST}. Reset`);
  });
  await test.step('neither a visitor nor the same admin in another browser gets it', async () => {
    await visitor.goto(PROFILE);
    await expectRelease(visitor, NEXT);
    await debugSettings(other);
    await expectRelease(other, NEXT);
    await expect(button(other, 'Reset')).toHaveCount(0);
    await expect(debugPanel(other).getByRole('note')).toHaveCount(0);
  });
  await test.step('Reset brings the active one back', async () => {
    await reloadsBy(page, 'Reset');
    await expectRelease(page, NEXT);
    await openDebugTool(page);
    await expect(row(page)).toContainText(`${NEXT} · loaded`);
    await expect(button(page, 'Reset')).toHaveCount(0);
  });
  await test.step('both are in the audit', async () => {
    const address = '/api/operator/audit?path=/debug-tool/remotes/override';
    const answer = await other.request.get(address, { headers: consoleHeaders(other.request, address) });
    const { rows } = (await answer.json()) as OperatorAudit;
    expect(rows.slice(0, 2)).toEqual(
      [null, FIRST].map((version) =>
        expect.objectContaining({
          admin: DEMO.admin.email,
          method: 'POST',
          status: 200,
          detail: { remote: REMOTE, version },
        }),
      ),
    );
  });
});

test('nothing but the server’s own signed choice names another release, and that for an hour', async ({
  open,
  network,
}) => {
  const { url, dataDir } = network;
  const page = await open(DEMO.admin);
  await debugSettings(page);
  const asked = (body: object, token: string | null) =>
    send(page.request, 'POST', '/debug-tool/remotes/override', body, token ? { 'X-Debug-Token': token } : {});
  await test.step('a release that was not published here and a free address are refused', async () => {
    const token = await storedToken(page);
    for (const version of ['9.9.9', '../1.0.0', `${url}/remotes/${REMOTE}/${FIRST}/remoteEntry.js`])
      expect((await (await asked({ remote: REMOTE, version }, token)).json()).code).toBe('NO_SUCH_RELEASE');
    expect((await (await asked({ remote: 'mf-nobody', version: FIRST }, token)).json()).code).toBe(
      'NO_SUCH_REMOTE',
    );
    expect((await asked({ remote: REMOTE, version: FIRST }, null)).status()).toBe(401);
    await page.reload();
    await expectRelease(page, NEXT);
  });
  await openDebugTool(page);
  await choose(page, FIRST);
  await expectRelease(page, FIRST);
  const { found, claims, signature } = await pageCookie(page);

  await test.step('a cookie that was altered, or signed by somebody else, names none', async () => {
    expect(await givenTo(url, found.value)).toBe(FIRST);
    const longer = { ...claims, remotes: { [REMOTE]: { version: FIRST, until: Date.now() + 9 * HOUR_MS } } };
    const [text = ''] = found.value.split('.');
    const stranger = createHmac('sha256', 'somebody else').update(text).digest('base64url');
    for (const forged of [`${encoded(longer)}.${signature}`, `${text}.${stranger}`, text])
      expect(await givenTo(url, forged)).toBe(NEXT);
  });
  await test.step('nor does a header or a query', async () => {
    const named = { 'X-Remote-Override': `${REMOTE}=${FIRST}`, 'X-Debug-Page': found.value };
    expect(await givenTo(url, '', named)).toBe(NEXT);
    const guest = await open(DEMO.advertiser);
    await guest.goto(`${PROFILE}?debug=true&${COOKIE}=${found.value}&${REMOTE}=${FIRST}`);
    await expectRelease(guest, NEXT);
  });
  await test.step('it is for an hour', async () => {
    const { until } = claims.remotes[REMOTE];
    expect(until).toBeGreaterThan(Date.now() + 0.9 * HOUR_MS);
    expect(until).toBeLessThanOrEqual(Date.now() + HOUR_MS);
    const withEnd = (end: number) =>
      signed({ ...claims, remotes: { [REMOTE]: { version: FIRST, until: end } } }, dataDir);
    expect(await givenTo(url, withEnd(Date.now() + HOUR_MS))).toBe(FIRST);
    const over = withEnd(Date.now() - 1);
    expect(await givenTo(url, over)).toBe(NEXT);
    await page.context().addCookies([{ ...found, value: over }]);
    await page.reload();
    await expectRelease(page, NEXT);
    await openDebugTool(page);
    await expect(button(page, 'Apply')).toBeVisible();
    await expect(button(page, 'Reset')).toHaveCount(0);
  });
});

test('a chosen release that is broken leaves the page alive, and says how to go back', async ({
  open,
  house,
}) => {
  const page = await open(DEMO.admin);
  await debugSettings(page);
  const entry = path.join(house.folderOf(FIRST), 'remoteEntry.js');
  const whole = readFileSync(entry);
  writeServed(entry, 'throw new Error("broken");');
  try {
    await choose(page, FIRST);
    await test.step('the active release takes its place', async () => {
      const remote = page.locator(`[data-mf-remote="${REMOTE}"]`);
      await expect(remote).toHaveAttribute('data-mf-version', NEXT);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile');
    });
    await test.step('the Page tab says what happened, and how to go back', async () => {
      await openDebugTool(page);
      await expect(row(page)).toContainText('another release took over');
      await expect(debugPanel(page).getByRole('note')).toContainText(
        'Reset beside each of them brings the active one back.',
      );
      await expect(debugAlert(page)).toHaveCount(0);
    });
    await test.step('which it does', async () => {
      await reloadsBy(page, 'Reset');
      await expectRelease(page, NEXT);
      await openDebugTool(page);
      await expect(row(page)).toContainText(`${NEXT} · loaded`);
    });
  } finally {
    writeServed(entry, whole);
  }
});
