import { gateVerdict } from '@ezdash/contracts';
import { DEMO } from './support/account';
import { BAD_RELEASES, BAD_REMOTE, makeBadRelease } from './support/badReleases';
import { expectOthersToWork, houseTest, watchReports } from './support/house';
import { openReleaseHouse, type ReleaseHouse } from './support/releaseHouse';
import { expect } from './support/test';

const FIRST = '1.0.0';
const DASHBOARD = '/advertiser/dashboard';
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

for (const [index, { kind, check, says, survivedBy, spoil }] of BAD_RELEASES.entries()) {
  test(`a bad release (${kind}) is refused by the gate, and past it survived by the same page load`, async ({
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

    const revision = await releases.force(BAD_REMOTE, releaseId);
    try {
      const isOffered = survivedBy !== 'offer';
      await test.step('When it gets past the gate all the same', async () => {
        const entry = (await releases.registry(revision))[BAD_REMOTE];
        expect(entry?.version).toBe(isOffered ? version : FIRST);
      });
      const page = await open(DEMO.advertiser);
      const reports = watchReports(page);
      let loads = 0;
      page.on('request', (request) => {
        loads += Number(request.isNavigationRequest() && request.frame() === page.mainFrame());
      });
      await test.step('Then the page load in which it fails shows the release before', async () => {
        await page.goto(DASHBOARD);
        await expect(page.locator(`[data-mf-remote="${BAD_REMOTE}"]`)).toHaveAttribute(
          'data-mf-version',
          FIRST,
          { timeout: PATIENCE_MS },
        );
        await expect(page.getByRole('region', { name: 'Today so far' })).toBeVisible();
        expect(loads).toBe(1);
      });
      await test.step('And the network hears of it', async () => {
        const told = reports.map(({ body: { remote, version, phase, fellBackTo } }) => ({
          remote,
          version,
          phase,
          fellBackTo,
        }));
        const report = { remote: BAD_REMOTE, version, phase: survivedBy, fellBackTo: FIRST };
        expect(told).toEqual(isOffered ? [report] : []);
      });
      await test.step('And the rest of the page lives', () => expectOthersToWork(page));
    } finally {
      await releases.giveBack(BAD_REMOTE, await releases.releaseId(BAD_REMOTE, FIRST));
    }
  });
}
