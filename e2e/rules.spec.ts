import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { register } from './support/account';
import { ageCampaign } from './support/ageCampaign';
import { approveCampaign, storeAsset } from './support/campaign';
import { makePng } from './support/png';
import { expect, test } from './support/test';

test.setTimeout(180_000);

/** A rule that was switched on is looked at within a minute. */
const EVALUATED_WITHIN_MS = 90_000;
const AGE_DAYS = 3;
const RULE = 'Nothing shown for a day';
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

async function choose(page: Page, select: string, option: string): Promise<void> {
  await page.getByRole('main').getByRole('combobox', { name: select }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('a rule is tried on seven days, switched on, acts, says so in its log; the campaign says why it is not shown', async ({
  open,
  network,
  trouble,
}) => {
  const guest = await open();
  const account = await register(guest.request, 'advertiser');
  const admin = await open('admin');
  const campaign = `Saunas for nobody ${randomUUID().slice(0, 8)}`;
  await test.step('Given a campaign of three days that runs where nobody is', async () => {
    const asset_id = await storeAsset(guest.request, makePng(300, 250, 0x885522), 'image/png');
    await approveCampaign(guest.request, admin.request, {
      name: campaign,
      bid_micros: 1_000_000,
      targeting: { countries: { include: ['IS'] } },
      creatives: [{ asset_id, name: 'Sauna', alt: 'A sauna' }],
    });
    await ageCampaign(network, campaign, AGE_DAYS);
  });
  const page = await open(account);
  const main = page.getByRole('main');
  // The panel; its figures are a region of the same name within it.
  const tried = main.getByRole('region', { name: 'What it would have done' }).first();

  await test.step('When I write a rule, it says field by field what it lacks', async () => {
    await page.goto('/advertiser/rules');
    await page.getByRole('link', { name: 'Create rule' }).click();
    await expect(heading(page)).toHaveText('New rule');
    await main.getByRole('button', { name: 'Save and try on the last 7 days' }).click();
    await expect(main.getByText('Give the rule a name')).toBeVisible();
  });

  await test.step('A rule that never holds would have done nothing', async () => {
    await main.getByRole('textbox', { name: 'Name' }).fill(RULE);
    await main.getByRole('button', { name: 'Save and try on the last 7 days' }).click();
    await expect(tried).toContainText('It would have done nothing.');
    await expect(tried).toContainText('168');
  });

  await test.step('With a condition that holds it is seen when, on what, and by which figures', async () => {
    await main.getByRole('button', { name: 'Remove condition 2' }).click();
    await choose(page, 'Metric of condition 1', 'Impressions');
    await choose(page, 'Comparison of condition 1', 'at most');
    await main.getByRole('textbox', { name: 'Value of condition 1' }).fill('0');
    await main.getByRole('button', { name: 'Save and try on the last 7 days' }).click();
    const act = tried.getByRole('listitem').filter({ hasText: campaign });
    await expect(act).toHaveCount(1);
    await expect(act).toContainText('Pause the campaign');
    await expect(act).toContainText('Impressions 0 (last 24 hours)');
    await expect(tried).toContainText('Spent afterwards');
  });

  await test.step('Tried is not done: the campaign runs', async () => {
    const other = await page.context().newPage();
    await other.goto('/advertiser/campaigns');
    await expect(other.getByRole('row').filter({ hasText: campaign })).toContainText('Running');
    await other.close();
  });

  await test.step('Switched on, it is in the list, and acts by itself', async () => {
    await main.getByRole('button', { name: 'Switch on' }).click();
    await expect(main.getByText('On', { exact: true })).toBeVisible();
    const log = main.getByRole('region', { name: 'Log' });
    await expect(async () => {
      await page.reload();
      await expect(heading(page)).toHaveText(RULE);
      await expect(log).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: EVALUATED_WITHIN_MS, intervals: [2_000] });
    await expect(log).toContainText('1 looked at, 1 matched.');
    await expect(log).toContainText(`${campaign} Pause the campaign: done.`);
  });

  await test.step('The log leads to the campaign’s history, which names the rule', async () => {
    await main.getByRole('link', { name: `History of ${campaign}` }).click();
    await expect(heading(page)).toHaveText(campaign);
    await expect(main).toContainText(`Rule ${RULE}`);
    await expect(main).toContainText('Paused');
  });

  await test.step('The tab beside it says in a sentence why it is not shown, and leads to the rule', async () => {
    await page.getByRole('tab', { name: 'Troubleshoot' }).click();
    const cause = main.getByRole('list', { name: 'What stops it' }).getByRole('listitem');
    await expect(cause.first()).toContainText(`Not shown. The rule “${RULE}” paused it on`);
    await cause.first().getByRole('link').click();
    await expect(main.getByText(RULE).first()).toBeVisible();
  });

  await test.step('Resumed by hand it runs, and the sentence is gone', async () => {
    await page.goto('/advertiser/campaigns');
    await page.getByRole('button', { name: `Actions for ${campaign}` }).click();
    await page.getByRole('menuitem', { name: 'Resume' }).click();
    await expect(page.getByRole('row').filter({ hasText: campaign })).toContainText('Running');
    await page.getByRole('row').filter({ hasText: campaign }).getByRole('link').first().click();
    await page.getByRole('tab', { name: 'Troubleshoot' }).click();
    await expect(main.getByRole('region', { name: 'What stops it' })).toBeVisible();
    await expect(main.getByText(/The rule .* paused it/)).toHaveCount(0);
  });
  expect(trouble.lines).toEqual([]);
});
