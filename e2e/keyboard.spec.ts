import type { Locator, Page } from '@playwright/test';
import { DEMO, HOME, register } from './support/account';
import { debugButton, debugLogin } from './support/debugTool';
import { expectEveryStop, expectVisibleFocus, tabBack, tabTo } from './support/keyboard';
import { addressesOf, isOpenTo, knownPages } from './support/pages';
import { settled } from './support/settled';
import { expect, test } from './support/test';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('the first stop leads over the navigation, every stop can be seen, and the heading takes the focus of a new page', async ({
  open,
  trouble,
}) => {
  const page = await open('advertiser');
  await page.goto('/advertiser/dashboard');
  await expect(heading(page)).toHaveText('Dashboard');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await test.step('skip link', async () => {
    await page.keyboard.press('Tab');
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('Tab');
    const inside = await page.evaluate(() => document.activeElement?.closest('main') !== null);
    expect(inside).toBe(true);
  });
  await test.step('navigation', async () => {
    await page.reload();
    await expect(heading(page)).toHaveText('Dashboard');
    const campaigns = page.getByRole('navigation').getByRole('link', { name: 'Campaigns' });
    await tabTo(page, campaigns);
    await expectVisibleFocus(page);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/advertiser/campaigns');
    await expect(heading(page)).toHaveText('Campaigns');
    await expect(heading(page)).toBeFocused();
    await expect(page.getByTestId('page-announcer')).toHaveText('Campaigns - EzDash');
  });
  await test.step('ten stops on, each visible', async () => {
    for (let stop = 0; stop < 10; stop++) {
      await page.keyboard.press('Tab');
      await expectVisibleFocus(page);
    }
  });
  expect(trouble.lines).toEqual([]);
});

test('the palette opens with Ctrl+K, finds, goes, and gives the focus back', async ({ open, trouble }) => {
  const page = await open('advertiser');
  await page.goto('/advertiser/dashboard');
  await expect(heading(page)).toHaveText('Dashboard');
  const opener = page.getByRole('button', { name: /^Search or jump to/ });
  await opener.focus();
  await page.keyboard.press('Control+K');
  const input = page.getByRole('combobox', { name: 'Search pages, campaigns, actions' });
  await expect(input).toBeFocused();
  await test.step('the focus stays inside', async () => {
    for (let count = 0; count < 4; count++) {
      await page.keyboard.press('Tab');
      await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
    }
  });
  await test.step('Escape gives it back', async () => {
    await page.keyboard.press('Escape');
    await expect(input).toHaveCount(0);
    await expect(opener).toBeFocused();
  });
  await test.step('a name that nothing has says so', async () => {
    await page.keyboard.press('Control+K');
    await expect(input).toBeFocused();
    await page.keyboard.type('qqqq');
    await expect(page.getByRole('dialog').getByRole('status')).toContainText('Nothing called “qqqq”');
  });
  await test.step('arrows and Enter go to a campaign', async () => {
    await input.fill('trail');
    const option = page.getByRole('option', { name: /^Trail season, the Alps/ });
    await expect(option).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await expect(option).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/advertiser\/campaigns\/c_\w+$/);
    await expect(heading(page)).toHaveText('Trail season, the Alps');
  });
  expect(trouble.lines).toEqual([]);
});

test('the first steps of a campaign with the keyboard alone', async ({ open, trouble }) => {
  const page = await open();
  await register(page.request, 'advertiser');
  await page.goto('/advertiser/dashboard');
  await expect(page.getByRole('heading', { name: 'Make your first campaign' })).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Create campaign' }));
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('New campaign');
  await test.step('nothing entered: the first field says what it wants and has the focus', async () => {
    await tabTo(page, page.getByRole('button', { name: 'Continue' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Give the campaign a name.')).toBeVisible();
    await expect(page.getByLabel('Name')).toBeFocused();
    await expect(page.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
  });
  await page.keyboard.type('By hand');
  await tabTo(page, page.getByLabel('Landing page'));
  await page.keyboard.type('https://example.com/by-hand');
  await test.step('arrows choose the pricing', async () => {
    await tabTo(page, page.getByRole('radio', { name: /^CPM/ }));
    // What is still on its way when a page is loaded anew is asked for again, which the server may call a change.
    const kept = page.waitForResponse(
      (answer) =>
        answer.url().includes('/api/campaign-drafts') &&
        answer.request().postDataJSON()?.form?.pricing === 'CPC' &&
        answer.ok(),
    );
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: /^CPC/ })).toBeChecked();
    await page.keyboard.press('Enter');
    await kept;
  });
  await test.step('the next step is said and has the focus', async () => {
    await expect(page.getByRole('heading', { name: 'Step 2 of 5: Creatives' })).toBeFocused();
    const chooser = page.waitForEvent('filechooser');
    await tabTo(page, page.getByRole('button', { name: 'Choose files' }));
    await page.keyboard.press('Enter');
    expect((await chooser).isMultiple()).toBe(true);
  });
  await test.step('the draft is there after a reload', async () => {
    await expect(page.getByText(/^Draft, saved/)).toBeVisible();
    // With the account, and the address leads there.
    await expect(page).toHaveURL(/[?&]draft=/);
    await page.reload();
    await tabTo(page, page.getByRole('button', { name: /^done General/ }));
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Name')).toHaveValue('By hand');
    await expect(page.getByRole('radio', { name: /^CPC/ })).toBeChecked();
  });
  expect(trouble.lines).toEqual([]);
});

test('signing in with the keyboard alone', async ({ open, trouble }) => {
  const page = await open();
  const email = page.getByLabel('E-mail');
  const password = page.getByLabel('Password', { exact: true });
  await test.step('the page begins in its first field', async () => {
    await page.goto('/auth/login');
    await expect(email).toBeFocused();
    await expectVisibleFocus(page);
  });
  await test.step('its sibling begins at its heading, and the way back in the field again', async () => {
    await tabBack(page, page.getByRole('link', { name: 'Create an account' }));
    await page.keyboard.press('Enter');
    await expect(heading(page)).toHaveText('Create account');
    await expect(heading(page)).toBeFocused();
    await expect(page.getByTestId('page-announcer')).toHaveText('Create account - EzDash');
    await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Sign in' }));
    await page.keyboard.press('Enter');
    await expect(heading(page)).toHaveText('Sign in');
    await expect(email).toBeFocused();
  });
  await test.step('a wrong password is said, and is selected to be typed anew', async () => {
    await page.keyboard.type(DEMO.advertiser.email);
    await page.keyboard.press('Tab');
    await expect(password).toBeFocused();
    await page.keyboard.type('not the password');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('Wrong e-mail or password');
    await expect(password).toBeFocused();
    await expectVisibleFocus(page);
  });
  await test.step('the right one leads to the dashboard, to its heading', async () => {
    await page.keyboard.press('Control+A');
    await page.keyboard.type(DEMO.advertiser.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(HOME.advertiser);
    await expect(heading(page)).toHaveText('Dashboard');
    await expect(heading(page)).toBeFocused();
  });
  // The browser says of the refused try itself that it was refused.
  expect(trouble.lines.filter((line) => !/status of 4\d\d .*\/api\/auth\/login$/.test(line))).toEqual([]);
});

for (const who of ['guest', 'advertiser'] as const) {
  test(`Tab stops at everything on the pages of coming in and of the settings, for a ${who}`, async ({
    open,
    trouble,
  }) => {
    // Some two hundred stops.
    test.setTimeout(240_000);
    const page = await open(undefined, { reducedMotion: 'reduce' });
    if (who !== 'guest') await register(page.request, who, { profile: false });
    const pages = (await knownPages(page.request)).filter(
      (known) => known.built && isOpenTo(known, who) && /^\/(auth|settings)\/[\w-]/.test(known.path),
    );
    expect(pages.length).toBeGreaterThanOrEqual(who === 'guest' ? 5 : 10);
    for (const { path } of pages) {
      await test.step(path, async () => {
        await page.goto(path);
        await settled(page);
        await expectEveryStop(page);
      });
    }
    expect(trouble.lines).toEqual([]);
  });
}

test('Tab stops at everything in the parts of a property, for a publisher', async ({ open, trouble }) => {
  test.setTimeout(240_000);
  const page = await open('publisher', { reducedMotion: 'reduce' });
  const property = (await knownPages(page.request)).find(({ path }) => path === '/publisher/properties/:id');
  if (!property) throw new Error('There is no page of a property');
  // Rows of ads are alike, and a table's stops are those of the campaigns.
  const parts = (await addressesOf(property, page.request)).filter((path) => /tab=(?!ads$)/.test(path));
  expect(parts.length).toBeGreaterThanOrEqual(3);
  for (const path of parts) {
    await test.step(path, async () => {
      await page.goto(path);
      await settled(page);
      await expectEveryStop(page);
    });
  }
  expect(trouble.lines).toEqual([]);
});

test('the eye of a password is reached, pressed and seen with the keyboard alone', async ({ open }) => {
  const page = await open();
  await page.goto('/auth/login');
  const password = page.getByLabel('Password', { exact: true });
  const eye = page.getByRole('button', { name: 'Show the password' });
  await password.focus();
  await page.keyboard.type('a long secret');
  await page.keyboard.press('Tab');
  await expect(eye).toBeFocused();
  await expectVisibleFocus(page);
  await expect(eye).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('Enter');
  await expect(eye).toHaveAttribute('aria-pressed', 'true');
  await expect(password).toHaveAttribute('type', 'text');
  await page.keyboard.press('Space');
  await expect(password).toHaveAttribute('type', 'password');
  await expect(password).toHaveValue('a long secret');
});

test('a link pressed while the field that is left complains is followed at the first click', async ({
  open,
}) => {
  const page = await open();
  await page.goto('/auth/login');
  const email = page.getByLabel('E-mail');
  await expect(email).toBeFocused();
  await email.fill('ines@');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(heading(page)).toHaveText('Create account');
});

test('dialogs keep the focus while they are open and give it back', async ({ open }) => {
  const page = await open('advertiser');
  await page.goto('/advertiser/campaigns?debug=true');
  await expect(debugButton(page)).toBeVisible();

  const trapped = async (dialog: Locator, presses: number) => {
    for (let count = 0; count < presses; count++) {
      await page.keyboard.press('Tab');
      await expect(dialog.locator(':focus')).toHaveCount(1);
    }
    await page.keyboard.press('Shift+Tab');
    await expect(dialog.locator(':focus')).toHaveCount(1);
  };
  await test.step('a question begins on the way out', async () => {
    const opener = page.getByRole('button', { name: 'Actions for Trail season, the Alps' });
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Open' })).toBeFocused();
    await page.keyboard.press('End');
    await expect(page.getByRole('menuitem', { name: 'Archive' })).toBeFocused();
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
    await expect(question).toContainText('Archive “Trail season, the Alps”?');
    await expect(question.getByRole('button', { name: 'Keep as it is' })).toBeFocused();
    await trapped(question, 4);
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(opener).toBeFocused();
  });
  await test.step('the debug login', async () => {
    await debugButton(page).focus();
    await page.keyboard.press('Enter');
    await expect(debugLogin(page).getByLabel('E-mail')).toBeFocused();
    await trapped(debugLogin(page), 6);
    await page.keyboard.press('Escape');
    await expect(debugLogin(page)).toHaveCount(0);
    await expect(debugButton(page)).toBeFocused();
  });
});

test('on a phone the navigation is a drawer that keeps the focus and gives it back', async ({
  open,
  trouble,
}) => {
  const page = await open('advertiser', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await page.goto('/advertiser/dashboard');
  await expect(heading(page)).toHaveText('Dashboard');
  const opener = page.getByRole('button', { name: 'Open menu' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog');
  await expect(drawer).toBeVisible();
  for (let count = 0; count < 8; count++) {
    await page.keyboard.press('Tab');
    await expect(drawer.locator(':focus')).toHaveCount(1);
  }
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(opener).toBeFocused();
  await page.keyboard.press('Enter');
  await drawer.getByRole('link', { name: 'Campaigns' }).press('Enter');
  await expect(heading(page)).toHaveText('Campaigns');
  await expect(drawer).toHaveCount(0);
  expect(trouble.lines).toEqual([]);
});
