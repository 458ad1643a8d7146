import type { Page } from '@playwright/test';
import { csrfToken, DEMO } from './support/account';
import {
  debugButton,
  debugFact,
  debugLogin,
  debugPanel,
  openDebugTool,
  sendDebugLogin,
} from './support/debugTool';
import { expect, test } from './support/test';

const TOKEN = 'debug_token';
const tokenOf = (page: Page) => page.evaluate((key) => localStorage.getItem(key), TOKEN);

/** The app is there, and with it what listens for the shortcut. */
async function arrive(page: Page, path: string) {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

test('the button shows for those who ask for it, and for nobody else', async ({ open, trouble }) => {
  const page = await open();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await arrive(page, '/');
  await expect(debugButton(page)).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  expect(asked.filter((url) => url.includes('/debug-tool') || url.includes('mf-debug'))).toEqual([]);

  await arrive(page, '/?debug=true');
  await expect(debugButton(page)).toBeVisible();
  const box = await debugButton(page).boundingBox();
  expect(box?.x).toBeLessThan(60);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(840);
  expect(await debugButton(page).evaluate((button) => getComputedStyle(button).borderRadius)).toBe('50%');

  await arrive(page, '/?debug=false');
  await expect(debugButton(page)).toHaveCount(0);
  await page.evaluate(() => localStorage.setItem('debug_tool_visible', 'true'));
  await arrive(page, '/');
  await expect(debugButton(page)).toBeVisible();
  expect(trouble.lines).toEqual([]);
});

for (const shortcut of ['Control+Shift+D', 'Control+Alt+D']) {
  test(`${shortcut} asks for a sign-in without a session, and opens and closes the panel with one`, async ({
    open,
  }) => {
    const page = await open('advertiser');
    await arrive(page, '/advertiser/dashboard');
    await page.keyboard.press(shortcut);
    await expect(debugLogin(page)).toBeVisible();
    await sendDebugLogin(page);
    await expect(debugPanel(page)).toBeVisible();
    await page.keyboard.press(shortcut);
    await expect(debugPanel(page)).toBeHidden();
    await page.keyboard.press(shortcut);
    await expect(debugPanel(page)).toBeVisible();
    await expect(debugLogin(page)).toHaveCount(0);
  });
}

test('the sign-in says what is missing and what is wrong', async ({ open }) => {
  const page = await open();
  await arrive(page, '/?debug=true');
  await debugButton(page).click();
  const dialog = debugLogin(page);
  const button = dialog.getByRole('button', { name: 'Login' });
  const [email, password] = [dialog.getByLabel('E-mail'), dialog.getByLabel('Password', { exact: true })];

  await test.step('an empty field keeps the button shut, and Enter says why', async () => {
    await expect(email).toBeFocused();
    await expect(button).toBeDisabled();
    await email.fill(DEMO.admin.email);
    await expect(button).toBeDisabled();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText('Please fill in all fields');
    await password.fill('x');
    await expect(button).toBeEnabled();
  });
  await test.step('a wrong password shows the server’s word', async () => {
    await password.fill('a wrong password');
    await button.click();
    await expect(dialog.getByRole('alert')).toHaveText('Wrong e-mail or password');
    expect(await tokenOf(page)).toBeNull();
  });
  await test.step('while it is sent, the button is shut', async () => {
    await page.route('**/debug-tool/activate', async (route) => {
      await expect(button).toBeDisabled();
      await route.fulfill({ status: 500, body: '' });
    });
    await button.click();
    await expect(dialog.getByRole('alert')).toHaveText('Login failed');
    await page.unrouteAll();
  });
  await test.step('who is no admin is told no more than anybody', async () => {
    await email.fill(DEMO.advertiser.email);
    await password.fill(DEMO.advertiser.password);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText('Wrong e-mail or password');
  });
  await sendDebugLogin(page);
  await expect(debugPanel(page)).toBeVisible();
});

test('the panel tells the page’s facts, from the server or, when that fails, from the browser', async ({
  open,
}) => {
  const page = await open('advertiser');
  await arrive(page, '/advertiser/dashboard?debug=true');
  await expect(debugButton(page)).toBeVisible();
  await openDebugTool(page);

  await test.step('600 × 600 at the bottom start', async () => {
    const box = await debugPanel(page).boundingBox();
    expect(box?.width).toBe(600);
    expect(box?.height).toBe(600);
    expect(box?.x).toBeLessThan(60);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(800);
  });
  await test.step('facts of the server and of the browser', async () => {
    const url = page.url();
    await expect(debugFact(page, 'URI')).toHaveText('/advertiser/dashboard?debug=true');
    await expect(debugFact(page, 'URL')).toHaveText(url);
    await expect(debugFact(page, 'Load')).toHaveText('Full load');
    await expect(debugFact(page, 'Visitor')).toHaveText(
      `Authenticated · ${DEMO.advertiser.email} (advertiser)`,
    );
    await expect(debugFact(page, 'Memory')).toHaveText(/^[1-9][\d.,]* MB$/);
    await expect(debugFact(page, 'Updated')).toHaveText(/\d{2}:\d{2}:\d{2}/);
    await expect(debugFact(page, 'React')).toHaveText(/^19\./);
    await expect(debugFact(page, 'mf-debug')).toHaveText(/^1\.0\.0/);
    await expect(debugFact(page, 'Viewport')).toHaveText('1440 × 900');
    await expect(debugFact(page, 'User agent')).toContainText('Chrome/');
  });
  await test.step('it follows the page within the app', async () => {
    await page.getByRole('link', { name: 'Campaigns', exact: true }).click();
    await expect(debugFact(page, 'URI')).toHaveText('/advertiser/campaigns');
    await expect(debugFact(page, 'Load')).toHaveText('SPA');
  });
  await test.step('the Logs tab lists what went wrong', async () => {
    await debugPanel(page).getByRole('tab', { name: 'Logs' }).click();
    await debugPanel(page).getByRole('button', { name: 'Clear' }).click();
    await expect(debugPanel(page)).toContainText('No logs yet');
    await page.evaluate(() =>
      setTimeout(() => {
        throw new Error('thrown by the test');
      }),
    );
    await expect(debugPanel(page).getByRole('list', { name: 'Log entries' })).toContainText(
      'thrown by the test',
    );
    await debugPanel(page).getByRole('tab', { name: 'Page' }).click();
  });
  await test.step('a server that fails is marked, and the browser’s facts stay', async () => {
    await page.route('**/debug-tool/page-data*', (route) => route.fulfill({ status: 500, body: '{}' }));
    await debugPanel(page).getByRole('button', { name: 'Refresh' }).click();
    await expect(debugPanel(page).getByRole('alert')).toContainText('Server Error');
    await expect(debugFact(page, 'URI')).toHaveText('/advertiser/campaigns');
    await page.unrouteAll();
  });
  await test.step('signing out leaves nothing', async () => {
    expect(await tokenOf(page)).not.toBeNull();
    const left = page.waitForResponse((answer) => answer.url().endsWith('/debug-tool/deactivate'));
    await debugPanel(page).getByRole('button', { name: 'Sign out' }).click();
    expect((await left).status()).toBe(200);
    await expect(debugPanel(page)).toHaveCount(0);
    await expect.poll(() => tokenOf(page)).toBeNull();
    await page.keyboard.press('Control+Shift+D');
    await expect(debugLogin(page)).toBeVisible();
  });
});

test('a stored session is taken up after a reload', async ({ open, trouble }) => {
  const page = await open();
  await arrive(page, '/?debug=true');
  await debugButton(page).click();
  await sendDebugLogin(page);
  await expect(debugPanel(page)).toBeVisible();
  const verified = page.waitForResponse((answer) => answer.url().endsWith('/debug-tool/verify'));
  await arrive(page, '/');
  expect((await verified).status()).toBe(200);
  await debugButton(page).click();
  await expect(debugPanel(page)).toBeVisible();
  expect(trouble.lines).toEqual([]);
});

test('the token alone is half a credential, and a revoked one is removed and the page loaded anew', async ({
  open,
}) => {
  const page = await open('advertiser');
  await arrive(page, '/advertiser/dashboard?debug=true');
  await openDebugTool(page);
  const token = (await tokenOf(page)) ?? '';
  expect(token.length).toBeGreaterThan(20);

  await test.step('in a browser without the cookie it is refused', async () => {
    const stranger = (await open('advertiser')).request;
    const answer = await stranger.get('/debug-tool/verify', { headers: { 'X-Debug-Token': token } });
    expect(answer.status()).toBe(401);
    expect(await answer.json()).toMatchObject({ code: 'SESSION_INVALID', message: 'Invalid session' });
  });
  await test.step('nor is the cookie to be read by scripts, or sent elsewhere', async () => {
    const cookies = await page.context().cookies(`${new URL(page.url()).origin}/debug-tool/verify`);
    const cookie = cookies.find(({ path }) => path === '/debug-tool');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    const answer = await page.request.get('/debug-tool/verify');
    expect(answer.status()).toBe(401);
  });
  await test.step('When it is revoked, the next call removes it and loads the page anew', async () => {
    const revoked = await page.request.post('/debug-tool/deactivate', {
      headers: { 'X-Debug-Token': token, 'X-CSRF-TOKEN': await csrfToken(page.request) },
    });
    expect(revoked.status()).toBe(200);
    const loaded = page.waitForEvent('load');
    await debugPanel(page).getByRole('button', { name: 'Refresh' }).click();
    await loaded;
    expect(await tokenOf(page)).toBeNull();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
    await expect(debugPanel(page)).toHaveCount(0);
  });
});
