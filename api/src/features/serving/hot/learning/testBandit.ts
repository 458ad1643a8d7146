import { type Random, seeded } from '../testMarket';
import { creativeWeights, type Learned, WHOLE_PPM } from './creativeWeights';

/** Played bandits for tests: how creatives are chosen, told what was clicked between batches as the server is. */

/** A standard normal draw. */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** A draw of Gamma(shape, 1), shape at least 1 (Marsaglia and Tsang 2000). */
function gamma(shape: number, random: Random): number {
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normal(random);
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}

/** A draw of Beta(a, b), both at least 1: the textbook's way, of which the engine's has no line. */
export function beta(a: number, b: number, random: Random): number {
  const x = gamma(a, random);
  return x / (x + gamma(b, random));
}

/** How often each is shown until the next batch, by what was seen; sums up to 1. */
export type Policy = (seen: readonly Learned[]) => number[];

/** The best so far, and any in one of ten cases. */
export const epsilonGreedy: Policy = (seen) => {
  const rates = seen.map(({ impressions, clicks }) => clicks / Math.max(1, impressions));
  const best = rates.indexOf(Math.max(...rates));
  return seen.map((_, index) => (index === best ? 0.9 : 0) + 0.1 / seen.length);
};
export const thompson: Policy = (seen) => Array.from(creativeWeights(seen) ?? [], (ppm) => ppm / WHOLE_PPM);

export interface Played {
  seen: Learned[];
  /** Clicks that were missed by not always showing the best, as expected ones. */
  regret: number;
  /** Shares of the last batch. */
  shares: number[];
}

/** Plays so many impressions at these click rates; shares are decided anew after each batch. */
export function play(
  rates: readonly number[],
  policy: Policy,
  seed: number,
  impressions: number,
  batch = 500,
): Played {
  const random = seeded(seed);
  const seen = rates.map(() => ({ impressions: 0, clicks: 0 }));
  const best = Math.max(...rates);
  let regret = 0;
  let shares = policy(seen);
  for (let shown = 0; shown < impressions; shown += 1) {
    if (shown % batch === 0) shares = policy(seen);
    let left = random();
    let arm = 0;
    while (arm < shares.length - 1 && left >= (shares[arm] ?? 0)) {
      left -= shares[arm] ?? 0;
      arm += 1;
    }
    const rate = rates[arm] ?? 0;
    const figures = seen[arm];
    regret += best - rate;
    if (!figures) continue;
    figures.impressions += 1;
    if (random() < rate) figures.clicks += 1;
  }
  return { seen, regret, shares };
}
