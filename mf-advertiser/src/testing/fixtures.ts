import type { AdvertiserDashboard, Campaign, CampaignPage, DeliveryFigures } from '@ezdash/contracts';
import { CAMPAIGN_GROUP_STATES, CAMPAIGN_GROUPS, NO_TARGETING } from '@ezdash/contracts/constants';

/** Contract-shaped answers for the tests of the pages. */
export function testFigures(change: Partial<DeliveryFigures> = {}): DeliveryFigures {
  return { impressions: 0, viewables: 0, clicks: 0, conversions: 0, spend_micros: 0, ...change };
}

export function testCampaign(change: Partial<Campaign> = {}): Campaign {
  return {
    id: 'c_7k2',
    name: 'Winter shells, US and CA desktop',
    pricing: 'CPM',
    bid_micros: 3_400_000,
    daily_budget_micros: 240_000_000,
    total_budget_micros: null,
    pacing: 'even',
    landing_url: 'https://halden.example/shells',
    starts_at: null,
    ends_at: null,
    targeting: {
      ...NO_TARGETING,
      countries: { include: ['CA', 'US'], exclude: [] },
      devices: { include: ['desktop'], exclude: [] },
    },
    frequency_cap: null,
    bidding: 'max',
    impression_limit: null,
    category: null,
    goal_ids: [],
    priority: 'auction',
    state: 'running',
    state_reason: null,
    created_at: '2026-10-01T08:00:00Z',
    updated_at: '2026-11-01T08:00:00Z',
    creatives: [
      {
        id: 'cr_1',
        name: 'Shell jacket',
        alt: 'A blue shell jacket',
        state: 'approved',
        state_reason: null,
        image: {
          id: 'a_1',
          url: '/creatives/1.png',
          content_type: 'image/png',
          bytes: 34_000,
          width: 300,
          height: 250,
          format: 'image',
          parts: null,
        },
      },
    ],
    figures: testFigures({ impressions: 1_184_220, clicks: 5_921, spend_micros: 3_864_120_000 }),
    today: { spend_micros: 146_400_000, budget_micros: 240_000_000, due: 0.58 },
    ...change,
  };
}

export const RUNNING = testCampaign();
export const PAUSED = testCampaign({
  id: 'c_6z4',
  name: 'Boots clearance',
  pricing: 'CPC',
  bid_micros: 280_000,
  daily_budget_micros: 40_000_000,
  state: 'pausedByUser',
  figures: testFigures({ impressions: 141_870, clicks: 695, spend_micros: 194_040_000 }),
  today: { spend_micros: 0, budget_micros: 40_000_000, due: 0 },
});
export const REJECTED = testCampaign({
  id: 'c_7k5',
  name: 'Winter shells, retargeting',
  state: 'rejected',
  state_reason: 'landing-page',
  figures: testFigures(),
  today: { spend_micros: 0, budget_micros: 90_000_000, due: 0 },
});
export const ARCHIVED = testCampaign({
  id: 'c_6a0',
  name: 'Old teaser',
  state: 'archived',
  figures: testFigures(),
});

const ALL = [RUNNING, PAUSED, REJECTED, ARCHIVED];
const MEMBERS: Readonly<Record<string, readonly string[]>> = CAMPAIGN_GROUP_STATES;

/** What the server answers for a window of these campaigns: filtered by segment and text, in the order of the list. */
export function testPage(campaigns: Campaign[] = ALL, query: Record<string, unknown> = {}): CampaignPage {
  const isIn = (group: string) => (campaign: Campaign) =>
    group === 'all' ? campaign.state !== 'archived' : Boolean(MEMBERS[group]?.includes(campaign.state));
  const text = String(query.q ?? '').toLowerCase();
  const matching = campaigns
    .filter(isIn(String(query.group ?? 'all')))
    .filter(
      ({ name, pricing, state }) =>
        name.toLowerCase().includes(text) &&
        (query.pricing ?? pricing) === pricing &&
        (query.state ?? state) === state,
    );
  const sumOf = (some: Campaign[], key: keyof DeliveryFigures) =>
    some.reduce((sum, { figures }) => sum + figures[key], 0);
  const converting = matching.filter(({ pricing, figures }) => pricing === 'CPA' || figures.conversions > 0);
  const [only = null, ...others] = new Set(matching.map(({ pricing }) => pricing));
  const offset = Number(query.offset ?? 0);
  return {
    campaigns: matching.slice(offset, offset + Number(query.limit ?? matching.length)),
    offset,
    total: matching.length,
    counts: Object.fromEntries(
      CAMPAIGN_GROUPS.map((group) => [group, campaigns.filter(isIn(group)).length]),
    ) as CampaignPage['counts'],
    totals: {
      impressions: sumOf(matching, 'impressions'),
      viewables: sumOf(matching, 'viewables'),
      clicks: sumOf(matching, 'clicks'),
      conversions: sumOf(matching, 'conversions'),
      spend_micros: sumOf(matching, 'spend_micros'),
      converting: {
        spend_micros: sumOf(converting, 'spend_micros'),
        conversions: sumOf(converting, 'conversions'),
      },
      pricing: others.length === 0 ? only : null,
      has_cpa: matching.some(({ pricing }) => pricing === 'CPA'),
    },
    from: '2026-10-25',
    to: '2026-11-21',
  };
}

const days = (spend: number) =>
  ['2026-11-19', '2026-11-20', '2026-11-21'].map((day, index) => ({
    day,
    ...testFigures({
      impressions: 1_000 * (index + 1),
      clicks: index + 1,
      spend_micros: spend * (index + 1),
    }),
  }));

export function testDashboard(change: Partial<AdvertiserDashboard> = {}): AdvertiserDashboard {
  return {
    from: '2026-11-19',
    to: '2026-11-21',
    now: '2026-11-21T14:06:00Z',
    final_until: '2026-11-21T14:00:00Z',
    balance_micros: 4_218_400_000,
    bonus_micros: 416_220_000,
    days_left: 6.2,
    totals: testFigures({ impressions: 6_000, clicks: 21, spend_micros: 60_000_000 }),
    previous: testFigures({ impressions: 5_000, clicks: 20, spend_micros: 50_000_000 }),
    comparable: true,
    days: days(10_000_000),
    previous_days: days(8_000_000).map((one, index) => ({ ...one, day: `2026-11-${16 + index}` })),
    today: testFigures({ impressions: 3_000, clicks: 3, spend_micros: 30_000_000 }),
    pacing: [
      {
        id: 'c_7k2',
        name: 'Winter shells, US and CA desktop',
        state: 'running',
        state_reason: null,
        pricing: 'CPM',
        image: '/creatives/1.png',
        width: 300,
        height: 250,
        spend_micros: 146_400_000,
        budget_micros: 240_000_000,
        due: 0.58,
      },
    ],
    countries: [
      { country: 'US', spend_micros: 40_000_000, impressions: 4_000 },
      { country: 'DE', spend_micros: 20_000_000, impressions: 2_000 },
    ],
    call_outs: [
      {
        code: 'campaign-rejected',
        tone: 'bad',
        subject: 'Winter shells, retargeting',
        params: { reason: 'landing-page' },
        href: '/advertiser/campaigns/c_7k5',
      },
      {
        code: 'budget-reached',
        tone: 'warn',
        subject: 'Trail season',
        params: {
          which: 'daily',
          budget_micros: 120_000_000,
          spend_micros: 119_930_000,
          lowest_micros: 100_000,
        },
        href: '/advertiser/campaigns/c_7h9',
      },
      {
        code: 'low-balance',
        tone: 'warn',
        subject: '',
        params: { days: 6.2 },
        href: '/advertiser/campaigns',
      },
    ],
    ...change,
  };
}
