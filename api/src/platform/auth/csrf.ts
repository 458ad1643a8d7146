import { csrfSync } from 'csrf-sync';
import type { Request, RequestHandler } from 'express';
import { CsrfError } from '../errors';

const LOGIN_PATH = '/auth/login';
const TOKEN_BYTES = 32;
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

const sync = csrfSync({ size: TOKEN_BYTES });

/** The session's token for `<meta name="csrf-token">`; makes one, and with it the guest's session, when needed. */
export function csrfToken(req: Request): string {
  return sync.generateToken(req);
}

/** Changes must carry the token in X-CSRF-TOKEN; otherwise 419, which leads the page to a fresh one. */
export const requireCsrfToken: RequestHandler = (req, _res, next) => {
  next(READS.has(req.method) || sync.isRequestValid(req) ? undefined : new CsrfError(LOGIN_PATH));
};
