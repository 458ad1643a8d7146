import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { root } from './support/app';
import {
  arriveDebugging,
  chooseTab,
  debugButton,
  debugFact,
  debugPanel,
  debugPart,
} from './support/debugTool';
import { expect, test } from './support/test';

/** Of a heading, where nothing in it lies. */
const CORNER = { x: 3, y: 3 };

/** What the tool says of an element, once its release's map has come. */
async function inspected(
  page: Page,
  element: Locator,
  position?: { x: number; y: number },
): Promise<{ address: string; line: string; remote: string }> {
  await debugPanel(page).getByRole('button', { name: 'Pick an element' }).click();
  const address = page.url();
  await element.click({ position });
  // A link that is picked leads nowhere.
  expect(page.url()).toBe(address);
  const source = debugPart(page, 'Source');
  const value = (term: string) => debugFact(page, term, source);
  const code = value('Written at').locator('code');
  await expect(code).toHaveText(/^(shell|packages|mf-)[\w-]*\/.+\.tsx:\d+$/);
  const [file = '', line = ''] = ((await code.textContent()) ?? '').split(':');
  const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
  return {
    address: file,
    line: `${lines[Number(line) - 1]} ← ${await value('As').textContent()}`,
    remote: (await value('Remote').textContent()) ?? '',
  };
}

/** The line on disk has the bracket of what the tool says is written there. */
function expectWritten({ line }: { line: string }) {
  const [text = '', element = ''] = line.split(' ← ');
  expect(text).toContain(element.replace('>', ''));
}

async function openInspector(page: Page, address: string) {
  await arriveDebugging(page, address);
  await chooseTab(page, 'Inspector');
}

test('the tool says where elements of the running network are written', async ({ open, trouble }) => {
  await test.step('of an advertiser’s page, and of the design system on it', async () => {
    const page = await open('advertiser');
    await openInspector(page, '/advertiser/campaigns');
    const heading = await inspected(page, page.getByRole('heading', { level: 1 }), CORNER);
    expectWritten(heading);
    expect(heading.address).toBe('packages/ui/src/parts/PageHeader.tsx');
    expect(heading.remote).toMatch(/^mf-advertiser /);
    const row = await inspected(page, page.getByRole('table').getByRole('link').first());
    expectWritten(row);
    expect(row.remote).toMatch(/^mf-advertiser /);
  });

  await test.step('of what a portal shows, outside of the page’s own tree', async () => {
    const page = await open('publisher');
    await openInspector(page, '/publisher/properties');
    await page.getByRole('button', { name: /^Search or jump to/ }).click();
    const field = page.getByRole('dialog').getByRole('combobox');
    await expect(field).toBeVisible();
    const found = await inspected(page, field);
    expectWritten(found);
    expect(found.remote).toBe('None: it is the shell’s own');
  });

  await test.step('of the settings, and of the shell around them', async () => {
    const page = await open('publisher');
    await openInspector(page, '/settings/appearance');
    const title = await inspected(page, page.getByRole('heading', { level: 1 }));
    expectWritten(title);
    expect(title.remote).toMatch(/^mf-settings /);
    const entry = await inspected(
      page,
      page.getByRole('navigation', { name: 'Main' }).getByRole('link').first(),
    );
    expectWritten(entry);
    expect(entry.remote).toBe('None: it is the shell’s own');
  });
  expect(trouble.lines).toEqual([]);
});

test('from an element to what the server did for the query it reads, and back', async ({ open, trouble }) => {
  const page = await open('advertiser');
  const queries = debugPart(page, 'Queries it reads');
  const link = queries.getByRole('button', { name: /^Timeline: advertiserCampaigns / });

  await test.step('When a page that was opened with the tool there is picked from', async () => {
    await openInspector(page, '/advertiser/dashboard');
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /^Campaigns/ })
      .click();
    await inspected(page, page.getByRole('table').getByRole('link').first());
    await expect(link).toBeVisible();
  });

  await test.step('Then its query leads to its request, among all that the click set off', async () => {
    await link.press('Enter');
    const steps = debugPanel(page).getByRole('list', { name: 'Steps of the timeline' }).getByRole('listitem');
    const meant = steps.and(page.locator('[aria-current]'));
    await expect(meant).toHaveCount(1);
    await expect(meant).toContainText('GET /api/campaigns');
    await expect(meant).toContainText('Answered the query advertiserCampaigns');
    await expect(steps.filter({ hasText: /^SQL/ }).first()).toBeVisible();
  });

  await test.step('And the keyboard leads back to the query', async () => {
    await expect(debugPanel(page).getByRole('button', { name: 'Back to the query' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(link).toBeFocused();
  });
  expect(trouble.lines).toEqual([]);
});

test('nobody but the tool is told where elements are written', async ({ open }) => {
  const page = await open();
  await page.goto('/?debug=true');
  await expect(debugButton(page)).toBeVisible();
  const build = await page.locator('meta[name="shell-build"]').getAttribute('content');
  const addresses = [
    `/debug-tool/inspector/shell/${build}`,
    '/assets/shell/.sources.json',
    '/remotes/mf-auth/1.0.0/.sources.json',
  ];
  for (const address of addresses) {
    const answer = await page.request.get(address);
    expect(answer.ok()).toBe(false);
    expect(await answer.text()).not.toContain('.tsx');
  }
});
