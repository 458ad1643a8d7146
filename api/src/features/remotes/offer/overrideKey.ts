import { createHash, randomBytes } from 'node:crypto';
import type { CookieOptions, Request, Response } from 'express';
import { currentUser } from '../../../platform/auth';
import { sessionHash } from '../../realtime';

const NAME = 'ez.overrides';
/** Until November 2026 a signed cookie of this name changed what code runs. Nothing reads it. */
const OLD_NAME = 'ez.override';
/** Behind https its name keeps other hosts from planting one of their own. */
const nameOf = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);
export const overrideCookie = (secure: boolean): string => nameOf(NAME, secure);

const RANDOM_BYTES = 32;
const FORM = /^[\w-]{43}$/;

/** Whose a browser's overrides are: what its cookie holds, and the sign-in of the call. */
export interface OverrideHolder {
  keySha256: string;
  /** Null when nobody is signed in. */
  signIn: { userId: number; session: string } | null;
}

export interface OverrideKey {
  /** Null for a browser that never took an override; so most calls cost no query. */
  read(req: Request): OverrideHolder | null;
  /** The same, with a new key where there is none; `write` gives it to the browser. */
  readOrMake(req: Request): { holder: OverrideHolder; write(maxAgeMs: number): void };
  clear(req: Request): void;
}

const hash = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** The sign-in of a call, through all the names that its session goes by. */
function signInOf(req: Request): OverrideHolder['signIn'] {
  const user = currentUser(req);
  return user && { userId: user.id, session: sessionHash(req.session.family ?? req.sessionID) };
}

/** The cookie by which a browser is known that took overrides: a random key and nothing else. */
export function createOverrideKey(secure: boolean): OverrideKey {
  const name = overrideCookie(secure);
  const oldName = nameOf(OLD_NAME, secure);
  const options: CookieOptions = { httpOnly: true, secure, sameSite: 'lax', path: '/' };
  const clear = (res: Response | undefined, one: string) => void res?.clearCookie(one, options);

  function secretOf(req: Request): string | null {
    const cookies: Record<string, unknown> = req.cookies ?? {};
    if (cookies[oldName] !== undefined && !req.res?.headersSent) clear(req.res, oldName);
    const sent = cookies[name];
    return typeof sent === 'string' && FORM.test(sent) ? sent : null;
  }

  return {
    read(req) {
      const secret = secretOf(req);
      return secret === null ? null : { keySha256: hash(secret), signIn: signInOf(req) };
    },
    readOrMake(req) {
      const secret = secretOf(req) ?? randomBytes(RANDOM_BYTES).toString('base64url');
      return {
        holder: { keySha256: hash(secret), signIn: signInOf(req) },
        write: (maxAge) => void req.res?.cookie(name, secret, { ...options, maxAge }),
      };
    },
    clear: (req) => clear(req.res, name),
  };
}
