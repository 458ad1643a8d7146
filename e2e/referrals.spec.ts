import type { Page } from '@playwright/test';
import { HOME, newAccount, register } from './support/account';
import { completeProfile, expectMailSent, followMail, sendRegistration } from './support/registration';
import { expectSound } from './support/sound';
import { expect, test } from './support/test';

test.setTimeout(180_000);

/** What a step of the funnel says: its name, its count, its share of the step before. */
const step = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'From click to earnings' })
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) });

/** Follows a link as somebody new, and signs up by what it leads to. */
async function signUpBy(page: Page, link: string, email: string, company: string) {
  await page.goto(new URL(link).pathname);
  await expect(page).toHaveURL(/\/auth\/register\?ref=[a-z0-9]{8}$/);
  await sendRegistration(page, { ...newAccount(), email, company });
  await expectMailSent(page, email);
  await followMail(page, email, 'verify-email');
  await completeProfile(page);
  await expect(page).toHaveURL(HOME.advertiser);
}

test('a link brings somebody, its owner sees it, and nobody brings themselves', async ({ open }) => {
  const guest = await open();
  const account = await register(guest.request, 'publisher');
  const page = await open(account);
  const main = page.getByRole('main');
  const own = page.getByRole('region', { name: 'Your link' });

  const link = await test.step('When I agree to the terms, I have a link', async () => {
    await page.goto('/publisher/referrals');
    await expect(page.getByRole('region', { name: 'Terms' })).toContainText(/\d%/);
    await expectSound(page, 'referrals-join');
    await main.getByRole('button', { name: 'Get my link' }).click();
    await expect(own.getByText(/\/r\/[a-z0-9]{8}$/).first()).toBeVisible();
    await expect(main.getByText('Nobody followed a link in these days')).toBeVisible();
    return (
      (await own
        .getByText(/\/r\/[a-z0-9]{8}$/)
        .first()
        .textContent()) ?? ''
    );
  });

  const blog = await test.step('And one more for my blog, which stands on its own line', async () => {
    await main.getByRole('button', { name: 'New sub-link' }).click();
    const dialog = page.getByRole('dialog', { name: 'New sub-link' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Blog');
    await dialog.getByRole('button', { name: 'Make sub-link' }).click();
    const row = main.getByRole('row', { name: /^Blog/ });
    const address = (await row.getByText(/\/r\/[a-z0-9]{8}$/).textContent()) ?? '';
    expect(link.endsWith(address)).toBe(false);
    return `http://${address}`;
  });

  await test.step('And banners that show what they will', async () => {
    const banners = page.getByRole('region', { name: 'Banners' });
    for (const size of ['728×90', '300×250', '160×600', '320×50']) {
      await banners.getByText(size, { exact: true }).first().click();
      const picture = banners.locator('img');
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
        .toBe(Number(size.split('×')[0]));
    }
    await expect(banners.getByText(/<a/)).toBeVisible();
  });

  const friend = newAccount().email;
  await test.step('When somebody follows the blog’s link and signs up', async () => {
    await signUpBy(await open(), blog, friend, 'Fuchs & Daughters');
  });

  await test.step('Then I see the click and the sign-up, on the line of the blog', async () => {
    await page.reload();
    await expect(step(page, 'Clicks')).toHaveText('Clicks1');
    await expect(step(page, 'Sign-ups')).toHaveText('Sign-ups1100.0% of clicks');
    const cells = main.getByRole('row', { name: /^Blog/ }).getByRole('cell');
    await expect(cells.nth(1)).toHaveText(/1$/);
    await expect(cells.nth(2)).toHaveText(/1$/);
    await expectSound(page, 'referrals');
  });

  const [name, domain] = account.email.split('@');
  const twin = `${name}+again@${domain}`;
  await test.step('When I bring myself by another address', async () => {
    await signUpBy(await open(), link, twin, 'Somebody Else');
  });

  const operator = await open('admin');
  await test.step('Then it is refused, and staff see why; the other one counts', async () => {
    await operator.goto(`/admin/referrals?search=${encodeURIComponent(account.email)}`);
    await expect(operator.getByRole('row', { name: new RegExp(`^${friend}`) })).toContainText('Signed up');
    await operator.getByRole('button', { name: twin, exact: true }).click();
    const drawer = operator.getByRole('dialog', { name: 'Referral' });
    await expect(drawer.getByRole('region', { name: 'Decisions' })).toContainText(
      'Refused · Same e-mail address',
    );
    await expectSound(operator, 'operator-referral');
    await drawer.getByRole('button', { name: 'Close', exact: true }).click();
  });

  await test.step('And staff refuse the other one with a reason, and allow it again', async () => {
    const row = operator.getByRole('row', { name: new RegExp(`^${friend}`) });
    for (const [verb, state] of [
      ['Refuse', 'Decided by staff'],
      ['Allow', 'Signed up'],
    ] as const) {
      await row.getByRole('button', { name: `Actions for ${friend}` }).click();
      await operator.getByRole('menuitem', { name: verb }).click();
      const dialog = operator.getByRole('dialog', { name: `${verb} the referral of ${friend}?` });
      await dialog.getByRole('textbox', { name: 'Why' }).fill('Looked at by hand');
      await dialog.getByRole('button', { name: verb }).click();
      await expect(dialog).toHaveCount(0);
      await expect(row).toContainText(state);
    }
  });
});
