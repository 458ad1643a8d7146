import { gateVerdict } from '@ezdash/contracts';
import type { Page } from '@playwright/test';
import { DEMO } from './support/account';
import { BAD_RELEASES, BAD_REMOTE, type BadRelease, makeBadRelease } from './support/badReleases';
import { expectOthersToWork, houseTest, watchReports } from './support/house';
import { expectMarked, notice, openLive } from './support/liveTab';
import { openReleaseHouse, type ReleaseHouse } from './support/releaseHouse';
import { expect } from './support/test';

const FIRST = '1.0.0';
const DASHBOARD = '/advertiser/dashboard';
const NEW_CAMPAIGN = '/advertiser/campaigns/new';
const TYPED = 'Winter shells';
/** Longer than the 17 s after which the shell gives up on a container that hands nothing out. */
const PATIENCE_MS = 40_000;

const test = houseTest.extend<object, { releases: ReleaseHouse }>({
  releases: [
    async ({ house }, use) => {
      const releases = await openReleaseHouse(house.network);
      await use(releases);
      await releases.close();
    },
    { scope: 'worker' },
  ],
});

const expectFirst = (page: Page) =>
  expect(page.locator(`[data-mf-remote="${BAD_REMOTE}"]`)).toHaveAttribute('data-mf-version', FIRST, {
    timeout: PATIENCE_MS,
  });

type Reports = ReturnType<typeof watchReports>;
const toldIn = (reports: Reports) =>
  reports.map(({ body: { remote, version, phase, fellBackTo } }) => ({ remote, version, phase, fellBackTo }));

/** A tab on the first release in which somebody has begun a campaign. */
async function openTab(page: Page): Promise<{ page: Page; reports: Reports }> {
  const reports = watchReports(page);
  await openLive(page, NEW_CAMPAIGN);
  await page.getByRole('textbox', { name: 'Name' }).fill(TYPED);
  return { page, reports };
}

/** The tab hears of the bad release, and somebody wants it, when it is offered at all. */
async function wantIn(page: Page, isOffered: boolean, looked: Promise<unknown>): Promise<void> {
  await looked;
  if (isOffered) await notice(page).getByRole('button', { name: 'Update now' }).click();
  else await expect(notice(page)).toBeHidden();
}

/** It goes on with what it has, whatever became of the bad one. */
async function expectTabLives(page: Page, survivedBy: BadRelease['survivedBy']): Promise<void> {
  const problem = page.getByRole('status').filter({ hasText: 'does not work' });
  if (survivedBy === 'load')
    await expect(problem).toContainText('nothing was lost', { timeout: PATIENCE_MS });
  if (survivedBy === 'render') await expect(problem).toContainText('the one before is back');
  if (survivedBy !== 'offer') await expect(problem).toContainText(/Request \S+/);
  await expectFirst(page);
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(TYPED);
  await expectMarked(page);
}

/** Documents that the page has asked for since. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('request', (request) => {
    loads += Number(request.isNavigationRequest() && request.frame() === page.mainFrame());
  });
  return () => loads;
}

async function expectSamePageLoad(page: Page, loads: () => number): Promise<void> {
  await page.goto(DASHBOARD);
  await expectFirst(page);
  await expect(page.getByRole('region', { name: 'Today so far' })).toBeVisible();
  expect(loads()).toBe(1);
}

for (const [index, { kind, check, says, survivedBy, spoil }] of BAD_RELEASES.entries()) {
  test(`a bad release (${kind}) is refused by the gate, and past it survived by the same page load and by an open tab`, async ({
    open,
    house,
    releases,
  }) => {
    test.setTimeout(150_000);
    const version = `1.0.${index + 1}`;
    makeBadRelease(house.folder, releases.folderOf(BAD_REMOTE, version), version, spoil);
    const releaseId = await releases.enter(BAD_REMOTE, version);

    await test.step('When somebody wants to activate it, the gate refuses it and says why', async () => {
      const { status, body } = await releases.call(`${BAD_REMOTE}/activate`, { version, why: 'a try' });
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'GATE_REFUSED' });
      const { passed, checks } = gateVerdict.parse(body.verdict);
      expect(passed).toBe(false);
      const failed = checks.filter(({ outcome }) => outcome === 'failed');
      expect(failed.map((one) => one.check)).toEqual([check]);
      expect(failed[0]?.detail).toMatch(says);
      expect((await releases.registry())[BAD_REMOTE]?.version).toBe(FIRST);
    });

    const isOffered = survivedBy !== 'offer';
    const tab = await openTab(await open(DEMO.advertiser));
    const looked = tab.page.waitForResponse((answer) => answer.url().includes('/remotes/registry.json'));
    const revision = await releases.force(BAD_REMOTE, releaseId);
    try {
      await test.step('When it gets past the gate all the same', async () => {
        const entry = (await releases.registry(revision))[BAD_REMOTE];
        expect(entry?.version).toBe(isOffered ? version : FIRST);
      });
      await test.step('And somebody wants it in a tab in which something was typed', () =>
        wantIn(tab.page, isOffered, looked));
      const page = await open(DEMO.advertiser);
      const reports = watchReports(page);
      const loads = countLoads(page);
      await test.step('Then the page load in which it fails shows the release before', () =>
        expectSamePageLoad(page, loads));
      await test.step('And the network hears of it', async () => {
        const report = { remote: BAD_REMOTE, version, phase: survivedBy, fellBackTo: FIRST };
        expect(toldIn(reports)).toEqual(isOffered ? [report] : []);
      });
      await test.step('And the tab goes on with the one it had, and with what was typed', async () => {
        await expectTabLives(tab.page, survivedBy);
        const phase = survivedBy === 'render' ? 'render' : 'swap';
        const report = { remote: BAD_REMOTE, version, phase, fellBackTo: FIRST };
        expect(toldIn(tab.reports)).toEqual(isOffered ? [report] : []);
      });
      await test.step('And the rest of the page lives', () => expectOthersToWork(page));
    } finally {
      await releases.giveBack(BAD_REMOTE, await releases.releaseId(BAD_REMOTE, FIRST));
    }
  });
}

test('a release whose entry is a 404 for the browser, though every server has it, is survived by the same page load', async ({
  open,
  house,
  releases,
}) => {
  const version = `1.0.${BAD_RELEASES.length + 1}`;
  makeBadRelease(house.folder, releases.folderOf(BAD_REMOTE, version), version, () => {});
  const revision = await releases.force(BAD_REMOTE, await releases.enter(BAD_REMOTE, version));
  try {
    expect((await releases.registry(revision))[BAD_REMOTE]?.version).toBe(version);
    const page = await open(DEMO.advertiser);
    const reports = watchReports(page);
    const refused: string[] = [];
    await page.route(`**/remotes/${BAD_REMOTE}/${version}/remoteEntry.js`, (route) => {
      refused.push(route.request().url());
      return route.fulfill({ status: 404, contentType: 'application/json', body: '{}' });
    });
    await expectSamePageLoad(page, countLoads(page));
    expect(refused).not.toEqual([]);
    expect(toldIn(reports)).toEqual([{ remote: BAD_REMOTE, version, phase: 'load', fellBackTo: FIRST }]);
    await expectOthersToWork(page);
  } finally {
    await releases.giveBack(BAD_REMOTE, await releases.releaseId(BAD_REMOTE, FIRST));
  }
});
