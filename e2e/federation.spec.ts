import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DEMO } from './support/account';
import { makeNextRelease, writeServed } from './support/buildCopy';
import { debugFact, openDebugTool } from './support/debugTool';
import { expectOthersToWork, type House, houseTest as test, watchReports } from './support/house';
import { expect } from './support/test';

const REMOTE = 'mf-advertiser';
const FIRST = '1.0.0';
const NEXT = '1.0.1';
const DASHBOARD = '/advertiser/dashboard';

const entryOf = ({ network }: House, version: string) =>
  path.join(network.dataDir, 'remotes', REMOTE, version, 'remoteEntry.js');

/** Breaks an entry on the server's disk, with all its compressed copies. Answers how to make it whole again. */
function breakEntry(file: string, change: (bytes: Buffer) => Buffer | string | null): () => void {
  const before = readFileSync(file);
  const changed = change(before);
  if (changed === null) for (const suffix of ['', '.br', '.gz']) rmSync(file + suffix);
  else writeServed(file, changed);
  return () => void writeServed(file, before);
}

/** A server that missed a file passes its release over, and looks for it again every ten seconds. */
async function waitForOffer({ network }: House, version: string): Promise<void> {
  const offered = async () => {
    const registry = (await (await fetch(`${network.url}/remotes/registry.json`)).json()) as Record<
      string,
      { version: string }
    >;
    return registry[REMOTE]?.version;
  };
  await expect.poll(offered, { timeout: 30_000 }).toBe(version);
}

const HTML = '<!doctype html><html><body><h1>It works</h1></body></html>';
const BREAKAGES: [how: string, change: (bytes: Buffer) => Buffer | string | null][] = [
  ['is deleted', () => null],
  ['has bytes appended', (bytes) => Buffer.concat([bytes, Buffer.from('\n/* and more */')])],
  ['is replaced by HTML', () => HTML],
];

for (const [how, change] of BREAKAGES) {
  test(`when the entry of a remote ${how}, the rest works`, async ({ open, house }) => {
    const page = await open(DEMO.advertiser);
    const reports = watchReports(page);
    const restore = breakEntry(entryOf(house, FIRST), change);
    try {
      await test.step('When I open a page of the broken remote', () => page.goto(DASHBOARD));
      await test.step('Then its place says so, inside the frame', async () => {
        await expect(page.getByRole('alert').getByRole('heading')).toHaveText('Something went wrong');
        await expect(page.getByRole('button', { name: 'Reload Page' })).toBeVisible();
        await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
        await expect(page).toHaveTitle('Dashboard - EzDash');
      });
      await test.step('And the server hears of it', async () => {
        await expect.poll(() => reports.length).toBeGreaterThan(0);
        expect(reports[0]?.body).toMatchObject({
          remote: REMOTE,
          version: FIRST,
          phase: 'load',
          fellBackTo: null,
        });
        expect(await reports[0]?.status).toBe(204);
      });
      await test.step('And navigation and the other remotes work', () => expectOthersToWork(page));
      await test.step('And coming back finds it broken still', async () => {
        await page.getByRole('link', { name: 'Dashboard' }).click();
        await expect(page.getByRole('alert').getByRole('heading')).toHaveText('Something went wrong');
      });
    } finally {
      restore();
    }
    // Wrong bytes lie in this browser's cache for as long as a release is immutable: a plain reload would take them.
    await test.step('When the file is whole again, Reload Page brings the page back', async () => {
      await page.getByRole('button', { name: 'Reload Page' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
      await expect(page.locator(`[data-mf-remote="${REMOTE}"]`)).toHaveAttribute('data-mf-version', FIRST);
    });
  });
}

test('an entry that a proxy answers with a page of HTML leaves the rest working', async ({ open }) => {
  const page = await open(DEMO.advertiser);
  await page.route(`**/remotes/${REMOTE}/**/remoteEntry.js`, (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: HTML }),
  );
  await page.goto(DASHBOARD);
  await expect(page.getByRole('alert').getByRole('heading')).toHaveText('Something went wrong');
  await expectOthersToWork(page);
  await page.unrouteAll();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
});

test('the remotes of a page share one store and one cache', async ({ open }) => {
  const page = await open(DEMO.advertiser);
  await page.goto(`${DASHBOARD}?debug=true`);
  await expect(page.getByRole('region', { name: 'Today so far' })).toBeVisible();
  await openDebugTool(page);
  // The shell's, the advertiser's and the debug tool's own, as one remote reads them from the store it was given.
  await expect(debugFact(page, 'RTK Query')).toContainText('me');
  await expect(debugFact(page, 'RTK Query')).toContainText('advertiserDashboard');
  await expect(debugFact(page, 'RTK Query')).toContainText('debugPageData');
  const slices = ((await debugFact(page, 'Store slices').textContent()) ?? '').split(', ');
  expect(slices.filter((name) => /api/i.test(name))).toEqual(['api']);
  expect(new Set(slices).size).toBe(slices.length);
});

test('a release that fails gives way to the one before in the same page load', async ({ open, house }) => {
  test.setTimeout(150_000);
  await test.step('When a new release is deployed', async () => {
    makeNextRelease(house.folder, REMOTE, NEXT);
    await house.restart();
  });
  await test.step('Then visitors get it', async () => {
    const page = await open(DEMO.advertiser);
    await page.goto(DASHBOARD);
    await expect(page.locator(`[data-mf-remote="${REMOTE}"]`)).toHaveAttribute('data-mf-version', NEXT);
    await expect(page.getByRole('region', { name: 'Today so far' })).toBeVisible();
  });
  for (const [how, change] of BREAKAGES) {
    await test.step(`When its entry ${how}, a visitor gets the one before, and the server hears of it`, async () => {
      await waitForOffer(house, NEXT);
      const page = await open(DEMO.advertiser);
      const reports = watchReports(page);
      let loads = 0;
      page.on('request', (request) => {
        loads += Number(request.isNavigationRequest());
      });
      const restore = breakEntry(entryOf(house, NEXT), change);
      try {
        await page.goto(DASHBOARD);
        await expect(page.getByRole('region', { name: 'Today so far' })).toBeVisible();
      } finally {
        restore();
      }
      await expect(page.locator(`[data-mf-remote="${REMOTE}"]`)).toHaveAttribute('data-mf-version', FIRST);
      expect(loads).toBe(1);
      expect(reports[0]?.body).toMatchObject({
        remote: REMOTE,
        version: NEXT,
        phase: 'load',
        fellBackTo: FIRST,
      });
      expect(await reports[0]?.status).toBe(204);
    });
  }
  await test.step('And the operator sees it in the metrics and the log', async () => {
    const metrics = await (await fetch(`${house.network.url}/metrics`)).text();
    expect(metrics).toMatch(
      new RegExp(`ezdash_remote_failures_total\\{[^}]*remote="${REMOTE}"[^}]*version="${NEXT}"[^}]*\\} 3`),
    );
    expect(house.app.output()).toContain('A remote failed in a browser');
  });
});
