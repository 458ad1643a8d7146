import {
  type CampaignEstimate,
  type EstimateInput,
  type EstimateRequest,
  estimateInput,
} from '@ezdash/contracts';
import type { SnapshotZone } from '../serving';
import { buildSnapshot } from '../serving/hot/index/buildSnapshot';
import { zoneInput } from '../serving/hot/testFixtures';
import {
  chooser,
  type Person,
  type Random,
  randomPerson,
  randomTargeting,
  seeded,
  visitorOf,
} from '../serving/hot/testMarket';
import { coarse, gridBid, gridPlace } from './coarse';
import { estimate } from './estimate';
import { effectiveOf, type RecordedBid, type Sample, type SampledAuction } from './Sample';

const HOUR_MS = 3_600_000;
/** A Monday, 00:00 UTC. */
const WEEK_MS = Date.UTC(2027, 0, 11);
const HOURS = 168;
const RESERVE_MICROS = 50_000;

/** Zones as the ad server has them. */
function makeZones(...zones: Parameters<typeof zoneInput>[0][]): SnapshotZone[] {
  return [
    ...buildSnapshot({ campaigns: [], creatives: [], zones: zones.map(zoneInput) }).zones.byId.values(),
  ];
}

function auction(
  zone: SnapshotZone,
  person: Person,
  bids: readonly RecordedBid[],
  rest: Partial<SampledAuction> = {},
): SampledAuction {
  return {
    context: { zone, ...visitorOf({ ...person, address: '' }), exclude: [], random: 0, reserveMicros: 0 },
    floorMicros: zone.floorMicros,
    reserveMicros: RESERVE_MICROS,
    weight: 1,
    takenBy: null,
    bids,
    ...rest,
  };
}

/** A week of traffic as even as can be, of which these are what was looked into: `perDay` requests in all. */
function sampleOf(auctions: readonly SampledAuction[], perDay: number): Sample {
  const weights = auctions.map(({ weight }) => weight);
  const scale = perDay / weights.reduce((sum, weight) => sum + weight, 0);
  return {
    auctions: auctions.map((each) => ({ ...each, weight: each.weight * scale })),
    hours: Array.from({ length: HOURS }, (_, hour) => ({
      hourMs: WEEK_MS + hour * HOUR_MS,
      count: perDay / 24,
    })),
    perDay,
    effective: effectiveOf(weights),
    sampled: auctions.length,
    days: 7,
  };
}

/** Random auctions of all kinds of people, with up to five others who bid. */
function randomSample(random: Random, count: number): Sample {
  const { below, one, chance } = chooser(random);
  const zones = makeZones(
    { id: 401, category: 'news', floorMicros: 0 },
    { id: 402, category: 'sports', propertyId: 202, floorMicros: 600_000 },
    { id: 403, category: 'news', width: 728, height: 90 },
  );
  const auctions = Array.from({ length: count }, () => {
    const bids = Array.from({ length: below(6) }, (_, at) => ({
      campaignId: 10 + at,
      advertiserId: 2001 + at,
      ecpmMicros: 1_000 * (1 + below(5_000)),
    })).sort((a, b) => b.ecpmMicros - a.ecpmMicros);
    const rest = { weight: chance(0.3) ? 1 : 1 + below(3), takenBy: chance(0.1) ? 99 : null };
    return auction(one(zones), randomPerson(random), bids, rest);
  });
  return sampleOf(auctions, 1_000 + below(1_000_000));
}

const ASKER = { advertiserId: 1001, campaignId: null, ratePpm: () => 5_000 };
const ask = (request: Partial<EstimateRequest> = {}): EstimateInput =>
  estimateInput.parse({ targeting: {}, pricing: 'CPM', bid_micros: 2_000_000, ...request });
const SEEDS = Array.from({ length: 60 }, (_, seed) => seed);
const reachOf = ({ reach }: CampaignEstimate) => reach?.per_day ?? 0;

describe('whatever the traffic', () => {
  test('a higher bid wins no less and costs no less, on the ladder and beside it', () => {
    let rising = 0;
    for (const seed of SEEDS) {
      const random = seeded(seed);
      const { one, below } = chooser(random);
      const sample = randomSample(random, 400);
      const input = ask({ pricing: one(['CPM', 'CPC'] as const), bidding: one(['max', 'fixed'] as const) });
      const { ladder } = estimate(input, sample, ASKER);
      for (const [at, step] of ladder.entries())
        expect(step.share_ppm).toBeGreaterThanOrEqual(ladder[at - 1]?.share_ppm ?? 0);
      if ((ladder.at(-1)?.share_ppm ?? 0) > (ladder[0]?.share_ppm ?? 0)) rising += 1;
      const bids = Array.from({ length: 8 }, () => 50_000 + below(6_000_000)).sort((a, b) => a - b);
      let before = { wins: 0, cost: 0 };
      for (const bid_micros of bids) {
        const { bid } = estimate({ ...input, bid_micros }, sample, ASKER);
        const now = { wins: bid?.wins.per_day ?? 0, cost: bid?.cost_micros.per_day ?? 0 };
        expect([now.wins >= before.wins, now.cost >= before.cost]).toEqual([true, true]);
        before = now;
      }
    }
    expect(rising).toBeGreaterThan(SEEDS.length / 2);
  });

  test('more narrowing reaches no more, dimension by dimension', () => {
    let smaller = 0;
    for (const seed of SEEDS) {
      const random = seeded(1_000 + seed);
      const sample = randomSample(random, 600);
      const all = randomTargeting(random);
      let chosen = {};
      let before = estimate(ask(), sample, ASKER);
      for (const [dimension, value] of Object.entries(all)) {
        chosen = { ...chosen, [dimension]: value };
        // Values that contradict each other are no targeting: nobody could send them.
        const parsed = estimateInput.safeParse({ targeting: chosen, pricing: 'CPM' });
        if (!parsed.success) break;
        const now = estimate(parsed.data, sample, ASKER);
        expect(reachOf(now)).toBeLessThanOrEqual(reachOf(before));
        if (reachOf(now) < reachOf(before)) smaller += 1;
        before = now;
      }
    }
    expect(smaller).toBeGreaterThan(10);
  });

  test('the steps lead from what there is down to the reach', () => {
    for (const seed of SEEDS) {
      const random = seeded(2_000 + seed);
      const { steps, reach, state } = estimate(
        ask({ targeting: { countries: { include: ['DE', 'US'] }, devices: { exclude: ['tv'] } } }),
        randomSample(random, 900),
        ASKER,
      );
      expect(state).toBe('told');
      for (const [at, step] of steps.entries())
        if (at > 0) expect(step.per_day).toBeLessThanOrEqual(steps[at - 1]?.per_day ?? 0);
      expect(steps.at(-1)?.per_day).toBe(reach?.per_day);
    }
  });
});

const [zone] = makeZones({ id: 401, floorMicros: 500_000 });
if (!zone) throw new Error('There is no zone');
const person = { ...randomPerson(seeded(1)), country: 'DE', region: '', keywords: [] };
const bidOf = (advertiser: number, ecpmMicros: number): RecordedBid => ({
  campaignId: advertiser,
  advertiserId: advertiser,
  ecpmMicros,
});
/** Auctions with one other bid each, of three advertisers in turn. */
const contested = (ecpmMicros: number, advertisers = [2001, 2002, 2003], count = 300): SampledAuction[] =>
  Array.from({ length: count }, (_, at) =>
    auction(zone, person, [bidOf(advertisers[at % advertisers.length] ?? 0, ecpmMicros)]),
  );

test('who outbids all others gets all, at the second price; who bids less gets nothing', () => {
  const sample = sampleOf(contested(1_000_000), 60_000);
  const above = estimate(ask({ bid_micros: 2_000_000 }), sample, ASKER);
  expect(above).toMatchObject({ state: 'told', competition: 'told', sampled: 300, days: 7 });
  expect(above.reach).toEqual({ per_day: 60_000, low: 59_000, high: 60_000 });
  // 1.000001 a mille is 1,001 micros an impression, of which two digits are told.
  expect(above.bid).toMatchObject({ share_ppm: 1_000_000, event_micros: 1_000, held: false });
  expect(above.bid?.cost_micros.per_day).toBe(60_000_000);
  expect(estimate(ask({ bid_micros: 800_000 }), sample, ASKER).bid).toMatchObject({
    share_ppm: 0,
    wins: { per_day: 0, low: 0 },
    cost_micros: { per_day: 0 },
    event_micros: null,
  });
  const fixed = estimate(ask({ bid_micros: 2_000_000, bidding: 'fixed' }), sample, ASKER);
  expect(fixed.bid?.event_micros).toBe(2_000);
});

test('the daily budget holds the cost, and says what it buys', () => {
  const sample = sampleOf(contested(1_000_000), 60_000);
  const { bid } = estimate(ask({ daily_budget_micros: 20_000_000 }), sample, ASKER);
  expect(bid).toMatchObject({ held: true, wins: { per_day: 60_000 } });
  expect(bid?.cost_micros).toEqual({ per_day: 20_000_000, low: 20_000_000, high: 20_000_000 });
  expect(bid?.impressions.per_day).toBe(20_000);
});

test('what is bid below the floor wins nothing, nor what bids for a place that is guaranteed', () => {
  const alone = sampleOf(
    Array.from({ length: 100 }, () => auction(zone, person, [])),
    10_000,
  );
  expect(estimate(ask({ bid_micros: 400_000 }), alone, ASKER).bid?.share_ppm).toBe(0);
  expect(estimate(ask({ bid_micros: 500_000 }), alone, ASKER).bid?.share_ppm).toBe(1_000_000);
  const taken = sampleOf(
    Array.from({ length: 100 }, () => auction(zone, person, [], { takenBy: 7 })),
    10_000,
  );
  expect(estimate(ask(), taken, ASKER).bid?.share_ppm).toBe(0);
  // Its own place it has.
  expect(estimate(ask(), taken, { ...ASKER, campaignId: 7 }).bid?.share_ppm).toBe(1_000_000);
});

test('a campaign that is changed does not bid against itself, but its siblings take their places', () => {
  const sample = sampleOf(contested(3_000_000, [1001, 2002, 2003, 2004]), 10_000);
  const asNew = estimate(ask(), sample, ASKER);
  expect(asNew.bid?.share_ppm).toBe(0);
  const changed = estimate(ask(), sample, { ...ASKER, campaignId: 1001 });
  expect(changed.bid?.share_ppm).toBe(250_000);
});

test('only chosen hours count, by the clock of the timezone', () => {
  const sample = sampleOf(contested(1_000_000), 24_000);
  const at = (timezone: string, hours: number[]) =>
    reachOf(estimate(ask({ targeting: { hours: { timezone, hours } } }), sample, ASKER));
  expect(at('UTC', [0, 1])).toBe(coarse((24_000 * 2) / 168));
  expect(at('Asia/Kolkata', [0])).toBe(coarse(24_000 / 168));
});

test('sizes that nobody asks for reach nothing, and none at all is every size', () => {
  const sample = sampleOf(contested(1_000_000), 10_000);
  const banner = (width: number, height: number) => ({ kind: 'banner' as const, width, height });
  expect(estimate(ask({ places: [banner(300, 250)] }), sample, ASKER).reach?.per_day).toBe(10_000);
  const none = estimate(ask({ places: [banner(160, 600)] }), sample, ASKER);
  expect(none).toMatchObject({ state: 'few', reach: null, ladder: [], bid: null, steps: [] });
  expect(none.most_per_day).toBeGreaterThan(0);
});

test('a small sample says so, with what it can be at most; none at all says nothing', () => {
  const few = sampleOf(contested(1_000_000, [2001, 2002, 2003], 29), 10_000);
  expect(estimate(ask(), few, ASKER)).toMatchObject({ state: 'no-traffic', most_per_day: null });
  const wide = (count: number) =>
    estimate(ask(), sampleOf(contested(1_000_000, [2001, 2002, 2003], count), 10_000), ASKER).reach;
  expect((wide(40)?.low ?? 0) < (wide(4_000)?.low ?? 0)).toBe(true);
});

describe('what others do stays theirs', () => {
  test('of fewer than three who bid nothing is told of bids', () => {
    for (const advertisers of [[2001], [2001, 2002]]) {
      const told = estimate(ask(), sampleOf(contested(1_000_000, advertisers), 10_000), ASKER);
      expect(told).toMatchObject({ state: 'told', competition: 'few', ladder: [], bid: null });
    }
  });

  test('bids between two of the series cannot be told from each other, however one asks', () => {
    const one = sampleOf(contested(1_050_000), 10_000);
    const other = sampleOf(contested(1_200_000), 10_000);
    for (const bid_micros of [1_000_000, 1_060_000, 1_100_000, 1_199_000, 1_250_000]) {
      const [a, b] = [one, other].map((sample) => estimate(ask({ bid_micros }), sample, ASKER));
      expect(a?.ladder).toEqual(b?.ladder);
      expect(a?.bid?.wins).toEqual(b?.bid?.wins);
    }
  });
});

test('what cannot be seen is named', () => {
  const sample = sampleOf(contested(1_000_000), 10_000);
  const ranges = { ip_ranges: { include: ['203.0.113.0/24'] } };
  const told = estimate(ask({ targeting: ranges, capped: true }), sample, ASKER);
  expect(told.left_out).toEqual(['ip_ranges', 'frequency_cap']);
  expect(told.reach?.per_day).toBe(10_000);
});

test('the series has every bid between two of its own', () => {
  for (const bid of [1, 7, 50_000, 99_999, 100_000, 100_001, 3_400_000, 1_000_000_000]) {
    const place = gridPlace(bid);
    expect(gridBid(place)).toBeLessThanOrEqual(bid);
    expect(gridBid(place + 1)).toBeGreaterThan(bid);
  }
});
