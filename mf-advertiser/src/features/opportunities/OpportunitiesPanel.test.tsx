import type { Opportunity, OpportunityList } from '@ezdash/contracts';
import { reply, testUser } from '@ezdash/remote-kit/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { testDashboard, testPage } from '../../testing/fixtures';
import { renderAdvertiser } from '../../testing/renderAdvertiser';

const ROUTE = 'GET /api/opportunities';
const VIP1 = testUser({ account_type: { id: 3, name: 'VIP1' }, features: { ai_recommendations: true } });

const show = (answer: unknown, user = VIP1) =>
  renderAdvertiser(
    '/advertiser/dashboard',
    {
      'GET /api/advertiser/dashboard': testDashboard(),
      'GET /api/campaigns/page': testPage(),
      [ROUTE]: answer,
    },
    user,
  );
const panel = async () => within(await screen.findByRole('region', { name: 'Opportunities' }));

const one = (change: Partial<Opportunity> & Pick<Opportunity, 'kind' | 'facts'>): Opportunity => ({
  key: `${change.kind}:c_7k2`,
  campaign: { id: 'c_7k2', name: 'Winter shells' },
  gains: { per_day: 1_440, low: 1_180, high: 1_720 },
  costs_micros: { per_day: 2_200_000, low: 1_700_000, high: 2_900_000 },
  saves_micros: null,
  cases: { count: 756, of: 'decisions' },
  days: 7,
  left_out: [],
  cure: { kind: 'edit', href: '/advertiser/campaigns/c_7k2?tab=limits&field=bid_micros' },
  ...change,
});
const RAISE = one({
  kind: 'raise_bid',
  facts: {
    share_ppm: 150_000,
    low_ppm: 140_000,
    high_ppm: 161_000,
    percent: 10,
    bid_micros: 2_000_000,
    new_bid_micros: 2_200_000,
  },
});
const list = (change: Partial<OpportunityList> = {}): OpportunityList => ({
  running: 3,
  looked_at: 3,
  too_few: 0,
  days: 7,
  opportunities: [RAISE],
  ...change,
});

test('what to do, why, what it brings, how sure, and the way there', async () => {
  show(list());
  const [item] = await (await panel()).findAllByRole('listitem');
  const said = item?.textContent ?? '';
  expect(said).toContain('Raise the bid to $2.20');
  expect(said).toContain(
    'In 15.0% (14.0% to 16.1%) of the decisions whose place and visitor suited it, its $2.00 was the next best behind another advertiser’s bid.',
  );
  expect(said).toContain('With the higher bid it would have won at least half of these.');
  expect(said).toContain('About 1.44K more impressions on an average day (1.18K to 1.72K)');
  expect(said).toContain('for about $2.20 more a day ($1.70 to $2.90)');
  expect(said).toContain('From 756 sampled decisions of 7 days.');
  expect((await panel()).getByRole('link', { name: 'Winter shells' }).getAttribute('href')).toBe(
    '/advertiser/campaigns/c_7k2',
  );
  expect((await panel()).getByRole('link', { name: 'Change the bid' }).getAttribute('href')).toBe(
    RAISE.cure.href,
  );
  (await panel()).getByText(
    /^3 running campaigns were looked at.*estimates of an average day.*from all recorded auctions/,
  );
  expect((await panel()).queryByText(/95 of 100/)).toBeNull();
});

const ZONE = {
  zone: 'z_1',
  zone_name: 'Footer',
  domain: 'forum.example',
  spend_micros: 33_600_000,
  days: 14,
};
const SAVES = {
  gains: null,
  costs_micros: null,
  saves_micros: { per_day: 4_800_000, low: 4_300_000, high: 4_900_000 },
  days: 14,
};

test.each<[Opportunity, (string | RegExp)[]]>([
  [
    one({
      kind: 'raise_budget',
      facts: {
        share_ppm: 500_000,
        low_ppm: 480_000,
        high_ppm: 520_000,
        days: 4,
        of_days: 6,
        budget_micros: 10_000_000,
        new_budget_micros: 20_000_000,
      },
      costs_micros: { per_day: 10_000_000, low: 10_000_000, high: 10_000_000 },
    }),
    [
      'Raise the daily budget to $20',
      'Its daily budget of $10 was used up on 4 of 6 days. Of the decisions whose place and visitor suited it, 50.0% (',
      'for about $10.00 more a day, all that budgets and balance leave',
    ],
  ],
  [
    one({ kind: 'add_size', facts: { size: '728×90' }, left_out: ['frequency_cap'] }),
    [/Add a creative of .728×90/, 'The frequency cap is left out of account: it may be less.'],
  ],
  [one({ kind: 'widen_countries', facts: { country: 'AT' } }), ['Show it in Austria too']],
  [one({ kind: 'widen_devices', facts: { device: 'phone' } }), ['Show it on phones too']],
  [
    one({
      kind: 'exclude_zone',
      facts: { ...ZONE, measure: 'clicks', rate_ppm: 0, others_ppm: 10_000 },
      cases: { count: 16_800, of: 'impressions' },
      ...SAVES,
    }),
    [
      /Leave out the zone .Footer/,
      /On .forum.example. 0.00% of the impressions were clicked, elsewhere 1.00%. The zone took \$33.60 in 14 days/,
      'About $4.80 on an average day ($4.30 to $4.90) brought less there than elsewhere',
      'From 16,800 impressions there of 14 days.',
    ],
  ],
  [
    one({
      kind: 'exclude_zone',
      facts: { ...ZONE, measure: 'conversions', rate_ppm: 100, others_ppm: 2_000 },
      cases: { count: 50_000, of: 'impressions' },
      ...SAVES,
    }),
    [/0.0100% of the impressions led to a conversion, elsewhere 0.20%/],
  ],
  [
    one({
      kind: 'exclude_zone',
      facts: { ...ZONE, measure: 'conversions', rate_ppm: 10_000, others_ppm: 200_000 },
      cases: { count: 2_000, of: 'clicks' },
      ...SAVES,
    }),
    [/1.00% of the clicks led to a conversion, elsewhere 20.00%/, 'From 2,000 clicks there of 14 days.'],
  ],
])('each kind in its own words (%#)', async (found, texts) => {
  show(list({ opportunities: [found] }));
  const [item] = await (await panel()).findAllByRole('listitem');
  for (const text of texts)
    expect(item?.textContent).toEqual(
      typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text),
    );
  expect(item?.textContent).not.toMatch(/opportunities\.|\{\{/);
});

test.each([
  [list({ opportunities: [] }), 'Nothing to improve right now.', /^3 running campaigns were looked at/],
  [
    list({ opportunities: [], running: 40, looked_at: 20, too_few: 2 }),
    'Nothing to improve right now.',
    /^Of 40 running campaigns the 20 that spent most were looked at.* The last days say too little of 2 of them.$/,
  ],
  [
    list({ opportunities: [], running: 1, looked_at: 1, too_few: 1 }),
    'Nothing can be said yet.',
    /^1 running campaign was looked at.* The last days say too little of 1 of them/,
  ],
  [
    list({ opportunities: [], running: 0, looked_at: 0 }),
    'No campaign runs, so there is nothing to improve.',
    /^No campaign runs/,
  ],
])('without one it says so, and what was looked at (%#)', async (answer, text, note) => {
  show(answer);
  expect(await (await panel()).findByText(text)).toBeTruthy();
  (await panel()).getByText(note);
  expect((await panel()).queryByRole('listitem')).toBeNull();
});

test('what cannot be loaded keeps the page, and trying again brings it', async () => {
  const { answer } = show(reply(503, { message: 'Too busy', code: 'X', requestId: 'req_9' }));
  const failed = await (await panel()).findByRole('alert');
  expect(failed.textContent).toContain('The opportunities could not be loaded');
  expect(failed.textContent).toContain('Too busy');
  expect(screen.getByText('Pacing today')).toBeTruthy();
  answer({ [ROUTE]: list() });
  await userEvent.click(within(failed).getByRole('button', { name: 'Try again' }));
  expect(await (await panel()).findByText('Raise the bid to $2.20')).toBeTruthy();
});

test('account types that do not open it see none, and nothing is asked', async () => {
  const { calls } = show(list(), testUser());
  expect(await screen.findByText('Pacing today')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Opportunities' })).toBeNull();
  expect(calls.some(({ path }) => path === '/api/opportunities')).toBe(false);
});
