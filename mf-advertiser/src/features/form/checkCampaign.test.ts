import { type Asset, campaignInput, type Pricing } from '@ezdash/contracts';
import { MOST } from '@ezdash/contracts/constants';
import { type CampaignDraft, EMPTY_DRAFT, toCampaignInput } from './campaignForm';
import { checkCampaign, checkDraft } from './checkCampaign';

const NOW_MS = Date.parse('2026-11-21T14:06:00Z');
const asset = {
  id: 'a_1',
  url: '/x.png',
  content_type: 'image/png',
  bytes: 9,
  width: 300,
  height: 250,
  format: 'image' as const,
  parts: null,
};
const good: CampaignDraft = {
  ...EMPTY_DRAFT,
  name: 'Winter shells',
  landing_url: 'https://halden.example/shells',
  creatives: [{ asset, name: 'Shell', alt: '' }],
  bid_micros: 3_400_000,
  daily_budget_micros: 240_000_000,
};

/** The same, paid for by the conversion. */
const cpa: Partial<CampaignDraft> = {
  pricing: 'CPA',
  goal_ids: ['g_1'],
  landing_url: 'https://halden.example/?c={click_id}',
};

test.each([
  ['CPM', good],
  ['CPA', { ...good, ...cpa }],
])('a complete %s draft passes here and by the contract', (_pricing, draft) => {
  expect(checkDraft(draft, NOW_MS)).toEqual({});
  expect(campaignInput.safeParse(toCampaignInput(draft, true)).success).toBe(true);
});

test('goals that were chosen are sent with the pricing they belong to alone', () => {
  expect(toCampaignInput({ ...good, ...cpa }, true).goal_ids).toEqual(['g_1']);
  expect(toCampaignInput({ ...good, ...cpa, pricing: 'CPC' }, true).goal_ids).toEqual([]);
});

test('an empty draft names every field that is missing', () => {
  expect(Object.keys(checkDraft(EMPTY_DRAFT, NOW_MS)).sort()).toEqual([
    'bid_micros',
    'creatives',
    'daily_budget_micros',
    'landing_url',
    'name',
  ]);
});

test.each<[string, Partial<CampaignDraft>, keyof CampaignDraft, string]>([
  ['a blank name', { name: '  ' }, 'name', 'name'],
  ['a long name', { name: 'x'.repeat(121) }, 'name', 'nameLong'],
  ['an address without protocol', { landing_url: 'halden.example' }, 'landing_url', 'landing'],
  ['a script as address', { landing_url: 'javascript:alert(1)' }, 'landing_url', 'landing'],
  ['an address with a user', { landing_url: 'https://me@halden.example' }, 'landing_url', 'landingUser'],
  [
    'an address that is no address, macro or not',
    { landing_url: 'halden.example/{nope}' },
    'landing_url',
    'landing',
  ],
  ['a CPM bid under the least', { bid_micros: 49_999 }, 'bid_micros', 'leastBid'],
  ['a CPC bid under the least', { pricing: 'CPC', bid_micros: 9_999 }, 'bid_micros', 'leastBid'],
  ['a CPA bid under the least', { ...cpa, bid_micros: 99_999 }, 'bid_micros', 'leastBid'],
  ['a CPA bid over the day', { ...cpa, bid_micros: 240_000_001 }, 'bid_micros', 'bidOverCPA'],
  ['a CPC bid over the day', { pricing: 'CPC', bid_micros: 240_000_001 }, 'bid_micros', 'bidOverCPC'],
  ['no goal', { ...cpa, goal_ids: [] }, 'goal_ids', 'goals'],
  [
    'an address without the click',
    { ...cpa, landing_url: good.landing_url },
    'landing_url',
    'landingClickId',
  ],
  ['a bid over the most', { bid_micros: MOST.bidMicros + 1 }, 'bid_micros', 'mostBid'],
  ['a small daily budget', { daily_budget_micros: 4_999_999 }, 'daily_budget_micros', 'leastDaily'],
  ['a total under one day', { total_budget_micros: 239_999_999 }, 'total_budget_micros', 'totalLess'],
  [
    'an end before the start',
    { starts_at: '2026-12-02T00:00', ends_at: '2026-12-01T00:00' },
    'ends_at',
    'endFirst',
  ],
  ['a start that is no time', { starts_at: 'tomorrow' }, 'starts_at', 'date'],
  ['an end that is no time', { ends_at: '31.11.2026' }, 'ends_at', 'date'],
  ['no times a person', { frequency_cap: { count: 0, seconds: 3_600 } }, 'frequency_cap', 'capCount'],
  ['no image', { creatives: [] }, 'creatives', 'creatives'],
  ['an image without a name', { creatives: [{ asset, name: ' ', alt: '' }] }, 'creatives', 'creativeName'],
])('%s is refused here and by the contract', (_case, change, field, code) => {
  const draft = { ...good, ...change };
  expect(checkDraft(draft, NOW_MS)).toEqual({ [field]: expect.objectContaining({ code }) });
  const paths = campaignInput.safeParse(toCampaignInput(draft, true)).error?.issues.map((i) => i.path[0]);
  expect(paths).toEqual([field]);
});

test('an end in the past is refused for a new campaign, not for one that is over', () => {
  const over = { ...good, ends_at: '2026-11-21T14:00' };
  expect(checkDraft(over, NOW_MS).ends_at).toEqual({ code: 'endPast' });
  expect(checkCampaign(over, null)).toEqual({});
});

test('hours that never come before the end are refused', () => {
  const targeting = { ...good.targeting, hours: { timezone: 'UTC', hours: [0] } };
  const draft = { ...good, targeting, ends_at: '2026-11-23T00:00' };
  expect(checkDraft(draft, NOW_MS).targeting).toEqual({ code: 'neverOpens', at: 'targeting.hours' });
  expect(checkDraft({ ...draft, ends_at: '2026-11-23T00:01' }, NOW_MS)).toEqual({});
});

test('no device at all is a mistake the contract cannot see, since it reads it as all', () => {
  expect(checkDraft({ ...good, devices: [] }, NOW_MS).devices).toEqual({ code: 'devices' });
});

test.each([
  ['https://halden.example/?c={nope}', 'landingMacro', '{nope}'],
  ['https://halden.example/?c={click_id:esc3}', 'landingFold', '{click_id:esc3}'],
  ['https://{site}/', 'landingHost', undefined],
])('the macros of %s are checked here, as the server does', (landing_url, code, macro) => {
  expect(checkDraft({ ...good, landing_url }, NOW_MS)).toEqual({ landing_url: { code, macro } });
});

test.each<[Pricing, boolean]>([
  ['CPM', true],
  ['CPC', false],
  ['CPA', false],
])('%s takes ads that lead their own clicks: %s', (pricing, isTaken) => {
  const draft = { ...good, ...cpa, pricing };
  const html5 = { ...asset, format: 'html5' as const, parts: { files: 2, click_chain: null } };
  const words = { headline: 'Shells', description: 'Dry', display_url: 'halden.example' };
  const chain = 'https://count.example/?to={click_url}';
  const text = { ...asset, format: 'text' as const, parts: { ...words, click_chain: chain } };
  const own = { ...asset, format: 'text' as const, parts: { ...words, click_chain: null } };
  const problemOf = (one: Asset) =>
    checkDraft({ ...draft, creatives: [{ asset: one, name: 'Ad', alt: '' }] }, NOW_MS).creatives;
  const expected = isTaken ? undefined : { code: 'cpmAlone' };
  expect([html5, text, own].map(problemOf)).toEqual([expected, expected, undefined]);
});
