import { profileUpdate } from './accounts';
import { day, plainText, timestamp } from './common';
import { campaignInput, campaignUpdate, reviewDecision, webUrl } from './index';
import { propertyInput } from './publishing';

const good = {
  name: 'Winter shells',
  pricing: 'CPM',
  bid_micros: 3_400_000,
  daily_budget_micros: 240_000_000,
  total_budget_micros: null,
  pacing: 'even',
  landing_url: 'https://halden.example/shells',
  starts_at: null,
  ends_at: null,
  targeting: { countries: { include: ['DE'] } },
  frequency_cap: null,
  creatives: [{ asset_id: 'a_1000', name: 'Shells', alt: '' }],
  submit: true,
};
const fields = (input: unknown) =>
  campaignInput.safeParse(input).error?.issues.map((issue) => issue.path.join('.')) ?? [];

test('a whole campaign passes', () => expect(fields(good)).toEqual([]));

test.each([
  ['name', { name: ' ' }],
  ['bid_micros', { bid_micros: 49_999 }],
  ['bid_micros', { bid_micros: 1.5 }],
  ['daily_budget_micros', { daily_budget_micros: 4_999_999 }],
  ['total_budget_micros', { total_budget_micros: 239_999_999 }],
  ['landing_url', { landing_url: 'javascript:alert(1)' }],
  ['landing_url', { landing_url: 'https://user@halden.example' }],
  ['ends_at', { starts_at: '2026-11-22T00:00:00Z', ends_at: '2026-11-22T00:00:00Z' }],
  ['targeting.countries.include.0', { targeting: { countries: { include: ['XX'] } } }],
  ['targeting', { targeting: undefined }],
  ['impression_limit', { impression_limit: 0 }],
  ['category', { category: 'weapons' }],
  ['bidding', { bidding: 'second' }],
  ['frequency_cap.count', { frequency_cap: { count: 0, seconds: 3600 } }],
  ['creatives', { creatives: [] }],
])('%s is refused with %p', (field, change) => expect(fields({ ...good, ...change })).toContain(field));

test('what is not sent stays out of the way, and a change sets nothing that was not sent', () => {
  expect(campaignInput.parse(good)).toMatchObject({ bidding: 'max', impression_limit: null, category: null });
  expect(campaignUpdate.parse({})).toEqual({});
});

test('a draft needs no creative yet', () =>
  expect(fields({ ...good, creatives: [], submit: false })).toEqual([]));

test('a change may name the whole new set of images, never an empty one', () => {
  expect(campaignUpdate.safeParse({ name: 'Boots' }).data).toEqual({ name: 'Boots' });
  expect(campaignUpdate.safeParse({ creatives: good.creatives }).success).toBe(true);
  const refusal = campaignUpdate.safeParse({ creatives: [] }).error?.issues[0];
  expect(refusal).toMatchObject({ path: ['creatives'], message: 'Add at least one creative' });
  const many = Array.from({ length: 21 }, () => good.creatives[0]);
  expect(campaignUpdate.safeParse({ creatives: many }).success).toBe(false);
});

test('least bid per click is lower than per thousand', () =>
  expect(fields({ ...good, pricing: 'CPC', bid_micros: 10_000 })).toEqual([]));

describe('a campaign that pays for conversions', () => {
  const cpa = {
    ...good,
    pricing: 'CPA',
    bid_micros: 5_000_000,
    goal_ids: ['g_1abc'],
    landing_url: 'https://halden.example/shells?ez={click_id}',
  };
  const draft = { submit: false, creatives: [] };

  test.each<[object, string[]]>([
    [{}, []],
    [{ bid_micros: 100_000 }, []],
    [{ bid_micros: 99_999 }, ['bid_micros']],
    [{ bid_micros: 240_000_000 }, []],
    [{ bid_micros: 240_000_001 }, ['bid_micros']],
    [{ goal_ids: [] }, ['goal_ids']],
    [{ goal_ids: undefined }, ['goal_ids']],
    [{ goal_ids: Array.from({ length: 21 }, () => 'g_1') }, ['goal_ids']],
    [{ landing_url: 'https://halden.example/?c={campaign}' }, ['landing_url']],
    [{ landing_url: 'https://halden.example/?c={click_id:esc2}' }, []],
    // Unfinished: what is missing is asked for when it is submitted.
    [{ ...draft, goal_ids: [], landing_url: good.landing_url }, []],
    [{ ...draft, bid_micros: 240_000_001 }, ['bid_micros']],
  ])('%j: %j', (change, expected) => expect(fields({ ...cpa, ...change })).toEqual(expected));

  test('what the others need not say', () => expect(campaignInput.parse(good).goal_ids).toEqual([]));
});

test.each([
  ['https://Example.com/path?q=1', 'example.com'],
  ['  EXAMPLE.com ', 'example.com'],
  ['localhost:8081', 'localhost:8081'],
])('the domain of %p is %p', (typed, domain) => {
  const input = { name: 'x', domain: typed, category: 'news', language: 'en' };
  expect(propertyInput.parse(input).domain).toBe(domain);
});

test.each(['', 'nodot', '-a.com', 'a..com', 'exa mple.com', `${'x'.repeat(64)}.com`])(
  '%p is no domain',
  (typed) => {
    const input = { name: 'x', domain: typed, category: 'news', language: 'en' };
    expect(propertyInput.safeParse(input).success).toBe(false);
  },
);

test('a rejection says why', () => {
  expect(reviewDecision.safeParse({ decision: 'reject', reasons: [], message: 'no' }).success).toBe(false);
  expect(reviewDecision.safeParse({ decision: 'approve', reasons: [], message: '' }).success).toBe(true);
});

test.each(['a\u0000b', '\ud83d', '\ude00\ud83d', 'x\udfff'])('%j is no text that can be kept', (text) => {
  expect(plainText.safeParse(text).success).toBe(false);
  expect(fields({ ...good, name: text })).toEqual(['name']);
  expect(profileUpdate.safeParse({ first_name: text }).success).toBe(false);
  expect(reviewDecision.safeParse({ decision: 'approve', reasons: [], message: text }).success).toBe(false);
});

test.each(['', 'Grüße', '日本', '😀', 'a\tb'])('%j is', (text) => expect(plainText.parse(text)).toBe(text));

test.each([
  ['2000-01-01T00:00:00Z', true],
  ['9999-12-31T23:59:59.999Z', true],
  ['1999-12-31T23:59:59Z', false],
  ['0000-01-01T00:00:00Z', false],
  ['2000-01-01T00:00:00+01:00', false],
  ['9999-12-31T23:59:59-01:00', false],
  ['yesterday', false],
])('the time %s is taken: %s', (text, isTaken) => {
  expect(timestamp.safeParse(text).success).toBe(isTaken);
  expect(timestamp.safeParse(text).error?.issues ?? []).toHaveLength(isTaken ? 0 : 1);
});

test('days are of the same years', () => {
  expect(['1999-12-31', '0000-01-01', '2000-01-01'].map((text) => day.safeParse(text).success)).toEqual([
    false,
    false,
    true,
  ]);
});

test('only web addresses lead out', () => {
  for (const text of ['ftp://a.b', 'data:text/html,x', '//a.b', 'a.b'])
    expect(webUrl.safeParse(text).success).toBe(false);
});
