import { seeded } from '../testMarket';
import { TraceSampler } from './TraceSampler';

const START_MS = Date.UTC(2027, 0, 14, 13);

/** Decisions evenly over some seconds, and what of them was traced. */
function run(perSecond: number, seconds: number, zoneOf: (index: number) => number, seed = 1) {
  const sampler = new TraceSampler(seeded(seed));
  sampler.setCampaigns(100);
  const traces = new Map<number, number>();
  let weights = 0;
  let most = 0;
  for (let second = 0; second < seconds; second += 1) {
    let inSecond = 0;
    for (let index = 0; index < perSecond; index += 1) {
      const zone = zoneOf(second * perSecond + index);
      const nowMs = START_MS + second * 1_000 + Math.floor((index * 1_000) / perSecond);
      if (!sampler.takes(zone, false, nowMs)) continue;
      inSecond += 1;
      weights += sampler.weight;
      traces.set(zone, (traces.get(zone) ?? 0) + 1);
    }
    most = Math.max(most, inSecond);
  }
  const count = [...traces.values()].reduce((sum, each) => sum + each, 0);
  return { count, weights, most, traces };
}

test('everything is traced as long as it is little, each for itself', () => {
  const { count, weights } = run(2, 60, () => 1);
  expect([count, weights]).toEqual([120, 120]);
});

test.each([20, 500, 10_000])(
  'of %i decisions a second a few are traced, and stand for all of them',
  (perSecond) => {
    const seconds = 30;
    const { count, weights, most } = run(perSecond, seconds, (index) => index % 3);
    expect(count).toBeLessThan(seconds * 6 + 40);
    // Not even the first second, before the traffic is known, is traced as a whole.
    expect(most).toBeLessThan(30);
    const error = Math.abs(weights / (perSecond * seconds) - 1);
    expect(error).toBeLessThan(0.1);
  },
);

test('over many runs neither a busy nor a rare zone stands for more or less than it is', () => {
  let rare = 0;
  let busy = 0;
  const runs = 5_000;
  for (let seed = 1; seed <= runs; seed += 1) {
    const sampler = new TraceSampler(seeded(seed));
    sampler.setCampaigns(100);
    for (let index = 0; index < 3_000; index += 1) {
      const zone = index % 100 === 37 ? 2 : 1;
      if (!sampler.takes(zone, false, START_MS + index)) continue;
      if (zone === 2) rare += sampler.weight;
      else busy += sampler.weight;
    }
  }
  expect(rare / (30 * runs)).toBeGreaterThan(0.87);
  expect(rare / (30 * runs)).toBeLessThan(1.13);
  expect(busy / (2_970 * runs)).toBeGreaterThan(0.97);
  expect(busy / (2_970 * runs)).toBeLessThan(1.03);
});

test('the first decision of each zone in a minute is traced, as many as fit', () => {
  const few = run(1_000, 60, (index) => index % 50);
  expect(few.traces.size).toBe(50);
  const many = run(1_000, 60, (index) => index % 5_000);
  expect(many.count).toBeLessThan(60 * 6 + 120 + 40);
  // Nor are those of a minute's beginning traced all at once: each holds up the ads behind it.
  expect(many.most).toBeLessThan(20);
});

test('trials are traced as often as somebody may try, and stand for nobody', () => {
  const sampler = new TraceSampler(seeded(1));
  const taken = (nowMs: number) => {
    let count = 0;
    for (let index = 0; index < 100; index += 1) if (sampler.takes(index, true, nowMs)) count += 1;
    return count;
  };
  expect(taken(START_MS)).toBe(20);
  expect(sampler.weight).toBe(0);
  expect(taken(START_MS + 1_000)).toBe(2);
  expect(taken(START_MS + 3_600_000)).toBe(20);
});

test('who tries one zone all the time leaves the trials of others to them', () => {
  const sampler = new TraceSampler(seeded(1));
  let stranger = 0;
  let publisher = 0;
  for (let second = 0; second < 60; second += 1)
    for (let time = 0; time < 5; time += 1) {
      const nowMs = START_MS + second * 1_000 + time * 200;
      if (sampler.takes(1, true, nowMs)) stranger += 1;
      if (time === 4 && second % 2 === 1 && sampler.takes(2, true, nowMs)) publisher += 1;
    }
  expect(publisher).toBe(30);
  expect(stranger).toBeLessThanOrEqual(70);
  // A clock that is set back keeps nobody out.
  expect(sampler.takes(1, true, START_MS)).toBe(true);
});

test('the more campaigns there are to look at, the fewer decisions are traced', () => {
  const count = (campaigns: number) => {
    const sampler = new TraceSampler(seeded(1));
    sampler.setCampaigns(campaigns);
    let traced = 0;
    for (let index = 0; index < 60_000; index += 1)
      if (sampler.takes(1, false, START_MS + index)) traced += 1;
    return traced / 60;
  };
  expect(count(1_000)).toBeLessThan(7);
  expect(count(100_000)).toBeLessThan(3);
});
