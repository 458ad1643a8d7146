import type { Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { type Account, HOME, openMail, register } from './support/account';
import { ageProof } from './support/ageProof';
import { signOut } from './support/signOut';
import { expectSound } from './support/sound';
import { expect, test } from './support/test';
import { unlessRefused } from './support/trouble';

test.setTimeout(150_000);

const STEP_SECONDS = 30;
const CODES = 10;

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const twoStep = (page: Page) => page.getByRole('region', { name: 'Two-step verification' });
const passkeys = (page: Page) => page.getByRole('region', { name: 'Passkeys' });

/** What the app shows now, or in so many steps: a code counts one step early, and each step counts once. */
const codeOf = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * STEP_SECONDS });

async function sendPassword(page: Page, { email, password }: Account) {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const signOutToni = (page: Page) => signOut(page, /Toni Tester/);

/** Answers "Confirm that it is you" with the password. */
async function confirmItIsMe(page: Page, { password }: Account) {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

/** Sets the second step up as a person does who types the secret into an app; answers it and the recovery codes. */
async function setUp(page: Page): Promise<{ secret: string; codes: string[] }> {
  const panel = twoStep(page);
  await panel.getByRole('button', { name: 'Set up with an app' }).click();
  await expect(panel.getByRole('heading', { name: 'Add the account to your app' })).toBeFocused();
  await expect(panel.getByRole('img', { name: /^QR code/ })).toBeVisible();
  const secret = ((await panel.locator('code').textContent()) ?? '').replace(/\s/g, '').toUpperCase();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  await panel.getByLabel('Code from the app').fill(codeOf(secret));
  await panel.getByRole('button', { name: 'Turn on' }).click();
  await expect(panel.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused();
  const codes = await panel
    .getByRole('list', { name: 'Your recovery codes' })
    .getByRole('listitem')
    .allTextContents();
  expect(new Set(codes).size).toBe(CODES);
  return { secret, codes };
}

test('with two steps the password alone opens nothing: codes of the app, recovery codes, and turning it off', async ({
  open,
  network,
  trouble,
}) => {
  const page = await open();
  const account = await register(page.request, 'advertiser');
  await page.goto('/settings/password');
  const { secret, codes } = await test.step('When I set up an app', () => setUp(page));
  await test.step('Then I see the recovery codes once, and the mail tells me of it', async () => {
    await expectSound(page, 'recovery-codes');
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await expect(twoStep(page)).toContainText('10 of 10 recovery codes are left.');
    expect(await page.content()).not.toContain(codes[0]);
    const { text } = await openMail(page.request, account.email, { template: 'security-changed' });
    expect(text).toContain('Two-step verification was turned on');
  });

  const code =
    await test.step('When I sign in again, the page asks for a code after the password', async () => {
      await signOutToni(page);
      await sendPassword(page, account);
      await expect(heading(page)).toHaveText('One more step');
      await expect(page.getByLabel('Code')).toBeFocused();
      await expectSound(page, 'second-factor');
      await page.getByLabel('Code').fill('000000');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page.getByLabel('Code')).toHaveAttribute('aria-invalid', 'true');
      const next = codeOf(secret, 1);
      await page.getByLabel('Code').fill(next);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page).toHaveURL(HOME.advertiser);
      return next;
    });
  await test.step('Then the same code opens nothing once more, and the password alone nothing at all', async () => {
    await signOutToni(page);
    await sendPassword(page, account);
    await page.getByLabel('Code').fill(code);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByLabel('Code')).toHaveAttribute('aria-invalid', 'true');
    await page.goto(HOME.advertiser);
    await expect(page).toHaveURL(/\/auth\/login/);
  });
  await test.step('When I have lost the app, a recovery code lets me in', async () => {
    await sendPassword(page, account);
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await expect(page.getByLabel('Recovery code')).toBeFocused();
    await expectSound(page, 'second-factor-recovery');
    await page.getByLabel('Recovery code').fill(codes[0] ?? '');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL(HOME.advertiser);
  });
  await test.step('And works once', async () => {
    const elsewhere = await open();
    await elsewhere.goto('/auth/login');
    await sendPassword(elsewhere, account);
    await elsewhere.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await elsewhere.getByLabel('Recovery code').fill(codes[0] ?? '');
    await elsewhere.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(elsewhere.getByLabel('Recovery code')).toHaveAttribute('aria-invalid', 'true');
  });

  await test.step('When I want to turn it off a while later, I have to show that it is me', async () => {
    await page.goto('/settings/password');
    await expect(twoStep(page)).toContainText('9 of 10 recovery codes are left.');
    await expectSound(page, 'two-step-on');
    await ageProof(network, account.email);
    await twoStep(page).getByRole('button', { name: 'Turn off' }).click();
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: 'Turn off' })
      .click();
    await expect(page.getByRole('dialog', { name: 'Confirm that it is you' })).toBeVisible();
    await expectSound(page, 'confirm-dialog');
  });
  await test.step('And cancelling leaves it on', async () => {
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(twoStep(page).getByRole('button', { name: 'Turn off' })).toBeVisible();
    await expect(twoStep(page)).toContainText(/^.*On since/);
  });
  await test.step('And confirming turns it off', async () => {
    await twoStep(page).getByRole('button', { name: 'Turn off' }).click();
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: 'Turn off' })
      .click();
    await confirmItIsMe(page, account);
    await expect(page.getByText('Two-step verification is off')).toBeVisible();
    await expect(twoStep(page).getByRole('button', { name: 'Set up with an app' })).toBeFocused();
  });
  await test.step('Then the password is enough again', async () => {
    await signOutToni(page);
    await sendPassword(page, account);
    await expect(page).toHaveURL(HOME.advertiser);
  });
  expect(unlessRefused(trouble, '/api/')).toEqual([]);
});

test('signing in with the second step by the keyboard alone', async ({ open, trouble }) => {
  const page = await open();
  const account = await register(page.request, 'publisher');
  await page.goto('/settings/password');
  const { secret } = await setUp(page);
  await page.context().clearCookies();
  await page.goto('/auth/login');
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await page.keyboard.type(account.email);
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type(account.password);
  await page.keyboard.press('Enter');
  await test.step('Then the field of the code has the focus, and says when it was wrong', async () => {
    await expect(heading(page)).toHaveText('One more step');
    await expect(page.getByLabel('Code')).toBeFocused();
    await page.keyboard.type('111111');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Code')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Code')).toBeFocused();
  });
  await test.step('And the other way is two stops on, and back', async () => {
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Use a recovery code instead' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Recovery code')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Code')).toBeFocused();
  });
  await test.step('And the right code leads to the dashboard, to its heading', async () => {
    await page.keyboard.type(codeOf(secret, 1));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(HOME.publisher);
    await expect(heading(page)).toHaveText('Dashboard');
    await expect(heading(page)).toBeFocused();
  });
  expect(unlessRefused(trouble, '/api/auth/second-factor')).toEqual([]);
});

/**
 * A device with a lock that its owner opens whenever they are asked. It answers the list of passkeys that a browser
 * offers in a field, too, as soon as there is one: `list` says whether this browser knows such lists.
 */
async function addDevice(page: Page, { list }: { list: boolean }): Promise<void> {
  if (!list)
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function addPasskey(page: Page) {
  await page.goto('/settings/password');
  await passkeys(page).getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('Passkey “Linux, Chrome” added')).toBeVisible();
  await expect(passkeys(page).getByRole('listitem')).toHaveCount(1);
}

test('a passkey signs in without a password, until it is removed', async ({ open, network, trouble }) => {
  const page = await open();
  const account = await register(page.request, 'advertiser');
  await addDevice(page, { list: false });
  await test.step('When I add a passkey', async () => {
    await addPasskey(page);
    await expectSound(page, 'passkey-added');
  });
  await test.step('And give it a name of mine', async () => {
    await passkeys(page).getByRole('button', { name: 'Rename “Linux, Chrome”' }).click();
    await page.getByLabel('Name of the passkey').fill('Desk');
    await page.keyboard.press('Enter');
    await expect(passkeys(page).getByRole('listitem')).toContainText('Desk');
  });
  await test.step('Then it signs me in without a password', async () => {
    await signOutToni(page);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page).toHaveURL(HOME.advertiser);
    await expect(heading(page)).toHaveText('Dashboard');
  });
  await test.step('And shows that it is me, where that is asked for', async () => {
    await page.goto('/settings/password');
    await expect(passkeys(page).getByRole('listitem')).toContainText(/last used/);
    await ageProof(network, account.email);
    await passkeys(page).getByRole('button', { name: 'Remove “Desk”' }).click();
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: 'Remove', exact: true })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await expect(dialog).toBeVisible();
    await expectSound(page, 'confirm-dialog-passkey');
    await dialog.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page.getByText('Passkey “Desk” removed')).toBeVisible();
  });
  await test.step('Then it is removed, and signs nobody in any more', async () => {
    await expect(passkeys(page).getByRole('listitem')).toHaveCount(0);
    await signOutToni(page);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(heading(page)).toHaveText('Sign in');
    await expectSound(page, 'passkey-refused');
  });
  expect(unlessRefused(trouble, '/api/')).toEqual([]);
});

test('a passkey that is chosen from the browser’s own list signs in', async ({ open, trouble }) => {
  const page = await open();
  await register(page.request, 'publisher');
  await addDevice(page, { list: true });
  await addPasskey(page);
  await page.context().clearCookies();
  await page.goto('/auth/login');
  // Nothing is pressed on the page: the device answers what the browser offers in the e-mail's field.
  await expect(page).toHaveURL(HOME.publisher);
  await expect(heading(page)).toHaveText('Dashboard');
  expect(trouble.lines).toEqual([]);
});
