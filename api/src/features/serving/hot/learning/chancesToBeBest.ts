/** A Beta distribution over a rate. */
export interface Belief {
  /** Its α: clicks, the believed ones included. At least 1. */
  clicks: number;
  /** Its β: impressions without a click. At least 1. */
  others: number;
}

/** Where a density is looked at, in standard deviations around its mean: so far, and so densely. */
const BELOW = 6;
const ABOVE = 8;
const STEP = 0.4;
const LEAST = 1e-9;
const POINTS_EACH = Math.round((BELOW + ABOVE) / STEP) + 1;

/** Kept between calls: a hundred thousand choices are weighed in one go. */
let places = new Float64Array(0);
let densities = new Float64Array(0);
let belows = new Float64Array(0);
let behind = new Float64Array(0);

function makeRoom(count: number): void {
  if (places.length >= count * POINTS_EACH) return;
  places = new Float64Array(count * POINTS_EACH);
  densities = new Float64Array(count * count * POINTS_EACH);
  belows = new Float64Array(count * count * POINTS_EACH);
  behind = new Float64Array(count + 1);
}

const within = (rate: number) => Math.min(1 - LEAST, Math.max(LEAST, rate));

/** Writes where every one of the densities matters, ascending, each point once; answers how many there are. */
function findPlaces(beliefs: readonly Belief[]): number {
  let count = 0;
  for (const { clicks, others } of beliefs) {
    const size = clicks + others;
    const mean = clicks / size;
    const deviation = Math.sqrt((mean * (1 - mean)) / (size + 1));
    for (let index = 0; index < POINTS_EACH; index += 1) {
      places[count] = within(mean + deviation * (index * STEP - BELOW));
      count += 1;
    }
  }
  const sorted = places.subarray(0, count).sort();
  let kept = 1;
  for (let index = 1; index < count; index += 1)
    if (sorted[index] !== sorted[kept - 1]) {
      sorted[kept] = sorted[index];
      kept += 1;
    }
  return kept;
}

/**
 * Writes a belief's density and distribution at the points, from `at` on, by the trapezoidal rule. Answers the
 * distribution's end, by which both are to be divided.
 */
function lookAt({ clicks, others }: Belief, at: number, count: number): number {
  const a = clicks - 1;
  const b = others - 1;
  // The largest density is 1 before it is scaled: nothing overflows.
  const mode = within(a / Math.max(LEAST, a + b));
  const peak = a * Math.log(mode) + b * Math.log1p(-mode);
  let sum = 0;
  let place = 0;
  let height = 0;
  for (let index = 0; index < count; index += 1) {
    const next = places[index];
    const reached = Math.exp(a * Math.log(next) + b * Math.log1p(-next) - peak);
    if (index > 0) sum += (height + reached) * (next - place) * 0.5;
    place = next;
    height = reached;
    densities[at + index] = reached;
    belows[at + index] = sum;
  }
  return sum;
}

/**
 * The probability of each to have the highest rate, by numeric integration of density × the others' distributions.
 * Deterministic; right to about a thousandth. They sum up to 1.
 */
export function chancesToBeBest(beliefs: readonly Belief[]): number[] {
  makeRoom(beliefs.length);
  const count = findPlaces(beliefs);
  const ends = beliefs.map((belief, index) => lookAt(belief, index * count, count));
  const chances = beliefs.map(() => 0);
  for (let at = 0; at < count; at += 1) {
    const width = places[Math.min(count - 1, at + 1)] - places[Math.max(0, at - 1)];
    // What all behind one are below, so that no product is made twice.
    behind[ends.length] = 1;
    for (let index = ends.length - 1; index > 0; index -= 1)
      behind[index] = (behind[index + 1] * belows[index * count + at]) / ends[index];
    let before = 1;
    for (let index = 0; index < ends.length; index += 1) {
      const density = densities[index * count + at];
      chances[index] += (density / ends[index]) * before * behind[index + 1] * width;
      before *= belows[index * count + at] / ends[index];
    }
  }
  const sum = chances.reduce((total, chance) => total + chance, 0);
  return chances.map((chance) => chance / sum);
}
