import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { openMail, register } from './support/account';
import { ageProof } from './support/ageProof';
import { runCampaign } from './support/campaign';
import { expectVisibleFocus, tabTo } from './support/keyboard';
import { expectSound } from './support/sound';
import { expect, test } from './support/test';
import { unlessRefused } from './support/trouble';

test.setTimeout(150_000);

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const named = (name: string) => `${name} ${randomUUID().slice(0, 8)}`;

test('an alert that is switched off sends no mail, and Undo switches it on again', async ({
  open,
  trouble,
}) => {
  const page = await open();
  const admin = (await open('admin')).request;
  const { email } = await register(page.request, 'advertiser');
  const approve = (name: string) => runCampaign(page.request, admin, { name, bid_micros: 1_000_000 });
  const approved = page.getByRole('switch', { name: 'Campaign approved: E-mail' });
  const [first, second, third] = [named('Alpha'), named('Beta'), named('Gamma')];
  const template = 'campaign-approved';

  const told = await test.step('When my campaign is approved, I get a mail', async () => {
    await approve(first);
    const mail = await openMail(page.request, email, { template });
    expect(mail.subject + mail.text).toContain(first);
    return mail;
  });
  await test.step('When I switch that off, it is off after a reload', async () => {
    await page.goto('/settings/alerts');
    await expect(page.getByRole('main')).toContainText(email);
    await expect(approved).toBeChecked();
    await expectSound(page, 'alerts');
    await page
      .getByRole('row', { name: /^Campaign approved/ })
      .getByRole('cell')
      .filter({ has: approved })
      .locator('label')
      .click();
    await expect(status(page, 'E-mail is off for “Campaign approved”')).toBeVisible();
    await page.reload();
    await expect(approved).not.toBeChecked();
    await expect(page.getByRole('switch', { name: 'Campaign rejected: E-mail' })).toBeChecked();
  });
  await test.step('And the next approval is told by no mail', async () => {
    await approve(second);
    await approved.focus();
    await page.keyboard.press('Space');
    await expect(status(page, 'E-mail is on for “Campaign approved”')).toBeVisible();
    await approve(third);
    // What was sent in between would be there by the time this one is.
    const mail = await openMail(page.request, email, { template, known: told });
    expect(mail.subject + mail.text).toContain(third);
    await page.goto('/dev/outbox');
    const mails = page.getByRole('listitem').filter({ hasText: email });
    await expect(mails.filter({ hasText: first })).not.toHaveCount(0);
    await expect(mails.filter({ hasText: second }).filter({ hasText: /approved/i })).toHaveCount(0);
  });
  await test.step('When I switch it off by mistake, Undo takes it back', async () => {
    await page.goto('/settings/alerts');
    await approved.focus();
    await page.keyboard.press('Space');
    await expect(approved).not.toBeChecked();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(approved).toBeChecked();
    await expect(status(page, 'E-mail is off for “Campaign approved”')).toHaveCount(0);
    await page.reload();
    await expect(approved).toBeChecked();
  });
  expect(trouble.lines).toEqual([]);
});

/** A call as a program makes it: no cookies, only the token. */
const called = (request: APIRequestContext, path: string, secret: string) =>
  request.get(`/api/v1${path}`, { headers: { Authorization: `Bearer ${secret}` } });

/** Fills in the form that is open, confirms, and answers the token. */
async function createToken(page: Page, name: string, password: string): Promise<string> {
  const drawer = page.getByRole('dialog', { name: 'Create token' });
  await expect(drawer.getByLabel('Name')).toBeFocused();
  await drawer.getByRole('button', { name: 'Create token' }).click();
  await expect(drawer.getByText('Give the token a name')).toBeVisible();
  await expectSound(page, 'token form complains');
  await drawer.getByLabel('Name').fill(name);
  await drawer.getByRole('checkbox', { name: 'Read' }).check();
  await expect(drawer.getByRole('checkbox', { name: 'Write' })).toBeDisabled();
  await drawer.getByRole('button', { name: 'Create token' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await proof.getByLabel('Password', { exact: true }).fill(password);
  await proof.getByRole('button', { name: 'Confirm' }).click();
  const made = page.getByRole('dialog', { name: 'Token created' });
  await expect(made).toContainText('It is shown this one time.');
  const secret = await made.getByRole('region', { name, exact: true }).textContent();
  await expectSound(page, 'token created');
  await made.getByRole('button', { name: 'Done' }).click();
  return secret ?? '';
}

test('a token is made, used by a program and on the try-it page, and revoked', async ({
  open,
  network,
  trouble,
}) => {
  const page = await open();
  const program = (await open()).request;
  const { email, password } = await register(page.request, 'advertiser');
  const name = 'Nightly report';
  const row = page.getByRole('row', { name: new RegExp(name) });

  const secret = await test.step('When I make a token long after I signed in', async () => {
    await page.goto('/settings/api');
    await expect(page.getByText('No tokens yet')).toBeVisible();
    await expectSound(page, 'no tokens');
    await ageProof(network, email);
    await page.getByRole('button', { name: 'Create token' }).click();
    return createToken(page, name, password);
  });
  await test.step('Then it is in the list, and never shown again', async () => {
    expect(secret).toMatch(/^ezt_[\w-]{20,}$/);
    await expect(row).toContainText(`ezt_…${secret.slice(-4)}`);
    await expect(row).toContainText('never');
    await page.reload();
    await expect(row).toBeVisible();
    expect(await page.content()).not.toContain(secret);
    await expectSound(page, 'tokens');
  });
  await test.step('When a program uses it, it is me, and no more than I allowed', async () => {
    const answer = await called(program, '/account', secret);
    expect(answer.status()).toBe(200);
    expect(await answer.json()).toMatchObject({
      email,
      role: 'advertiser',
      token: { name, scopes: ['read'] },
    });
    const balance = await called(program, '/balance', secret);
    expect(balance.status()).toBe(403);
    expect(await balance.json()).toMatchObject({ code: 'SCOPE_MISSING' });
    expect((await called(program, '/account', `${secret}x`)).status()).toBe(401);
  });
  await test.step('Then the list says that it was used', async () => {
    await page.reload();
    await expect(row.getByText(/ago|now/)).toBeVisible();
    await expect(row).not.toContainText('never');
  });
  await test.step('When I try it by hand', async () => {
    await page.getByRole('link', { name: 'Try the API' }).click();
    await expect(heading(page)).toHaveText('Try the API');
    await page
      .getByRole('navigation', { name: 'Calls' })
      .getByRole('link', { name: /\/account/ })
      .click();
    await page.getByLabel('Token', { exact: true }).fill(secret);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(status(page, 'Status 200')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Body', exact: true })).toContainText(email);
    await expectSound(page, 'try the API');
  });
  await test.step('And the token is kept nowhere', async () => {
    expect(page.url()).not.toContain(secret);
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(secret);
    await page.reload();
    await expect(page.getByLabel('Token', { exact: true })).toHaveValue('');
  });
  await test.step('When I revoke it', async () => {
    await page.goto('/settings/api');
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Revoke' }).click();
    const question = page.getByRole('dialog', { name: `Revoke “${name}”?` });
    await expect(question).toContainText('Programs that use it stop at once: reading.');
    await expect(question).toContainText('It was last used');
    await expectSound(page, 'revoke a token');
    await question.getByRole('button', { name: 'Revoke token' }).click();
    await expect(status(page, `Token “${name}” is revoked`)).toBeVisible();
    await expect(page.getByText('No tokens yet')).toBeVisible();
  });
  await test.step('Then it opens nothing', async () => {
    const answer = await called(program, '/account', secret);
    expect(answer.status()).toBe(401);
    expect(await answer.json()).toMatchObject({ code: 'TOKEN_REFUSED' });
  });
  expect(unlessRefused(trouble, '/api/settings/api-tokens')).toEqual([]);
});

test('profile and time zone are kept', async ({ open, trouble }) => {
  const page = await open(undefined, { timezoneId: 'Europe/Berlin' });
  await register(page.request, 'publisher');
  await test.step('When my name is too short, it says so; when it is not, it is kept', async () => {
    await page.goto('/settings/profile');
    await page.getByLabel('Display name').fill('T');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Use at least 2 characters')).toBeVisible();
    await expectSound(page, 'profile complains');
    await page.getByLabel('Display name').fill('Toni of the north');
    await page.getByLabel('Phone').fill('+49 30 5550 0000');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(status(page, 'Profile saved')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Display name')).toHaveValue('Toni of the north');
  });
  await test.step('When I choose Tokyo, times are Tokyo’s, and still are after a reload', async () => {
    await page
      .getByRole('navigation', { name: 'Settings' })
      .getByRole('link', { name: 'Appearance' })
      .click();
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    await zone.fill('tokyo');
    await expect(page.getByRole('option', { name: /Tokyo/ })).toBeVisible();
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await page.getByRole('option', { name: /Tokyo/ }).click();
    expect((await saved).ok()).toBe(true);
    await expect(zone).toHaveValue(/Tokyo/);
    const hour = new Date().toLocaleTimeString('en', {
      timeZone: 'Asia/Tokyo',
      hour: '2-digit',
      hourCycle: 'h23',
    });
    await expect(page.getByText(/^It is .* there$/)).toContainText(new RegExp(`, ${hour}:\\d\\d there$`));
    await page.reload();
    await expect(zone).toHaveValue(/Tokyo/);
  });
  expect(trouble.lines).toEqual([]);
});

/** Page, and the last thing on it that somebody comes for. */
const PLACES = [
  ['/settings/profile', 'button', 'Delete account'],
  ['/settings/appearance', 'combobox', 'Time zone'],
  ['/settings/alerts', 'switch', 'API token expires: E-mail'],
  ['/settings/password', 'button', 'Add a passkey'],
  ['/settings/social-connections', 'link', 'Password and sign-in'],
  ['/settings/payment-methods', 'button', 'Add card'],
  ['/settings/api', 'link', 'Description (OpenAPI)'],
  ['/settings/api/try', 'button', 'Send'],
] as const;

test('every page of the settings is worked by keyboard, dark, on a narrow screen', async ({
  open,
  trouble,
}) => {
  const page = await open(undefined, { colorScheme: 'dark', viewport: { width: 390, height: 844 } });
  await register(page.request, 'advertiser');
  for (const [path, role, name] of PLACES) {
    await test.step(path, async () => {
      await page.goto(path);
      const target = page.getByRole('main').getByRole(role, { name }).last();
      await expect(target).toBeVisible();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();
      const list = page.getByRole('button', { name: /^Settings: / });
      await tabTo(page, list);
      await expectVisibleFocus(page);
      await page.keyboard.press('Enter');
      await expect(list).toHaveAttribute('aria-expanded', 'true');
      await page.keyboard.press('Enter');
      await tabTo(page, target, 60);
      await expectVisibleFocus(page);
      await expect(target).toBeInViewport();
    });
  }
  expect(trouble.lines).toEqual([]);
});
