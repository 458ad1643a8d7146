import type { Page } from '@playwright/test';
import { type DemoRole, HOME, register } from './support/account';
import { debugButton, openDebugTool } from './support/debugTool';
import { knownKeys, overflow, smallTargets, violations } from './support/looks';
import { atRest } from './support/motion';
import {
  addressesOf,
  addressOf,
  isOpenTo,
  type KnownPage,
  knownPages,
  NOWHERE,
  tagAddress,
} from './support/pages';
import { settled } from './support/settled';
import { wrongInEveryLook } from './support/sound';
import { expect, test } from './support/test';
import { otherTrouble } from './support/trouble';

test.setTimeout(180_000);

type Scheme = 'light' | 'dark';
const optionsOf = (width: number, colorScheme: Scheme = 'light') => ({
  colorScheme,
  reducedMotion: 'reduce' as const,
  viewport: { width, height: width < 500 ? 844 : 900 },
  hasTouch: width < 500,
  isMobile: width < 500,
});

/** What is shown follows the device, without being loaded anew. */
async function setScheme(page: Page, colorScheme: Scheme) {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
  await atRest(page);
}

/** Everything that is wrong with what is shown, as it is shown, in words. */
async function wrongWith(page: Page, where: string): Promise<string[]> {
  const wrong = [...(await violations(page)), ...(await overflow(page))];
  if ((page.viewportSize()?.width ?? 0) < 500)
    wrong.push(...(await smallTargets(page)).map((each) => `small: ${each}`));
  const headings = await page.locator('h1').count();
  if (headings !== 1) wrong.push(`${headings} first headings`);
  return wrong.map((each) => `${where}: ${each}`);
}

/** What a role looks at here; pages that everybody signed in has are looked at once, with the advertiser. */
function looksAt(page: KnownPage, who: DemoRole | 'guest'): boolean {
  if (!page.built || page.path === '/settings' || !isOpenTo(page, who)) return false;
  if (page.access === 'public') return who === 'guest';
  return page.access !== 'signed-in' || who === 'advertiser';
}

for (const who of ['guest', 'advertiser', 'publisher', 'admin'] as const) {
  test(`every page of a ${who} is sound, wide and on a phone, light and dark`, async ({
    open,
    network,
    trouble,
  }) => {
    test.setTimeout(300_000);
    const page = await open(who === 'guest' ? undefined : who, optionsOf(1440));
    const keys = await knownKeys(page.request);
    expect(keys.size).toBeGreaterThan(500);
    const pages = (await knownPages(page.request)).filter((known) => looksAt(known, who));
    const paths = (await Promise.all(pages.map((known) => addressesOf(known, page.request)))).flat();
    if (who === 'guest') paths.push(NOWHERE, '/help');
    if (who === 'advertiser') paths.push('/publisher/dashboard', '/advertiser/funds');
    expect(paths.length).toBeGreaterThan(0);
    const wrong: string[] = [];
    const missing: string[] = [];
    for (const path of paths) {
      await test.step(path, async () => {
        const answer = await page.goto(path);
        if (answer?.status() === 404) missing.push(answer.url());
        await settled(page);
        wrong.push(...(await wrongInEveryLook(page, path, keys)));
        const headings = await page.locator('h1').count();
        if (headings !== 1) wrong.push(`${path}: ${headings} first headings`);
      });
    }
    expect.soft(wrong).toEqual([]);
    expect(missing).toEqual(who === 'guest' ? [`${network.url}${NOWHERE}`] : []);
    expect(otherTrouble(trouble, missing)).toEqual([]);
  });
}

for (const [scheme, width] of [
  ['light', 1440],
  ['dark', 390],
] as const) {
  test(`what opens over a page is sound, ${scheme}, ${width} px`, async ({ open, trouble }) => {
    const wrong: string[] = [];
    const look = async (page: Page, where: string) => {
      await test.step(where, async () => {
        // A menu floats outside the landmarks: it belongs to the button that opened it, not to a part of the page.
        const found = await wrongWith(page, where);
        const own = found.filter((line) => !/: region: div\[data-portal/.test(line));
        // As far as the page is scrolled, a row may lie half under the frame's head; the pages themselves are looked at above.
        wrong.push(...own.filter((line) => !/: target-size: .*partially obscured/.test(line)));
      });
    };
    const advertiser = await open('advertiser', optionsOf(width, scheme));
    await advertiser.goto('/advertiser/campaigns');
    await settled(advertiser);
    await advertiser.keyboard.press('Control+K');
    await expect(advertiser.getByRole('listbox').getByRole('group', { name: 'Campaigns' })).toBeVisible();
    await look(advertiser, 'palette');
    await advertiser.keyboard.press('Escape');
    await advertiser.getByRole('button', { name: /^Bid of Trail season/ }).click();
    await expect(advertiser.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
    await look(advertiser, 'inline edit');
    await advertiser.keyboard.press('Escape');
    await advertiser.getByRole('button', { name: 'Actions for Trail season, the Alps' }).click();
    await expect(advertiser.getByRole('menuitem', { name: 'Archive' })).toBeVisible();
    await look(advertiser, 'row menu');
    await advertiser.getByRole('menuitem', { name: 'Archive' }).click();
    await expect(advertiser.getByRole('alertdialog').or(advertiser.getByRole('dialog'))).toBeVisible();
    await look(advertiser, 'confirm');

    await advertiser.goto('/advertiser/dashboard?debug=true');
    await expect(debugButton(advertiser)).toBeVisible();
    await openDebugTool(advertiser);
    await settled(advertiser);
    await look(advertiser, 'debug tool');

    const publisher = await open('publisher', optionsOf(width, scheme));
    const property = (await knownPages(publisher.request)).find(
      ({ path }) => path === '/publisher/properties/:id',
    );
    if (!property) throw new Error('There is no page of a property');
    await publisher.goto(await addressOf(property, publisher.request));
    await settled(publisher);
    await publisher.getByRole('button', { name: 'Create zone' }).click();
    await expect(publisher.getByRole('dialog')).toBeVisible();
    await look(publisher, 'zone form');
    await publisher.keyboard.press('Escape');
    await publisher.getByRole('button', { name: 'Settings', exact: true }).click();
    await expect(publisher.getByRole('dialog')).toBeVisible();
    await look(publisher, 'property settings');
    await publisher.goto(await tagAddress(publisher.request));
    await expect(publisher.getByRole('dialog')).toBeVisible();
    await settled(publisher);
    await look(publisher, 'tag');
    await publisher.goto('/publisher/ads');
    await settled(publisher);
    await publisher.getByRole('table').getByRole('button').first().click();
    await expect(publisher.getByRole('dialog')).toBeVisible();
    await settled(publisher);
    await look(publisher, 'ad shown');
    expect.soft(wrong).toEqual([]);
    expect(trouble.lines).toEqual([]);
  });
}

test('a new account has sound empty pages', async ({ open, trouble }) => {
  const wrong: string[] = [];
  for (const role of ['advertiser', 'publisher'] as const) {
    const page = await open(undefined, optionsOf(390, 'dark'));
    await register(page.request, role);
    const lists =
      role === 'advertiser' ? ['/advertiser/campaigns'] : ['/publisher/properties', '/publisher/ads'];
    for (const path of [HOME[role], ...lists]) {
      await page.goto(path);
      await settled(page);
      wrong.push(...(await wrongWith(page, path)));
    }
  }
  expect.soft(wrong).toEqual([]);
  expect(trouble.lines).toEqual([]);
});

test('forms that complain are sound', async ({ open, trouble }) => {
  const wrong: string[] = [];
  const complain = async (page: Page, path: string, button: string) => {
    await test.step(path, async () => {
      await page.goto(path);
      await settled(page);
      await page.getByRole('button', { name: button, exact: true }).click();
      await expect(page.locator('[aria-invalid=true]').first()).toBeFocused();
      for (const scheme of ['light', 'dark'] as const) {
        await setScheme(page, scheme);
        wrong.push(...(await wrongWith(page, `${path} ${scheme}`)));
      }
    });
  };
  const guest = await open(undefined, optionsOf(390));
  await complain(guest, '/auth/login', 'Sign in');
  await complain(guest, '/auth/register', 'Create account');
  const advertiser = await open('advertiser', optionsOf(390));
  await complain(advertiser, '/advertiser/campaigns/new', 'Continue');
  const publisher = await open('publisher', optionsOf(390));
  await complain(publisher, '/publisher/properties/new', 'Create property');
  expect.soft(wrong).toEqual([]);
  expect(trouble.lines).toEqual([]);
});

test('on a phone the tab that an address names is in sight', async ({ open, trouble }) => {
  const page = await open('advertiser', optionsOf(390));
  const campaigns = (await knownPages(page.request)).find(({ path }) => path === '/advertiser/campaigns/:id');
  if (!campaigns) throw new Error('A campaign has no page');
  const address = await addressOf(campaigns, page.request);
  await page.goto(`${address}?tab=history`);
  const inSight = { ratio: 0.9 };
  await expect(page.getByRole('tab', { name: 'History' })).toBeInViewport(inSight);
  await expect(page.getByRole('tab', { name: 'Overview' })).not.toBeInViewport(inSight);
  await page.goto(address);
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeInViewport(inSight);
  await page.getByRole('tab', { name: 'Overview' }).press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'History' })).toBeInViewport(inSight);
  expect(trouble.lines).toEqual([]);
});
