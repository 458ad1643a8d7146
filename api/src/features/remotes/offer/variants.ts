import { createHash, randomBytes } from 'node:crypto';
import type { CookieOptions, Request } from 'express';

const NAME = 'ez.variant';
/** Behind https its name keeps other hosts from planting one of their own. */
export const variantCookie = (secure: boolean): string => (secure ? `__Host-${NAME}` : NAME);
const YEAR_MS = 365 * 86_400_000;
const KEY_BYTES = 16;
const FORM = /^[\w-]{22}$/;
/** A share is in tenths of a percent. */
const BUCKETS = 1_000;

/**
 * Where a visitor stands among all for one release, 0 to 999: in a canary when that is below its share. Another release
 * deals visitors anew, so that the same people are not the first to try each; a growing share keeps those who had it.
 */
export function bucketOf(remote: string, releaseId: number, visitorKey: string): number {
  const digest = createHash('sha256').update(`${remote}:${releaseId}:${visitorKey}`).digest();
  return digest.readUInt32BE() % BUCKETS;
}

export interface Variants {
  /** What the visitor is known by; the answer gives one to whoever has none. Names nobody, opens nothing. */
  keyOf(req: Request): string;
}

/** The cookie that keeps a visitor with the releases of a canary. Asked for only while there is one. */
export function createVariants({ secure }: { secure: boolean }): Variants {
  const name = variantCookie(secure);
  const options: CookieOptions = { httpOnly: true, secure, sameSite: 'lax', path: '/', maxAge: YEAR_MS };
  return {
    keyOf(req) {
      const cookies: Readonly<Record<string, unknown>> = req.cookies ?? {};
      const sent = cookies[name];
      if (typeof sent === 'string' && FORM.test(sent)) return sent;
      const key = randomBytes(KEY_BYTES).toString('base64url');
      req.res?.cookie(name, key, options);
      return key;
    },
  };
}
