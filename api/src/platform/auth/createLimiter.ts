import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { TooManyRequestsError } from '../errors';

export interface LimiterOptions {
  /** Also its label in the figures. */
  name: string;
  /** Tries within `durationSeconds`. */
  points: number;
  durationSeconds: number;
  /** Delay after the first excess, doubled with each further one within a day. Absent: until the duration ends. */
  firstDelaySeconds?: number;
  longestDelaySeconds?: number;
}

/** What is left until the tries are counted anew. */
export interface Remaining {
  tries: number;
  seconds: number;
}

export interface Limiter {
  /** Counts one try; throws TooManyRequestsError (429, Retry-After) when there were too many. */
  consume(key: string): Promise<void>;
  /** The same, for callers that are told what is left. */
  take(key: string): Promise<Remaining>;
  /** Forgets the tries, after a success. */
  reset(key: string): Promise<void>;
}

const DAY_SECONDS = 86_400;

function refuse(seconds: number): never {
  const minutes = Math.ceil(seconds / 60);
  throw new TooManyRequestsError(
    minutes <= 1
      ? 'Too many tries. Wait a minute and try again'
      : `Too many tries. Try again in ${minutes} minutes`,
    seconds,
  );
}

const refusals = new Map<string, number>();

/** Name of each limiter that refused in this process → how often. */
export const limiterRefusals = (): ReadonlyMap<string, number> => refusals;

/** Limits tries in this process's memory. */
export function createLimiter(options: LimiterOptions): Limiter {
  const { name, points, durationSeconds, firstDelaySeconds, longestDelaySeconds = 3_600 } = options;
  const tries = new RateLimiterMemory({ keyPrefix: name, points, duration: durationSeconds });
  const excesses = new RateLimiterMemory({
    keyPrefix: `${name}:excess`,
    points: 1_000_000,
    duration: DAY_SECONDS,
  });

  async function delaySeconds(key: string, remainingMs: number): Promise<number> {
    if (firstDelaySeconds === undefined) return remainingMs / 1000;
    const { consumedPoints } = await excesses.consume(key);
    const seconds = Math.min(firstDelaySeconds * 2 ** (consumedPoints - 1), longestDelaySeconds);
    await tries.block(key, seconds);
    return seconds;
  }

  async function take(key: string): Promise<Remaining> {
    try {
      const { remainingPoints, msBeforeNext } = await tries.consume(key);
      return { tries: remainingPoints, seconds: Math.ceil(msBeforeNext / 1000) };
    } catch (thrown) {
      if (!(thrown instanceof RateLimiterRes)) throw thrown;
      refusals.set(name, (refusals.get(name) ?? 0) + 1);
      // Tries while the delay runs do not lengthen it: only the first one too many does.
      const first = thrown.consumedPoints === points + 1;
      return refuse(first ? await delaySeconds(key, thrown.msBeforeNext) : thrown.msBeforeNext / 1000);
    }
  }

  return {
    take,
    async consume(key) {
      await take(key);
    },
    async reset(key) {
      await tries.delete(key);
      await excesses.delete(key);
    },
  };
}
