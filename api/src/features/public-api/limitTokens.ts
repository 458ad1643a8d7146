import type { Response } from 'express';
import { createLimiter } from '../../platform/auth';
import { TooManyRequestsError } from '../../platform/errors';

const WINDOW_SECONDS = 60;

/** Counts one call of a token and says in the answer how many are left; throws 429 beyond. */
export type TokenLimit = (tokenId: number, res: Response) => Promise<void>;

/**
 * Calls a minute and token, told in the headers of draft-ietf-httpapi-ratelimit-headers: `q` calls a window of `w`
 * seconds, of which `r` are left for the next `t` seconds.
 */
export function createTokenLimit(callsPerMinute: number): TokenLimit {
  const limiter = createLimiter({
    name: 'api-token',
    points: callsPerMinute,
    durationSeconds: WINDOW_SECONDS,
  });
  return async (tokenId, res) => {
    const say = (remaining: number, resetSeconds: number) =>
      res.set('RateLimit', `"token";r=${remaining};t=${resetSeconds}`);
    res.set('RateLimit-Policy', `"token";q=${callsPerMinute};w=${WINDOW_SECONDS}`);
    try {
      const { tries, seconds } = await limiter.take(String(tokenId));
      say(tries, seconds);
    } catch (error) {
      if (!(error instanceof TooManyRequestsError)) throw error;
      const seconds = Number(error.headers?.['Retry-After'] ?? WINDOW_SECONDS);
      say(0, seconds);
      throw new TooManyRequestsError('Too many calls at once. Wait a minute and try again', seconds);
    }
  };
}
