import { type EstimateInput, type EstimateRequest, estimateInput } from '@ezdash/contracts';
import { countryNumber, originOf, type SnapshotZone } from '../serving';
import { clientClass } from '../serving/hot/clientClass';
import { buildSnapshot } from '../serving/hot/index/buildSnapshot';
import { zoneInput } from '../serving/hot/testFixtures';
import type { Sample, SampledAuction } from './Sample';
import { widen } from './widen';

const HOUR_MS = 3_600_000;
const WEEK_MS = Date.UTC(2027, 0, 11);
const [RECTANGLE, LEADERBOARD] = [
  ...buildSnapshot({
    campaigns: [],
    creatives: [],
    zones: [
      zoneInput({ id: 401, floorMicros: 0 }),
      zoneInput({ id: 402, floorMicros: 0, width: 728, height: 90 }),
    ],
  }).zones.byId.values(),
] as [SnapshotZone, SnapshotZone];
const DESKTOP = 1;
const PHONE = 2;
const ASKER = { advertiserId: 1001, campaignId: null, ratePpm: () => 0 };

function auction(zone: SnapshotZone, country: string, device: number, bidder: number): SampledAuction {
  const bids = [{ campaignId: bidder, advertiserId: 2_000 + bidder, ecpmMicros: 1_000_000 }];
  return {
    context: {
      zone,
      origin: originOf(countryNumber(country), 0),
      client: clientClass(device, 1, -1, 1),
      language: 0,
      keywords: [],
      address: '',
      exclude: [],
      random: 0,
      reserveMicros: 0,
    },
    floorMicros: 0,
    reserveMicros: 0,
    weight: 10,
    takenBy: null,
    bids,
  };
}

/** So many like it, for which so many others bid in turn. */
const many = (count: number, zone: SnapshotZone, country = 'DE', device = DESKTOP, bidders = 3) =>
  Array.from({ length: count }, (_, at) => auction(zone, country, device, at % bidders));

function sampleOf(auctions: readonly SampledAuction[]): Sample {
  const perDay = auctions.length * 10;
  return {
    auctions,
    hours: Array.from({ length: 168 }, (_, hour) => ({
      hourMs: WEEK_MS + hour * HOUR_MS,
      count: perDay / 24,
    })),
    perDay,
    effective: auctions.length,
    sampled: auctions.length,
    days: 7,
  };
}

const ask = (request: Partial<EstimateRequest> = {}): EstimateInput =>
  estimateInput.parse({
    targeting: {},
    places: [{ kind: 'banner', width: 300, height: 250 }],
    pricing: 'CPM',
    bid_micros: 2_000_000,
    ...request,
  });
const only = <Value>(...include: Value[]) => ({ include, exclude: [] });

test('the size with the most traffic beyond it, with what it would win of that', async () => {
  const sample = sampleOf([...many(100, RECTANGLE), ...many(100, LEADERBOARD)]);
  const [found, ...more] = await widen(ask(), sample, ASKER);
  expect(more).toEqual([]);
  expect(found).toMatchObject({
    width: { kind: 'size', width: 728, height: 90 },
    wins: { per_day: 1_000 },
    // The second price of $1.00 a mille.
    // 1,000 wins and $1.00 in two digits each may be half a last one off.
    eachMicros: { low: 950_000 / 1_050, middle: 1_000, high: 1_050_000 / 950 },
    effective: 100,
    days: 7,
    leftOut: [],
  });
  expect(found?.wins.low).toBeLessThan(1_000);
});

test('a country and a device that suit in all else; nothing of what would still not fit', async () => {
  const sample = sampleOf([
    ...many(60, RECTANGLE),
    ...many(50, RECTANGLE, 'AT'),
    ...many(40, RECTANGLE, 'CH'),
    ...many(60, RECTANGLE, 'DE', PHONE),
    ...many(90, RECTANGLE, 'FR', PHONE),
    ...many(90, RECTANGLE, 'ZZ'),
  ]);
  const targeting = { countries: only('DE'), devices: only('desktop' as const) };
  const found = await widen(ask({ targeting }), sample, ASKER);
  expect(found.map(({ width, effective }) => [width, effective])).toEqual([
    [{ kind: 'country', country: 'AT' }, 50],
    [{ kind: 'device', device: 'phone' }, 60],
  ]);
});

test('what is left out by name stays left out, and regions say where themselves', async () => {
  const sample = sampleOf([...many(60, RECTANGLE), ...many(60, RECTANGLE, 'AT')]);
  const kinds = async (targeting: EstimateRequest['targeting']) =>
    (await widen(ask({ targeting }), sample, ASKER)).map(({ width }) => width.kind);
  expect(await kinds({ countries: only('DE') })).toEqual(['country']);
  expect(await kinds({ countries: { include: ['DE'], exclude: ['AT'] } })).toEqual([]);
  expect(await kinds({ countries: only('DE'), regions: only('DE-BY') })).toEqual([]);
  expect(await kinds({})).toEqual([]);
});

test.each([
  ['few auctions were recorded beyond it', many(29, LEADERBOARD), {}],
  ['so few others bid that it would tell what they bid', many(60, LEADERBOARD, 'DE', DESKTOP, 2), {}],
  ['its bid wins none', many(60, LEADERBOARD), { bid_micros: 500_000 }],
  [
    'it shows no banners',
    many(60, LEADERBOARD),
    { places: [{ kind: 'text' as const, width: 0, height: 0 }] },
  ],
])('nothing where %s', async (_why, beyond, change) => {
  const sample = sampleOf([...many(100, RECTANGLE), ...beyond]);
  expect(await widen(ask(change), sample, ASKER)).toEqual([]);
});

test('a cap that no auction tells of is said, and the budget is not asked about', async () => {
  const sample = sampleOf(many(100, LEADERBOARD));
  const [found] = await widen(ask({ capped: true, daily_budget_micros: 200_000 }), sample, ASKER);
  expect(found).toMatchObject({
    leftOut: ['frequency_cap'],
    wins: { per_day: 1_000 },
    eachMicros: { middle: 1_000 },
  });
});
