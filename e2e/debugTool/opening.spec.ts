import { csrfToken, DEMO } from '../support/account';
import {
  arrive,
  DEBUG_TOKEN,
  debugButton,
  debugLogin,
  debugPanel,
  openDebugTool,
  sendDebugLogin,
  storedToken,
} from '../support/debugTool';
import { expect, test } from '../support/xeroNetwork';

test('the button shows for those who ask for it, and for nobody else', async ({ open, trouble }) => {
  const page = await open();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await arrive(page, '/');
  await expect(debugButton(page)).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  expect(asked.filter((url) => url.includes('/debug-tool') || url.includes('mf-debug'))).toEqual([]);

  await test.step('by the address', async () => {
    await arrive(page, '/?debug=true');
    await expect(debugButton(page)).toBeVisible();
    const box = await debugButton(page).boundingBox();
    expect(box?.x).toBeLessThan(60);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(840);
    expect(await debugButton(page).evaluate((button) => getComputedStyle(button).borderRadius)).toBe('50%');
    expect(await debugButton(page).evaluate((button) => getComputedStyle(button).position)).toBe('fixed');
    await arrive(page, '/?debug=false');
    await expect(debugButton(page)).toHaveCount(0);
  });
  await test.step('by the flag', async () => {
    await page.evaluate(() => localStorage.setItem('debug_tool_visible', 'true'));
    await arrive(page, '/');
    await expect(debugButton(page)).toBeVisible();
  });
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
    await email.fill('');
    await password.fill('x');
    await expect(button).toBeDisabled();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText('Please fill in all fields');
    await email.fill(DEMO.admin.email);
    await expect(button).toBeEnabled();
  });
  await test.step('a wrong password shows the server’s word', async () => {
    await password.fill('a wrong password');
    await button.click();
    await expect(dialog.getByRole('alert')).toHaveText('Wrong e-mail or password');
    expect(await storedToken(page)).toBeNull();
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

test('a stored session is taken up after a reload, and one that is over is removed', async ({ open }) => {
  const page = await open();
  await arrive(page, '/?debug=true');
  await openDebugTool(page);
  const verify = () => page.waitForResponse((answer) => answer.url().endsWith('/debug-tool/verify'));

  await test.step('the stored token shows the button, is asked for on load, and opens the panel', async () => {
    await page.evaluate(() => localStorage.removeItem('debug_tool_visible'));
    const verified = verify();
    await arrive(page, '/');
    expect((await verified).status()).toBe(200);
    await debugButton(page).click();
    await expect(debugPanel(page)).toBeVisible();
  });
  await test.step('a token that the server does not know goes at once', async () => {
    await page.evaluate((key) => localStorage.setItem(key, 'made-up'), DEBUG_TOKEN);
    const asked = page.waitForRequest((request) => request.url().endsWith('/debug-tool/verify'));
    // The answer has the page loaded anew, which may come before this load has ended, or the answer has been told of.
    await page.reload({ waitUntil: 'commit' });
    await asked;
    await expect.poll(() => storedToken(page)).toBeNull();
    // The page is loaded anew by itself now: a press before that goes with it.
    await expect(async () => {
      await page.keyboard.press('Control+Shift+D');
      await expect(debugLogin(page)).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expect(debugPanel(page)).toHaveCount(0);
  });
});

test('the token alone is half a credential, and a revoked one is removed and the page loaded anew', async ({
  open,
}) => {
  const page = await open('advertiser');
  await arrive(page, '/advertiser/dashboard?debug=true');
  await openDebugTool(page);
  const token = (await storedToken(page)) ?? '';
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
    expect(await storedToken(page)).toBeNull();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
    await expect(debugPanel(page)).toHaveCount(0);
  });
  await test.step('Signing out leaves nothing', async () => {
    await page.keyboard.press('Control+Shift+D');
    await sendDebugLogin(page);
    await expect(debugPanel(page)).toBeVisible();
    const left = page.waitForResponse((answer) => answer.url().endsWith('/debug-tool/deactivate'));
    await debugPanel(page).getByRole('button', { name: 'Sign out' }).click();
    expect((await left).status()).toBe(200);
    await expect.poll(() => storedToken(page)).toBeNull();
    expect(await page.evaluate(() => localStorage.getItem('debug_tool_visible'))).toBeNull();
  });
});
