import { setImmediate as others } from 'node:timers/promises';
import type { Steps } from './hot/index/steps';

/** How long requests may wait for a slice of the work. */
const SLICE_MS = 2;

/** Runs the steps a few milliseconds at a time; between two slices everybody who waits has a turn. */
export async function runInSlices<Result>(steps: Steps<Result>, sliceMs = SLICE_MS): Promise<Result> {
  let until = performance.now() + sliceMs;
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() < until) continue;
    await others();
    until = performance.now() + sliceMs;
  }
}
