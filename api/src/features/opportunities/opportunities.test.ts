import { type Opportunity, opportunity, publicId } from '@ezdash/contracts';
import type { Widening } from '../estimates';
import { raiseBid, raiseBudget } from './auctions';
import { priceOf, roomOf } from './LookedAt';
import { leftOf } from './left.repo';
import { foremost, opportunitiesOf } from './opportunities.service';
import { bought, product, whole } from './ranges';
import { count, testCampaign, testLookedAt, together, wholeDays, zoneFigures } from './testLookedAt';
import { addWidth, questionOf } from './widths';
import { excludeZone } from './zones';

const DOLLAR = 1_000_000;
const BAD = publicId('zone', 2);
const edit = (query: string) => ({ kind: 'edit', href: `/advertiser/campaigns/c_1?${query}` });

/** Whatever is proposed has the contract's shape, and an interval around each figure. */
function sound(found: Opportunity | null): Opportunity {
  const told = opportunity.parse(found);
  for (const range of [told.gains, told.costs_micros, told.saves_micros])
    if (range) {
      expect(range.low).toBeLessThanOrEqual(range.per_day);
      expect(range.high).toBeGreaterThanOrEqual(range.per_day);
    }
  return told;
}

describe('ranges', () => {
  test('a product reaches from all lower ends to all upper ones', () => {
    const half = { low: 0.4, middle: 0.5, high: 0.6 };
    const all = product(half, half, { low: 100, middle: 100, high: 100 });
    expect([all.low, all.middle, all.high].map(Math.round)).toEqual([16, 25, 36]);
    expect(whole(all)).toEqual({ per_day: 25, low: 16, high: 36 });
  });

  test('money that holds buys fewer at the dearer end, and none when all of it goes anyway', () => {
    const wins = { low: 80, middle: 100, high: 120 };
    const price = { low: 1, middle: 2, high: 4 };
    expect(bought(wins, price, 1_000)).toEqual({
      gains: { per_day: 100, low: 80, high: 120 },
      costs: { per_day: 200, low: 80, high: 480 },
    });
    expect(bought(wins, price, 90, 10)).toEqual({
      gains: { per_day: 40, low: 20, high: 80 },
      costs: { per_day: 90, low: 90, high: 90 },
    });
    expect(bought(wins, price, 10, 10)).toBeNull();
  });

  test('a price is as sure as the days are like each other', () => {
    const days = (...prices: number[]) =>
      priceOf(
        testLookedAt({
          wholeDays: prices.map((each) => ({ impressions: 1_000, spendMicros: each * 1_000 })),
        }),
      );
    expect(days(1_400, 1_400, 1_400)).toEqual({ low: 1_400, middle: 1_400, high: 1_400 });
    // Student's t of two degrees of freedom, by the standard error of 100 over the root of three.
    const { low = 0, high = 0 } = days(1_300, 1_400, 1_500) ?? {};
    expect([low, high].map(Math.round)).toEqual([1_152, 1_648]);
    expect(days(100, 1_400, 2_700)).toBeNull();
    expect(days(1_400, 1_400)).toBeNull();
    // Silent days say nothing: one that had impressions is no week.
    const shown = { impressions: 1_000, spendMicros: 2 * DOLLAR };
    const silent = { impressions: 0, spendMicros: 0 };
    expect(priceOf(testLookedAt({ wholeDays: [silent, silent, shown] }))).toBeNull();
    expect(days(...Array(3).fill(0))).toBeNull();
  });
});

describe('raise_bid', () => {
  const lost = [
    count('won', 10_000),
    count('runner-up', 6_000, 2),
    count('runner-up', 2_000, 1),
    count('runner-up', 2_000, 6),
    count('no-country', 20_000),
  ];

  test('the least step that would have won half, and what that brings a day', () => {
    const found = sound(raiseBid(testLookedAt({ counts: lost })));
    // 8,000 decisions within 10 %, by the middles of both steps 6.25 % above its own bid. 20,000 suited it.
    expect(found).toMatchObject({
      key: 'raise_bid:c_1',
      facts: { share_ppm: 500_000, percent: 10, bid_micros: 2 * DOLLAR, new_bid_micros: 2_200_000 },
      gains: { per_day: 1_143 },
      cases: { count: 800, of: 'decisions' },
      days: 7,
      cure: edit('tab=limits&field=bid_micros'),
    });
    expect(found.costs_micros?.per_day).toBeCloseTo((8_000 / 7) * 2_125, -4);
    expect(found.costs_micros?.low).toBeGreaterThanOrEqual((found.gains?.low ?? 0) * 2_000);
    expect(found.gains?.low).toBeGreaterThan(950);
    expect(found.gains?.high).toBeLessThan(1_350);
  });

  test('as many others as an estimate takes, of all that the step wins', () => {
    const counts = [
      count('won', 10_000),
      count('runner-up', 3_000, 1, 0b1),
      // The highest of the bits is the sign.
      count('runner-up', 3_000, 2, (1 << 31) | 0b1),
      count('runner-up', 3_000, 3, 0b10),
    ];
    expect(raiseBid(testLookedAt({ counts }))).toBeNull();
    const more = [...counts, count('runner-up', 3_000, 2, 0b10)];
    expect(raiseBid(testLookedAt({ counts: more }))?.facts.percent).toBe(10);
  });

  test('who pays the bid pays more for what is won already', () => {
    const campaign = testCampaign({ bidding: 'fixed' });
    const found = sound(raiseBid(testLookedAt({ campaign, counts: lost })));
    expect(found.costs_micros?.per_day).toBeCloseTo((8_000 / 7) * 1_400 * 1.1 + 2 * DOLLAR * 0.1, -4);
  });

  test('a bid for clicks is priced by the share of impressions that are clicked', () => {
    const campaign = testCampaign({ pricing: 'CPC', bid_micros: 200_000 });
    const found = sound(raiseBid(testLookedAt({ campaign, counts: lost, clicks: 100 })));
    // $0.20 a click, one click of 100 impressions.
    expect(found.costs_micros?.per_day).toBeCloseTo((8_000 / 7) * 2_125, -4);
    expect(raiseBid(testLookedAt({ campaign, counts: lost, clicks: 0 }))).toBeNull();
  });

  test('a bid that is on its step', () => {
    const campaign = testCampaign({ bid_micros: 2_000_300 });
    expect(raiseBid(testLookedAt({ campaign, counts: lost }))?.facts.new_bid_micros).toBe(2_200_400);
  });

  test.each([
    ['total budget', { totalMicros: 20 * DOLLAR, days: 10 }],
    ['limit of impressions', { impressions: 10_000, days: 7 }],
    ['limit of clicks', { clicks: 100, days: 7 }],
    ['balance', { balanceMicros: 0 }],
  ])('not when the %s ends first', (_what, change) => {
    const { left } = testLookedAt();
    const looked = testLookedAt({ counts: lost, left: { ...left, ...change } });
    expect(roomOf(looked)).toBeLessThanOrEqual(0);
    expect(raiseBid(looked)).toBeNull();
    expect(questionOf(looked)).toBeNull();
  });

  test('what is left is shared out over the days until the end', () => {
    const campaign = testCampaign({ total_budget_micros: 30 * DOLLAR, ends_at: '2026-11-11T00:00:00Z' });
    const life = { spendMicros: 10 * DOLLAR, impressions: 0, clicks: 0 };
    expect(leftOf(campaign, life, 5, new Date('2026-11-01T00:00:00Z'))).toEqual({
      totalMicros: 20 * DOLLAR,
      impressions: null,
      clicks: null,
      days: 10,
      balanceMicros: 5,
    });
  });

  test('what the budget leaves holds it', () => {
    const campaign = testCampaign({ daily_budget_micros: 5 * DOLLAR });
    const found = sound(
      raiseBid(
        testLookedAt({ campaign, counts: lost, spendMicros: 31_500_000, wholeDays: wholeDays(6, 4_500_000) }),
      ),
    );
    expect(found.costs_micros).toEqual({ per_day: 500_000, low: 500_000, high: 500_000 });
    expect(found.gains?.low).toBeLessThan(found.gains?.per_day ?? 0);
  });

  test.each([
    ['the sample is small', { effective: 100 }],
    ['it is new', { wholeDays: wholeDays(2, 2 * DOLLAR) }],
    ['its price is not known', { impressions: 99 }],
    ['the budget ends first', { wholeDays: [...wholeDays(4, 2 * DOLLAR), ...wholeDays(2, 48 * DOLLAR)] }],
    ['nothing was lost to others', { counts: [count('won', 10_000), count('below-floor', 10_000, 1)] }],
    ['too few others won', { counts: [count('won', 10_000), count('runner-up', 9_000, 1, 0b11)] }],
    [
      'the others won what no such step wins',
      {
        counts: [count('won', 10_000), count('runner-up', 9_000, 1, 0b1), count('runner-up', 999, 2, 0b110)],
      },
    ],
    ['nothing is known of who won', { counts: [count('won', 10_000), count('runner-up', 9_000, 1, 0)] }],
    ['it lost to its own account', { counts: [count('won', 10_000), count('outbid-by-own', 10_000)] }],
    ['no step would have been enough', { counts: [count('won', 1_000), count('runner-up', 9_000, 7)] }],
    ['it pays for conversions', { campaign: testCampaign({ pricing: 'CPA' }) }],
    [
      'it would be more than anyone bids',
      { campaign: testCampaign({ bid_micros: 999 * DOLLAR, daily_budget_micros: 90_000 * DOLLAR }) },
    ],
    ['next to nothing would be won', { counts: [count('won', 100_000), count('runner-up', 1_000, 1)] }],
  ])('not when %s', (_why, change) => {
    expect(raiseBid(testLookedAt({ counts: lost, ...change }))).toBeNull();
  });
});

describe('raise_budget', () => {
  const counts = [count('won', 10_000), count('runner-up', 10_000, 7), count('budget', 20_000)];
  const bound = {
    counts,
    wholeDays: [...wholeDays(4, 10 * DOLLAR), ...wholeDays(2, 9 * DOLLAR)],
    spendMicros: 68 * DOLLAR,
    impressions: 48_571,
    campaign: testCampaign({ daily_budget_micros: 10 * DOLLAR }),
  };

  test('what it misses, at its own share of auctions won and its own price', () => {
    const found = sound(raiseBudget(testLookedAt(bound)));
    // Of 20,000 decisions half would have been won, at 1,400 micros each: $2 a day.
    expect(found).toMatchObject({
      facts: {
        share_ppm: 500_000,
        days: 4,
        of_days: 6,
        budget_micros: 10 * DOLLAR,
        new_budget_micros: 12 * DOLLAR,
      },
      gains: { per_day: 1_429 },
      cure: edit('tab=limits&field=daily_budget_micros'),
    });
    // No more than the larger budget pays for.
    expect(found.costs_micros?.per_day).toBeCloseTo(2 * DOLLAR, -4);
    expect(found.costs_micros?.high).toBe(2 * DOLLAR);
    expect(found.gains?.low).toBeLessThan(1_429);
  });

  test('others of the page’s own creatives took places too', () => {
    const more = [...counts, count('duplicate-creative', 20_000)];
    expect(raiseBudget(testLookedAt({ ...bound, counts: more }))?.gains?.per_day).toBe(714);
  });

  test('a place that its own account took was taken', () => {
    const more = [...counts, count('outbid-by-own', 20_000)];
    expect(raiseBudget(testLookedAt({ ...bound, counts: more }))?.gains?.per_day).toBe(714);
  });

  test('a share is told of what suited it', () => {
    const more = [...counts, count('no-size', 40_000)];
    expect(raiseBudget(testLookedAt({ ...bound, counts: more }))?.facts.share_ppm).toBe(500_000);
  });

  test('never more than double the budget', () => {
    const counts = [count('won', 10_000), count('budget', 300_000)];
    const found = sound(raiseBudget(testLookedAt({ ...bound, counts })));
    expect(found.facts.new_budget_micros).toBe(20 * DOLLAR);
    expect(found.costs_micros).toEqual({ per_day: 10 * DOLLAR, low: 10 * DOLLAR, high: 10 * DOLLAR });
  });

  test('what an even pace leaves out is missed too', () => {
    const paced = [count('won', 10_000), count('runner-up', 10_000, 7), count('paced-out', 20_000)];
    const campaign = testCampaign({ daily_budget_micros: 10 * DOLLAR, pacing: 'even' });
    expect(raiseBudget(testLookedAt({ ...bound, counts: paced }))).toBeNull();
    expect(raiseBudget(testLookedAt({ ...bound, counts: paced, campaign }))?.gains?.per_day).toBe(1_429);
  });

  test.each([
    [
      'the budget was reached on one day alone',
      { wholeDays: [...wholeDays(1, 10 * DOLLAR), ...wholeDays(5, 9 * DOLLAR)] },
    ],
    [
      'there is a total budget',
      { campaign: testCampaign({ daily_budget_micros: 10 * DOLLAR, total_budget_micros: 100 * DOLLAR }) },
    ],
    ['the sample is small', { effective: 50 }],
    ['it never won', { counts: [count('budget', 20_000)] }],
  ])('not when %s', (_why, change) => {
    expect(raiseBudget(testLookedAt({ ...bound, ...change }))).toBeNull();
  });
});

describe('exclude_zone', () => {
  const good = zoneFigures(1, {
    impressions: 100_000,
    clicks: 1_000,
    conversions: 200,
    spendMicros: 140 * DOLLAR,
  });
  const bad = zoneFigures(2, { impressions: 50_000, clicks: 400, conversions: 5, spendMicros: 70 * DOLLAR });

  test('a zone that surely brings far less than the others, with what was spent there for nothing', () => {
    const found = sound(excludeZone(testLookedAt({ zones: together([good, bad]) })));
    expect(found).toMatchObject({
      key: `exclude_zone:c_1:${BAD}`,
      facts: {
        zone: BAD,
        zone_name: 'Zone 2',
        domain: 'site2.example',
        measure: 'conversions',
        rate_ppm: 100,
        others_ppm: 2_000,
        spend_micros: 70 * DOLLAR,
        days: 14,
      },
      gains: null,
      saves_micros: { per_day: 4_750_000 },
      cases: { count: 50_000, of: 'impressions' },
      cure: edit(`tab=zones&field=targeting.zones&zone=${BAD}`),
    });
    expect(found.saves_micros?.low).toBeGreaterThan(4 * DOLLAR);
    expect(found.saves_micros?.high).toBeLessThan(5 * DOLLAR);
  });

  test('clicks where there are few conversions, of impressions that are paid for', () => {
    const unclicked = { ...bad, clicks: 10, conversions: 0 };
    const zones = [{ ...good, conversions: 3 }, unclicked];
    expect(excludeZone(testLookedAt({ zones: together(zones) }))?.facts).toMatchObject({
      measure: 'clicks',
      rate_ppm: 200,
    });
    // Clicks that nobody makes cost nothing.
    const campaign = testCampaign({ pricing: 'CPC' });
    expect(excludeZone(testLookedAt({ zones: together(zones), campaign }))).toBeNull();
  });

  test('a CPC campaign’s zones are measured by their clicks', () => {
    const zones = [good, { ...bad, clicks: 2_000, conversions: 20 }];
    const found = excludeZone(
      testLookedAt({ zones: together(zones), campaign: testCampaign({ pricing: 'CPC' }) }),
    );
    expect(found).toMatchObject({
      facts: { rate_ppm: 10_000, others_ppm: 200_000 },
      cases: { count: 2_000, of: 'clicks' },
    });
  });

  test.each([
    ['it may be chance', [good, { ...bad, impressions: 4_000, conversions: 0 }]],
    ['it brings half of what others do', [good, { ...bad, conversions: 50 }]],
    [
      'the campaign has few events elsewhere',
      [
        { ...good, clicks: 20, conversions: 20 },
        { ...bad, clicks: 29 },
      ],
    ],
    ['there is no other zone', [bad]],
    ['hardly anything was spent there', [good, { ...bad, spendMicros: 10_000 }]],
  ])('not when %s', (_why, zones) => {
    expect(excludeZone(testLookedAt({ zones: together(zones) }))).toBeNull();
  });

  test('not one that is left out already, nor for who pays for conversions', () => {
    const { targeting } = testCampaign();
    const zones = [good, bad];
    const without = { ...targeting, zones: { include: [], exclude: [BAD] } };
    expect(
      excludeZone(testLookedAt({ zones: together(zones), campaign: testCampaign({ targeting: without }) })),
    ).toBeNull();
    expect(
      excludeZone(testLookedAt({ zones: together(zones), campaign: testCampaign({ pricing: 'CPA' }) })),
    ).toBeNull();
  });

  test('not one that it no longer takes, or that is closed', () => {
    const zones = together([good, { ...bad, isLive: false }]);
    expect(excludeZone(testLookedAt({ zones }))).toBeNull();
    const only = { include: [publicId('zone', 1)], exclude: [] };
    for (const name of ['zones', 'properties'] as const) {
      const targeting = { ...testCampaign().targeting, [name]: only };
      const campaign = testCampaign({ targeting });
      expect(excludeZone(testLookedAt({ zones: together([good, bad]), campaign }))).toBeNull();
    }
  });

  test('a young zone is compared with what the others brought in its own hours', () => {
    const [first, young] = together([good, bad]);
    // Theirs of these hours have not led to conversions yet either.
    const others = { impressions: 50_000, clicks: 500, conversions: 4 };
    for (const own of [young, { ...bad, others }]) {
      const found = excludeZone(testLookedAt({ zones: [first ?? good, own ?? bad] }));
      expect(found === null).toBe(own !== young);
    }
  });
});

describe('wider', () => {
  const widening = (change: Partial<Widening> = {}): Widening => ({
    width: { kind: 'size', width: 728, height: 90 },
    wins: { per_day: 900, low: 700, high: 1_100 },
    eachMicros: { low: 1_300, middle: 1_300, high: 1_300 },
    effective: 210,
    days: 2,
    leftOut: [],
    ...change,
  });

  test('a size, a country, a device, each with its field', () => {
    const looked = testLookedAt();
    expect(sound(addWidth(looked, widening()))).toMatchObject({
      key: 'add_size:c_1:728×90',
      facts: { size: '728×90' },
      cases: { count: 210, of: 'decisions' },
      days: 2,
      cure: edit('tab=creatives'),
    });
    expect(addWidth(looked, widening({ width: { kind: 'country', country: 'AT' } }))).toMatchObject({
      kind: 'widen_countries',
      cure: edit('tab=targeting&field=countries'),
    });
    expect(addWidth(looked, widening({ width: { kind: 'device', device: 'phone' } }))).toMatchObject({
      kind: 'widen_devices',
      facts: { device: 'phone' },
    });
    const little = { per_day: 20, low: 10, high: 30 };
    expect(addWidth(looked, widening({ wins: little }))).toBeNull();
  });

  test('is not asked about where the days leave no money', () => {
    expect(questionOf(testLookedAt())).toMatchObject({
      places: [{ kind: 'banner', width: 300, height: 250 }],
      daily_budget_micros: null,
      capped: false,
    });
    expect(questionOf(testLookedAt({ spendMicros: 349 * DOLLAR }))).toBeNull();
    expect(questionOf(testLookedAt({ wholeDays: wholeDays(3, 50 * DOLLAR) }))).toBeNull();
    expect(questionOf(testLookedAt({ effective: 29 }))).toBeNull();
  });

  const each = (micros: number) => ({ low: micros, middle: micros, high: micros });

  test('of one campaign the three with most at stake', () => {
    const found = opportunitiesOf(
      testLookedAt(),
      [1, 4, 2, 3].map((dollars) =>
        widening({ width: { kind: 'size', width: dollars, height: 1 }, eachMicros: each(dollars * 1_000) }),
      ),
    );
    expect(found.map(({ facts }) => facts.size)).toEqual(['4×1', '3×1', '2×1']);
  });
});

test('savings keep places that larger amounts to spend would take, and come first', () => {
  const one = (key: string, low: number, saves: boolean) => {
    const range = { per_day: low, low, high: low };
    const found = sound(
      raiseBid(testLookedAt({ counts: [count('won', 10_000), count('runner-up', 9_000, 1)] })),
    );
    return { ...found, key, costs_micros: saves ? null : range, saves_micros: saves ? range : null };
  };
  const found = [one('a', 50, false), one('b', 60, false), one('c', 40, true), one('d', 70, false)];
  expect(foremost(found, 3).map(({ key }) => key)).toEqual(['c', 'd', 'b']);
});
