import { csrfSync } from 'csrf-sync';
import type { Request, RequestHandler } from 'express';
import { CsrfError } from '../errors';
import { equalTexts } from './equalTexts';
import type { GuestCsrf } from './guestCsrf';

declare module 'express-serve-static-core' {
  interface Request {
    /** Set by the handlers of the sessions. */
    guestCsrf?: GuestCsrf;
    /** A changing call that showed the token of its visitor. */
    csrfChecked?: true;
  }
}

const LOGIN_PATH = '/auth/login';
const TOKEN_BYTES = 32;
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

const sync = csrfSync({ size: TOKEN_BYTES });

/** Whether the visitor has a session; guests have none. */
const hasSession = (req: Request): boolean => req.session?.userId !== undefined;

/**
 * The visitor's token for `<meta name="csrf-token">`: of the session for whoever is signed in, of the guest's cookie
 * for everybody else. Makes what is missing; call it before the answer's headers are sent.
 */
export function csrfToken(req: Request): string {
  if (hasSession(req)) return sync.generateToken(req);
  if (!req.guestCsrf) throw new Error('A CSRF token was asked for where no sessions are read');
  return req.guestCsrf.issue(req);
}

function showsItsToken(req: Request): boolean {
  const expected = hasSession(req) ? sync.getTokenFromState(req) : req.guestCsrf?.known(req);
  const shown = req.get('X-CSRF-TOKEN');
  return typeof expected === 'string' && shown !== undefined && equalTexts(shown, expected);
}

/** Changes must carry the token in X-CSRF-TOKEN; otherwise 419, which leads the page to a fresh one. */
export const requireCsrfToken: RequestHandler = (req, _res, next) => {
  if (READS.has(req.method)) return next();
  if (!showsItsToken(req)) return next(new CsrfError(LOGIN_PATH));
  req.csrfChecked = true;
  next();
};
