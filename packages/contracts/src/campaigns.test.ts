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
  countries: ['DE'],
  devices: [],
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
  ['countries.0', { countries: ['XX'] }],
  ['frequency_cap.count', { frequency_cap: { count: 0, seconds: 3600 } }],
  ['creatives', { creatives: [] }],
])('%s is refused with %p', (field, change) => expect(fields({ ...good, ...change })).toContain(field));

test('a draft needs no creative yet', () =>
  expect(fields({ ...good, creatives: [], submit: false })).toEqual([]));

test('a change may name the whole new set of images, never an empty one', () => {
  expect(campaignUpdate.safeParse({ name: 'Boots' }).data).toEqual({ name: 'Boots' });
  expect(campaignUpdate.safeParse({ creatives: good.creatives }).success).toBe(true);
  const refusal = campaignUpdate.safeParse({ creatives: [] }).error?.issues[0];
  expect(refusal).toMatchObject({ path: ['creatives'], message: 'Add at least one image' });
  const many = Array.from({ length: 21 }, () => good.creatives[0]);
  expect(campaignUpdate.safeParse({ creatives: many }).success).toBe(false);
});

test('least bid per click is lower than per thousand', () =>
  expect(fields({ ...good, pricing: 'CPC', bid_micros: 10_000 })).toEqual([]));

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
