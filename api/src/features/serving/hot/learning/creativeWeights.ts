import { type Belief, chancesToBeBest } from './chancesToBeBest';

/** All weights of one choice together, and a probability of one. */
export const WHOLE_PPM = 1_000_000;
/** Below so many impressions a creative is young: its click rate is hardly known. */
export const YOUNG_IMPRESSIONS = 1_000;
/** What each young creative is shown at least, as long as all of them fit into the exploration. */
const YOUNG_SHARE_PPM = 50_000;
/** What every creative is shown at least: what has become good is found out. */
const LEAST_SHARE_PPM = 2_000;
/** What all but the best may be shown together, once one of them is no longer young. */
export const EXPLORATION_CAP_PPM = 200_000;
/** Before any was seen, each is believed to have got so many clicks, with as many impressions as the mean of all says. */
const PRIOR_CLICKS = 2;
/** What is added to the figures of all for their mean: what a click rate is like. */
const FIRST_RATE = { clicks: 1, impressions: 200 };
/** More impressions than these make nothing surer, so that a change of taste is still noticed. */
const MOST_IMPRESSIONS = 200_000;

/** Counted impressions and clicks, weighted by their age: not whole numbers. */
export interface Learned {
  impressions: number;
  clicks: number;
}
export const NOTHING_LEARNED: Learned = { impressions: 0, clicks: 0 };

/** Late corrections may leave more clicks than impressions for a while. */
function sane({ impressions, clicks }: Learned): Learned {
  const shown = Math.max(0, impressions);
  return { impressions: shown, clicks: Math.min(shown, Math.max(0, clicks)) };
}

/**
 * How often each of a campaign's creatives of one size is to be shown, in millionths that sum up to a million; null
 * when there is one alone. Thompson sampling: as often as it is the one with the best click rate, by what is known
 * (a Beta distribution each, around the mean of all). Once one of them is known well, the others together get
 * `EXPLORATION_CAP_PPM` at most; the young ones among them `YOUNG_SHARE_PPM` each at least, within that.
 */
export function creativeWeights(learned: readonly Learned[]): Int32Array | null {
  if (learned.length < 2) return null;
  const arms = learned.map(sane);
  const impressions = arms.reduce((sum, arm) => sum + arm.impressions, FIRST_RATE.impressions);
  const mean = arms.reduce((sum, arm) => sum + arm.clicks, FIRST_RATE.clicks) / impressions;
  const beliefs = arms.map((arm) => {
    const certain = Math.min(1, MOST_IMPRESSIONS / Math.max(1, arm.impressions));
    return {
      clicks: PRIOR_CLICKS + arm.clicks * certain,
      others: 1 + PRIOR_CLICKS / mean + (arm.impressions - arm.clicks) * certain,
    };
  });
  return inPpm(capped(chancesToBeBest(beliefs), arms, beliefs));
}

/**
 * The same as the owner wants it, from shares in percent; null when not every creative has one. Of those that may be shown
 * now, which need not be all that have a share, the ratio stays.
 */
export function givenWeights(shares: readonly (number | null)[]): Int32Array | null {
  const given = shares.filter((share) => share !== null);
  if (shares.length < 2 || given.length < shares.length) return null;
  const sum = given.reduce((total, share) => total + share, 0);
  return sum > 0 ? inPpm(given.map((share) => share / sum)) : null;
}

/** Weights of so many of which nothing is known. */
const alike: (Int32Array | undefined)[] = [];
const known = new WeakMap<Learned, { learned: readonly Learned[]; weights: Int32Array }>();

/** The same, made once as long as what was learnt of them stays the same objects. */
export function keptWeights(learned: readonly Learned[]): Int32Array | null {
  const first = learned.find((each) => each !== NOTHING_LEARNED);
  if (first === undefined) {
    if (learned.length < 2) return null;
    alike[learned.length] ??= inPpm(learned.map(() => 1 / learned.length));
    return alike[learned.length] ?? null;
  }
  const before = known.get(first);
  if (before?.learned.length === learned.length && before.learned.every((each, at) => each === learned[at]))
    return before.weights;
  const weights = creativeWeights(learned);
  if (weights !== null) known.set(first, { learned, weights });
  return weights;
}

/** The best of those that are not young; -1 when all are. */
function leaderOf(arms: readonly Learned[], beliefs: readonly Belief[]): number {
  let leader = -1;
  let best = -1;
  beliefs.forEach(({ clicks, others }, index) => {
    const rate = clicks / (clicks + others);
    if ((arms[index]?.impressions ?? 0) < YOUNG_IMPRESSIONS || rate <= best) return;
    leader = index;
    best = rate;
  });
  return leader;
}

/** The chances with the least shares, and within the cap when there is somebody to be preferred. */
function capped(chances: readonly number[], arms: readonly Learned[], beliefs: readonly Belief[]): number[] {
  const leader = leaderOf(arms, beliefs);
  const leasts = arms.map(({ impressions }, index) => {
    if (index === leader) return 0;
    return (impressions < YOUNG_IMPRESSIONS ? YOUNG_SHARE_PPM : LEAST_SHARE_PPM) / WHOLE_PPM;
  });
  if (leader < 0) return fill(chances, leasts, 1);
  const cap = EXPLORATION_CAP_PPM / WHOLE_PPM;
  const wanted = chances.reduce((sum, chance, index) => (index === leader ? sum : sum + chance), 0);
  const least = leasts.reduce((sum, share) => sum + share, 0);
  const others = fill(
    chances.map((chance, index) => (index === leader ? 0 : chance)),
    leasts,
    Math.min(cap, Math.max(wanted, least)),
  );
  others[leader] = 1 - others.reduce((sum, share) => sum + share, 0);
  return others;
}

/** Shares that sum up to `whole`: each its least (all of them scaled down when they do not fit), the rest by chance. */
function fill(chances: readonly number[], leasts: readonly number[], whole: number): number[] {
  const least = leasts.reduce((sum, share) => sum + share, 0);
  const scale = least > whole ? whole / least : 1;
  const rest = whole - least * scale;
  const beyond = chances.map((chance, index) => Math.max(0, chance - (leasts[index] ?? 0)));
  const sum = beyond.reduce((total, each) => total + each, 0);
  return leasts.map((share, index) => share * scale + (sum > 0 ? (rest * (beyond[index] ?? 0)) / sum : 0));
}

/** Whole millionths; what rounding leaves goes to the largest. */
function inPpm(shares: readonly number[]): Int32Array {
  const ppm = Int32Array.from(shares, (share) => Math.floor(share * WHOLE_PPM));
  let largest = 0;
  let sum = 0;
  ppm.forEach((weight, index) => {
    sum += weight;
    if (weight > (ppm[largest] ?? 0)) largest = index;
  });
  ppm[largest] = (ppm[largest] ?? 0) + WHOLE_PPM - sum;
  return ppm;
}
