import type { Page } from '@playwright/test';
import { type DemoRole, linkOf, newAccount, openMail, register } from './support/account';
import { cutTexts, overflow } from './support/looks';
import { addressesOf, isOpenTo, knownPages, NOWHERE, showPage, tagAddress } from './support/pages';
import { collectData, untranslated } from './support/pseudo';
import { expect, test } from './support/test';
import { otherTrouble, unlessRefused } from './support/trouble';

const KEYS = ['ezdash_locale', 'selectedLocale'] as const;
const stored = (page: Page) =>
  page.evaluate((keys) => keys.map((key) => localStorage.getItem(key)), [...KEYS]);
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('a person changes the language: page, keys, server, and the next sign-in elsewhere', async ({
  open,
  trouble,
}) => {
  const page = await open();
  const account = await register(page.request, 'advertiser');
  await page.goto('/settings/appearance');
  await test.step('When I choose Deutsch', async () => {
    await page.getByRole('combobox', { name: 'Language' }).click();
    const told = page.waitForResponse((answer) => answer.url().endsWith('/api/locale'));
    await page.getByRole('option', { name: 'Deutsch' }).click();
    expect((await told).status()).toBeLessThan(300);
    expect((await told).request().postDataJSON()).toEqual({ locale: 'de' });
  });
  await test.step('Then everything speaks German', async () => {
    await expect(heading(page)).toHaveText('Darstellung');
    await expect(page).toHaveTitle('Darstellung - EzDash');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.getByRole('link', { name: 'Zum Inhalt' })).toBeAttached();
    await expect(page.getByRole('navigation').getByRole('link', { name: 'Kampagnen' })).toBeVisible();
    expect(await stored(page)).toEqual(['de', 'de']);
  });
  await test.step('And still does after a reload, from the first paint', async () => {
    await page.goto('/advertiser/campaigns/new');
    await expect(heading(page)).toHaveText('Neue Kampagne');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  });
  await test.step('And where I sign in next, the account knows', async () => {
    const elsewhere = await open();
    await elsewhere.goto('/auth/login');
    await expect(heading(elsewhere)).toHaveText('Sign in');
    await elsewhere.getByLabel('E-mail').fill(account.email);
    await elsewhere.getByLabel('Password', { exact: true }).fill(account.password);
    await elsewhere.getByRole('button', { name: 'Sign in' }).click();
    await expect(elsewhere).toHaveURL('/advertiser/dashboard');
    await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'de');
    await expect(elsewhere.getByRole('navigation').getByRole('link', { name: 'Kampagnen' })).toBeVisible();
  });
  expect(trouble.lines).toEqual([]);
});

test('the browser’s language is taken until somebody chooses, and a guest may choose', async ({
  open,
  trouble,
}) => {
  const page = await open(undefined, { locale: 'de-DE' });
  await page.goto('/auth/login');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(heading(page)).toHaveText('Anmelden');
  expect(await stored(page)).toEqual([null, null]);
  await page.goto('/');
  await page.getByRole('button', { name: 'Sprache: Deutsch' }).click();
  await page.getByRole('menuitemradio', { name: 'English', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Language: English' })).toBeVisible();
  expect(await stored(page)).toEqual(['en', 'en']);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('button', { name: 'Language: English' })).toBeVisible();
  expect(trouble.lines).toEqual([]);
});

test('on a phone, a German comes in from the first page to the dashboard, and no word is cut', async ({
  open,
  trouble,
}) => {
  const page = await open(undefined, {
    locale: 'de-DE',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const account = newAccount();
  const wrong: string[] = [];
  const look = async (title: string) => {
    await expect(heading(page)).toHaveText(title);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    wrong.push(...[...(await cutTexts(page)), ...(await overflow(page))].map((each) => `${title}: ${each}`));
  };
  const fillIn = async () => {
    await page.getByLabel('E-Mail').fill(account.email);
    await page.getByLabel('Passwort', { exact: true }).fill(account.password);
  };
  await test.step('the form, empty and complaining', async () => {
    await page.goto('/auth/register');
    await look('Konto erstellen');
    await page.getByRole('button', { name: 'Konto erstellen' }).click();
    await expect(page.getByText('Geben Sie eine E-Mail-Adresse')).toBeVisible();
    await look('Konto erstellen');
  });
  await test.step('the mail, which speaks German too', async () => {
    await page.getByRole('radio', { name: /^Vermarkten/ }).check();
    await page.getByLabel(/^Firma/).fill('Donaudampfschifffahrtsgesellschaft');
    await page.getByLabel('Land').selectOption({ label: 'Deutschland' });
    await fillIn();
    await page.getByLabel(/^Ich stimme den Bedingungen/).check();
    await page.getByRole('button', { name: 'Konto erstellen' }).click();
    await look('Sehen Sie in Ihr Postfach');
    const mail = await openMail(page.request, account.email, { template: 'verify-email' });
    expect(mail).toMatchObject({ locale: 'de', subject: 'Bestätigen Sie Ihre E-Mail-Adresse' });
    await page.goto(linkOf(mail));
  });
  await test.step('who it is', async () => {
    await look('Vervollständigen Sie Ihr Profil');
    await page.getByRole('button', { name: 'Speichern und weiter' }).click();
    await expect(page.getByLabel('Vorname')).toBeFocused();
    await look('Vervollständigen Sie Ihr Profil');
    await page.getByRole('button', { name: 'Später erledigen' }).click();
    await expect(page).toHaveURL('/publisher/dashboard');
    await look('Übersicht');
  });
  await test.step('coming back', async () => {
    await page.context().clearCookies();
    await page.goto('/auth/login');
    await look('Anmelden');
    await page.getByLabel('E-Mail').fill(account.email);
    await page.getByLabel('Passwort', { exact: true }).fill('nicht das Passwort');
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await look('Anmelden');
    await fillIn();
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await expect(page).toHaveURL('/publisher/dashboard');
  });
  expect.soft(wrong).toEqual([]);
  expect(unlessRefused(trouble, '/api/auth/login')).toEqual([]);
});

for (const who of ['advertiser', 'publisher'] as const) {
  test(`on a phone, a page of the ${who} never runs over in German`, async ({ open, trouble }) => {
    test.setTimeout(150_000);
    const page = await open(who, {
      locale: 'de-DE',
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await page.addInitScript((keys) => {
      for (const key of keys) localStorage.setItem(key, 'de');
    }, KEYS);
    const own = (await knownPages(page.request)).filter(
      (known) => known.built && known.access !== 'public' && isOpenTo(known, who),
    );
    const paths = (await Promise.all(own.map((known) => addressesOf(known, page.request)))).flat();
    const wrong: string[] = [];
    for (const path of paths) {
      await test.step(path, async () => {
        await showPage(page, path);
        await expect(page.locator('html')).toHaveAttribute('lang', 'de');
        // What a figure stands for is never shortened; a name in a list may be.
        const found = [...(await overflow(page)), ...(await cutTexts(page, '.ez-stats'))];
        wrong.push(...found.map((each) => `${path}: ${each}`));
      });
    }
    expect.soft(wrong).toEqual([]);
    expect(trouble.lines).toEqual([]);
  });
}

for (const [how, answer] of [
  ['cannot be reached', { abort: true }],
  ['answers nothing', { status: 200, body: '' }],
  ['answers what is no JSON', { status: 200, body: '<html>' }],
  ['fails', { status: 500, body: '{}' }],
] as const) {
  test(`when the server of translations ${how}, the bundled English stands in`, async ({ open }) => {
    const page = await open(undefined, { locale: 'de-DE' });
    await page.route('**/api/translations/**', (route) =>
      'abort' in answer ? route.abort() : route.fulfill({ ...answer, contentType: 'application/json' }),
    );
    await page.goto('/');
    await expect(heading(page)).toContainText('Every ad has a price.');
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeAttached();
    await page.goto('/auth/login');
    await expect(heading(page)).toHaveText('Sign in');
    await expect(page.getByLabel('E-mail')).toBeVisible();
  });
}

for (const who of ['guest', 'advertiser', 'publisher', 'admin'] as const) {
  test(`every text that a ${who} reads passes through the translations`, async ({
    open,
    network,
    trouble,
  }) => {
    test.setTimeout(150_000);
    const page = await open(who === 'guest' ? undefined : who);
    const data = collectData(page);
    await page.addInitScript(() => localStorage.setItem('selectedLocale', 'en-XA'));
    const seen = (role: DemoRole | 'guest') => (known: Parameters<typeof isOpenTo>[0]) =>
      known.built && isOpenTo(known, role) && (known.access !== 'public' || role === 'guest');
    const pages = (await knownPages(page.request)).filter(seen(who));
    const paths = (await Promise.all(pages.map((known) => addressesOf(known, page.request)))).flat();
    paths.push(who === 'guest' ? NOWHERE : '/payment/result');
    if (who === 'publisher') paths.push(await tagAddress(page.request));
    const plain: string[] = [];
    for (const path of paths) {
      await test.step(path, async () => {
        await showPage(page, path);
        await expect(page.locator('html')).toHaveAttribute('lang', 'en-XA');
        plain.push(...(await untranslated(page, data)).map((text) => `${path} ${text}`));
      });
    }
    expect.soft(plain).toEqual([]);
    expect(otherTrouble(trouble, [network.url + NOWHERE])).toEqual([]);
  });
}
