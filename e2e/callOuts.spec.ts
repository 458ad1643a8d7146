import { randomUUID } from 'node:crypto';
import { register } from './support/account';
import { approveCampaign, storeAsset } from './support/campaign';
import { makePng } from './support/png';
import { expect, test } from './support/test';

test.setTimeout(120_000);

test('what the dashboard calls for leads to its cure, and is gone once it is cured', async ({
  open,
  trouble,
}) => {
  const guest = await open();
  const account = await register(guest.request, 'advertiser');
  const admin = await open('admin');
  const name = `Garden chairs ${randomUUID().slice(0, 8)}`;
  await test.step('Given a campaign that a reviewer rejected for its landing page', async () => {
    const asset_id = await storeAsset(guest.request, makePng(300, 250, 0x557733), 'image/png');
    await approveCampaign(
      guest.request,
      admin.request,
      { name, bid_micros: 1_000_000, creatives: [{ asset_id, name: 'Chair', alt: 'A chair' }] },
      { decision: 'reject', reasons: ['landing-page'], message: '' },
    );
  });
  const page = await open(account);
  const needs = page.getByRole('main').getByRole('region', { name: /^Needs you/ });
  await test.step('Then the dashboard says so and why', async () => {
    await page.goto('/advertiser/dashboard');
    await expect(needs).toContainText(name);
    await expect(needs).toContainText('The landing page does not work or does not fit the ad');
  });
  await test.step('When I follow it, the campaign says what to do', async () => {
    await needs.getByRole('link', { name: /Fix/ }).first().click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByText('Change what was refused, then submit it again.')).toBeVisible();
  });
  await test.step('And I change the landing page, a bare domain being enough, and submit it again', async () => {
    await page.getByRole('tab', { name: 'Overview' }).click();
    const landing = page.getByRole('textbox', { name: 'Landing page' });
    await landing.fill('example.com/chairs');
    await landing.blur();
    await expect(landing).toHaveValue('https://example.com/chairs');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Submit', exact: false }).first().click();
    await expect(page.getByText('In review', { exact: true }).first()).toBeVisible();
  });
  await test.step('Then the dashboard calls for it no more', async () => {
    await page.goto('/advertiser/dashboard');
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await expect(page.getByRole('main').getByText('was rejected')).toHaveCount(0);
  });
  expect(trouble.lines).toEqual([]);
});
