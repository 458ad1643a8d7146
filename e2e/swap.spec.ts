import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page, Request, Response } from '@playwright/test';
import { DEMO } from './support/account';
import { BAD_RELEASES, makeBadRelease } from './support/badReleases';
import { makeNextRelease, writeServed } from './support/buildCopy';
import { houseTest, watchReports } from './support/house';
import { expectMarked, notice, openLive } from './support/liveTab';
import { buildChangedDashboard, CHANGED_DASHBOARD } from './support/nextRelease';
import { openReleaseHouse } from './support/releaseHouse';
import { expect } from './support/test';

const REMOTE: string = CHANGED_DASHBOARD.remote;
const OTHER = 'mf-settings';
const FIRST = '1.0.0';
const NEXT = '1.0.1';
const THROWING = '1.0.2';
const DASHBOARD = '/advertiser/dashboard';
const NEW_CAMPAIGN = '/advertiser/campaigns/new';
const TODAY = { [FIRST]: 'Today so far', [NEXT]: CHANGED_DASHBOARD.heading };
const PROFILE = { [FIRST]: 'Who you are to the network', [NEXT]: 'Who you are, in other words' };

/** What visitors get, moved past the gate. */
interface Pointer {
  /** @returns when the change was made, by this machine's clock (ms) */
  activate: (remote: string, version: string) => Promise<number>;
  /** Back to a release that was active before. */
  rollBack: (remote: string, version: string) => Promise<number>;
  entryOf: (version: string) => string;
}

/** A network on which three releases of one remote and two of another were published. */
const test = houseTest.extend<object, { pointer: Pointer }>({
  pointer: [
    async ({ house }, use) => {
      const releases = await openReleaseHouse(house.network);
      await buildChangedDashboard(releases.folderOf(REMOTE, NEXT), NEXT);
      makeNextRelease(house.folder, OTHER, NEXT, { [PROFILE[FIRST]]: PROFILE[NEXT] });
      const folder = releases.folderOf(OTHER, NEXT);
      cpSync(path.join(house.folder, OTHER, 'dist'), folder, { recursive: true });
      for (const remote of [REMOTE, OTHER]) await releases.enter(remote, NEXT);
      const throws = BAD_RELEASES.find(({ kind }) => kind === 'throws on render');
      if (!throws) throw new Error('There is no such bad release');
      makeBadRelease(house.folder, releases.folderOf(REMOTE, THROWING), THROWING, throws.spoil);
      await releases.enter(REMOTE, THROWING);
      const move = async (how: 'force' | 'giveBack', remote: string, version: string) => {
        await releases[how](remote, await releases.releaseId(remote, version));
        return Date.now();
      };
      await use({
        activate: (remote, version) => move('force', remote, version),
        rollBack: (remote, version) => move('giveBack', remote, version),
        entryOf: (version) => path.join(releases.folderOf(REMOTE, version), 'remoteEntry.js'),
      });
      await releases.close();
    },
    { scope: 'worker' },
  ],
});

test.setTimeout(120_000);
test.beforeEach(async ({ pointer }) => {
  for (const remote of [REMOTE, OTHER]) await pointer.activate(remote, FIRST);
});

const ofRemote = (page: Page, remote = REMOTE) => page.locator(`[data-mf-remote="${remote}"]`);
const expectRelease = (page: Page, version: string, remote = REMOTE) =>
  expect(ofRemote(page, remote)).toHaveAttribute('data-mf-version', version);
const today = (page: Page, version: typeof FIRST | typeof NEXT) =>
  page.getByRole('heading', { name: TODAY[version] });

/** Calls the page makes from here on, as `METHOD /path`. */
function watchCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request: Request) => {
    calls.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return calls;
}

/** When an element of this version was first in the page, by this machine's clock (ms); both run on it. */
const seenAt = (page: Page, version: string) =>
  page.evaluate(
    ([remote, wanted]) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (document.querySelector(`[data-mf-remote="${remote}"][data-mf-version="${wanted}"]`))
            requestAnimationFrame(() => resolve(Date.now()));
          else requestAnimationFrame(look);
        };
        look();
      }),
    [REMOTE, version] as const,
  );

test('a release that is activated takes over in an open tab, and all stays as it was', async ({
  open,
  pointer,
}) => {
  const page = await open(DEMO.advertiser, { viewport: { width: 1280, height: 500 } });
  await openLive(page, DASHBOARD);
  await expect(today(page, FIRST)).toBeVisible();
  await test.step('Given a range of days was chosen, a link has the focus, and the page is scrolled', async () => {
    await page.getByRole('button', { name: /^Days shown/ }).click();
    await page.getByRole('button', { name: 'Last 28 days' }).click();
    await expect(page.getByRole('button', { name: /^Days shown/ })).toHaveAccessibleName(/–/);
    const link = page.getByRole('link', { name: 'All campaigns' });
    await link.focus();
    await page.evaluate(() => window.scrollTo(0, 300));
    await expect(today(page, FIRST)).toBeVisible();
  });
  const days = await page.getByRole('button', { name: /^Days shown/ }).textContent();
  const calls = watchCalls(page);
  const seen = seenAt(page, NEXT);
  const activatedAt = await pointer.activate(REMOTE, NEXT);
  const elapsed = (await seen) - activatedAt;
  console.log(`Activated and visible in an open tab after ${elapsed} ms`);
  await expect(today(page, NEXT)).toBeVisible();
  await expectRelease(page, NEXT);
  // Its own code in its own styles.
  await expect(page.locator(CHANGED_DASHBOARD.element)).toHaveCSS('color', CHANGED_DASHBOARD.color);
  await expectMarked(page);
  await expect(page.getByRole('button', { name: /^Days shown/ })).toHaveText(days ?? '');
  await expect(page.getByRole('link', { name: 'All campaigns' })).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(300);
  await expect(notice(page)).toBeHidden();
  // What the store has is shown at once, without another call.
  expect(calls.filter((call) => call.includes('/api/advertiser/dashboard'))).toEqual([]);

  await test.step('When it is rolled back, the one before is back, whole', async () => {
    await pointer.rollBack(REMOTE, FIRST);
    await expectRelease(page, FIRST);
    await expect(today(page, FIRST)).toBeVisible();
    await expect(page.locator(CHANGED_DASHBOARD.element)).toBeHidden();
    await expectMarked(page);
    const sheets = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
        .filter(({ href }) => href.includes('/remotes/mf-advertiser/'))
        .map(({ href, media }) => ({ version: href.split('/').at(-2), isOn: media !== 'not all' })),
    );
    expect(sheets.filter(({ isOn }) => isOn).map(({ version }) => version)).toEqual([FIRST]);
    await page.getByRole('link', { name: 'All campaigns' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Campaigns');
  });
  await test.step('And it may come again', async () => {
    await pointer.activate(REMOTE, NEXT);
    await expectRelease(page, NEXT);
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await expect(today(page, NEXT)).toBeVisible();
    await expectMarked(page);
  });
});

test('a remote that is not in use is of its new release at the first visit, with its texts', async ({
  open,
  pointer,
}) => {
  const page = await open(DEMO.advertiser);
  await openLive(page, DASHBOARD);
  const asked = page.waitForResponse((answer) => answer.url().includes('/api/translations/'));
  await pointer.activate(OTHER, NEXT);
  await (await asked).finished();
  await expect(notice(page)).toBeHidden();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByText(PROFILE[NEXT])).toBeVisible();
  await expectRelease(page, NEXT, OTHER);
  await expectMarked(page);
});

test('what is being typed stays, until somebody says "Update now"', async ({ open, pointer }) => {
  const page = await open(DEMO.advertiser);
  await openLive(page, NEW_CAMPAIGN);
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Winter shells');
  // Somewhere else, so that only what was typed is left to be lost.
  await page.getByRole('heading', { level: 1 }).click();
  await pointer.activate(REMOTE, NEXT);
  await expect(notice(page)).toContainText('A new version of the advertiser pages is ready');
  await expectRelease(page, FIRST);
  await expect(name).toHaveValue('Winter shells');
  await page.getByRole('button', { name: 'Update now' }).click();
  await expectRelease(page, NEXT);
  await expect(notice(page)).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: 'Updated: the advertiser pages' })).toBeVisible();
  await expectMarked(page);
  // This page keeps a draft of its own, and the keyboard goes on where it was.
  await expect(name).toHaveValue('Winter shells');
  await expect(name).toBeFocused();
});

test('put off, it is there at the next visit', async ({ open, pointer }) => {
  const page = await open(DEMO.advertiser);
  await openLive(page, NEW_CAMPAIGN);
  await page.getByRole('textbox', { name: 'Name' }).fill('Winter shells');
  await pointer.activate(REMOTE, NEXT);
  await notice(page).getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Winter shells');
  await expectRelease(page, FIRST);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(ofRemote(page, OTHER)).toBeAttached();
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await expect(today(page, NEXT)).toBeVisible();
  await expectRelease(page, NEXT);
  await expectMarked(page);
});

test('a new release that does not load leaves the old one working, and the network hears of it', async ({
  open,
  pointer,
}) => {
  const page = await open(DEMO.advertiser);
  await openLive(page, DASHBOARD);
  const file = pointer.entryOf(NEXT);
  const whole = readFileSync(file);
  writeServed(file, Buffer.concat([whole, Buffer.from('\n/* and more */')]));
  try {
    const report = page.waitForRequest('**/api/remotes/failures');
    await pointer.activate(REMOTE, NEXT);
    expect((await report).postDataJSON()).toMatchObject({
      remote: REMOTE,
      version: NEXT,
      phase: 'swap',
      fellBackTo: FIRST,
    });
    await expectRelease(page, FIRST);
    await expect(today(page, FIRST)).toBeVisible();
    await expect(notice(page)).toBeHidden();
    await page.getByRole('link', { name: 'All campaigns' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Campaigns');
    await expectRelease(page, FIRST);
    await expectMarked(page);
  } finally {
    writeServed(file, whole);
  }
});

test('a new release that throws as it is mounted gives the place back, and the network hears of it', async ({
  open,
  pointer,
}) => {
  const page = await open(DEMO.advertiser);
  await openLive(page, DASHBOARD);
  const reports = watchReports(page);
  await pointer.activate(REMOTE, THROWING);
  await expect.poll(() => reports.length).toBe(1);
  expect(reports[0]?.body).toMatchObject({
    remote: REMOTE,
    version: THROWING,
    phase: 'render',
    fellBackTo: FIRST,
  });
  await expectRelease(page, FIRST);
  await expect(today(page, FIRST)).toBeVisible();
  await expect(page.getByText('Something went wrong')).toBeHidden();
  await expect(notice(page)).toBeHidden();
  await expectMarked(page);
});

test('what a tab loads after it was made goes with calls that it makes anyway, and its ticket is kept fresh', async ({
  open,
  pointer,
}) => {
  const page = await open(DEMO.advertiser);
  const calls = watchCalls(page);
  /** What the next call says that the page was given, and the ticket that comes back. */
  const told = async () => {
    const isTelling = (answer: Response) => 'x-remotes-given' in answer.request().headers();
    const answer = await page.waitForResponse(isTelling);
    const { 'x-remotes-given': given, 'x-page-ticket': sent } = answer.request().headers();
    const { 'x-page-ticket': renewed } = answer.headers();
    // The page of before, as if it were given now.
    expect(renewed?.split('.')[0]).toBe(sent?.split('.')[0]);
    return given;
  };
  await openLive(page, '/settings/profile');
  const byLink = told();
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  expect(await byLink).toBe(`${REMOTE}/${FIRST}`);
  await expect(today(page, FIRST)).toBeVisible();
  const bySwap = told();
  await pointer.activate(REMOTE, NEXT);
  await expectRelease(page, NEXT);
  expect(await bySwap).toBe(`${REMOTE}/${NEXT}`);
  expect(calls.filter((call) => call.endsWith('/api/config'))).toEqual([]);
});

test('a tab gets the later parts of its release when visitors have another one, also from a server that started anew', async ({
  open,
  house,
  pointer,
}) => {
  const page = await open(DEMO.advertiser);
  // However many files a build has made of what a page needs.
  const parts = new Set<string>();
  page.on('response', (answer) => {
    const [, version] = new RegExp(`/remotes/${OTHER}/([^/]+)/[^/]+\\.js$`).exec(answer.url()) ?? [];
    if (version) parts.add(`${version} ${answer.status()}`);
  });
  await openLive(page, '/settings/profile');
  // Whatever the tab hears of, it goes on with what it has.
  await page.evaluate(() => window.addEventListener('beforeunload', (event) => event.preventDefault()));
  /** A panel of the page stands there only when its code does: its title comes before. */
  const openPart = async (name: string, panel: string) => {
    parts.clear();
    await page.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page.getByRole('region', { name: panel })).toBeVisible();
  };
  await test.step('Given another release is the active one, and the server has started anew', async () => {
    await pointer.activate(OTHER, NEXT);
    await expect(notice(page)).toBeVisible();
    await house.restart();
  });
  await test.step('When a page is opened whose code was not loaded yet, it is of the release of the tab', async () => {
    await openPart('Alerts', 'Where mails go');
    expect([...parts]).toEqual([`${FIRST} 200`]);
    await expectRelease(page, FIRST, OTHER);
  });
  await test.step('And of one that was taken back, the same', async () => {
    await page.getByRole('button', { name: 'Update now' }).click();
    await expectRelease(page, NEXT, OTHER);
    await pointer.rollBack(OTHER, FIRST);
    await expect(notice(page)).toBeVisible();
    await openPart('Payment methods', 'Payment methods');
    expect([...parts]).toEqual([`${NEXT} 200`]);
    await expectRelease(page, NEXT, OTHER);
  });
  await expectMarked(page);
});
