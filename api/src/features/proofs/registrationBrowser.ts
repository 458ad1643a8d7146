import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Request } from 'express';
import { equalTexts } from '../../platform/auth';

const COOKIE = 'ez.reg';
const VALUE_BYTES = 32;
const FORM = /^([\w-]{43})\.([\w-]{43})$/;
const MAX_AGE_MS = 24 * 3_600_000;

/** The browser that registers, as the server knows it again. */
export interface RegistrationBrowser {
  /** SHA-256 of its value, in hex; null when it has no cookie of ours. */
  known(req: Request): string | null;
  /** The same, and the answer sets the cookie: a new one when there is none. */
  remember(req: Request): string;
  /** The answer takes the cookie away. */
  forget(req: Request): void;
}

const isSecure = (req: Request): boolean => req.session.cookie.secure === true;
/** Behind https its name keeps other hosts from planting one of their own. */
const nameOf = (req: Request): string => (isSecure(req) ? `__Host-${COOKIE}` : COOKIE);
const optionsOf = (req: Request) =>
  ({ httpOnly: true, sameSite: 'strict', secure: isSecure(req), path: '/' }) as const;
const sha256 = (value: string): string => createHash('sha256').update(value).digest('hex');

/** 256 random bits and their signature; of the bits the database keeps the hash alone. */
export function createRegistrationBrowser(secret: string): RegistrationBrowser {
  const signatureOf = (value: string): string =>
    createHmac('sha256', secret).update(`registration browser\0${value}`).digest('base64url');

  function sentValue(req: Request): string | null {
    const sent: unknown = (req.cookies as Record<string, unknown> | undefined)?.[nameOf(req)];
    const [, value, signed] = (typeof sent === 'string' && FORM.exec(sent)) || [];
    if (!value || !signed) return null;
    return equalTexts(signed, signatureOf(value)) ? value : null;
  }

  return {
    known(req) {
      const value = sentValue(req);
      return value && sha256(value);
    },
    remember(req) {
      const value = sentValue(req) ?? randomBytes(VALUE_BYTES).toString('base64url');
      const options = { ...optionsOf(req), maxAge: MAX_AGE_MS };
      req.res?.cookie(nameOf(req), `${value}.${signatureOf(value)}`, options);
      return sha256(value);
    },
    forget: (req) => void req.res?.clearCookie(nameOf(req), optionsOf(req)),
  };
}
