import { createHmac, randomBytes } from 'node:crypto';
import type { Request } from 'express';
import { equalTexts } from './equalTexts';

const COOKIE = 'ez.guest';
const MAX_AGE_MS = 12 * 3_600_000;
const RANDOM_BYTES = 32;
const COOKIE_FORM = /^([\w-]{43})\.([\w-]{43})$/;

export interface GuestCsrfOptions {
  secret: string;
  /** APP_URL is https. */
  secure: boolean;
}

/** CSRF tokens of visitors who have no session. */
export interface GuestCsrf {
  /** The token that belongs to the visitor's cookie; undefined without a cookie of ours. */
  known(req: Request): string | undefined;
  /** The same, and the answer sets the cookie: a new one when there is none. */
  issue(req: Request): string;
  /** Forgets the visitor's cookie: what is issued next in this call is new. */
  renew(req: Request): void;
  /** The answer takes the cookie away. */
  remove(req: Request): void;
}

/**
 * Signed double submit: the cookie holds a random value and its signature, the token is another HMAC of the value.
 * Nothing is stored, so that a crawler that keeps no cookies costs no row. Who can plant a cookie (a neighbouring
 * subdomain) can sign none, and behind https its name keeps neighbours from planting one of their own.
 */
export function createGuestCsrf({ secret, secure }: GuestCsrfOptions): GuestCsrf {
  const name = secure ? `__Host-${COOKIE}` : COOKIE;
  const cookie = { httpOnly: true, sameSite: 'lax', secure, path: '/' } as const;
  const values = new WeakMap<Request, string>();
  const mac = (purpose: string, value: string) =>
    createHmac('sha256', secret).update(`guest ${purpose}\0${value}`);
  const signature = (value: string) => mac('cookie', value).digest('base64url');
  const token = (value: string) => mac('csrf', value).digest('hex');

  function valueFor(req: Request): string | undefined {
    const made = values.get(req);
    if (made !== undefined) return made;
    const sent: unknown = (req.cookies as Record<string, unknown> | undefined)?.[name];
    const [, value, signed] = (typeof sent === 'string' && COOKIE_FORM.exec(sent)) || [];
    return value && signed && equalTexts(signed, signature(value)) ? value : undefined;
  }
  const renew = (req: Request): string => {
    const value = randomBytes(RANDOM_BYTES).toString('base64url');
    values.set(req, value);
    return value;
  };
  return {
    known(req) {
      const value = valueFor(req);
      return value === undefined ? undefined : token(value);
    },
    issue(req) {
      const value = valueFor(req) ?? renew(req);
      // Set with each page, so that it lives as long as somebody looks at one.
      req.res?.cookie(name, `${value}.${signature(value)}`, { ...cookie, maxAge: MAX_AGE_MS });
      return token(value);
    },
    renew: (req) => void renew(req),
    remove: (req) => void req.res?.clearCookie(name, cookie),
  };
}
