import { Budgets } from '../budgets';
import { decide } from '../decide';
import type { Decision, DecisionContext } from '../decision';
import { buildSnapshot } from '../index/buildSnapshot';
import type { CampaignInput, CreativeInput, ZoneInput } from '../snapshotInput';
import { campaignInput, creativeInput, DESKTOP, zoneInput } from '../testFixtures';
import { seeded } from '../testMarket';
import { WHOLE_PPM } from './creativeWeights';

const NOON_MS = Date.UTC(2027, 0, 14, 12);
const DRAWS = 20_000;

interface Made {
  campaigns: (Partial<CampaignInput> & { id: number })[];
  creatives: (Partial<CreativeInput> & { id: number; campaignId: number })[];
  zone?: Partial<ZoneInput>;
  spent?: Record<number, number>;
}

function decider({ campaigns, creatives, zone: fields, spent = {} }: Made) {
  const snapshot = buildSnapshot({
    campaigns: campaigns.map((each) => campaignInput({ advertiserId: 2_000 + each.id, ...each })),
    creatives: creatives.map(creativeInput),
    zones: [zoneInput({ id: 401, ...fields })],
  });
  const budgets = new Budgets();
  budgets.tick(NOON_MS);
  budgets.attach(snapshot, NOON_MS, {
    dayStartMs: Date.UTC(2027, 0, 14),
    campaigns: Object.entries(spent).map(([id, micros]) => ({
      id: Number(id),
      todayMicros: micros,
      totalMicros: micros,
    })),
    advertisers: campaigns.map(({ id }) => ({ id: 2_000 + id, balanceMicros: 1e12 })),
  });
  const zone = snapshot.zones.byId.get(401);
  if (!zone) throw new Error('no zone');
  return (random: number, rest: Partial<DecisionContext> = {}): Decision =>
    decide(snapshot, budgets, {
      zone,
      origin: 0,
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

/** What came out of many decisions: how often each, and with which propensity. */
function tell(
  decisions: readonly Decision[],
  keyOf: (decision: Decision) => string,
  propensityOf: (decision: Decision) => number,
) {
  const outcomes = new Map<string, { count: number; propensity: number }>();
  for (const decision of decisions) {
    const key = keyOf(decision);
    const propensity = propensityOf(decision);
    const known = outcomes.get(key) ?? { count: 0, propensity };
    // One outcome has one propensity, whatever led to it.
    if (known.propensity !== propensity) throw new Error(`${key}: ${known.propensity} and ${propensity}`);
    known.count += 1;
    outcomes.set(key, known);
  }
  return [...outcomes.values()];
}

function expectTrue(outcomes: readonly { count: number; propensity: number }[]): void {
  expect(outcomes.reduce((sum, { propensity }) => sum + propensity, 0)).toBeCloseTo(1, 4);
  for (const { count, propensity } of outcomes) {
    const error = 4.5 * Math.sqrt((propensity * (1 - propensity)) / DRAWS);
    expect(Math.abs(count / DRAWS - propensity)).toBeLessThan(error);
  }
}

function run(made: Made, rest: Partial<DecisionContext> = {}) {
  const ask = decider(made);
  const random = seeded(29);
  return Array.from({ length: DRAWS }, () => ask(Math.floor(random() * 2 ** 32), rest));
}
const winner = ({ candidates: [first] }: Decision) => `${first?.campaign.id} ${first?.creative.id}`;
const ofWinner = ({ candidates: [first] }: Decision) => (first?.propensityPpm ?? 0) / WHOLE_PPM;
const answer = ({ candidates }: Decision) => candidates.map(({ creative }) => creative.id).join(' ');
const ofAnswer = ({ candidates }: Decision) =>
  candidates.reduce((product, { propensityPpm }) => (product * propensityPpm) / WHOLE_PPM, 1);

const arms = (campaignId: number, ...clicks: number[]) =>
  clicks.map((count, index) => ({
    id: campaignId * 100 + index,
    campaignId,
    learned: { impressions: 2_000, clicks: count },
  }));

describe('the propensity that is logged', () => {
  test('of a campaign that is alone, with one creative, is 1', () => {
    const made = { campaigns: [{ id: 1 }], creatives: arms(1, 20) };
    expect(decider(made)(7).candidates[0]?.propensityPpm).toBe(WHOLE_PPM);
  });

  test('of several creatives is how often each is shown', () => {
    expectTrue(tell(run({ campaigns: [{ id: 1 }], creatives: arms(1, 20, 24, 16, 22) }), winner, ofWinner));
  });

  test('of shares that the owner gave is the share, whatever was learnt', () => {
    const [first, second] = arms(1, 5, 400);
    if (!first || !second) throw new Error('two creatives');
    const creatives = [
      { ...first, share: 70 },
      { ...second, share: 30 },
    ];
    const outcomes = tell(run({ campaigns: [{ id: 1 }], creatives }), winner, ofWinner);
    expectTrue(outcomes);
    expect(outcomes.map(({ propensity }) => propensity).sort()).toEqual([0.3, 0.7]);
  });

  test('counts those alone that may be shown: not on the page, not blocked', () => {
    const made = {
      campaigns: [{ id: 1 }],
      creatives: arms(1, 20, 24, 16, 22),
      zone: { blocks: { advertisers: [], creatives: [101], categories: [], domains: [] } },
    };
    const outcomes = tell(run(made, { exclude: [100] }), winner, ofWinner);
    expect(outcomes).toHaveLength(2);
    expectTrue(outcomes);
  });

  test('of campaigns that take turns is multiplied by whose turn it is', () => {
    const made = {
      campaigns: [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4, bidMicros: 1_000_000 }],
      creatives: [...arms(1, 20, 24), ...arms(2, 20), ...arms(3, 30, 28, 29), ...arms(4, 9)],
    };
    const outcomes = tell(run(made), winner, ofWinner);
    expect(outcomes).toHaveLength(6);
    expectTrue(outcomes);
  });

  test('of house ads too', () => {
    const house = { priority: 'house' } as const;
    const made = {
      campaigns: [
        { id: 1, ...house },
        { id: 2, ...house },
      ],
      creatives: [...arms(1, 20, 24), ...arms(2, 20)],
    };
    expectTrue(tell(run(made), winner, ofWinner));
  });

  test('of guaranteed campaigns is how far they are behind, and over a whole answer with successors the product', () => {
    const cap = { count: 1, seconds: 60 };
    const guaranteed = { priority: 'guaranteed', dailyBudgetMicros: 100_000_000 } as const;
    const made = {
      campaigns: [
        { id: 1, ...guaranteed, cap },
        { id: 2, ...guaranteed, cap },
        { id: 3, ...guaranteed },
        { id: 4, cap },
        { id: 5, cap },
      ],
      creatives: [...arms(1, 20, 24), ...arms(2, 20), ...arms(3, 20, 19), ...arms(4, 5), ...arms(5, 5)],
      spent: { 1: 0, 2: 25_000_000, 3: 45_000_000 },
    };
    const decisions = run(made);
    expectTrue(tell(decisions, winner, ofWinner));
    const outcomes = tell(decisions, answer, (decision) => Number(ofAnswer(decision).toFixed(5)));
    expect(outcomes.length).toBeGreaterThan(12);
    expectTrue(outcomes);
  });

  test('makes the clicks of an answer that was seldom given count as often as it would have been given', () => {
    // Click rates by inverse propensity, from logs of a choice that was far from even.
    const made = { campaigns: [{ id: 1 }, { id: 2 }], creatives: [...arms(1, 40, 37, 35), ...arms(2, 10)] };
    const rates: Record<number, number> = { 100: 0.3, 101: 0.1, 102: 0.15, 200: 0.05 };
    const random = seeded(31);
    const weighted: Record<number, number> = { 100: 0, 101: 0, 102: 0, 200: 0 };
    const squares: Record<number, number> = { 100: 0, 101: 0, 102: 0, 200: 0 };
    for (const decision of run(made)) {
      const id = decision.candidates[0]?.creative.id ?? 0;
      if (random() >= (rates[id] ?? 0)) continue;
      const weight = 1 / ofWinner(decision);
      weighted[id] = (weighted[id] ?? 0) + weight;
      squares[id] = (squares[id] ?? 0) + weight * weight;
    }
    for (const [id, rate] of Object.entries(rates)) {
      const estimate = (weighted[Number(id)] ?? 0) / DRAWS;
      const error = (4.5 * Math.sqrt(squares[Number(id)] ?? 0)) / DRAWS;
      expect(Math.abs(estimate - rate)).toBeLessThan(error);
      expect(error).toBeLessThan(rate);
    }
  });
});
