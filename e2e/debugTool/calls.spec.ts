import { randomUUID } from 'node:crypto';
import type { Page, Request } from '@playwright/test';
import {
  arrive,
  arriveDebugging,
  chooseTab,
  DEBUG_TOKEN,
  debugAlert,
  debugButton,
  debugLogin,
  debugPanel,
  debugPart,
  openDebugTool,
  quiet,
  sendDebugLogin,
  storedToken,
  type TabName,
} from '../support/debugTool';
import { addPayment, expect, test } from '../support/xeroNetwork';

test.setTimeout(150_000);

const DASHBOARD = '/advertiser/dashboard';
/** The calls of the specification that a tab makes by itself, with the text for their failure. */
const READS: readonly (readonly [TabName, string, string])[] = [
  ['Page', 'page-data', 'Failed to fetch page data'],
  ['User', 'user/current', 'Failed to fetch current user'],
  ['User', 'account-types', 'Failed to fetch account types'],
  ['User', 'user/features', 'Failed to fetch user features'],
  ['Promo', 'promo-codes', 'Failed to fetch promo codes'],
  ['Xero', 'xero/status', 'Failed to fetch Xero status'],
  ['Xero', 'xero/recent-payments', 'Failed to fetch recent payments'],
];
const CALLS = [
  'GET /debug-tool/account-types',
  'GET /debug-tool/page-data',
  'GET /debug-tool/promo-codes',
  'GET /debug-tool/user/current',
  'GET /debug-tool/user/features',
  'GET /debug-tool/verify',
  'GET /debug-tool/xero/invoice/{id}/pdf',
  'GET /debug-tool/xero/recent-payments',
  'GET /debug-tool/xero/status',
  'POST /debug-tool/activate',
  'POST /debug-tool/deactivate',
  'POST /debug-tool/log',
  'POST /debug-tool/user/update-property',
  'POST /debug-tool/xero/auth',
  'POST /debug-tool/xero/clear-credentials',
  'POST /debug-tool/xero/invoice/{id}',
];
const OWN_WORDS = 'Words of the server';
const isOfTool = (request: Request) => new URL(request.url()).pathname.startsWith('/debug-tool/');
const nameOf = (request: Request) =>
  `${request.method()} ${new URL(request.url()).pathname.replace(/(?<=\/invoice\/)[^/]+/, '{id}')}`;

const statusField = (page: Page) =>
  debugPart(page, 'Properties playground').getByRole('combobox', { name: 'Status' });
async function chooseStatus(page: Page, value: string) {
  await statusField(page).click();
  await page.getByRole('option', { name: value, exact: true }).click();
}
const press = (page: Page, name: string | RegExp) =>
  debugPanel(page).getByRole('button', { name }).first().click();
/** What is on its way would answer for the new visit too. */
const reopen = async (page: Page, tab: TabName) => {
  await quiet(page);
  await chooseTab(page, tab === 'Logs' ? 'Page' : 'Logs');
  await chooseTab(page, tab);
};

test('every call carries JSON, the marker, the CSRF token and the debug token', async ({ open, world }) => {
  await addPayment(world);
  const page = await open('advertiser');
  const seen: Request[] = [];
  page.on('request', (request) => {
    if (isOfTool(request)) seen.push(request);
  });
  await arriveDebugging(page, DASHBOARD);
  const token = await storedToken(page);
  await test.step('through all tabs', async () => {
    await page.reload();
    await debugButton(page).click();
    await chooseTab(page, 'User');
    await chooseStatus(page, 'pending');
    await expect(statusField(page)).toHaveValue('pending');
    await chooseStatus(page, 'active');
    await expect(statusField(page)).toHaveValue('active');
    await chooseTab(page, 'Promo');
    await expect(debugPart(page, 'Overview')).toContainText('Total');
    await chooseTab(page, 'Xero');
    const popup = page.waitForEvent('popup');
    await press(page, 'Connect to Xero');
    const closed = (await popup).waitForEvent('close');
    await (await popup).getByRole('button', { name: 'Allow access' }).click();
    await closed;
    await expect(debugPart(page, 'Connection')).toContainText('Connected');
    const made = page.waitForResponse((answer) => /\/xero\/invoice\/[^/]+$/.test(answer.url()));
    await press(page, /^Create Invoice/);
    expect((await made).status()).toBe(201);
    const download = page.waitForEvent('download');
    await press(page, /^PDF/);
    await download;
    await press(page, 'Clear credentials');
    await page
      .getByRole('region', { name: /^Clear the credentials/ })
      .getByRole('button')
      .last()
      .click();
    await expect(debugPart(page, 'Connection')).toContainText('Not Connected');
    await chooseTab(page, 'Logs');
    const left = page.waitForResponse('**/debug-tool/deactivate');
    await press(page, 'Sign out');
    await left;
  });
  const csrf = await page.locator('meta[name="csrf-token"]').getAttribute('content');
  expect([...new Set(seen.map(nameOf))].filter((name) => CALLS.includes(name)).sort()).toEqual(CALLS);
  for (const request of seen) {
    const headers = await request.allHeaders();
    const name = nameOf(request);
    expect([name, headers['x-requested-with']]).toEqual([name, 'XMLHttpRequest']);
    expect([name, headers['x-csrf-token']]).toEqual([name, csrf]);
    expect([name, headers.accept]).toEqual([name, expect.stringContaining('application/json')]);
    if (request.postData() !== null) {
      expect([name, headers['content-type']]).toEqual([name, 'application/json']);
      expect(() => request.postDataJSON()).not.toThrow();
    }
    if (name !== 'POST /debug-tool/activate') expect([name, headers['x-debug-token']]).toEqual([name, token]);
  }
});

test('a call that fails without a text shows its own, and otherwise the server’s', async ({
  open,
  world,
}) => {
  await world.sql(
    `INSERT INTO xero_connection (id, tokens_sealed, trouble, updated_at) VALUES (1, '\\x00', 'refused', now())
     ON CONFLICT (id) DO UPDATE SET tokens_sealed = '\\x00', trouble = 'refused'`,
  );
  await addPayment(world, { invoiceId: randomUUID() });
  await addPayment(world);
  const page = await open('advertiser');
  const answer = (path: string, body: string, status = 500) =>
    page.route(`**/debug-tool/${path}`, (route) =>
      route.fulfill({ status, body, contentType: 'application/json' }),
    );
  const own = JSON.stringify({ message: OWN_WORDS, code: 'SOMETHING' });

  await test.step('signing in: said in the dialog, and in the log by its own text', async () => {
    await arrive(page, `${DASHBOARD}?debug=true`);
    await debugButton(page).click();
    await answer('activate', '');
    await sendDebugLogin(page);
    await expect(debugLogin(page).getByRole('alert')).toHaveText('Login failed');
    await page.unrouteAll();
    await answer('activate', own);
    await page.keyboard.press('Enter');
    await expect(debugLogin(page).getByRole('alert')).toHaveText(OWN_WORDS);
    await page.unrouteAll();
    await sendDebugLogin(page);
    await chooseTab(page, 'Logs');
    await expect(debugPanel(page)).toContainText('Failed to activate debug mode');
  });
  await test.step('verifying', async () => {
    await answer('verify', '');
    await page.reload();
    await expect.poll(() => storedToken(page)).toBeNull();
    await page.unrouteAll();
    await openDebugTool(page);
    await chooseTab(page, 'Logs');
    await expect(debugPanel(page)).toContainText('Invalid session');
  });
  for (const [tab, path, text] of READS)
    await test.step(`${path}: ${text}`, async () => {
      for (const [body, shown] of [
        ['', text],
        [own, OWN_WORDS],
      ] as const) {
        await answer(`${path}*`, body);
        await reopen(page, tab);
        await expect(debugAlert(page).filter({ hasText: shown }).first()).toBeVisible();
        await page.unrouteAll();
      }
    });

  const ACTIONS: readonly (readonly [TabName, string, string, () => Promise<void>])[] = [
    ['User', 'user/update-property', 'Failed to update user property', () => chooseStatus(page, 'pending')],
    ['Xero', 'xero/auth', 'Failed to initiate Xero authentication', () => press(page, /^Connect/)],
    [
      'Xero',
      'xero/clear-credentials',
      'Failed to clear Xero credentials',
      async () => {
        await press(page, 'Clear credentials');
        await page
          .getByRole('region', { name: /^Clear the credentials/ })
          .getByRole('button')
          .last()
          .click();
      },
    ],
    ['Xero', 'xero/invoice/*', 'Failed to create Xero invoice', () => press(page, /^Create Invoice/)],
    ['Xero', 'xero/invoice/*/pdf', 'Failed to download invoice PDF', () => press(page, /^PDF/)],
  ];
  for (const [tab, path, text, act] of ACTIONS)
    await test.step(`${path}: ${text}`, async () => {
      for (const [body, shown] of [
        ['', text],
        [own, OWN_WORDS],
      ] as const) {
        await answer(path, body);
        await reopen(page, tab);
        await act();
        await expect(debugAlert(page).filter({ hasText: shown }).first()).toBeVisible();
        await page.unrouteAll();
      }
    });
  await test.step('a PDF that does not arrive', async () => {
    await page.route('**/debug-tool/xero/invoice/*/pdf', (route) => route.abort());
    await reopen(page, 'Xero');
    await press(page, /^PDF/);
    await expect(debugAlert(page).filter({ hasText: 'Failed to download PDF' }).first()).toBeVisible();
  });
  await world.sql('DELETE FROM xero_connection');
});

test('a 401 or 403 that speaks of the session ends it, and no other does', async ({ open }) => {
  const page = await open('advertiser');
  await arriveDebugging(page, DASHBOARD);
  const token = (await storedToken(page)) ?? '';
  const refuse = (status: number, body: object) =>
    page.route('**/debug-tool/page-data*', (route) => route.fulfill({ status, json: body }));
  const refresh = () => debugPart(page, 'Server').getByRole('button', { name: 'Refresh' }).click();

  for (const [status, body] of [
    [401, { message: 'Sign in first', code: 'UNAUTHENTICATED' }],
    [403, { message: 'This is not yours' }],
    [422, { message: 'Invalid session' }],
    [500, { message: 'Invalid session', code: 'SESSION_INVALID' }],
  ] as const)
    await test.step(`${status} ${body.message} does not`, async () => {
      await refuse(status, body);
      const kept = await page.evaluate(() => performance.timeOrigin);
      await refresh();
      await expect(debugAlert(page).filter({ hasText: body.message }).first()).toBeVisible();
      expect(await storedToken(page)).toBe(token);
      expect(await page.evaluate(() => performance.timeOrigin)).toBe(kept);
      await page.unrouteAll();
    });
  for (const [status, body] of [
    [401, { message: 'Your session has ended' }],
    [403, { message: 'This token is not valid any more' }],
    [403, { error: 'Invalid token' }],
    [401, { message: 'No', code: 'SESSION_INVALID' }],
  ] as const)
    await test.step(`${status} ${JSON.stringify(body)} does`, async () => {
      await refuse(status, body);
      const loaded = page.waitForEvent('load');
      await refresh();
      await loaded;
      expect(await storedToken(page)).toBeNull();
      await page.unrouteAll();
      // The server knows nothing of it: the session still stands there.
      await page.evaluate(([key, value]) => localStorage.setItem(key, value), [DEBUG_TOKEN, token] as const);
      await page.reload();
      await debugButton(page).click();
      await expect(debugPanel(page)).toBeVisible();
    });
});

test('a 419 leads where its redirect says, or to the log-in page', async ({ open }) => {
  const page = await open();
  await arriveDebugging(page, '/');
  for (const [body, path] of [
    ['{"message":"The page is too old","redirect":"/help?from=419"}', '/help?from=419'],
    ['<html>', '/auth/login'],
  ] as const)
    await test.step(body, async () => {
      await page.route('**/debug-tool/page-data*', (route) => route.fulfill({ status: 419, body }));
      await debugPart(page, 'Server').getByRole('button', { name: 'Refresh' }).click();
      await page.waitForURL(`**${path}`);
      await page.unrouteAll();
      await arrive(page, '/');
      await debugButton(page).click();
      await expect(debugPanel(page)).toBeVisible();
    });
});

test('a body that is empty or unreadable is an empty object, and a warning says so', async ({
  open,
  trouble,
}) => {
  const page = await open('advertiser');
  const warnings: string[] = [];
  page.on('console', (line) => {
    if (line.type() === 'warning') warnings.push(line.text());
  });
  await arriveDebugging(page, DASHBOARD);
  for (const [tab, path] of READS)
    for (const [body, why] of [
      ['', 'empty'],
      ['<html>', 'not JSON'],
    ] as const)
      await test.step(`${path}: ${why}`, async () => {
        const said = () => warnings.filter((each) => each.includes(`/debug-tool/${path} is ${why}`)).length;
        const before = said();
        await page.route(`**/debug-tool/${path}*`, (route) => route.fulfill({ status: 200, body }));
        await reopen(page, tab);
        await expect.poll(said).toBeGreaterThan(before);
        await expect(debugPanel(page).getByRole('tab', { name: tab })).toHaveAttribute(
          'aria-selected',
          'true',
        );
        await page.unrouteAll();
      });
  // A tab that broke would have thrown.
  expect(trouble.lines).toEqual([]);
});

test('what is seen is asked for every 30 s, and nothing while it is hidden', async ({ open }) => {
  // A guest's page asks for nothing by itself: its live connection would not outlive a clock that leaps.
  const page = await open();
  const seen: string[] = [];
  page.on('request', (request) => {
    if (isOfTool(request)) seen.push(new URL(request.url()).pathname.slice('/debug-tool/'.length));
  });
  const setVisibility = (state: 'visible' | 'hidden') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await page.clock.install();
  await arriveDebugging(page, '/');
  await page.clock.pauseAt(new Date(Date.now() + 3_600));
  for (const [tab, path] of READS)
    await test.step(path, async () => {
      const count = () => seen.filter((each) => each === path).length;
      /** How many calls a span of time brings. */
      const during = async (seconds: number) => {
        const before = count();
        await page.clock.runFor(seconds * 1_000);
        await quiet(page);
        return `${count() - before} in ${seconds} s`;
      };
      const before = count();
      await reopen(page, tab);
      await expect.poll(count).toBeGreaterThan(before);
      await quiet(page);
      expect(await during(29.5)).toBe('0 in 29.5 s');
      expect(await during(1)).toBe('1 in 1 s');
      expect(await during(30)).toBe('1 in 30 s');
      await setVisibility('hidden');
      expect(await during(120)).toBe('0 in 120 s');
      await setVisibility('visible');
      await chooseTab(page, 'Logs');
      await quiet(page);
      expect(await during(60)).toBe('0 in 60 s');
    });
  await test.step('a closed panel asks for nothing', async () => {
    await chooseTab(page, 'Page');
    await debugPanel(page).getByRole('button', { name: 'Close' }).click();
    // What the page before had asked for is on its way.
    await quiet(page);
    const before = seen.filter((each) => each !== 'log').length;
    await page.clock.runFor(120_000);
    await quiet(page);
    expect(seen.filter((each) => each !== 'log').length).toBe(before);
  });
});
