import { randomInt } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { register } from './support/account';
import { expectVisibleFocus, tabTo } from './support/keyboard';
import { makePng } from './support/png';
import { expect, test } from './support/test';

test.setTimeout(150_000);

const CAMPAIGN = 'Made without a mouse';
/** The step of targeting has the most stops. */
const MOST_STOPS = 80;
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Tab until it is there, and it can be seen that it is. */
async function reach(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target, MOST_STOPS);
  await expectVisibleFocus(page);
}

async function press(page: Page, target: Locator): Promise<void> {
  await reach(page, target);
  await page.keyboard.press('Enter');
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await reach(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

/** The step that is shown says so and has the focus: from there Tab goes on. */
const expectStep = (page: Page, step: string) =>
  expect(page.getByRole('heading', { name: step })).toBeFocused();

/** Counts what a mouse or a finger would do to the page. */
async function watchPointers(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    for (const kind of ['pointerdown', 'mousedown', 'touchstart'])
      addEventListener(
        kind,
        () => sessionStorage.setItem('pointers', String(1 + Number(sessionStorage.getItem('pointers')))),
        true,
      );
  });
  return () => page.evaluate(() => Number(sessionStorage.getItem('pointers')));
}

test('a campaign is made in all five steps and submitted with Tab, Enter and arrows alone', async ({
  open,
  trouble,
}) => {
  const guest = await open();
  const page = await open(await register(guest.request, 'advertiser'));
  const pointers = await watchPointers(page);
  const next = () => press(page, page.getByRole('button', { name: 'Continue' }));
  await page.goto('/advertiser/campaigns');
  await expect(page.getByRole('heading', { name: 'Make your first campaign' })).toBeVisible();

  await test.step('New campaign', async () => {
    await press(page, page.getByRole('link', { name: 'Create campaign' }));
    await expect(heading(page)).toHaveText('New campaign');
    await expect(heading(page)).toBeFocused();
  });

  await test.step('1 General: words are typed, a category is found by its letters, arrows choose the pricing', async () => {
    await type(page, 'Name', CAMPAIGN);
    await type(page, 'Landing page', 'https://example.com/by-hand');
    await reach(page, page.getByRole('combobox', { name: 'Category' }));
    const category = page.getByRole('combobox', { name: 'Category' });
    // The list that opens forgets what is chosen in it before it stands.
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.keyboard.type('trav');
    await expect(page.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await expect(category).toHaveAttribute('aria-activedescendant', /./);
    await page.keyboard.press('Enter');
    await expect(category).toHaveValue(/Travel/);
    await reach(page, page.getByRole('radio', { name: /^CPM/ }));
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: /^CPC/ })).toBeChecked();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('radio', { name: /^CPM/ })).toBeChecked();
    await next();
  });

  await test.step('2 Creatives: the button opens the system’s own choice of files', async () => {
    await expectStep(page, 'Step 2 of 5: Creatives');
    const chooser = page.waitForEvent('filechooser');
    await press(page, page.getByRole('button', { name: 'Choose files' }));
    await (await chooser).setFiles({
      name: 'by-hand.png',
      mimeType: 'image/png',
      buffer: makePng(300, 250, randomInt(0xffffff)),
    });
    await expect(page.getByRole('button', { name: /^Remove by-hand/ })).toBeVisible();
    await reach(page, page.getByLabel('Alternative text'));
    await page.keyboard.type('Stripes of two colours');
    await next();
  });

  await test.step('3 Targeting: a country by its letters, a kind of device pressed off', async () => {
    await expectStep(page, 'Step 3 of 5: Targeting');
    await reach(page, page.getByRole('combobox', { name: 'Countries', exact: true }));
    await page.keyboard.type('icel');
    await expect(page.getByRole('option', { name: 'Iceland' })).toBeVisible();
    // Takes the first match, and never the step.
    await page.keyboard.press('Enter');
    await expect(page.getByRole('listitem').filter({ hasText: 'Targeting' })).toContainText('Iceland');
    await expect(page.getByRole('heading', { name: 'Step 3 of 5: Targeting' })).toBeVisible();
    await page.keyboard.press('Escape');
    const tv = page.getByRole('button', { name: 'TV', exact: true });
    await expect(tv).toHaveAttribute('aria-pressed', 'true');
    await press(page, tv);
    await expect(tv).toHaveAttribute('aria-pressed', 'false');
    await next();
  });

  await test.step('4 Pricing and limits: what is missing takes the focus, arrows choose the pacing', async () => {
    await expectStep(page, 'Step 4 of 5: Pricing and limits');
    await next();
    await expect(page.getByLabel('Max bid, CPM')).toBeFocused();
    await expect(page.getByLabel('Max bid, CPM')).toHaveAttribute('aria-invalid', 'true');
    await expectVisibleFocus(page);
    await page.keyboard.type('2.40');
    await type(page, 'Daily budget', '15');
    await reach(page, page.getByRole('radio', { name: /^Even over the day/ }));
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: /^As fast as possible/ })).toBeChecked();
    await next();
  });

  await test.step('5 Zones: a last look, and off it goes', async () => {
    await expectStep(page, 'Step 5 of 5: Zones');
    const main = page.getByRole('main');
    for (const said of [CAMPAIGN, 'https://example.com/by-hand', 'Iceland', '$2.40', '$15.00'])
      await expect(main).toContainText(said);
    await press(page, page.getByRole('button', { name: 'Submit for review' }));
    await expect(heading(page)).toHaveText(CAMPAIGN);
    await expect(main).toContainText('In review');
  });

  expect(await pointers()).toBe(0);
  expect(trouble.lines).toEqual([]);
});
