import { Budgets } from './budgets';
import { decide } from './decide';
import type { Decision, DecisionContext } from './decision';
import { buildSnapshot, changeSnapshot } from './index/buildSnapshot';
import { countryNumber } from './index/country';
import { WHOLE_PPM } from './learning/creativeWeights';
import type { CampaignInput } from './snapshotInput';
import { DESKTOP, only, snapshotInput } from './testFixtures';
import { seeded } from './testMarket';

const NOON_MS = Date.UTC(2027, 0, 14, 12);
const CAP = { count: 1, seconds: 3_600 };

type Fields = Partial<CampaignInput> & { id: number };

/** Campaigns with one creative each (id = campaign's + 1000); `changed` lie in the second, small index. */
function decider(campaigns: readonly Fields[], changed: readonly number[] = []) {
  const input = snapshotInput(campaigns.map((each) => ({ advertiserId: 2_000 + each.id, ...each })));
  const changes = new Map(
    input.campaigns
      .filter(({ id }) => changed.includes(id))
      .map((each) => [
        each.id,
        { input: each, creatives: input.creatives.filter(({ campaignId }) => campaignId === each.id) },
      ]),
  );
  const snapshot = changeSnapshot(buildSnapshot(input), changes);
  const budgets = new Budgets();
  budgets.tick(NOON_MS);
  const advertisers = campaigns.map(({ id }) => ({ id: 2_000 + id, balanceMicros: 1e12 }));
  budgets.attach(snapshot, NOON_MS, { dayStartMs: Date.UTC(2027, 0, 14), campaigns: [], advertisers });
  const zone = snapshot.zones.byId.get(401);
  if (!zone) throw new Error('no zone');
  return (random: number, rest: Partial<DecisionContext> = {}): Decision =>
    decide(snapshot, budgets, {
      zone,
      origin: countryNumber('US'),
      client: DESKTOP,
      language: 0,
      keywords: [],
      address: '',
      exclude: [],
      random,
      reserveMicros: 0,
      ...rest,
    });
}

const many = (count: number, fields: Partial<CampaignInput> = {}, first = 1): Fields[] =>
  Array.from({ length: count }, (_, index) => ({ id: first + index, ...fields }));

/** How often each campaign stood at a place (0 is the first), and that its propensity is as it was told. */
function expectEven(
  ask: (random: number) => Decision,
  ids: readonly number[],
  { place = 0, draws = 400 }: { place?: number; draws?: number } = {},
): void {
  const random = seeded(17);
  const counts = new Map<number, number>();
  const all = draws * ids.length;
  const expected = Math.round(WHOLE_PPM / ids.length);
  for (let draw = 0; draw < all; draw += 1) {
    const candidate = ask(Math.floor(random() * 2 ** 32)).candidates.at(place);
    if (!candidate) throw new Error('Nobody is shown');
    if (candidate.propensityPpm !== expected)
      throw new Error(`${candidate.campaign.id}: ${candidate.propensityPpm}`);
    counts.set(candidate.campaign.id, (counts.get(candidate.campaign.id) ?? 0) + 1);
  }
  expect([...counts.keys()].sort((a, b) => a - b)).toEqual(ids);
  for (const count of counts.values()) expect(Math.abs(count - draws)).toBeLessThan(5.5 * Math.sqrt(draws));
}

const idsOf = (campaigns: readonly Fields[]) => campaigns.map(({ id }) => id);

describe('who takes turns', () => {
  test.each([
    ['a dozen equals', 12, {}, []],
    ['a dozen house ads', 12, { priority: 'house' }, []],
    ['a hundred equals', 100, {}, []],
    ['equals of which some have changed', 40, {}, [1, 2, 19, 33, 40]],
    ['equals who have nearly all changed', 12, {}, [1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12]],
    ['house ads of which some have changed', 12, { priority: 'house' }, [5, 6, 12]],
  ] as const)('%s are each shown as often', (_, count, fields, changed) => {
    const equals = many(count, fields);
    const others = many(5, { bidMicros: 1_000_000 }, 500).map((each) => ({ ...each, ...fields }));
    const campaigns = 'priority' in fields ? equals : [...equals, ...others];
    expectEven(decider(campaigns, changed), idsOf(equals), { draws: count > 50 ? 100 : 400 });
  });

  test('of thousands of equals every part has its turn, and its propensity is right, be a part empty', () => {
    // Whoever targets another country takes a place and no turn.
    const elsewhere = { targeting: { countries: only('FR') } };
    const equals = many(7_000).map((each) =>
      each.id > 2_048 && each.id <= 4_096 ? { ...each, ...elsewhere } : each,
    );
    const ask = decider(equals, [1, 2, 2_049, 4_100]);
    const random = seeded(11);
    const parts = [0, 0, 0, 0];
    const draws = 4_000;
    let weight = 0;
    for (let draw = 0; draw < draws; draw += 1) {
      const [winner] = ask(Math.floor(random() * 2 ** 32)).candidates;
      if (!winner) throw new Error('Nobody is shown');
      weight += WHOLE_PPM / winner.propensityPpm;
      const part = Math.floor((winner.campaign.id - 1) / 2_048);
      parts[part] = (parts[part] ?? 0) + 1;
    }
    // The empty part leaves its turn to the next one.
    const shares = parts.map((count) => count / draws);
    for (const [part, share] of [0.25, 0, 0.5, 0.25].entries())
      expect(Math.abs((shares[part] ?? 0) - share)).toBeLessThan(0.04);
    // Counted by inverse propensity, each of the others is shown once a decision; propensities are whole millionths.
    expect(Math.abs(weight / draws / 4_952 - 1)).toBeLessThan(0.08);
  });

  test('of a dozen equals those that are on the page leave their turns to all others alike', () => {
    const ask = decider(many(12));
    const exclude = [1_003, 1_004, 1_005, 1_012];
    expectEven((random) => ask(random, { exclude }), [1, 2, 6, 7, 8, 9, 10, 11]);
  });

  test('of seventy guaranteed campaigns each is shown', () => {
    const ask = decider(many(70, { priority: 'guaranteed' }));
    const random = seeded(5);
    const seen = new Set<number>();
    let weight = 0;
    const draws = 3_000;
    for (let draw = 0; draw < draws; draw += 1) {
      const [winner] = ask(Math.floor(random() * 2 ** 32)).candidates;
      if (!winner) throw new Error('Nobody is shown');
      seen.add(winner.campaign.id);
      // Counted by inverse propensity, every campaign is shown once a decision.
      weight += WHOLE_PPM / winner.propensityPpm;
    }
    expect(seen.size).toBe(70);
    expect(Math.abs(weight / draws - 70)).toBeLessThan(1);
  });

  test('those behind the one that is drawn follow round, and then those who bid less', () => {
    const ask = decider([...many(3, { cap: CAP }), { id: 9, bidMicros: 1_000_000 }], [2]);
    const random = seeded(3);
    const answers = Array.from({ length: 200 }, () =>
      ask(Math.floor(random() * 2 ** 32)).candidates.map(({ campaign }) => campaign.id),
    );
    expect([...new Set(answers.map(String))].sort()).toEqual(['1,2,9', '2,3,9', '3,1,9']);
  });
});

describe('the end of an answer', () => {
  const capped = many(5, { cap: CAP, bidMicros: 5_000_000 }).map((each, index) => ({
    ...each,
    bidMicros: 5_000_000 - index * 100_000,
  }));
  const idsFor = (campaigns: readonly Fields[], changed: readonly number[] = []) =>
    decider(campaigns, changed)(7).candidates.map(({ campaign }) => campaign.id);

  test('has no frequency cap, be it the best of the auction that has none', () => {
    const plain = [
      { id: 20, bidMicros: 1_000_000 },
      { id: 21, bidMicros: 900_000 },
    ];
    const { candidates } = decider([...capped, ...plain, { id: 30, priority: 'house' as const }])(7);
    expect(candidates.map(({ campaign }) => campaign.id)).toEqual([1, 2, 20]);
    // Those that are passed over still set the price of who stands before them; the last one pays against who bids less.
    expect(candidates.map(({ priceMicros }) => priceMicros)).toEqual([4_901, 4_801, 901]);
    expect(candidates.at(-1)?.payoutMicros).toBe(720);
    expect(idsFor([...capped, ...plain], [3, 20])).toEqual([1, 2, 20]);
  });

  test('is a house ad when nobody in the auction is without a cap, and that costs nothing', () => {
    const houses = [
      { id: 30, priority: 'house' as const, cap: CAP },
      { id: 31, priority: 'house' as const },
    ];
    const { candidates } = decider([...capped, ...houses])(7);
    expect(candidates.map(({ campaign }) => campaign.id)).toEqual([1, 2, 31]);
    expect(candidates.at(-1)).toMatchObject({ priceMicros: 0, payoutMicros: 0 });
  });

  test('is the next with a cap when there is nobody else', () => {
    expect(idsFor(capped)).toEqual([1, 2, 3]);
    expect(idsFor([...capped, { id: 30, priority: 'house', cap: CAP }])).toEqual([1, 2, 3]);
  });

  test('is a guaranteed campaign without a cap before anybody of the auction', () => {
    const guaranteed = many(6, { priority: 'guaranteed', cap: CAP }, 40);
    const random = seeded(2);
    const ask = decider([...guaranteed, { id: 60, priority: 'guaranteed' }, { id: 70 }]);
    const auctioned = decider([...guaranteed, { id: 70 }]);
    for (let draw = 0; draw < 100; draw += 1) {
      const bits = Math.floor(random() * 2 ** 32);
      expect(ask(bits).candidates.at(-1)?.campaign.id).toBe(60);
      expect(auctioned(bits).candidates).toHaveLength(3);
      expect(auctioned(bits).candidates.at(-1)?.campaign.id).toBe(70);
    }
  });

  test.each([
    ['of the auction', {}],
    ['house ads', { priority: 'house' }],
  ] as const)('is each of equals %s as often', (_, fields) => {
    const equals = many(12, { bidMicros: 1_000_000, ...fields }, 100);
    expectEven(decider([...capped, ...equals], [101, 105]), idsOf(equals), { place: 2, draws: 200 });
  });
});
