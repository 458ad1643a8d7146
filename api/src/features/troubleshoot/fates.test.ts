import { FATES, type Fate, opensAt, RIVAL_FATES } from '@ezdash/contracts';
import { auctionsOf, bidOfImpression, type FateCount } from './fates';

/** Behind others' bids lost to as many as it takes to tell anything of it, unless it says otherwise. */
const count = (fate: Fate, decisions: number, gap = 0, rivals = 0b111): FateCount => ({
  fate: FATES[fate],
  gap,
  decisions,
  rivals: RIVAL_FATES.includes(fate) ? rivals : 0,
});
const DELIVERED = { impressions: 100, spendMicros: 200_000 };

test('causes by what they took away, with what each costs', () => {
  const { decisions, won, causes } = auctionsOf(
    'c_1',
    [
      count('won', 100),
      count('outbid', 60, 2),
      count('outbid', 40, 7),
      count('budget', 300),
      count('next', 50),
      count('paced-out', 10),
    ],
    560,
    DELIVERED,
  );
  expect([decisions, won]).toEqual([560, 100]);
  // It won 100 of the 250 auctions that it entered, at 2,000 micros an impression.
  expect(causes).toMatchObject([
    { code: 'budget', decisions: 300, would_win: 120, would_cost_micros: 240_000 },
    {
      code: 'outbid',
      decisions: 100,
      would_win: 60,
      would_cost_micros: 132_000,
      facts: { missing_ecpm_micros: null, raise_percent: 10 },
      cure: { href: '/advertiser/campaigns/c_1?tab=limits&field=bid_micros' },
    },
    { code: 'paced-out', would_win: null, would_cost_micros: null },
  ]);
  expect(causes.reduce((sum, { share_ppm }) => sum + share_ppm, 0)).toBeCloseTo(1_000_000, -1);
  for (const { share_ppm, low_ppm, high_ppm } of causes) {
    expect(low_ppm).toBeLessThan(share_ppm);
    expect(high_ppm).toBeGreaterThan(share_ppm);
  }
});

test.each([
  // Between 5 % and 10 % were missing: the first bid so much more.
  ['the second price is what the first bid', { bidMicros: 2_000, isFixed: false }, 2_150],
  ['who pays the bid pays the higher one', { bidMicros: 2_000, isFixed: true }, 2_200],
  ['what is paid now and the step, where the bid says nothing', { bidMicros: null, isFixed: false }, 2_200],
])('what only a higher bid wins costs: %s', (_what, bid, impressionMicros) => {
  const counts = [count('won', 100), count('outbid', 60, 2), count('outbid', 40, 7)];
  const { causes } = auctionsOf('c_1', counts, 200, { ...DELIVERED, ...bid });
  expect(causes[0]).toMatchObject({ would_win: 60, would_cost_micros: 60 * impressionMicros });
});

test('what was missing is told by the middles of the steps, of the last by where it begins', () => {
  const counts = [count('won', 100), count('outbid', 60, 2), count('outbid', 40, 7)];
  const factsAt = (bidMicros: number | null) =>
    auctionsOf('c_1', counts, 200, { ...DELIVERED, bidMicros }).causes[0]?.facts;
  // 60 times 7.5 % and 40 times 200 % of $2.00.
  expect(factsAt(2_000)).toEqual({ missing_ecpm_micros: 1_690_000, raise_percent: 10 });
  expect(factsAt(null)).toEqual({ missing_ecpm_micros: null, raise_percent: 10 });
});

const UNTOLD = {
  would_win: null,
  would_cost_micros: null,
  facts: { missing_ecpm_micros: null, raise_percent: null, competition: 'few' },
};
const TOLD = {
  would_win: 60,
  would_cost_micros: 60 * 2_150,
  facts: { missing_ecpm_micros: 1_690_000, raise_percent: 10 },
};

test.each(RIVAL_FATES)('behind fewer than three others the bid of none is told: %s', (fate) => {
  const behind = (within: number, beyond: number) => {
    const counts = [count('won', 100), count(fate, 60, 2, within), count(fate, 40, 7, beyond)];
    return auctionsOf('c_1', counts, 200, { ...DELIVERED, bidMicros: 2_000 }).causes[0];
  };
  expect(behind(0b11, 0b11)).toMatchObject({ code: fate, decisions: 100, share_ppm: 1_000_000, ...UNTOLD });
  // The third won what the step does not win.
  expect(behind(0b11, 0b100)).toMatchObject(UNTOLD);
  // Hours of before these were noted name nobody.
  expect(behind(0, 0)).toMatchObject(UNTOLD);
  // The highest of the bits is the sign.
  expect(behind((1 << 31) | 0b11, 0)).toEqual(expect.objectContaining(TOLD));
});

test('where no step would have won half, all whom it lost to count', () => {
  const behind = (rivals: number) =>
    auctionsOf('c_1', [count('won', 1), count('outbid', 99, 7, rivals)], 100, DELIVERED).causes[0]?.facts;
  expect(behind(0b11)).toMatchObject({ competition: 'few' });
  expect(behind(0b111)).toEqual({ missing_ecpm_micros: null, raise_percent: null });
});

test('a floor is the publisher’s, and told', () => {
  const counts = [count('won', 100), count('below-floor', 60, 2), count('below-floor', 40, 7)];
  const { causes } = auctionsOf('c_1', counts, 200, { ...DELIVERED, bidMicros: 2_000 });
  expect(causes[0]).toEqual(expect.objectContaining({ code: 'below-floor', ...TOLD }));
});

test.each([
  ['CPM', 4_000_000, 4_000],
  ['CPC', 500_000, 5_000],
  ['CPA', 9_000_000, null],
] as const)('an impression at a bid by %s', (pricing, bid_micros, micros) => {
  expect(bidOfImpression({ pricing, bid_micros }, { impressions: 1_000, clicks: 10 })).toBe(micros);
  if (pricing === 'CPC')
    expect(bidOfImpression({ pricing, bid_micros }, { impressions: 1_000, clicks: 0 })).toBeNull();
});

test('what never won has no price, and what never lost no cause', () => {
  const lost = auctionsOf('c_1', [count('no-country', 40)], 40, { impressions: 0, spendMicros: 0 });
  expect(lost.causes).toMatchObject([
    { share_ppm: 1_000_000, high_ppm: 1_000_000, would_win: null, would_cost_micros: null },
  ]);
  expect(auctionsOf('c_1', [count('won', 40)], 40, DELIVERED).causes).toEqual([]);
  expect(auctionsOf('c_1', [], 0, DELIVERED)).toEqual({ decisions: 0, won: 0, causes: [] });
});

test('what its own account has already is nothing to win, and no raise is told', () => {
  const counts = [count('won', 100), count('outbid-by-own', 60), count('budget', 40)];
  const { causes } = auctionsOf('c_1', counts, 200, DELIVERED);
  expect(causes[0]).toEqual(
    expect.objectContaining({
      code: 'outbid-by-own',
      decisions: 60,
      would_win: null,
      would_cost_micros: null,
      facts: {},
      cure: { kind: 'campaigns', href: '/advertiser/campaigns' },
    }),
  );
  // It took part in these auctions: it won 100 of 160.
  expect(causes[1]).toMatchObject({ code: 'budget', would_win: 25 });
});

test('a bid that no step would have raised enough promises nothing', () => {
  const { causes } = auctionsOf('c_1', [count('won', 1), count('below-floor', 99, 7)], 100, DELIVERED);
  expect(causes[0]).toMatchObject({ would_win: null, facts: { raise_percent: null } });
});

test.each([
  ['it is one of them', '2026-11-21T09:30:00Z', 'UTC', [129], '2026-11-21T09:30:00.000Z'],
  ['later the same day', '2026-11-21T09:30:00Z', 'UTC', [130], '2026-11-21T10:00:00.000Z'],
  ['over the end of the week', '2026-11-21T09:30:00Z', 'UTC', [0], '2026-11-23T00:00:00.000Z'],
  ['a zone of half hours', '2026-11-21T09:20:00Z', 'Asia/Kolkata', [135], '2026-11-21T09:30:00.000Z'],
  [
    'an hour that the clocks leave out',
    '2026-03-29T00:30:00Z',
    'Europe/Berlin',
    [146],
    '2026-04-05T00:00:00.000Z',
  ],
] as const)('hours of the week: %s', (_what, now, timezone, hours, expected) => {
  expect(opensAt({ timezone, hours: [...hours] }, new Date(now))?.toISOString()).toBe(expected);
});

test('no hour of the week', () => {
  expect(opensAt({ timezone: 'UTC', hours: [] }, new Date('2026-11-21T09:30:00Z'))).toBeNull();
});
