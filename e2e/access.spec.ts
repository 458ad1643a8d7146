import type { Page } from '@playwright/test';
import { type DemoRole, HOME, register, send } from './support/account';
import { campaignInput } from './support/campaign';
import {
  addressOf,
  isAddressOf,
  isOpenTo,
  type KnownPage,
  knownPages,
  move,
  showPage,
} from './support/pages';
import { expect, test } from './support/test';

test.setTimeout(120_000);

const ROLES: readonly DemoRole[] = ['advertiser', 'publisher', 'admin'];
/** Pages for accounts that lack something: those that lack nothing are led on. `home`: to where their role starts. */
const LED_ON: Record<string, 'home' | `/${string}`> = {
  '/auth/complete-registration': 'home',
  '/auth/complete-profile': 'home',
  '/settings/set-password': '/settings/password',
};
const OWNERS = { advertiser: 'advertisers', publisher: 'publishers', admin: 'operators' } as const;
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('a guest is sent to sign in from every page that is not theirs', async ({ open }) => {
  const page = await open();
  // The pages of operators are in nobody else's registry.
  const all = await knownPages((await open('admin')).request);
  const pages = all.filter((known) => !isOpenTo(known, 'guest'));
  expect(pages.length).toBeGreaterThan(30);
  const loaded = new Set<string>();
  for (const { path } of pages) {
    const address = path.replace(/:\w+/, 'x_1');
    // The server answers a part's pages all the same: one is loaded, the others are reached from it. A guest's page
    // knows none of the operators'.
    const [, part = ''] = path.split('/');
    const isLoaded = part === 'admin' || !loaded.has(part);
    loaded.add(part);
    await test.step(address, async () => {
      await (isLoaded ? page.goto(`${address}?a=1`) : move(page, `${address}?a=1`));
      await expect(page).toHaveURL(`/auth/login?next=${encodeURIComponent(`${address}?a=1`)}`);
    });
  }
  await expect(heading(page)).toHaveText('Sign in');
});

test('after signing in one is back where one wanted to be, unless that is nobody’s place', async ({
  open,
}) => {
  const signIn = async (page: Page) => {
    await page.getByLabel('E-mail').fill('advertiser@demo.test');
    await page.getByLabel('Password', { exact: true }).fill('demo-password-of-the-tests');
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  await test.step('a page of theirs, with its search', async () => {
    const page = await open();
    await page.goto('/settings/appearance?from=mail');
    await signIn(page);
    await expect(page).toHaveURL('/settings/appearance?from=mail');
    await expect(heading(page)).toHaveText('Appearance');
  });
  const page = await open();
  for (const next of [
    'https://evil.test/',
    '//evil.test/',
    '/\\evil.test',
    '/publisher/dashboard',
    '/nope',
  ]) {
    await test.step(next, async () => {
      await page.goto(`/auth/login?next=${encodeURIComponent(next)}`);
      await signIn(page);
      await expect(page).toHaveURL(HOME.advertiser);
      // A guest again.
      await page.context().clearCookies();
    });
  }
});

for (const role of ROLES) {
  test(`an ${role} sees their pages, is told of those of others, and of those not built yet`, async ({
    open,
  }) => {
    const page = await open(role);
    const request = page.request;
    const english = (await (await request.get('/api/translations/en')).json()) as {
      translations: Record<string, { page: Record<string, string> }>;
    };
    const titleOf = ({ titleKey }: KnownPage) => {
      const [namespace = '', key = ''] = titleKey.split(':page.');
      return english.translations[namespace]?.page[key];
    };
    const pages = await knownPages((await open('admin')).request);
    for (const known of pages) {
      if (known.access === 'guest') continue;
      const mine = isOpenTo(known, role);
      // Whose it is comes before whether it is built: nobody learns of others' pages what they do not show.
      const address =
        mine && known.built ? await addressOf(known, request) : known.path.replace(/:\w+/, 'x_1');
      await test.step(`${address}: ${mine ? (known.built ? 'open' : 'not built') : 'theirs'}`, async () => {
        // Nobody else's page knows those of operators: the server gives them to who asks for one by its address.
        // That every page is there for who loads its address is looked at with how it looks (looks.spec.ts).
        const isUnknown = !mine && known.path.startsWith('/admin');
        // The title of one thing's page is its name, which says nothing about having come.
        const isLoaded = page.url() === 'about:blank' || isUnknown || known.path.includes(':');
        await (isLoaded ? page.goto(address) : move(page, address));
        if (!mine) {
          const owners = typeof known.access === 'object' ? known.access.roles.map((one) => OWNERS[one]) : [];
          await expect(page).toHaveURL(address);
          const list = new Intl.ListFormat('en').format(owners);
          await expect(heading(page)).toHaveText(`This page belongs to ${list}`);
          await expect(page).toHaveTitle('Not your page - EzDash');
          return;
        }
        await expect(heading(page)).toBeVisible();
        const ledOn = LED_ON[known.path];
        if (ledOn) {
          await expect(page).toHaveURL(ledOn === 'home' ? HOME[role] : ledOn);
          return;
        }
        if (known.path.includes(':')) await expect(page).toHaveTitle(/^.+ - EzDash$/);
        else await expect(page).toHaveTitle(`${titleOf(known)} - EzDash`);
        const notBuilt = page.getByText('This page is not built yet.');
        await expect(notBuilt).toHaveCount(known.built ? 0 : 1);
        if (!known.built)
          await expect(page.getByText(/^This page is not built yet\. What it will be for: \w/)).toBeVisible();
      });
    }
  });
}

for (const role of ['advertiser', 'publisher'] as const) {
  test(`an ${role} who comes to the console is told whose it is`, async ({ open }) => {
    const page = await open(role);
    for (const address of ['/admin', '/admin/payouts', '/operator/payouts']) {
      await page.goto(address);
      await expect(heading(page)).toHaveText('This page belongs to operators');
    }
  });
}

test('old addresses of the sign-in page lead to it, unknown ones nowhere', async ({ open }) => {
  const page = await open();
  for (const old of ['/#/login', '/auth/register#/login', '/login', '/login?next=%2Fsettings%2Fprofile']) {
    await page.goto('about:blank');
    await page.goto(old);
    await expect(page).toHaveURL(/\/auth\/login(\?next=%2Fsettings%2Fprofile)?$/);
    await expect(page).toHaveTitle('Sign in - EzDash');
  }
  await page.goto('/no/such/place');
  await expect(heading(page)).toHaveText('No such page');
  await expect(page.getByRole('main')).toContainText('/no/such/place');
  await expect(page).toHaveTitle('No such page - EzDash');
});

/** Internal links of the page that is shown, menus closed. */
const linksOf = (page: Page): Promise<string[]> =>
  page
    .locator('a[href]')
    .evaluateAll((links) => [...new Set(links.map((link) => (link as HTMLAnchorElement).href))]);

for (const who of ['guest', ...ROLES] as const) {
  test(`no link that a ${who} finds leads to a page that is missing or not built`, async ({
    open,
    network,
  }) => {
    const page = await open(who === 'guest' ? undefined : who);
    const pages = await knownPages(page.request);
    const start = who === 'guest' ? '/' : HOME[who];
    const queue = [start];
    const visited = new Set<string>();
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      const current = new URL(path, network.url);
      const known = pages.find((one) => !one.path.includes(':') && isAddressOf(one, current.pathname));
      const pattern = (known ?? pages.find((one) => isAddressOf(one, current.pathname)))?.path;
      // One of many campaigns stands for all of them.
      if (pattern !== undefined && visited.has(pattern)) continue;
      await showPage(page, path);
      for (const link of await linksOf(page)) {
        const url = new URL(link);
        if (url.origin !== network.url) continue;
        const where = `${link} on ${path}`;
        // What the server shows by itself, such as the description of the API: it has to be there.
        if (url.pathname.startsWith('/api/') || url.pathname === '/sellers.json') {
          expect((await page.request.get(link, { maxRedirects: 0 })).status(), where).toBeLessThan(400);
          continue;
        }
        const fixed = pages.filter((one) => !one.path.includes(':'));
        const target = [...fixed, ...pages].find((one) => isAddressOf(one, url.pathname));
        expect(target?.built, where).toBe(true);
        expect(target && isOpenTo(target, who), where).toBe(true);
        if (url.hash && url.pathname === current.pathname)
          await expect(page.locator(`[id="${url.hash.slice(1)}"]`), where).toHaveCount(1);
        if (target && !visited.has(target.path)) queue.push(url.pathname + url.search);
      }
      await expect(heading(page)).not.toHaveText(/No such page|belongs to/);
      if (pattern !== undefined) visited.add(pattern);
    }
    expect(visited.size).toBeGreaterThanOrEqual(3);
  });
}

test('the palette offers no page that is not built', async ({ open }) => {
  const page = await open('advertiser');
  await page.goto(HOME.advertiser);
  await expect(heading(page)).toHaveText('Dashboard');
  await page.keyboard.press('Control+K');
  const pages = page.getByRole('listbox').getByRole('group', { name: 'Go to' }).getByRole('option');
  await expect(pages).not.toHaveCount(0);
  const names = await pages.allTextContents();
  await page.keyboard.press('Escape');
  for (const name of names) {
    await page.goto(HOME.advertiser);
    await expect(heading(page)).toHaveText('Dashboard');
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox').fill(name);
    await page.getByRole('option', { name, exact: true }).first().click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(heading(page)).toBeVisible();
    await expect(page.getByText('This page is not built yet.')).toHaveCount(0);
  }
});

test('one advertiser cannot read or change the campaign of another', async ({ open }) => {
  const owner = (await open()).request;
  const other = (await open()).request;
  await register(owner, 'advertiser');
  await register(other, 'advertiser');
  const made = await send(owner, 'POST', '/api/campaigns', campaignInput({ name: 'Mine alone' }));
  expect(made.status(), await made.text()).toBeLessThan(300);
  const { id } = (await made.json()) as { id: string };
  const path = `/api/campaigns/${id}`;

  expect((await owner.get(path)).status()).toBe(200);
  expect((await other.get(path)).status()).toBe(404);
  expect((await send(other, 'PATCH', path, { name: 'Yours' })).status()).toBe(404);
  const acted = await send(other, 'POST', '/api/campaigns/actions', { ids: [id], action: 'archive' });
  expect(await acted.json()).toMatchObject({ changed: [], refused: [{ id }] });
  const list = (await (await other.get('/api/campaigns')).json()) as { campaigns: unknown[] };
  expect(list.campaigns).toEqual([]);
  expect(await (await owner.get(path)).json()).toMatchObject({ name: 'Mine alone', state: 'draft' });
});

test('the server asks who calls, whatever the page would have shown', async ({ open }) => {
  const guest = (await open()).request;
  const publisher = (await open('publisher')).request;
  const closed = [
    '/api/campaigns',
    '/api/advertiser/dashboard',
    '/api/publisher/dashboard',
    '/api/properties',
  ];
  for (const path of [...closed, '/api/operator/reviews']) {
    const answer = await guest.get(path);
    expect([401, 404], path).toContain(answer.status());
    // These words would make the page drop its debug token.
    expect(((await answer.json()) as { message: string }).message).not.toMatch(/session|valid/i);
  }
  for (const path of ['/api/campaigns', '/api/advertiser/dashboard']) {
    const answer = await publisher.get(path);
    expect(answer.status(), path).toBe(403);
    expect(((await answer.json()) as { message: string }).message).not.toMatch(/session|valid/i);
  }
});

test('a change without the CSRF token is refused with 419 and where to go; the page renews its token', async ({
  open,
}) => {
  const page = await open('advertiser');
  const answer = await page.request.post('/api/campaigns/actions', {
    data: { ids: ['c_1'], action: 'pause' },
  });
  expect(answer.status()).toBe(419);
  const body = (await answer.json()) as { redirect: string };
  expect(body.redirect).toMatch(/^\//);

  await test.step('in the page', async () => {
    await page.goto('/settings/profile');
    await page.getByLabel('Phone').fill('+49 30 5550 0000');
    await page.evaluate(() => {
      document.querySelector('meta[name="csrf-token"]')?.setAttribute('content', 'of another time');
    });
    const answered = page.waitForResponse((response) => response.status() === 419);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await answered;
    await expect(page.getByText('Profile saved')).toBeVisible();
    await expect(page).toHaveURL('/settings/profile');
    await expect(page.getByLabel('Phone')).toHaveValue('+49 30 5550 0000');
  });

  await test.step('signed out in another tab: the log-in page comes by itself, says so, and leads back', async () => {
    const { csrf_token } = (await (await page.request.get('/api/auth/me')).json()) as { csrf_token: string };
    await page.request.post('/api/auth/logout', { headers: { 'X-CSRF-TOKEN': csrf_token } });
    await expect(page).toHaveURL('/auth/login?next=%2Fsettings%2Fprofile&reason=signed-out');
    await expect(page.getByText('You were signed out.')).toBeVisible();
  });
});
