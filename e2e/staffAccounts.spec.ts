import { DEMO, HOME, newAccount, register } from './support/account';
import { passGate } from './support/console';
import { violations } from './support/looks';
import { followMail } from './support/registration';
import { settled } from './support/settled';
import { expect, test } from './support/test';
import { unlessRefused } from './support/trouble';

test.setTimeout(180_000);

test('an admin invites a colleague, who chooses a password and signs in to the console', async ({ open }) => {
  const admin = await open(DEMO.admin);
  const colleague = newAccount();
  await test.step('When an admin invites an address', async () => {
    await admin.goto('/admin/staff');
    await passGate(admin);
    await expect(admin.getByRole('heading', { level: 1 })).toHaveText('Staff');
    await settled(admin);
    expect(await violations(admin)).toEqual([]);
    await admin.getByRole('button', { name: 'Invite a colleague' }).click();
    await admin.getByRole('dialog').getByLabel('E-mail').fill(colleague.email);
    await admin.getByRole('button', { name: 'Send the invitation' }).click();
    await expect(admin.getByRole('row', { name: colleague.email })).toBeVisible();
  });
  const page = await open();
  await test.step('Then the link of the mail leads to a password, and that to the sign-in', async () => {
    await followMail(page, colleague.email, 'admin-invitation');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a password');
    await settled(page);
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('New password').fill(colleague.password);
    await page.getByRole('button', { name: 'Become an admin' }).click();
    await expect(page.getByText('You are an admin now.')).toBeVisible();
    await page.getByLabel('E-mail').fill(colleague.email);
    await page.getByLabel('Password', { exact: true }).fill(colleague.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL(HOME.admin);
  });
  await test.step('And the link works no more, which the page says', async () => {
    const again = await open();
    await followMail(again, colleague.email, 'admin-invitation');
    await again.getByLabel('New password').fill('some other long password');
    await again.getByRole('button', { name: 'Become an admin' }).click();
    await expect(again.getByRole('heading', { level: 1 })).toHaveText('This invitation was used');
  });
  await test.step('And the colleague stands among the admins', async () => {
    await admin.reload();
    await expect(admin.getByRole('table', { name: 'Admins' })).toContainText(colleague.email);
    await expect(admin.getByRole('button', { name: `Withdraw ${colleague.email}` })).toHaveCount(0);
  });
});

test('an admin ends somebody’s sign-ins, and their open page lands at the sign-in', async ({
  open,
  trouble,
}) => {
  const theirs = await open();
  const { email } = await register(theirs.request, 'advertiser');
  await theirs.goto(HOME.advertiser);
  await expect(theirs).toHaveURL(HOME.advertiser);
  const admin = await open(DEMO.admin);
  await admin.goto(`/admin/users?search=${encodeURIComponent(email)}`);
  await passGate(admin);
  await admin.getByRole('table').getByRole('link').first().click();
  await admin.getByRole('button', { name: 'End all sign-ins' }).click();
  const question = admin.getByRole('dialog');
  await question.getByLabel('Reason for colleagues').fill('A laptop was stolen');
  await question.getByRole('button', { name: 'End all sign-ins' }).click();
  await expect(admin.getByText(`${email} is signed out everywhere`)).toBeVisible();
  await expect(admin.getByText('A laptop was stolen')).toBeVisible();
  await expect(theirs).toHaveURL(/\/auth\/login/);
  await expect(theirs.getByText('You were signed out.')).toBeVisible();
  expect(unlessRefused(trouble, '/')).toEqual([]);
});

test('an exchange is added with a key that is shown once, and revoked', async ({ open }) => {
  const admin = await open(DEMO.admin);
  const name = `Exchange ${Date.now()}`;
  await admin.goto('/admin/exchanges');
  await passGate(admin);
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText('Exchanges');
  await settled(admin);
  expect(await violations(admin)).toEqual([]);
  await admin.getByRole('button', { name: 'Add an exchange' }).first().click();
  const form = admin.getByRole('dialog');
  await form.getByLabel('Name').fill(name);
  await form.getByRole('combobox', { name: 'Property' }).click();
  await admin.getByRole('option').first().click();
  await form.getByRole('button', { name: 'Add an exchange' }).click();
  const key = await admin.getByRole('region', { name: 'Key' }).textContent();
  expect(key).toMatch(/^rtb_[\w-]{43}$/);
  await admin.getByRole('button', { name: 'I have the key' }).click();
  await expect(admin.getByRole('row', { name })).toBeVisible();
  await expect(admin.getByText(key ?? '')).toHaveCount(0);
  await admin.getByRole('button', { name: `Revoke ${name}` }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(admin.getByRole('row', { name })).toContainText('revoked on');
});
