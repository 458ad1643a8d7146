import { seeded } from '../testMarket';
import { type Belief, chancesToBeBest } from './chancesToBeBest';
import {
  creativeWeights,
  EXPLORATION_CAP_PPM,
  givenWeights,
  keptWeights,
  type Learned,
  NOTHING_LEARNED,
  WHOLE_PPM,
  YOUNG_IMPRESSIONS,
} from './creativeWeights';
import { beta, epsilonGreedy, type Policy, play, thompson } from './testBandit';

const learned = (impressions: number, clicks: number): Learned => ({ impressions, clicks });
const weights = (...arms: Learned[]) => Array.from(creativeWeights(arms) ?? []);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe('chances to be the best', () => {
  const cases: Belief[][] = [
    [
      { clicks: 2, others: 400 },
      { clicks: 2, others: 400 },
    ],
    [
      { clicks: 12, others: 1_400 },
      { clicks: 22, others: 1_400 },
      { clicks: 2, others: 200 },
    ],
    // One that is known to a hair, and one of which nothing is known.
    [
      { clicks: 2_000, others: 198_000 },
      { clicks: 2, others: 201 },
    ],
    [
      { clicks: 1, others: 1 },
      { clicks: 3, others: 2 },
    ],
    Array.from({ length: 12 }, (_, index) => ({ clicks: 2 + index, others: 900 })),
  ];
  test.each(cases.map((beliefs) => [beliefs.length, beliefs] as const))(
    'of %s are what drawing from each belief shows',
    (_, beliefs) => {
      const random = seeded(7);
      const wins = beliefs.map(() => 0);
      const draws = 8_000;
      for (let draw = 0; draw < draws; draw += 1) {
        const rates = beliefs.map(({ clicks, others }) => beta(clicks, others, random));
        const best = rates.indexOf(Math.max(...rates));
        wins[best] = (wins[best] ?? 0) + 1;
      }
      const chances = chancesToBeBest(beliefs);
      expect(sum(chances)).toBeCloseTo(1, 9);
      // Four standard errors of the drawing, and the integration's own error.
      chances.forEach((chance, index) => {
        const error = 4 * Math.sqrt((chance * (1 - chance)) / draws) + 0.002;
        expect(Math.abs(chance - (wins[index] ?? 0) / draws)).toBeLessThan(error);
      });
    },
  );
});

describe('the weights of creatives', () => {
  test('sum up to a million, whatever was counted', () => {
    const random = seeded(3);
    for (let round = 0; round < 300; round += 1) {
      const arms = Array.from({ length: 2 + Math.floor(random() * 12) }, () => {
        const impressions = Math.floor(10 ** (random() * 7) - 1);
        return learned(impressions, Math.floor(impressions * random() * (random() < 0.1 ? 1.5 : 0.05)));
      });
      const found = weights(...arms);
      expect(sum(found)).toBe(WHOLE_PPM);
      for (const weight of found) expect(weight).toBeGreaterThanOrEqual(0);
    }
    expect(sum(weights(learned(-5, 3), learned(0, -1)))).toBe(WHOLE_PPM);
  });

  test('one alone has none, and those of which nothing is known are alike', () => {
    expect(creativeWeights([learned(10, 1)])).toBeNull();
    expect(keptWeights([NOTHING_LEARNED])).toBeNull();
    expect(Array.from(keptWeights([NOTHING_LEARNED, NOTHING_LEARNED]) ?? [])).toEqual([500_000, 500_000]);
    expect(weights(NOTHING_LEARNED, NOTHING_LEARNED)).toEqual([500_000, 500_000]);
  });

  test('are made once as long as nothing new was learnt', () => {
    const arms = [learned(5_000, 50), learned(5_000, 60)];
    const first = keptWeights(arms);
    expect(keptWeights(arms.slice())).toBe(first);
    expect(keptWeights([arms[0] ?? NOTHING_LEARNED, learned(5_000, 90)])).not.toBe(first);
  });

  test('all but the best get no more than the exploration’s cap, once one is known well', () => {
    const random = seeded(11);
    for (let round = 0; round < 300; round += 1) {
      const arms = Array.from({ length: 2 + Math.floor(random() * 5) }, () => {
        const impressions = Math.floor(random() * 4 * YOUNG_IMPRESSIONS);
        return learned(impressions, Math.floor(impressions * random() * 0.03));
      });
      if (!arms.some(({ impressions }) => impressions >= YOUNG_IMPRESSIONS)) continue;
      // Rounding leaves its millionths to the largest.
      expect(Math.max(...weights(...arms))).toBeGreaterThanOrEqual(WHOLE_PPM - EXPLORATION_CAP_PPM);
    }
  });

  test('a young creative is shown, even beside one that is far better, and as often as the cap allows when there are many', () => {
    const [, young = 0, bad = 0] = weights(learned(100_000, 3_000), learned(200, 0), learned(50_000, 50));
    expect(young).toBeGreaterThanOrEqual(50_000);
    expect(bad).toBe(2_000);
    const many = weights(learned(100_000, 3_000), ...Array.from({ length: 10 }, () => learned(200, 1)));
    for (const weight of many.slice(1)) expect(weight).toBeGreaterThanOrEqual(19_999);
    expect(sum(many.slice(1))).toBeLessThanOrEqual(EXPLORATION_CAP_PPM);
  });

  test('very much seen does not freeze a choice: what was sure stays within reach of what comes', () => {
    // Ten million impressions of 1.00 and 1.02 %: a difference that tastes may turn.
    const [worse = 0] = weights(learned(1e7, 100_000), learned(1e7, 102_000));
    expect(worse).toBeGreaterThan(100_000);
  });
});

describe('Thompson sampling', () => {
  const RATES = [0.01, 0.02];
  const SEEDS = Array.from({ length: 6 }, (_, index) => index + 1);
  const IMPRESSIONS = 30_000;
  /** Of taking turns: every one is shown as often as every other. */
  const evenly = (rates: readonly number[]) => IMPRESSIONS * (Math.max(...rates) - sum(rates) / rates.length);
  const regretOf = (policy: Policy, rates = RATES) =>
    sum(SEEDS.map((seed) => play(rates, policy, seed, IMPRESSIONS).regret)) / SEEDS.length;

  test('comes to show the better of two creatives nearly always', () => {
    const early = SEEDS.map((seed) => play(RATES, thompson, seed, 1_500).shares[1] ?? 0);
    const late = SEEDS.map((seed) => play(RATES, thompson, seed, IMPRESSIONS).shares[1] ?? 0);
    expect(sum(early) / SEEDS.length).toBeGreaterThan(0.5);
    expect(sum(late) / SEEDS.length).toBeGreaterThan(0.97);
    expect(Math.min(...late)).toBeGreaterThan(0.9);
  });

  test('misses fewer clicks than taking turns, and than ε-greedy', () => {
    const missed = regretOf(thompson);
    expect(missed).toBeLessThan(evenly(RATES) * 0.3);
    expect(missed).toBeLessThan(regretOf(epsilonGreedy));
  });

  test('does so with five creatives, one of them the best', () => {
    const rates = [0.008, 0.01, 0.009, 0.016, 0.01];
    const missed = regretOf(thompson, rates);
    expect(missed).toBeLessThan(evenly(rates) * 0.5);
    expect(missed).toBeLessThan(regretOf(epsilonGreedy, rates));
  });
});

describe('shares that the owner gave', () => {
  const given = (...shares: (number | null)[]) => givenWeights(shares);
  test('are the weights, whatever was learnt', () => {
    expect(Array.from(given(70, 30) ?? [])).toEqual([700_000, 300_000]);
    expect(sum(Array.from(given(33, 33, 34) ?? []))).toBe(WHOLE_PPM);
  });
  test('keep their ratio when one of them may not be shown', () => {
    expect(Array.from(given(60, 20) ?? [])).toEqual([750_000, 250_000]);
  });
  test('are none when one creative has none, or is alone', () => {
    expect(given(70, null)).toBeNull();
    expect(given(70)).toBeNull();
    expect(given()).toBeNull();
  });
});
