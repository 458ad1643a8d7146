import { z } from 'zod';
import { timestamp } from './common';
import { campaignInput, campaignUpdate, promoCodeInput } from './index';
import { compareInstants } from './instants';

/** Earlier, later: their texts are in the other order. */
const ORDERED = [
  ['2026-12-01T00:00:00+02:00', '2026-11-30T23:30:00Z'],
  ['2026-12-01T01:00:00+02:00', '2026-12-01T00:30:00Z'],
  ['2026-12-01T10:00:00+05:30', '2026-12-01T05:00:00Z'],
  ['2026-12-01T00:00:00Z', '2026-11-30T23:59:59-08:00'],
  ['2026-12-01T00:00:00.500Z', '2026-12-01T00:00:00.6Z'],
  ['2026-12-01T00:00:00Z', '2026-12-01T00:00:00.5Z'],
] as const;
const EQUAL = [
  ['2026-12-01T01:00:00+01:00', '2026-12-01T00:00:00Z'],
  ['2026-12-01T00:00:00Z', '2026-12-01T00:00:00.000Z'],
  ['2026-11-30T19:00:00-05:00', '2026-12-01T00:00:00.0Z'],
] as const;

test.each(ORDERED)('%s is before %s, whatever their offsets', (earlier, later) => {
  expect(Math.sign(compareInstants(earlier, later))).toBe(-1);
  expect(Math.sign(compareInstants(later, earlier))).toBe(1);
  expect(timestamp.parse(earlier) < timestamp.parse(later)).toBe(true);
});

test.each(EQUAL)('%s is %s', (one, other) => {
  expect(compareInstants(one, other)).toBe(0);
  expect(timestamp.parse(one)).toBe(timestamp.parse(other));
});

test('an instant is read in UTC, and what is none is refused', () => {
  expect(timestamp.parse('2026-12-01T00:00:00+02:00')).toBe('2026-11-30T22:00:00.000Z');
  for (const text of [
    '',
    'now',
    '2026-12-01',
    '2026-12-01T00:00:00',
    '2026-13-01T00:00:00Z',
    '1999-01-01T00:00:00Z',
  ])
    expect(timestamp.safeParse(text).success).toBe(false);
  expect(z.toJSONSchema(timestamp)).toMatchObject({ type: 'string', format: 'date-time' });
});

const CAMPAIGN = {
  name: 'Winter shells',
  pricing: 'CPM',
  bid_micros: 3_400_000,
  daily_budget_micros: 240_000_000,
  total_budget_micros: null,
  pacing: 'even',
  landing_url: 'https://halden.example/shells',
  targeting: {},
  frequency_cap: null,
  creatives: [],
  submit: false,
};
const PROMO = {
  code: 'SPRING50',
  name: 'Spring',
  discount_type: 'percentage',
  discount_value: 10,
  is_active: true,
  is_public: true,
  usage_limit: null,
  minimum_amount: null,
};
/** Contracts with a start and an end. */
const SPANS: readonly [string, (from: string, to: string) => boolean][] = [
  [
    'a campaign',
    (from, to) => campaignInput.safeParse({ ...CAMPAIGN, starts_at: from, ends_at: to }).success,
  ],
  [
    'a promo code',
    (from, to) => promoCodeInput.safeParse({ ...PROMO, valid_from: from, valid_until: to }).success,
  ],
];

test.each(SPANS)('%s that ends after it starts is taken, and no other', (_what, takes) => {
  expect(ORDERED.map(([earlier, later]) => [takes(earlier, later), takes(later, earlier)])).toEqual(
    ORDERED.map(() => [true, false]),
  );
  expect(EQUAL.map(([one, other]) => takes(one, other))).toEqual(EQUAL.map(() => false));
});

test('a change of a campaign reads its times in UTC', () => {
  expect(campaignUpdate.parse({ ends_at: '2026-12-01T01:00:00+02:00' })).toMatchObject({
    ends_at: '2026-11-30T23:00:00.000Z',
  });
});
