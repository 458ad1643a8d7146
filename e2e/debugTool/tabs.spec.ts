import type { Page } from '@playwright/test';
import { DEMO, register } from '../support/account';
import {
  arrive,
  arriveDebugging,
  chooseTab,
  debugButton,
  debugFact,
  debugPanel,
  debugPart,
  openDebugTool,
  TABS,
} from '../support/debugTool';
import { expect, test } from '../support/xeroNetwork';

const DASHBOARD = '/advertiser/dashboard';

test('the panel: 600 × 600, six tabs and no seventh', async ({ open }) => {
  const page = await open('advertiser');
  await arriveDebugging(page, DASHBOARD);
  const box = await debugPanel(page).boundingBox();
  expect([box?.width, box?.height]).toEqual([600, 600]);
  expect(box?.x).toBeLessThan(60);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(800);
  const names = await debugPanel(page).getByRole('tab').allTextContents();
  // The number of entries stands behind the last.
  expect(names.map((name) => name.replace(/\d+$/, ''))).toEqual([...TABS]);
  for (const name of TABS) {
    await chooseTab(page, name);
    await expect(debugPanel(page).getByRole('tabpanel', { name })).not.toBeEmpty();
  }
});

test('Page: server, framework and client, and what stays when the server fails', async ({ open }) => {
  const page = await open('advertiser');
  await arriveDebugging(page, DASHBOARD);
  const server = debugPart(page, 'Server');
  await test.step('server', async () => {
    await expect(debugFact(page, 'URI')).toHaveText(`${DASHBOARD}?debug=true`);
    await expect(debugFact(page, 'URL')).toHaveText(page.url());
    await expect(debugFact(page, 'Load')).toHaveText('Full load');
    await expect(debugFact(page, 'Visitor')).toHaveText(
      `Authenticated · ${DEMO.advertiser.email} (advertiser)`,
    );
    await expect(debugFact(page, 'Memory')).toHaveText(/^[1-9][\d.,]* MB$/);
    await expect(debugFact(page, 'Updated')).toHaveText(/\d{2}:\d{2}:\d{2}/);
  });
  await test.step('framework', async () => {
    await expect(debugFact(page, 'React')).toHaveText(/^19\./);
    await expect(debugFact(page, 'Store slices')).toContainText('api');
    await expect(debugPanel(page)).toContainText('mf-debug');
    await expect(debugPanel(page)).toContainText('mf-advertiser');
  });
  await test.step('client', async () => {
    await expect(debugFact(page, 'Viewport')).toHaveText('1440 × 900');
    await expect(debugFact(page, 'User agent')).toContainText('Chrome/');
    await expect(debugFact(page, 'Locale')).toHaveText('en');
    await expect(debugFact(page, 'Time zone')).toHaveText('UTC');
    await expect(debugFact(page, 'Network')).toHaveText('Online');
  });
  await test.step('a page reached within the app is SPA, with its own title', async () => {
    await page.getByRole('link', { name: 'Campaigns', exact: true }).click();
    await expect(debugFact(page, 'URI')).toHaveText('/advertiser/campaigns');
    await expect(debugFact(page, 'Load')).toHaveText('SPA');
    const { config } = await page.evaluate(() =>
      JSON.parse(document.getElementById('bootstrap')?.textContent ?? '{}'),
    );
    await expect(page).toHaveTitle(`Campaigns - ${config.app_name}`);
  });
  await test.step('a server that fails is marked, and the browser’s facts stay', async () => {
    await page.route('**/debug-tool/page-data*', (route) => route.fulfill({ status: 500, body: '{}' }));
    await server.getByRole('button', { name: 'Refresh' }).click();
    await expect(debugPanel(page).getByRole('alert')).toContainText('Server Error');
    await expect(debugFact(page, 'URI')).toHaveText('/advertiser/campaigns');
    await page.unrouteAll();
    await server.getByRole('button', { name: 'Refresh' }).click();
    await expect(debugPanel(page).getByRole('alert')).toHaveCount(0);
  });
  await test.step('a guest is one', async () => {
    const guest = await open();
    await arriveDebugging(guest, '/');
    await expect(debugFact(guest, 'Visitor')).toHaveText('Guest');
  });
});

/** Chooses in one of the two fields of the playground, and waits for what the server says. */
async function choose(page: Page, field: string, value: string) {
  const box = debugPart(page, 'Properties playground').getByRole('combobox', { name: field });
  await box.click();
  const sent = page.waitForRequest('**/debug-tool/user/update-property');
  await page.getByRole('option', { name: value, exact: true }).click();
  const request = await sent;
  expect((await request.response())?.status()).toBe(200);
  await expect(box).toHaveValue(value);
  await expect(debugFact(page, field, debugPart(page, 'User'))).toHaveText(value);
  return request.postDataJSON() as { property: string; value: unknown };
}

test('User: status, details and the playground', async ({ open, world }) => {
  const long = 'a_feature_whose_name_has_forty_characters';
  await world.sql(
    `UPDATE account_type SET features = features || jsonb_build_object($1::text, true) WHERE name = 'VIP3'`,
    [long],
  );
  const page = await open();
  const account = await register(page.request, 'advertiser');
  await arriveDebugging(page, DASHBOARD);
  await chooseTab(page, 'User');
  const user = debugPart(page, 'User');

  await test.step('status and every field', async () => {
    await expect(user).toContainText('Authenticated');
    for (const [name, value] of [
      ['Id', /^\d+$/],
      ['E-mail', account.email],
      ['Role', 'advertiser'],
      ['Verified', 'yes'],
      ['Status', 'active'],
      ['Account type', 'Regular'],
      ['Username', /./],
      ['Name', 'Toni Tester, Testers and Sons'],
      ['Phone', '–'],
      ['Created', /^\d+ \w+/],
      ['Last sign-in', /^\d+ \w+/],
      ['Balance', /of it available/],
      ['Last deposit', '–'],
      ['Spent in all', /0/],
    ] as const)
      await expect(debugFact(page, name, user)).toHaveText(value);
  });
  await test.step('any status can be set', async () => {
    for (const value of ['pending', 'suspended', 'ADK rejected', 'active'])
      expect(await choose(page, 'Status', value)).toMatchObject({ property: 'status', value });
  });
  await test.step('a type is sent by its id, and the features are asked for again', async () => {
    for (const [id, value] of ['Premium', 'VIP1', 'VIP2', 'VIP3', 'Regular', 'VIP3'].entries()) {
      const features = page.waitForResponse('**/debug-tool/user/features');
      const sent = await choose(page, 'Account type', value);
      expect((await features).status()).toBe(200);
      expect(sent.property).toBe('account_type');
      if (id < 4) expect(sent.value).toBe(id + 2);
    }
  });
  await test.step('names of features are cut at 25 characters', async () => {
    const item = debugPart(page, 'Features').getByRole('listitem').filter({ hasText: long });
    await expect(item).toHaveAttribute('title', long);
    await expect(item.locator('[aria-hidden]')).toHaveText(`${long.slice(0, 25)}…`);
    await expect(debugPart(page, 'Features').getByText('api_read', { exact: true }).first()).toBeVisible();
  });
  await test.step('a guest is told so', async () => {
    const guest = await open();
    await arriveDebugging(guest, '/');
    await chooseTab(guest, 'User');
    await expect(debugPart(guest, 'User')).toContainText('Guest');
    await expect(debugPart(guest, 'Properties playground')).toHaveCount(0);
  });
});

test('Promo: the overview and every code', async ({ open, world }) => {
  const codes = [
    ['SPEC-ACTIVE', 'percentage', 1250, null, 1, 4, true, null, null],
    ['SPEC-EXPIRED', 'percentage', 1000, null, 0, 4, true, null, '2020-01-01'],
    ['SPEC-LATER', 'fixed_amount', null, 25_000_000, 0, 4, true, '2090-01-01', null],
    ['SPEC-USED', 'bonus_balance', null, 25_000_000, 4, 4, true, null, null],
    ['SPEC-OFF', 'percentage', 1000, null, 0, null, false, null, null],
  ];
  for (const code of codes)
    await world.sql(
      `INSERT INTO promo_code (code, name, description, discount_type, discount_bps, discount_micros, usage_count, usage_limit,
         is_active, is_public, valid_from, valid_until, minimum_micros, creator_id, created_at, updated_at)
       VALUES ($1, 'Spring', 'For spring', $2, $3, $4, $5, $6, $7, true, $8, $9, 50000000,
         (SELECT id FROM app_user WHERE email = '${DEMO.admin.email}'), now(), now())`,
      code,
    );
  const [known] = await world.sql(
    `SELECT count(*)::int AS total, (count(*) FILTER (WHERE valid_until < now()))::int AS expired,
       (count(*) FILTER (WHERE usage_count >= usage_limit))::int AS exhausted FROM promo_code`,
  );
  const page = await open('advertiser');
  await arriveDebugging(page, DASHBOARD);
  await chooseTab(page, 'Promo');
  const overview = debugPart(page, 'Overview');
  const list = debugPart(page, 'Promo codes');
  const cardOf = (code: string) =>
    list.getByRole('listitem').filter({ has: page.getByRole('heading', { name: code, exact: true }) });
  const fact = (code: string, name: string) => debugFact(page, name, cardOf(code));

  await expect(debugFact(page, 'Total', overview)).toHaveText(String(known?.total));
  await expect(debugFact(page, 'Expired', overview)).toHaveText(String(known?.expired));
  await expect(debugFact(page, 'Exhausted', overview)).toHaveText(String(known?.exhausted));
  await expect(debugFact(page, 'Active', overview)).toHaveText(/^\d+$/);
  await expect(list.getByRole('listitem')).toHaveCount(Number(known?.total));

  await expect(cardOf('SPEC-ACTIVE')).toContainText('Spring');
  await expect(cardOf('SPEC-ACTIVE')).toContainText('For spring');
  await expect(fact('SPEC-ACTIVE', 'Id')).toHaveText(/./);
  await expect(fact('SPEC-ACTIVE', 'Discount')).toHaveText(/percentage: 12\.50?\s?%/);
  await expect(fact('SPEC-ACTIVE', 'States')).toHaveText('active, public');
  await expect(fact('SPEC-ACTIVE', 'Usage')).toContainText('1 of 4 (25%)');
  await expect(fact('SPEC-ACTIVE', 'Minimum amount')).toContainText('50.00');
  const [admin] = await world.sql(`SELECT first_name, last_name, email FROM app_user WHERE email = $1`, [
    DEMO.admin.email,
  ]);
  const name = [admin?.first_name, admin?.last_name].filter(Boolean).join(' ');
  await expect(fact('SPEC-ACTIVE', 'Creator')).toHaveText(name || String(admin?.email));
  await expect(fact('SPEC-EXPIRED', 'States')).toContainText('expired');
  await expect(fact('SPEC-EXPIRED', 'Valid until')).toContainText('2020');
  await expect(fact('SPEC-LATER', 'Discount')).toHaveText(/fixed amount: .*25\.00/);
  await expect(fact('SPEC-LATER', 'States')).toContainText('not started');
  await expect(fact('SPEC-LATER', 'Valid from')).toContainText('2090');
  await expect(fact('SPEC-USED', 'Discount')).toHaveText(/bonus balance: .*25\.00/);
  await expect(fact('SPEC-USED', 'States')).toContainText('exhausted');
  await expect(fact('SPEC-OFF', 'States')).toContainText('inactive');
  await expect(fact('SPEC-OFF', 'Usage')).toContainText('no limit');
});

test('Inspector: what a click on an element tells', async ({ open }) => {
  const page = await open('advertiser');
  await arriveDebugging(page, DASHBOARD);
  await chooseTab(page, 'Inspector');
  const text = 'Lorem ipsum dolor sit amet '.repeat(20).trim();
  await page.evaluate((words) => {
    const added = document.createElement('p');
    added.id = 'added-by-the-test';
    added.className = 'one two';
    added.style.color = 'rgb(1, 2, 3)';
    added.textContent = words;
    document.querySelector('main')?.prepend(added);
  }, text);
  const pick = async (selector: string) => {
    await debugPanel(page).getByRole('button', { name: 'Pick an element' }).click();
    await page.locator(selector).click();
  };
  const element = debugPart(page, 'Element');

  await test.step('tag, id, classes, 200 characters, styles', async () => {
    const url = page.url();
    await pick('#added-by-the-test');
    await expect(debugFact(page, 'Tag', element)).toHaveText('p');
    await expect(debugFact(page, 'Id', element)).toHaveText('added-by-the-test');
    await expect(debugFact(page, 'Classes', element)).toHaveText('one two');
    const shown = await debugFact(page, 'Text', element).textContent();
    expect(shown?.replace(/…$/, '')).toBe(text.slice(0, 200).trimEnd());
    await expect(debugPart(page, 'Computed styles')).toContainText('rgb(1, 2, 3)');
    expect(page.url()).toBe(url);
  });
  await test.step('component, file and line, of the remote that wrote it', async () => {
    await pick('main h1');
    await expect(debugFact(page, 'Tag', element)).toHaveText('h1');
    await expect(debugFact(page, 'Text', element)).toHaveText('Dashboard');
    const source = debugPart(page, 'Source');
    await expect(debugFact(page, 'Component', source)).toHaveText(/^[A-Z]\w+/);
    await expect(debugFact(page, 'Written at', source)).toContainText(/\.tsx:\d+/);
  });
});

test('Logs: the last 100 entries, or none', async ({ open }) => {
  const page = await open('advertiser');
  await arrive(page, `${DASHBOARD}?debug=true`);
  await expect(debugButton(page)).toBeVisible();
  await openDebugTool(page);
  await chooseTab(page, 'Logs');
  // An answer to what the tool asked for may still come, and is an entry.
  await expect(async () => {
    await debugPanel(page).getByRole('button', { name: 'Clear' }).click();
    await expect(debugPanel(page)).toContainText('No logs yet', { timeout: 1_000 });
  }).toPass();
  await page.evaluate(() => {
    for (let count = 1; count <= 120; count += 1)
      setTimeout(() => {
        throw new Error(`thrown by the test, ${count}.`);
      });
  });
  const entries = debugPanel(page).getByRole('list', { name: 'Log entries' }).locator('> li');
  await expect(entries.filter({ hasText: 'thrown by the test, 120.' })).toHaveCount(1);
  await expect(entries).toHaveCount(100);
  await expect(entries.filter({ hasText: 'thrown by the test, 1.' })).toHaveCount(0);
  await expect(entries.filter({ hasText: 'error' }).first()).toBeVisible();
});
