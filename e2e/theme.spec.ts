import type { Page } from '@playwright/test';
import { register } from './support/account';
import { expect, test } from './support/test';

const COOKIE_DAYS = 365;
const SECONDS_A_DAY = 86_400;
const scheme = (page: Page) => page.locator('html').getAttribute('data-mantine-color-scheme');

async function chooseInFooter(page: Page, theme: 'Light' | 'Dark' | 'System') {
  await page.getByRole('button', { name: /^Theme: / }).click();
  await page.getByRole('menuitemradio', { name: theme }).click();
  await expect(page.getByRole('button', { name: `Theme: ${theme}` })).toBeVisible();
}

interface Frames {
  /** What the page's colour was in every frame that had a body. */
  colours: string[];
  /** The scheme when the body came into being. */
  schemeAtBody: string | null;
}

/** Notes, from before the first byte is parsed, what every frame of the next page looks like. */
async function watchFrames(page: Page) {
  await page.addInitScript(() => {
    const frames: Frames = { colours: [], schemeAtBody: null };
    Object.assign(window, { frames_: frames });
    const look = () => {
      if (document.body) {
        const body = getComputedStyle(document.body).backgroundColor;
        const root = getComputedStyle(document.documentElement).backgroundColor;
        const colour = body === 'rgba(0, 0, 0, 0)' ? root : body;
        if (frames.colours.at(-1) !== colour) frames.colours.push(colour);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    const observer = new MutationObserver(() => {
      if (!document.body) return;
      frames.schemeAtBody = document.documentElement.getAttribute('data-mantine-color-scheme');
      observer.disconnect();
    });
    observer.observe(document, { childList: true, subtree: true });
  });
}

const framesOf = (page: Page) => page.evaluate(() => (window as unknown as { frames_: Frames }).frames_);
const canvasOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test('the device decides until somebody chooses', async ({ open, trouble }) => {
  const page = await open(undefined, { colorScheme: 'dark' });
  await page.goto('/');
  expect(await scheme(page)).toBe('dark');
  await expect(page.getByRole('button', { name: 'Theme: System' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('appearance'))).toBeNull();
  const dark = await canvasOf(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  await expect.poll(() => canvasOf(page)).not.toBe(dark);
  expect(trouble.lines).toEqual([]);
});

test('what is chosen stays, in this browser for 365 days, and nothing flashes', async ({ open, trouble }) => {
  const page = await open(undefined, { colorScheme: 'light' });
  await page.goto('/');
  const light = await canvasOf(page);
  await test.step('When I choose dark', () => chooseInFooter(page, 'Dark'));
  await test.step('Then key and cookie say so', async () => {
    expect(await page.evaluate(() => localStorage.getItem('appearance'))).toBe('dark');
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'appearance');
    expect(cookie?.value).toBe('dark');
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / SECONDS_A_DAY;
    expect(days).toBeGreaterThan(COOKIE_DAYS - 1);
    expect(days).toBeLessThanOrEqual(COOKIE_DAYS);
  });
  await test.step('And the next page is dark from its first frame', async () => {
    await watchFrames(page);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const { colours, schemeAtBody } = await framesOf(page);
    expect(schemeAtBody).toBe('dark');
    expect(colours).toEqual([await canvasOf(page)]);
    expect(colours).not.toContain(light);
  });
  await test.step('And it is without scripts of ours: the server knows the cookie', async () => {
    const html = await (await page.request.get('/')).text();
    expect(html).toMatch(/^<!doctype html><html [^>]*data-mantine-color-scheme="dark"/);
  });
  await test.step('And the device has no say any more', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await scheme(page)).toBe('dark');
  });
  await test.step('When I choose the system again, it follows the device', async () => {
    await chooseInFooter(page, 'System');
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.reload();
    expect(await scheme(page)).toBe('dark');
  });
  expect(trouble.lines).toEqual([]);
});

test('another tab of the browser follows at once', async ({ open }) => {
  const page = await open(undefined, { colorScheme: 'light' });
  const other = await page.context().newPage();
  await page.goto('/');
  await other.goto('/auth/login');
  // A tab behind another one paints rarely, and a press waits for what is painted.
  await page.bringToFront();
  await chooseInFooter(page, 'Dark');
  await expect(other.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('the choice of the settings belongs to the account', async ({ open, trouble }) => {
  const page = await open(undefined, { colorScheme: 'light' });
  const account = await register(page.request, 'advertiser');
  await page.goto('/settings/appearance');
  const saved = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/settings/appearance') && answer.request().method() === 'PATCH',
  );
  await page.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio', { name: 'Dark' }).check();
  expect((await saved).status()).toBe(200);
  expect(await scheme(page)).toBe('dark');

  const elsewhere = await open(account, { colorScheme: 'light' });
  await elsewhere.goto('/settings/appearance');
  await expect(elsewhere.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(
    elsewhere.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio', { name: 'Dark' }),
  ).toBeChecked();
  expect(trouble.lines).toEqual([]);
});
