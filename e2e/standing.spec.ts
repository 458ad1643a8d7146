import type { Page } from '@playwright/test';
import { type Account, HOME, openMail, register, send } from './support/account';
import { campaignInput } from './support/campaign';
import { admin } from './support/machine';
import { expectSound } from './support/sound';
import { expect, test } from './support/test';
import { unlessRefused } from './support/trouble';

test.setTimeout(120_000);

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

async function signInByPage(page: Page, { email, password }: Account) {
  await page.goto('/auth/login');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const CASES = [
  {
    status: 'suspended',
    role: 'advertiser',
    reason: 'The landing pages show other goods than the ads.',
    title: 'Your account is suspended',
    banner: 'Your account is suspended.',
    mail: { template: 'account-suspended', subject: 'Your account is suspended' },
    todo: 'Write to support to have it opened again.',
  },
  {
    status: 'ADK rejected',
    role: 'publisher',
    reason: 'The site has no imprint.',
    title: 'Your account was not approved',
    banner: 'Your account was not approved.',
    mail: { template: 'account-rejected', subject: 'Your account was not approved' },
    todo: 'answer support, and we look again',
  },
  {
    status: 'pending',
    role: 'advertiser',
    reason: 'We are waiting for your trade register number.',
    title: 'Your account is in review',
    banner: 'Your account is in review.',
    mail: null,
    todo: 'when it is decided',
  },
] as const;

for (const { status, role, reason, title, banner, mail, todo } of CASES) {
  test(`an account that is ${status} is told why at sign-in and on every page, and changes nothing until it is active`, async ({
    open,
    network,
    trouble,
  }) => {
    const page = await open();
    const account = await register(page.request, role);
    const { email } = account;
    await test.step('Given what the operator has decided at the machine', async () => {
      const printed = await admin(
        network,
        'status',
        '--email',
        email,
        '--status',
        status,
        '--reason',
        reason,
      );
      expect(printed).toBe(`${email} is ${status}.`);
    });
    if (mail)
      await test.step('Then its owner has a mail with the reason', async () => {
        const { subject, text } = await openMail(page.request, email, { template: mail.template });
        expect(subject).toBe(mail.subject);
        expect(text).toContain(reason);
      });
    await page.context().clearCookies();
    await test.step('When I sign in, I read how the account stands, why, and what to do', async () => {
      await signInByPage(page, account);
      await expect(page).toHaveURL(/\/auth\/status$/);
      await expect(heading(page)).toHaveText(title);
      await expect(page.getByRole('main')).toContainText(reason);
      await expect(page.getByRole('main')).toContainText(todo);
      await expect(page.getByRole('link', { name: 'Write to support' })).toHaveAttribute(
        'href',
        'mailto:support@localhost',
      );
      await expectSound(page, `status-${status.replace(' ', '-')}`);
    });
    await test.step('When I look around, every page says so and leads back here', async () => {
      await page.getByRole('link', { name: 'Look around' }).click();
      await expect(page).toHaveURL(HOME[role]);
      await expect(heading(page)).toHaveText('Dashboard');
      for (const path of [HOME[role], '/settings/profile']) {
        await page.goto(path);
        const notice = page.getByRole(status === 'pending' ? 'note' : 'alert').filter({ hasText: banner });
        await expect(notice).toBeVisible();
        await expect(notice.getByRole('link')).toHaveAttribute('href', '/auth/status');
      }
      await expectSound(page, `banner-${status.replace(' ', '-')}`);
    });
    await test.step('When I want to change something, its button says that I cannot', async () => {
      const save = page.getByRole('button', { name: 'Save changes' });
      await expect(save).toHaveAttribute('aria-disabled', 'true');
      await save.focus();
      await expect(page.getByRole('tooltip')).toContainText('nothing can be changed');
      await save.blur();
      await expect(page.getByRole('tooltip')).toHaveCount(0);
      await expectSound(page, `refused-${status.replace(' ', '-')}`);
    });
    if (role === 'advertiser')
      await test.step('And the server refuses it whatever the page shows', async () => {
        const answer = await send(page.request, 'POST', '/api/campaigns', campaignInput());
        expect(answer.status()).toBe(403);
        expect(await answer.json()).toMatchObject({ code: 'ACCOUNT_NOT_ACTIVE' });
      });

    await test.step('When the operator opens it again', async () => {
      await page.goto('/auth/status');
      await expect(heading(page)).toHaveText(title);
      expect(await admin(network, 'status', '--email', email, '--status', 'active')).toBe(
        `${email} is active.`,
      );
      const { subject } = await openMail(page.request, email, { template: 'account-approved' });
      expect(subject).toBe('Your account is approved');
    });
    await test.step('Then the page says so, the banner is gone, and I can change things', async () => {
      await page.reload();
      await expect(heading(page)).toHaveText('Your account is active');
      await page.getByRole('link', { name: 'Go to your dashboard' }).click();
      await expect(page).toHaveURL(HOME[role]);
      await expect(page.getByText(banner)).toHaveCount(0);
      await page.goto('/settings/profile');
      await page.getByLabel('Phone').fill('+49 30 5550 0000');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await expect(page.getByText('Profile saved')).toBeVisible();
    });
    expect(unlessRefused(trouble, '/api/')).toEqual([]);
  });
}

test('the operator ends the sign-ins of an account', async ({ open, network }) => {
  const page = await open();
  const { email } = await register(page.request, 'advertiser');
  await page.goto(HOME.advertiser);
  await expect(heading(page)).toHaveText('Dashboard');
  expect(await admin(network, 'sign-out', '--email', email)).toBe(
    `Ended 1 sign-in of ${email} and revoked 0 of its API tokens.`,
  );
  await expect(page).toHaveURL(/\/auth\/login/);
});

test('who is suspended while at work learns it with the first thing that is refused, and nothing typed is lost', async ({
  open,
  network,
}) => {
  const page = await open();
  const { email } = await register(page.request, 'publisher');
  await page.goto('/settings/profile');
  await page.getByLabel('Phone').fill('+49 30 5550 0000');
  const reason = 'The site shows more ads than text.';
  await admin(network, 'status', '--email', email, '--status', 'suspended', '--reason', reason);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('The profile was not saved.')).toBeVisible();
  await expect(page.getByText('Your account is suspended.')).toBeVisible();
  await expect(page.getByLabel('Phone')).toHaveValue('+49 30 5550 0000');
  await page.getByRole('link', { name: 'Why, and what to do' }).click();
  await expect(heading(page)).toHaveText('Your account is suspended');
  await expect(page.getByRole('main')).toContainText(reason);
});
