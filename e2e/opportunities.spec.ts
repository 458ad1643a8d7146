import type { APIRequestContext, Locator, Page } from '@playwright/test';
import type { Opportunity, OpportunityList } from '../packages/contracts/src/opportunities';
import { type Account, DEMO, send } from './support/account';
import { DEMO_PASSWORD, startApp } from './support/app';
import { expectVisibleFocus, tabTo } from './support/keyboard';
import { settled } from './support/settled';
import { expectSound } from './support/sound';
import { expect, test } from './support/test';

/** A network of its own, with more than the three whole days without which nothing is said; budgets of its demo are changed. */
const DEMO_DAYS = '5';
const testProposals = test.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  network: async ({}, use) => {
    const { url, demoUrl, dataDir, stop } = await startApp({ DEMO_DAYS });
    await use({ url, demoUrl, dataDir });
    await stop();
  },
});
test.setTimeout(300_000);

/** VIP2; its campaigns spend their daily budgets before the day is over. */
const VIP: Account = { email: 'media@tideline.test', password: DEMO_PASSWORD };
const CAMPAIGN = 'Cover that moves';
const MOST_STOPS = 80;
const HOME = '/advertiser/dashboard';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const panelOf = (page: Page) => page.getByRole('main').getByRole('region', { name: 'Opportunities' });
const money = (micros: number, digits = 2) =>
  (micros / 1_000_000).toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: digits,
    maximumFractionDigits: 2,
  });
/** Without the signs that keep a name of another script apart. */
const wordsOf = async (item: Locator) => ((await item.textContent()) ?? '').replace(/[\u2068\u2069]/g, '');

async function readList(request: APIRequestContext): Promise<OpportunityList> {
  const answer = await request.get('/api/opportunities');
  expect(answer.status()).toBe(200);
  return (await answer.json()) as OpportunityList;
}

/** What a program of theirs is answered: no cookie, a token alone. */
async function askAsProgram(owner: APIRequestContext, program: APIRequestContext) {
  const wish = { name: 'Opportunities', scopes: ['read'], addresses: [], expires_in_days: 1 };
  const made = await send(owner, 'POST', '/api/settings/api-tokens', wish);
  expect([made.status(), await made.text()]).toEqual([201, expect.any(String)]);
  const { token, secret } = (await made.json()) as { token: { id: string }; secret: string };
  const answer = await program.get('/api/v1/opportunities', {
    headers: { Authorization: `Bearer ${secret}` },
  });
  expect((await send(owner, 'DELETE', `/api/settings/api-tokens/${token.id}`)).ok()).toBe(true);
  return answer;
}

/** Tab until it is there, and it can be seen that it is. */
async function reach(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target, MOST_STOPS);
  await expectVisibleFocus(page);
}

const budgetOf = ({ facts }: Opportunity, name: 'budget_micros' | 'new_budget_micros') => Number(facts[name]);

testProposals(
  'what would do a campaign good is proposed with its interval, leads to its field, and is gone once it is taken',
  async ({ open, trouble }) => {
    const page = await open(VIP);
    const program = (await open()).request;
    const panel = panelOf(page);
    const list = await readList(page.request);
    const found = list.opportunities.find(
      ({ kind, campaign }) => kind === 'raise_budget' && campaign.name === CAMPAIGN,
    );
    if (!found?.gains || !found.costs_micros)
      throw new Error(`No budget is proposed: ${JSON.stringify(list)}`);
    const { gains, costs_micros: costs, cases } = found;
    const item = panel
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: CAMPAIGN, exact: true }) });

    await test.step('The dashboard says what to do, why, what it brings and how sure that is', async () => {
      await page.goto(HOME);
      await settled(page);
      await expect(panel.getByRole('listitem')).toHaveCount(list.opportunities.length);
      const said = await wordsOf(item);
      expect(said).toContain(`Raise the daily budget to ${money(budgetOf(found, 'new_budget_micros'), 0)}`);
      expect(said).toContain(`Its daily budget of ${money(budgetOf(found, 'budget_micros'), 0)} was used up`);
      expect(said).toMatch(/more impressions on an average day \([\d.]+K? to [\d.]+K?\)/);
      expect(said).toContain(`for about ${money(costs.per_day)} more a day`);
      if (costs.low < costs.high) expect(said).toContain(`(${money(costs.low)} to ${money(costs.high)})`);
      expect(said).toContain(`From ${cases.count.toLocaleString('en-US')} sampled decisions of`);
      expect(gains.low).toBeGreaterThan(0);
      expect(gains.low).toBeLessThanOrEqual(gains.per_day);
      expect(gains.per_day).toBeLessThanOrEqual(gains.high);
      await expect(panel).toContainText('Figures are estimates of an average day, not promises');
      await expectSound(page, 'opportunities');
    });

    await test.step('A program is told the same', async () => {
      const answer = await askAsProgram(page.request, program);
      expect(answer.status()).toBe(200);
      expect(await answer.json()).toEqual(list);
    });

    const field = page.getByRole('textbox', { name: 'Daily budget' });
    const before = await test.step('By the keyboard I follow it, and its field has the focus', async () => {
      await reach(page, item.getByRole('link', { name: 'Change the daily budget' }));
      await page.keyboard.press('Enter');
      await expect(heading(page)).toHaveText(CAMPAIGN);
      await expect(page.getByRole('tab', { name: 'Pricing and limits' })).toHaveAttribute(
        'aria-selected',
        'true',
      );
      await expect(field).toBeFocused();
      await expectVisibleFocus(page);
      await expectSound(page, 'opportunity followed');
      return field.inputValue();
    });

    await test.step('I raise it as proposed; nothing of this campaign is proposed any more', async () => {
      await field.focus();
      await page.keyboard.press('Control+A');
      await page.keyboard.type(String(budgetOf(found, 'new_budget_micros') / 1_000_000));
      await reach(page, page.getByRole('button', { name: 'Save changes' }));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
      const { opportunities, too_few } = await readList(page.request);
      expect(opportunities.map(({ campaign }) => campaign.name)).not.toContain(CAMPAIGN);
      expect(too_few).toBe(list.too_few + 1);
    });

    await test.step('Undo takes it back', async () => {
      await reach(page, page.getByRole('button', { name: 'Undo', exact: true }));
      await page.keyboard.press('Enter');
      await expect(field).toHaveValue(before);
      const { id } = found.campaign;
      const campaign = await (await page.request.get(`/api/campaigns/${id}`)).json();
      expect(campaign).toMatchObject({ daily_budget_micros: budgetOf(found, 'budget_micros') });
    });

    await test.step('On the dashboard the others are left, and of this one the days are too few', async () => {
      await page.goto(HOME);
      await settled(page);
      const left = await readList(page.request);
      await expect(item).toHaveCount(0);
      await expect(panel.getByRole('listitem')).toHaveCount(left.opportunities.length);
      await expect(panel).toContainText(`The last days say too little of ${left.too_few} of them.`);
      await expectSound(page, 'opportunity taken');
    });
    expect(trouble.lines).toEqual([]);
  },
);

test('the address of a zone that is to be left out offers that zone, and takes one press', async ({
  open,
  trouble,
}) => {
  const page = await open(VIP);
  const { campaigns } = (await (await page.request.get('/api/campaigns/page')).json()) as {
    campaigns: { id: string; name: string }[];
  };
  const campaign = campaigns.find(({ name }) => name === CAMPAIGN);
  const { places } = (await (await page.request.get('/api/campaign-places?kind=zones')).json()) as {
    places: { id: string; name: string }[];
  };
  // Those with the most traffic come first.
  const [zone] = places;
  if (!campaign || !zone) throw new Error('There is no such campaign, or no zone');
  const address = (id: string) =>
    `/advertiser/campaigns/${campaign.id}?tab=zones&field=targeting.zones&zone=${id}`;
  const offered = page.getByRole('list', { name: 'The link you followed is about this zone:' });
  const leave = offered.getByRole('button', { name: `Exclude: ${zone.name}` });

  await test.step('It is there with its traffic, and leaving it out has the focus', async () => {
    await page.goto(address(zone.id));
    await expect(heading(page)).toHaveText(CAMPAIGN);
    await expect(leave).toBeFocused();
    await expectVisibleFocus(page);
    await expect(offered).toContainText(/\d requests? · \d+% filled/);
    await expectSound(page, 'zone offered');
  });

  await test.step('One press leaves it out, and undoing the changes takes it back', async () => {
    await leave.press('Enter');
    await expect(leave).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByText('Not saved yet')).toBeVisible();
    // The estimate of before is dimmed until that of now comes.
    await settled(page);
    // Where the page is scrolled to, something lies half under what sticks to its ends.
    await page.evaluate(() => scrollTo(0, 0));
    await expectSound(page, 'zone left out');
    await page.getByRole('button', { name: 'Undo changes' }).click();
    await expect(leave).toHaveAttribute('aria-pressed', 'false');
  });

  await test.step('An address of no zone says so, and the search is there', async () => {
    await page.goto(address('z_zzzzzz'));
    await expect(page.getByText(/The link you followed names z_zzzzzz/)).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Search Zones by name or domain' })).toBeFocused();
    await expectSound(page, 'zone of nothing');
  });
  expect(trouble.lines).toEqual([]);
});

test('an account type below VIP1 sees no opportunities, in the app or by a program', async ({
  open,
  trouble,
}) => {
  const page = await open(DEMO.advertiser);
  const program = (await open()).request;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(HOME);
  await settled(page);
  await expect(page.getByRole('main').getByText('Pacing today')).toBeVisible();
  await expect(panelOf(page)).toHaveCount(0);
  expect(asked).toContain('/api/advertiser/dashboard');
  expect(asked).not.toContain('/api/opportunities');
  const inTheApp = await page.request.get('/api/opportunities');
  const byProgram = await askAsProgram(page.request, program);
  for (const answer of [inTheApp, byProgram]) {
    expect(answer.status()).toBe(403);
    expect(await answer.json()).toMatchObject({ code: 'NOT_IN_ACCOUNT_TYPE' });
  }
  expect(trouble.lines).toEqual([]);
});
