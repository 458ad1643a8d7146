import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { OidcPerson } from '../api/src/testing/oidcProvider';
import { HOME, openMail, register } from './support/account';
import { ageProof } from './support/ageProof';
import { ACME, AWAY, signInAtAcme, test } from './support/providers';
import { signOut } from './support/signOut';
import { expectSound } from './support/sound';
import { expect } from './support/test';
import { unlessRefused } from './support/trouble';

test.setTimeout(180_000);

const CONNECTIONS = '/settings/social-connections';
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const continueAt = (page: Page, { name }: { name: string }) =>
  page.getByRole('link', { name: `Continue with ${name}` });
const acmeRow = (page: Page) => page.getByRole('main').getByRole('listitem').filter({ hasText: ACME.name });
const newPerson = () => {
  const sub = randomUUID();
  return { sub, email: `someone-${sub.slice(0, 8)}@example.test`, name: 'Robin Acme' };
};

const signOutRobin = (page: Page) => signOut(page, /Robin Acme|someone-|Testers/);

/** From the log-in page to an account that lacks nothing. */
async function signUp(page: Page, person: OidcPerson, look: (where: string) => Promise<void>) {
  await test.step('When I come in with my account at Acme', async () => {
    await page.goto('/auth/login');
    await look('log-in with providers');
    await continueAt(page, ACME).click();
    await signInAtAcme(page, person);
  });
  await test.step('Then I am asked what the account still lacks', async () => {
    await expect(page.getByRole('heading', { name: 'Complete your registration' })).toBeVisible();
    await expect(page.getByText(`Signed in as ${person.email}.`)).toBeVisible();
  });
  await test.step('And nothing else opens before that', async () => {
    await page.goto('/publisher/dashboard');
    await expect(page.getByRole('heading', { name: 'Complete your registration' })).toBeVisible();
  });
  await test.step('When I send it empty, it says what is missing', async () => {
    await page.getByRole('button', { name: 'Complete registration' }).click();
    await expect(page.getByText('Enter the name of your company or site')).toBeVisible();
    await expect(page.getByText('Agree to the terms to go on')).toBeVisible();
    await look('complete registration complains');
  });
  await test.step('When I answer', async () => {
    await page.getByRole('radio', { name: /^Publish/ }).check();
    await page.getByLabel('Company or site').fill('Acme Reader');
    await page.getByLabel('Country').selectOption({ label: 'Austria' });
    await page.getByLabel(/^I agree to the terms/).check();
    await page.getByRole('button', { name: 'Complete registration' }).click();
  });
  await test.step('Then my profile is next, with what is known already', async () => {
    await expect(page.getByRole('heading', { name: 'Complete your profile' })).toBeVisible();
    await expect(page.getByLabel('Company or site')).toHaveValue('Acme Reader');
    await expect(page.getByLabel('Country')).toHaveValue('AT');
    await look('complete profile');
    await page.getByLabel('First name').fill('Robin');
    await page.getByLabel('Last name').fill('Acme');
    await page.getByRole('button', { name: 'Save and continue' }).click();
  });
  await expect(page).toHaveURL(HOME.publisher);
  await expect(heading(page)).toHaveText('Dashboard');
}

test('an account is made with a provider, gets a password, and is entered by either', async ({
  open,
  atAcme,
  network,
  trouble,
}) => {
  const page = await open();
  const person = atAcme(newPerson());
  const password = 'a-password-set-later';
  await signUp(page, person, (where) => expectSound(page, where));

  await test.step('Then Acme is my only way in, and the page says what to do about it', async () => {
    await page.goto(CONNECTIONS);
    await expect(acmeRow(page)).toContainText(person.email);
    await expect(acmeRow(page)).toContainText('Acme is your only way in');
    await expect(acmeRow(page).getByRole('button')).toHaveCount(0);
    await expectSound(page, 'the only way in');
    await page.getByRole('link', { name: 'Set a password or add a passkey' }).click();
    await expect(page.getByRole('button', { name: 'Set password' })).toBeVisible();
    await expectSound(page, 'set a password');
  });
  await test.step('When I set a password long after I came in, Acme has to confirm that it is me', async () => {
    await ageProof(network, person.email);
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
    await page.getByRole('button', { name: 'Set password' }).click();
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await expect(question).toContainText('You leave this page and come back to it');
    await expect(question.getByRole('link', { name: `Continue with ${ACME.name}` })).toBeVisible();
    await expectSound(page, 'Acme has to confirm');
    await question.getByRole('link', { name: `Continue with ${ACME.name}` }).click();
    await signInAtAcme(page, person, { agreed: true });
    await expect(page.getByRole('status').filter({ hasText: 'Confirmed.' })).toBeVisible();
    await expect(page).toHaveURL('/settings/set-password');
  });
  await test.step('And then it is set', async () => {
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Password set' })).toBeVisible();
    await expect(page).toHaveURL('/settings/password');
    await expect(page.getByRole('button', { name: 'Change password' })).toBeVisible();
  });
  await test.step('When I sign out, Acme lets me in without questions', async () => {
    await signOutRobin(page);
    await continueAt(page, ACME).click();
    await expect(page).toHaveURL(HOME.publisher);
    await expect(heading(page)).toHaveText('Dashboard');
  });
  await test.step('And so does the password', async () => {
    await signOutRobin(page);
    await page.getByLabel('E-mail').fill(person.email);
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(HOME.publisher);
  });
  await test.step('And Acme can be unlinked now', async () => {
    await page.goto(CONNECTIONS);
    await page.getByRole('button', { name: 'Unlink Acme' }).click();
    await page.getByRole('dialog', { name: 'Unlink Acme?' }).getByRole('button', { name: 'Unlink' }).click();
    await expect(acmeRow(page)).toContainText('Not linked');
  });
  expect(unlessRefused(trouble, '/api/settings/set-password')).toEqual([]);
});

test('an account with a password links Acme after confirming, and unlinks it', async ({
  open,
  atAcme,
  network,
  trouble,
}) => {
  const page = await open();
  const account = await register(page.request, 'advertiser');
  // Another address than the account's: people have several.
  const person = atAcme(newPerson());
  await ageProof(network, account.email);

  await test.step('When I link it', async () => {
    await page.goto(CONNECTIONS);
    await expect(acmeRow(page)).toContainText('Not linked');
    await page.getByRole('link', { name: 'Link Acme' }).click();
  });
  await test.step('Then I am asked for my password first', async () => {
    await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible();
    await expectSound(page, 'confirm password');
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill('not my password');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('Wrong password')).toBeVisible();
    await expectSound(page, 'confirm password complains');
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Confirm' }).click();
  });
  await test.step('And then Acme, and come back', async () => {
    await signInAtAcme(page, person);
    await expect(page).toHaveURL(CONNECTIONS);
    await expect(page.getByRole('status').filter({ hasText: 'The account is linked.' })).toBeVisible();
    await expect(acmeRow(page)).toContainText(person.email);
    await expectSound(page, 'linked');
    expect((await openMail(page.request, account.email, { template: 'security-changed' })).text).toContain(
      ACME.name,
    );
  });
  await test.step('And Acme opens this account from now on', async () => {
    const elsewhere = await open();
    await elsewhere.goto('/auth/login');
    await continueAt(elsewhere, ACME).click();
    await signInAtAcme(elsewhere, person);
    await expect(elsewhere).toHaveURL(HOME.advertiser);
    await elsewhere.goto('/settings/profile');
    await expect(elsewhere.getByRole('main')).toContainText(account.email);
  });
  await test.step('And nobody else’s', async () => {
    const other = await open();
    await register(other.request, 'publisher');
    await other.goto(CONNECTIONS);
    await other.getByRole('link', { name: 'Link Acme' }).click();
    await signInAtAcme(other, person);
    await expect(other.getByText('It already signs in another account here.')).toBeVisible();
    await expect(acmeRow(other)).toContainText('Not linked');
    await expectSound(other, 'linked elsewhere');
  });
  await test.step('When I unlink it later, I confirm in a dialog', async () => {
    await ageProof(network, account.email);
    await page.getByRole('button', { name: 'Unlink Acme' }).click();
    const question = page.getByRole('dialog', { name: 'Unlink Acme?' });
    await expect(question).toContainText('Your account there stays as it is.');
    await question.getByRole('button', { name: 'Unlink' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await expect(proof.getByRole('textbox', { name: 'Password', exact: true })).toBeFocused();
    await expectSound(page, 'confirm in a dialog');
    await proof.getByRole('textbox', { name: 'Password', exact: true }).fill(account.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'Acme unlinked' })).toBeVisible();
    await expect(acmeRow(page)).toContainText('Not linked');
    await expect(page.getByRole('link', { name: 'Link Acme' })).toBeFocused();
  });
  await test.step('Then Acme opens it no more', async () => {
    const elsewhere = await open();
    await elsewhere.goto('/auth/login');
    await continueAt(elsewhere, ACME).click();
    await signInAtAcme(elsewhere, person);
    await expect(elsewhere.getByRole('heading', { name: 'Complete your registration' })).toBeVisible();
  });
  // A wrong password, and a proof that was too old.
  const wrong = unlessRefused(trouble, '/api/auth/confirm-password');
  expect(unlessRefused({ lines: wrong }, '/api/settings/social-connections/acme')).toEqual([]);
});

test('an address that has an account is not linked by its name: its owner signs in and links it', async ({
  open,
  atAcme,
  trouble,
}) => {
  const page = await open();
  const account = await register((await open()).request, 'advertiser');
  const person = atAcme({ ...newPerson(), email: account.email });
  await test.step('When I come in with Acme', async () => {
    await page.goto('/auth/login');
    await continueAt(page, ACME).click();
    await signInAtAcme(page, person);
  });
  await test.step('Then I am told to sign in first', async () => {
    await expect(page).toHaveURL(/\/auth\/login\?/);
    await expect(page.getByText('There is an account with this e-mail address.')).toBeVisible();
    await expectSound(page, 'the address has an account');
  });
  await test.step('And nothing is linked', async () => {
    await page.getByLabel('E-mail').fill(account.email);
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(HOME.advertiser);
    await page.goto(CONNECTIONS);
    await expect(acmeRow(page)).toContainText('Not linked');
  });
  await test.step('When I link it, Acme knows me still', async () => {
    await page.getByRole('link', { name: 'Link Acme' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'The account is linked.' })).toBeVisible();
    await expect(acmeRow(page)).toContainText(account.email);
  });
  expect(trouble.lines).toEqual([]);
});

test('who says no at the provider, or finds it away, reads so and can go on', async ({ open, trouble }) => {
  const page = await open();
  await test.step('When I cancel at Acme, the log-in page says that nothing was confirmed', async () => {
    await page.goto('/auth/login?next=%2Fsettings%2Fprofile');
    await continueAt(page, ACME).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Nothing was confirmed.')).toBeVisible();
    await expectSound(page, 'cancelled at the provider');
  });
  await test.step('When the provider does not answer, it says so', async () => {
    await continueAt(page, AWAY).click();
    await expect(page.getByText('The other service did not confirm who you are.')).toBeVisible();
    await expectSound(page, 'the provider is away');
  });
  await test.step('And my password still leads where I wanted to go', async () => {
    const account = await register((await open()).request, 'advertiser');
    await page.getByLabel('E-mail').fill(account.email);
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL('/settings/profile');
  });
  await test.step('When I cancel while linking, the settings say so', async () => {
    await page.goto(CONNECTIONS);
    await page.getByRole('link', { name: 'Link Acme' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(CONNECTIONS);
    await expect(page.getByRole('status').filter({ hasText: 'Nothing was linked.' })).toBeVisible();
    await page.reload();
    await expect(acmeRow(page)).toContainText('Not linked');
    await expect(page.getByText('Nothing was linked.')).toHaveCount(0);
  });
  expect(trouble.lines).toEqual([]);
});
