import fc from 'fast-check';
import { Budgets } from './budgets';
import { decide } from './decide';
import { buildSnapshot } from './index/buildSnapshot';
import { countryNumber } from './index/country';
import type { CampaignInput, CreativeInput } from './snapshotInput';
import { campaignInput, creativeInput, zoneInput } from './testFixtures';

const NOW_MS = 1_800_000_000_000;
/** An advertiser without money. */
const BROKE = 1002;
const COUNTRIES = ['DE', 'US', 'FR'];
const DEVICES = ['desktop', 'phone', 'tablet', 'tv'];
const SIZES: readonly [number, number][] = [
  [300, 250],
  [728, 90],
];

const campaigns = fc.array(
  fc.record({
    pricing: fc.constantFrom<'CPM' | 'CPC'>('CPM', 'CPC'),
    // Few distinct bids, so that ties are frequent; some odd ones, so that rounding matters.
    bidMicros: fc.oneof(
      fc.constantFrom(1_000_000, 2_000_000, 3_000_000),
      fc.integer({ min: 1, max: 5_000_000 }),
    ),
    ctrPpm: fc.integer({ min: 0, max: 20_000 }),
    countries: fc.subarray(COUNTRIES),
    devices: fc.subarray(DEVICES),
    sizes: fc.subarray([0, 1]),
    capped: fc.boolean(),
    broke: fc.boolean(),
    advertiserId: fc.constantFrom(1001, 1003),
  }),
  { maxLength: 70 },
);

interface Ranked {
  id: number;
  advertiserId: number;
  ecpm: bigint;
  unit: bigint;
  ctr: bigint;
  capped: boolean;
  cpm: boolean;
}

/** The auction once more, in bigint and without an index. */
function rank(
  inputs: CampaignInput[],
  creatives: CreativeInput[],
  want: { country: string; device: string; size: readonly [number, number]; floor: bigint },
): Ranked[] {
  return inputs
    .filter((input) => input.countries.length === 0 || input.countries.includes(want.country))
    .filter((input) => input.devices.length === 0 || input.devices.includes(want.device))
    .filter((input) =>
      creatives.some(
        (c) => c.campaignId === input.id && c.width === want.size[0] && c.height === want.size[1],
      ),
    )
    .filter((input) => input.advertiserId !== BROKE)
    .map((input): Ranked => {
      const bid = BigInt(input.bidMicros);
      const ctr = BigInt(Math.min(1_000_000, Math.max(10, input.ctrPpm)));
      const cpm = input.pricing === 'CPM';
      const unit = cpm ? bid / 1000n : bid;
      return {
        id: input.id,
        advertiserId: input.advertiserId,
        unit,
        ctr,
        cpm,
        capped: input.cap !== null,
        ecpm: cpm ? unit * 1000n : (bid * ctr) / 1000n,
      };
    })
    .filter((entry) => entry.ecpm > 0n && entry.ecpm >= want.floor)
    .sort((a, b) => (a.ecpm === b.ecpm ? a.id - b.id : a.ecpm > b.ecpm ? -1 : 1));
}

const ceilDivide = (a: bigint, b: bigint) => (a + b - 1n) / b;
const most = (...values: bigint[]) => values.toSorted((a, b) => (a > b ? -1 : 1))[0] ?? 0n;
const least = (a: bigint, b: bigint) => [a, b].toSorted((x, y) => (x < y ? -1 : 1))[0] ?? 0n;

function priceOf(winner: Ranked, runnerUp: Ranked | undefined, floor: bigint, reserve: bigint): bigint {
  const clearing = least(winner.ecpm, most(runnerUp ? runnerUp.ecpm + 1n : 0n, floor, reserve));
  const price = winner.cpm ? ceilDivide(clearing, 1000n) : ceilDivide(clearing * 1000n, winner.ctr);
  return least(winner.unit, most(1n, price));
}

test('the index finds the winner and the price that a plain search finds', () => {
  fc.assert(
    fc.property(
      campaigns,
      fc.constantFrom(...COUNTRIES, 'JP'),
      fc.constantFrom(1, 2, 3, 4),
      fc.constantFrom(0, 1),
      fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3_000_000 })),
      fc.integer({ min: 0, max: 0xffffffff }),
      (drawn, country, device, sizeIndex, floorMicros, random) => {
        const inputs = drawn.map((fields, index) =>
          campaignInput({
            ...fields,
            id: index + 1,
            advertiserId: fields.broke ? BROKE : fields.advertiserId,
            cap: fields.capped ? { count: 1, seconds: 60 } : null,
          }),
        );
        const creatives = drawn.flatMap((fields, index) =>
          fields.sizes.map((size) =>
            creativeInput({
              id: (index + 1) * 10 + size,
              campaignId: index + 1,
              width: SIZES[size]?.[0] ?? 0,
              height: SIZES[size]?.[1] ?? 0,
            }),
          ),
        );
        const size = SIZES[sizeIndex] ?? [0, 0];
        const snapshot = buildSnapshot({
          campaigns: inputs,
          creatives,
          zones: [zoneInput({ id: 1, width: size[0], height: size[1], floorMicros })],
        });
        const budgets = new Budgets();
        budgets.tick(NOW_MS);
        budgets.attach(snapshot, NOW_MS);
        budgets.load(
          {
            dayStartMs: 0,
            campaigns: [],
            advertisers: [1001, 1003].map((id) => ({ id, balanceMicros: 1e12 })),
          },
          NOW_MS,
        );
        const zone = snapshot.zonesById.get(1);
        if (!zone) throw new Error('no zone');
        const reserveMicros = 50_000;
        const decision = decide(snapshot, budgets, {
          zone,
          country: countryNumber(country),
          device,
          exclude: [],
          random,
          reserveMicros,
        });

        const floor = BigInt(floorMicros);
        const ranked = rank(inputs, creatives, { country, device: DEVICES[device - 1] ?? '', size, floor });
        const [winner] = decision.candidates;
        if (ranked.length === 0) {
          expect(winner).toBeUndefined();
          expect(decision.reason).not.toBe(0);
          return;
        }
        expect(decision.reason).toBe(0);
        const won = ranked.find((entry) => entry.id === winner?.campaign.id);
        // Anyone of the tied best may win; the runner-up is the best of the other advertisers'.
        expect(won?.ecpm).toBe(ranked[0]?.ecpm);
        if (!won || !winner) return;
        const runnerUp = ranked.find((entry) => entry.advertiserId !== won.advertiserId);
        expect(BigInt(winner.priceMicros)).toBe(priceOf(won, runnerUp, floor, BigInt(reserveMicros)));
        expect(winner.priceMicros).toBeLessThanOrEqual(Number(won.unit));
        expect(winner.payoutMicros).toBe(Math.floor((winner.priceMicros * 8_000) / 10_000));
        // Successors follow capped ones only, each once, in falling order.
        const ids = decision.candidates.map((candidate) => candidate.campaign.id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(decision.candidates.slice(0, -1).every((candidate) => candidate.campaign.capped)).toBe(true);
        if (!won.capped) expect(decision.candidates).toHaveLength(1);
        const ecpms = decision.candidates.map((candidate) => candidate.campaign.ecpmMicros);
        expect(ecpms).toEqual([...ecpms].sort((a, b) => b - a));
      },
    ),
    { numRuns: 400 },
  );
});

test('over 100,000 campaigns a decision still finds the last one', () => {
  const count = 100_000;
  const inputs = Array.from({ length: count }, (_, index) =>
    campaignInput({ id: index + 1, bidMicros: 1_000_000 + index, countries: index === 7 ? ['DE'] : ['US'] }),
  );
  const snapshot = buildSnapshot({
    campaigns: inputs,
    creatives: inputs.map(({ id }) => creativeInput({ id, campaignId: id })),
    zones: [zoneInput({ id: 1 })],
  });
  const budgets = new Budgets();
  budgets.tick(NOW_MS);
  budgets.attach(snapshot, NOW_MS);
  budgets.load({ dayStartMs: 0, campaigns: [], advertisers: [{ id: 1001, balanceMicros: 1e12 }] }, NOW_MS);
  const zone = snapshot.zonesById.get(1);
  if (!zone) throw new Error('no zone');
  const context = { zone, device: 1, exclude: [], random: 0, reserveMicros: 0 };
  expect(
    decide(snapshot, budgets, { ...context, country: countryNumber('DE') }).candidates[0]?.campaign.id,
  ).toBe(8);
  expect(decide(snapshot, budgets, { ...context, country: countryNumber('FR') }).candidates).toHaveLength(0);
});
