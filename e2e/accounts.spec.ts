import type { Page } from '@playwright/test';
import { HOME, newAccount, openMail, register } from './support/account';
import { completeProfile, expectMailSent, followMail, sendRegistration } from './support/registration';
import { expectSound } from './support/sound';
import { expect, test } from './support/test';
import { unlessRefused } from './support/trouble';

test.setTimeout(150_000);

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';
const NEW_PASSWORD = 'another-password-of-the-tests';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const password = (page: Page) => page.getByLabel('Password', { exact: true });

async function signInByPage(page: Page, email: string, secret: string) {
  await page.getByLabel('E-mail').fill(email);
  await password(page).fill(secret);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('a new advertiser registers, opens the mail, says who they are, and is on the dashboard', async ({
  open,
  trouble,
}) => {
  const page = await open();
  const account = newAccount();
  await test.step('When I choose to advertise and fill in the form', async () => {
    await page.goto('/');
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Advertise/ })
      .click();
    await expect(page.getByRole('radio', { name: /^Advertise/ })).toBeChecked();
    await sendRegistration(page, { ...account, company: 'Fuchs & Daughters' });
  });
  await test.step('Then I am told to look into my mail, and cannot get in yet', async () => {
    await expectMailSent(page, account.email);
    await expect(heading(page)).toBeFocused();
    await expect(page.getByRole('button', { name: /^Send again in 0:\d\d$/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await expectSound(page, 'check-your-mail');
  });
  const mailed = await test.step('When I open the mail and press its button', async () => {
    await openMail(page.request, account.email, { template: 'verify-email' });
    await page.getByRole('link', { name: 'Open the outbox' }).click();
    await expect(heading(page)).toHaveText('Outbox');
    const mail = page.getByRole('listitem').filter({ hasText: account.email });
    await expect(mail).toHaveCount(1);
    await mail.getByRole('link', { name: 'Confirm your e-mail address' }).click();
    const opened = page.context().waitForEvent('page');
    await page.frameLocator('iframe').getByRole('link', { name: 'Confirm address' }).click();
    return opened;
  });
  await test.step('Then the account is made, and I am asked who I am', async () => {
    await expect(mailed).toHaveURL(/\/auth\/complete-profile$/);
    await expect(mailed.getByLabel('Company')).toHaveValue('Fuchs & Daughters');
    await expect(mailed.getByLabel('Country')).toHaveValue('DE');
    await expectSound(mailed, 'complete-profile');
  });
  await test.step('And a field that is missing is named and gets the focus', async () => {
    await mailed.getByRole('button', { name: 'Save and continue' }).click();
    await expect(mailed.getByText('Enter your first name')).toBeVisible();
    await expect(mailed.getByLabel('First name')).toBeFocused();
  });
  await test.step('When I answer, I am on my dashboard, which greets nobody with false figures', async () => {
    await completeProfile(mailed);
    await expect(mailed).toHaveURL(HOME.advertiser);
    await expect(heading(mailed)).toHaveText('Dashboard');
    await expect(mailed.getByRole('heading', { name: 'Make your first campaign' })).toBeVisible();
    await expect(mailed.getByText('Ada Fuchs')).toBeVisible();
  });
  await test.step('And the link works no more', async () => {
    const stranger = await open();
    await followMail(stranger, account.email, 'verify-email');
    await expect(heading(stranger)).toHaveText('This link works no more');
    await expectSound(stranger, 'verify-dead-link');
  });
  expect(unlessRefused(trouble, '/api/auth/verify-email')).toEqual([]);
});

test('a new publisher opens the link in another browser, which takes the password, and puts the profile off', async ({
  open,
  trouble,
}) => {
  const page = await open();
  const account = newAccount();
  await page.goto('/auth/register?role=publisher');
  await expect(page.getByRole('radio', { name: /^Publish/ })).toBeChecked();
  await sendRegistration(page, { ...account, company: 'The Valley Post' });
  await expectMailSent(page, account.email);

  const elsewhere = await open();
  await test.step('When the link is opened where the account was not asked for', async () => {
    await followMail(elsewhere, account.email, 'verify-email');
    await expect(heading(elsewhere)).toHaveText('Enter your password');
    expect(elsewhere.url()).not.toContain('token');
    await expectSound(elsewhere, 'verify-password');
  });
  await test.step('Then a wrong password opens nothing', async () => {
    await password(elsewhere).fill('not the password');
    await elsewhere.getByRole('button', { name: 'Confirm and sign in' }).click();
    await expect(password(elsewhere)).toHaveAttribute('aria-invalid', 'true');
    await elsewhere.goto('/publisher/dashboard');
    await expect(elsewhere).toHaveURL(/\/auth\/login/);
  });
  await test.step('And the right one does', async () => {
    await followMail(elsewhere, account.email, 'verify-email');
    await password(elsewhere).fill(account.password);
    await elsewhere.getByRole('button', { name: 'Confirm and sign in' }).click();
    await expect(heading(elsewhere)).toHaveText('Complete your profile');
  });
  await test.step('When I put the profile off, I am on my dashboard', async () => {
    await elsewhere.getByRole('button', { name: 'Do this later' }).click();
    await expect(elsewhere).toHaveURL(HOME.publisher);
    await expect(heading(elsewhere)).toHaveText('Dashboard');
  });
  expect(unlessRefused(trouble, '/api/auth/verify-email')).toEqual([]);
});

test('an address that has an account gets the same page and another mail', async ({ open, trouble }) => {
  const owner = await open();
  const account = await register(owner.request, 'advertiser');
  const page = await open();
  await page.goto('/auth/register');
  await sendRegistration(page, { email: account.email, password: NEW_PASSWORD, company: 'Somebody' });
  await expectMailSent(page, account.email);
  await test.step('Then the mail says to sign in, and leads there', async () => {
    const mail = await openMail(page.request, account.email, { template: 'already-registered' });
    expect(mail.subject).toBe('You have an account already');
    await followMail(page, account.email, 'already-registered');
    await expect(heading(page)).toHaveText('Sign in');
  });
  await test.step('And nothing has changed: the old password opens it, the new one does not', async () => {
    await signInByPage(page, account.email, NEW_PASSWORD);
    await expect(page.getByRole('alert')).toContainText('Wrong e-mail or password');
    await signInByPage(page, account.email, account.password);
    await expect(page).toHaveURL(HOME.advertiser);
  });
  expect(unlessRefused(trouble, '/api/auth/login')).toEqual([]);
});

test('a mail that did not come is sent again after a while, and a mistyped address is corrected', async ({
  open,
  trouble,
}) => {
  const page = await open();
  const account = newAccount();
  await page.clock.install();
  await page.goto('/auth/register');
  await sendRegistration(page, { ...account, email: `mistyped-${account.email}`, company: 'Fuchs' });
  await test.step('When I see that I mistyped the address, I go back to the form as I left it', async () => {
    await page.getByRole('button', { name: 'Use another address' }).click();
    await expect(page.getByLabel('E-mail')).toBeFocused();
    await expect(page.getByLabel('Company')).toHaveValue('Fuchs');
    await page.getByLabel('E-mail').fill(account.email);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expectMailSent(page, account.email);
  });
  const first = await openMail(page.request, account.email, { template: 'verify-email' });
  await test.step('Then the button waits, and does nothing when it is pressed all the same', async () => {
    const button = page.getByRole('button', { name: /^Send again in/ });
    await button.click({ force: true });
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await page.clock.fastForward('00:31');
  });
  await test.step('When I press it in time, another mail comes, and it waits longer', async () => {
    await page.getByRole('button', { name: 'Send again', exact: true }).click();
    await expect(page.getByText('Asked for again.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Send again in (1:00|0:5\d)$/ })).toBeVisible();
    await openMail(page.request, account.email, { template: 'verify-email', known: first });
    await expectSound(page, 'check-your-mail-again');
  });
  await test.step('And its link makes the account', async () => {
    await followMail(page, account.email, 'verify-email');
    await expect(heading(page)).toHaveText('Complete your profile');
  });
  expect(trouble.lines).toEqual([]);
});

test('a forgotten password is set anew by mail, and every browser that was signed in is out', async ({
  open,
  trouble,
}) => {
  const old = await open();
  const account = await register(old.request, 'advertiser');
  await old.goto(HOME.advertiser);
  await expect(heading(old)).toHaveText('Dashboard');
  const page = await open();
  await test.step('When I ask for a link', async () => {
    await page.goto('/auth/login');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('E-mail').fill(account.email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(heading(page)).toHaveText('Check your mail');
    await expect(page.getByRole('main')).toContainText(`If there is an account with ${account.email}`);
    await expectSound(page, 'forgot-sent');
  });
  await test.step('And set a password by the link', async () => {
    await followMail(page, account.email, 'reset-password');
    await expect(heading(page)).toHaveText('Set a new password');
    expect(page.url()).not.toContain('token');
    await expectSound(page, 'reset-form');
    await page.getByLabel('New password').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await expect(page.getByText('Every device has been signed out.')).toBeVisible();
    await expectSound(page, 'login-after-reset');
  });
  await test.step('Then the dashboard that is open elsewhere asks to sign in, by itself, and the way back is kept', async () => {
    await expect(old).toHaveURL('/auth/login?next=%2Fadvertiser%2Fdashboard&reason=signed-out');
    await expect(heading(old)).toHaveText('Sign in');
    await expect(old.getByText('You were signed out.')).toBeVisible();
  });
  await test.step('And the old password is refused, the new one taken', async () => {
    await signInByPage(page, account.email, account.password);
    await expect(page.getByRole('alert')).toContainText('Wrong e-mail or password');
    await signInByPage(page, account.email, NEW_PASSWORD);
    await expect(page).toHaveURL(HOME.advertiser);
    await signInByPage(old, account.email, NEW_PASSWORD);
    await expect(old).toHaveURL(HOME.advertiser);
    await expect(heading(old)).toHaveText('Dashboard');
  });
  await test.step('And the link works once', async () => {
    const stranger = await open();
    await followMail(stranger, account.email, 'reset-password');
    await stranger.getByLabel('New password').fill('a-third-password-of-the-tests');
    await stranger.getByRole('button', { name: 'Set the password' }).click();
    await expect(heading(stranger)).toHaveText('This link works no more');
    await expectSound(stranger, 'reset-dead-link');
  });
  const mail = await openMail(page.request, account.email, { template: 'password-changed' });
  expect(mail.subject).toBe('Your password was changed');
  expect(unlessRefused(trouble, '/api/')).toEqual([]);
});

test('asking for a new password says the same of an address that nobody has', async ({ open, trouble }) => {
  const page = await open();
  const { email } = newAccount();
  await page.goto('/auth/forgot-password');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(heading(page)).toHaveText('Check your mail');
  await expect(page.getByRole('main')).toContainText(`If there is an account with ${email}`);
  expect(trouble.lines).toEqual([]);
});

test('a wrong password and an address that nobody has look the same', async ({ open }) => {
  const page = await open();
  const { email } = await register((await open()).request, 'publisher');
  const told = async (address: string) => {
    await page.goto('/auth/login');
    await signInByPage(page, address, 'not the password');
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(password(page)).toBeFocused();
    return ((await page.getByRole('main').textContent()) ?? '').replaceAll(address, '');
  };
  const known = await told(email);
  expect(known).toContain('Wrong e-mail or password');
  expect(await told(newAccount().email)).toBe(known);
  await expectSound(page, 'login-refused');
});

test('a change of the password signs the other devices out, and the list of devices ends one', async ({
  open,
  trouble,
}) => {
  const page = await open();
  const account = await register(page.request, 'advertiser');
  const phone = await open(account, { userAgent: PHONE });
  await phone.goto(HOME.advertiser);
  await expect(heading(phone)).toHaveText('Dashboard');

  await test.step('When I sign the phone out in the list of devices', async () => {
    await page.goto('/settings/password');
    const devices = page.getByRole('region', { name: 'Signed-in devices' });
    await expect(devices.getByRole('listitem').filter({ hasText: 'This device' })).toHaveCount(1);
    await expectSound(page, 'password-settings');
    await devices.getByRole('button', { name: /^Sign out Safari \d+ on iOS$/ }).click();
    await expect(page.getByText(/^Safari \d+ on iOS was signed out$/)).toBeVisible();
    await expect(devices.getByText('You are signed in nowhere else.')).toBeVisible();
  });
  await test.step('Then it is out', async () => {
    await phone.reload();
    await expect(phone).toHaveURL(/\/auth\/login/);
  });
  await test.step('When it signs in again and I change the password', async () => {
    await signInByPage(phone, account.email, account.password);
    await expect(phone).toHaveURL(HOME.advertiser);
    await page.reload();
    await page.getByLabel('Current password').fill('not the password');
    await page.getByLabel('New password').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('Current password').fill(account.password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('Password changed. One other device was signed out')).toBeVisible();
  });
  await test.step('Then the phone is out, and comes in with the new password alone', async () => {
    await phone.reload();
    await expect(phone).toHaveURL(/\/auth\/login/);
    await signInByPage(phone, account.email, account.password);
    await expect(phone.getByRole('alert')).toContainText('Wrong e-mail or password');
    await signInByPage(phone, account.email, NEW_PASSWORD);
    await expect(phone).toHaveURL(HOME.advertiser);
  });
  await test.step('And I stay signed in here', async () => {
    await page.reload();
    await expect(heading(page)).toHaveText('Password and sign-in');
  });
  expect(unlessRefused(trouble, '/api/')).toEqual([]);
});

test('before what is dangerous I confirm that it is me, and go on to where I wanted', async ({
  open,
  trouble,
}) => {
  const page = await open();
  const account = await register(page.request, 'publisher');
  await page.goto('/auth/confirm-password?next=%2Fsettings%2Fapi');
  await expect(heading(page)).toHaveText('Confirm that it is you');
  await expect(password(page)).toBeFocused();
  await expectSound(page, 'confirm-password');
  await test.step('a wrong password is said at its field', async () => {
    await password(page).fill('not the password');
    await page.keyboard.press('Enter');
    await expect(password(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText('Wrong password')).toBeVisible();
  });
  await test.step('the right one leads on', async () => {
    await password(page).fill(account.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/settings/api');
    await expect(heading(page)).toHaveText('API');
  });
  await test.step('and to no other site', async () => {
    await page.goto(`/auth/confirm-password?next=${encodeURIComponent('https://evil.test/')}`);
    await password(page).fill(account.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(HOME.publisher);
  });
  expect(unlessRefused(trouble, '/api/auth/confirm-password')).toEqual([]);
});
