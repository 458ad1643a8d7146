import { TRY_RELEASE_PATH } from '@ezdash/contracts';
import type { Page } from '@playwright/test';
import { DEMO, register } from '../support/account';
import {
  arriveDebugging,
  chooseTab,
  debugButton,
  debugLogin,
  debugPanel,
  debugPart,
  TABS,
} from '../support/debugTool';
import { expectVisibleFocus, tabTo } from '../support/keyboard';
import { bareKeys, knownKeys, overflow, smallTargets, violations } from '../support/looks';
import { atRest } from '../support/motion';
import { addressOf, isOpenTo, knownPages, showPage } from '../support/pages';
import { settled } from '../support/settled';
import { expect, test } from '../support/xeroNetwork';

test.setTimeout(180_000);

const AXE_EACH = 6;

/** Points of the panel where something else of the page lies on top. */
const covered = (page: Page) =>
  debugPanel(page).evaluate((panel) => {
    const { left, top, width, height } = panel.getBoundingClientRect();
    const steps = [0.02, 0.25, 0.5, 0.75, 0.98];
    return steps
      .flatMap((across) => steps.map((down) => [left + width * across, top + height * down] as const))
      .filter(([x, y]) => !panel.contains(document.elementFromPoint(x, y)));
  });

for (const who of ['guest', 'advertiser', 'publisher', 'admin'] as const)
  test(`the panel opens over every page of a ${who}, in the dark`, async ({ open }) => {
    const page = await open(who === 'guest' ? undefined : who, {
      colorScheme: 'dark',
      reducedMotion: 'reduce',
    });
    await arriveDebugging(page, who === 'guest' ? '/' : '/help');
    const pages = (await knownPages(page.request)).filter(
      (known) =>
        known.built &&
        // No remote runs there, the tool's neither.
        known.path !== TRY_RELEASE_PATH &&
        isOpenTo(known, who) &&
        (who === 'advertiser' || known.access !== 'signed-in'),
    );
    const wrong: string[] = [];
    for (const [index, known] of pages.entries())
      await test.step(known.path, async () => {
        // It is open from the page before.
        await page.keyboard.press('Control+Shift+D');
        await expect(debugPanel(page)).toHaveCount(0);
        await showPage(page, await addressOf(known, page.request));
        await expect(debugButton(page)).toBeVisible();
        await page.keyboard.press('Control+Shift+D');
        await expect(debugPanel(page)).toBeVisible();
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
        await atRest(page);
        if ((await covered(page)).length > 0) wrong.push(`${known.path}: covered at ${await covered(page)}`);
        if (index % AXE_EACH === 0)
          wrong.push(...(await violations(page)).map((each) => `${known.path}: ${each}`));
      });
    expect(pages.length).toBeGreaterThan(3);
    expect(wrong).toEqual([]);
  });

test('every tab by the keyboard alone', async ({ open }) => {
  const page = await open();
  await register(page.request, 'advertiser');
  await page.goto('/advertiser/dashboard');
  await settled(page);
  const panel = debugPanel(page);
  const tab = (name: string) => panel.getByRole('tab', { name });

  await test.step('signing in', async () => {
    await page.keyboard.press('Control+Shift+D');
    await expect(debugLogin(page).getByLabel('E-mail')).toBeFocused();
    await page.keyboard.type(DEMO.admin.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(DEMO.admin.password);
    await page.keyboard.press('Enter');
    await expect(tab('Page')).toBeFocused();
  });
  for (const name of TABS)
    await test.step(name, async () => {
      await expect(tab(name)).toBeFocused();
      await expect(tab(name)).toHaveAttribute('aria-selected', 'true');
      await expectVisibleFocus(page);
      await page.keyboard.press('ArrowRight');
    });
  await test.step('the first follows the last', () => expect(tab('Page')).toBeFocused());
  await test.step('a property is changed and put back', async () => {
    await page.keyboard.press('ArrowRight');
    const field = panel.getByRole('combobox', { name: 'Status' });
    await expect(field).toBeVisible();
    await tabTo(page, field);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('option', { name: 'ADK rejected' })).toBeVisible();
    // The list finds out by a timer of its own which option it begins at.
    await page.evaluate(() => new Promise((done) => setTimeout(done)));
    await page.keyboard.press('ArrowUp');
    const pending = page.getByRole('option', { name: 'pending', exact: true });
    await expect(pending).toHaveAttribute('data-combobox-selected');
    await page.keyboard.press('Enter');
    await expect(field).not.toHaveValue('active');
    await tabTo(page, panel.getByRole('button', { name: /^Undo/ }).first());
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('active');
  });
  await test.step('an element is picked', async () => {
    await tab('User').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await tabTo(page, panel.getByRole('button', { name: 'Pick an element' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(debugPart(page, 'Element')).toContainText('Tag');
  });
  await test.step('Escape closes it, the shortcut opens it', async () => {
    await tab('Inspector').focus();
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await page.keyboard.press('Control+Alt+D');
    await expect(tab('Inspector')).toBeFocused();
  });
});

test('every tab and the console break no rule of accessibility, light and dark', async ({ open }) => {
  const page = await open('admin', { reducedMotion: 'reduce' });
  await arriveDebugging(page, '/help');
  const keys = await knownKeys(page.request);
  const wrong: string[] = [];
  const look = async (name: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      await atRest(page);
      wrong.push(...(await violations(page)).map((each) => `${name} ${colorScheme}: ${each}`));
    }
    wrong.push(...(await overflow(page)).map((each) => `${name}: ${each}`));
    wrong.push(...(await bareKeys(page, keys)).map((each) => `${name}: not translated: ${each}`));
  };
  await test.step('tabs', async () => {
    for (const tab of TABS) {
      await chooseTab(page, tab);
      await expect(debugPanel(page).locator('[aria-busy=true]')).toHaveCount(0);
      await look(tab);
    }
  });
  await test.step('the sheet of a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    for (const tab of TABS) {
      await chooseTab(page, tab);
      await expect(debugPanel(page).locator('[aria-busy=true]')).toHaveCount(0);
      await look(`${tab}, narrow`);
      wrong.push(...(await smallTargets(page)).map((each) => `${tab}: small: ${each}`));
    }
    await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: false });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press('Control+Shift+D');
    await expect(debugButton(page)).toBeVisible();
  });
  await test.step('console', async () => {
    for (const path of ['/admin', '/admin/users', '/admin/audit', '/admin/sessions']) {
      await page.goto(path);
      await settled(page);
      await look(path);
    }
  });
  expect(wrong).toEqual([]);
});
