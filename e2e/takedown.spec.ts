import { createHash, randomInt } from 'node:crypto';
import { register } from './support/account';
import { creativesUrl } from './support/app';
import { approveCampaign, storeAsset } from './support/campaign';
import { violations } from './support/looks';
import { makePng } from './support/png';
import { settled } from './support/settled';
import { expect, test } from './support/test';
import { visitUntil } from './support/visit';

test.setTimeout(240_000);

const CAMPAIGN = 'Shells for the fjord';
const REASON = 'The landing page asks for card numbers';
const STORY = '/story/night-train-returns';
/** Beyond all that the demo bids. */
const HIGH_BID_MICROS = 60_000_000;

test('an operator stops an approved campaign, its owner mends it, and it runs again', async ({
  open,
  network,
}) => {
  const png = makePng(300, 250, randomInt(0xffffff));
  const creative = `/creatives/${createHash('sha256').update(png).digest('hex')}`;
  const owner = await open();
  const admin = await open('admin');
  const visitor = await open(undefined, { baseURL: network.demoUrl });
  const ad = visitor.locator(`ins.ez-ad img[src*="${creative}"]`);
  const isShown = (shown: boolean) =>
    visitUntil(visitor, STORY, (soon) => expect(ad).toHaveCount(shown ? 1 : 0, soon));

  let id = '';
  let email = '';
  let asset_id = '';
  await test.step('Given a campaign that was approved and is shown on a page of another site', async () => {
    ({ email } = await register(owner.request, 'advertiser'));
    asset_id = await storeAsset(owner.request, png, 'image/png');
    id = await approveCampaign(owner.request, admin.request, {
      name: CAMPAIGN,
      bid_micros: HIGH_BID_MICROS,
      landing_url: `${network.demoUrl}/landing/shells`,
      creatives: [{ asset_id, name: 'Shells', alt: 'Shells' }],
    });
    await isShown(true);
  });
  const click = await ad.evaluate((image) => image.closest('a')?.href ?? '');
  expect(click).toContain('/e/c/');

  await test.step('When the operator stops it on the account’s page, with a reason', async () => {
    await admin.goto(`/admin/users?search=${encodeURIComponent(email)}`);
    await admin.getByRole('table').getByRole('link').first().click();
    const panel = admin.getByRole('region', { name: 'Ads and places' });
    await panel.getByRole('button', { name: `Stop ${CAMPAIGN}` }).click();
    const dialog = admin.getByRole('dialog');
    await settled(admin);
    expect(await violations(admin)).toEqual([]);
    await dialog.getByLabel('Reason').fill(REASON);
    await dialog.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(admin.getByText(`${CAMPAIGN} is stopped`)).toBeVisible();
    await expect(panel.getByRole('button', { name: `Lift the stop of ${CAMPAIGN}` })).toBeVisible();
  });

  await test.step('Then the page shows it no more, and its click and its file are gone', async () => {
    await isShown(false);
    for (const address of [click, `${creativesUrl(network.url)}${creative}.png`])
      await expect(async () => {
        expect((await visitor.request.get(address, { maxRedirects: 0 })).status()).toBe(410);
      }).toPass();
    // Nor does its owner get an address that opens it to others.
    expect((await owner.request.get(`/api/assets/${asset_id}/file`)).status()).toBe(410);
  });

  await test.step('And its owner reads the reason, in the bell and on the campaign’s page', async () => {
    await owner.goto(`/advertiser/campaigns/${id}`);
    await expect(owner.getByRole('main')).toContainText(REASON);
    await settled(owner);
    expect(await violations(owner)).toEqual([]);
    const support = owner.getByRole('link', { name: 'Write to support' });
    await expect(support).toHaveAttribute('href', `/help?new=1&stopped=${id}`);
    await expect(owner.getByRole('button', { name: 'Resume' })).toHaveCount(0);
  });

  await test.step('When they mend the landing page, it is in review', async () => {
    await owner.getByLabel('Landing page').fill(`${network.demoUrl}/landing/clean`);
    await owner.getByRole('button', { name: 'Save changes' }).click();
    await expect(owner.getByRole('main')).toContainText('In review');
  });

  await test.step('And the operator, who sees why it was stopped, approves it', async () => {
    await admin.goto('/admin/review');
    await admin.getByRole('button', { name: new RegExp(CAMPAIGN) }).click();
    await expect(admin.getByRole('main')).toContainText(REASON);
    await admin.getByRole('button', { name: /^Approve/ }).click();
    await expect(admin.getByRole('status')).toContainText(`${CAMPAIGN} is approved`);
  });

  await test.step('Then it runs again, and its file is back', async () => {
    await isShown(true);
    expect((await visitor.request.get(`${creativesUrl(network.url)}${creative}.png`)).status()).toBe(200);
  });
});
