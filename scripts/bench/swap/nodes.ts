import { setTimeout as pause } from 'node:timers/promises';
import { gatherCrowd } from '../../../api/src/features/remotes/offer/testVisitors';
import type { House } from './house';

const SERVED_WITHIN_MS = 15_000;
/** Asked for without a pause, the servers would be busy with nothing else. */
const ASK_EVERY_MS = 10;
const TRIED_PERCENT = 10;
const GROWN_PERCENT = 25;

/** Milliseconds from the call that moves the pointer until a server gives what it was moved to. */
async function servedAfter(url: string, { remote }: House, version: string, startedAt: number) {
  const asker = gatherCrowd(1);
  try {
    while (performance.now() - startedAt < SERVED_WITHIN_MS) {
      const [given] = await asker.ask(url, remote);
      if (given === version) return performance.now() - startedAt;
      await pause(ASK_EVERY_MS);
    }
    throw new Error(`${url} does not give ${version}`);
  } finally {
    asker.close();
  }
}

/**
 * Moves the pointer on the first server of two, which are processes of their own on one database, and asks both for it.
 * The reference is the first one: what it takes where the change was made.
 */
export async function measureNodes(
  house: House,
  second: string,
  moves: number,
): Promise<{ first: number[]; second: number[] }> {
  const times = { first: [] as number[], second: [] as number[] };
  for (let move = 0; move < moves; move += 1) {
    const { version } = house.releases[move % 2 ? 0 : 1];
    const startedAt = performance.now();
    const [first, other] = await Promise.all([
      servedAfter(house.url, house, version, startedAt),
      servedAfter(second, house, version, startedAt),
      house.activate(version),
    ]);
    times.first.push(first);
    times.second.push(other);
  }
  return times;
}

/** How a canary was dealt to visitors who asked both servers. */
export interface Dealt {
  /** Percent of the visitors who got it, at 10 % and when it had grown to 25 %. */
  first: number;
  grown: number;
  /** Visitors who were given another release when they came again, by whichever server. */
  changed: number;
  /** Visitors who had the canary and lost it when it grew. */
  lost: number;
}

const differing = (before: readonly string[], after: readonly string[]): number =>
  before.filter((version, index) => version !== after[index]).length;

/** Every visitor comes with an empty browser, and again; then the canary grows. */
export async function measureCanary(house: House, second: string, size: number): Promise<Dealt> {
  const [{ version: active }, { version: tried }] = house.releases;
  await house.activate(active);
  const crowd = gatherCrowd(size);
  const ask = (url: string) => crowd.ask(url, house.remote);
  const percent = (given: readonly string[]) =>
    (100 * given.filter((version) => version === tried).length) / size;
  try {
    await house.canary(tried, TRIED_PERCENT);
    const [first, again, elsewhere] = [await ask(house.url), await ask(house.url), await ask(second)];
    await house.canary(tried, GROWN_PERCENT);
    const [grown, grownElsewhere] = [await ask(house.url), await ask(second)];
    return {
      first: percent(first),
      grown: percent(grown),
      changed: differing(first, again) + differing(first, elsewhere) + differing(grown, grownElsewhere),
      lost: first.filter((version, index) => version === tried && grown[index] !== tried).length,
    };
  } finally {
    crowd.close();
    await house.stopCanary();
  }
}
