import type { Role } from '@ezdash/contracts';
import type { RequestHandler } from 'express';
import { ForbiddenError, UnauthorizedError } from '../errors';
import { type AuthUser, currentUser } from './currentUser';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * The one rule of accounts that are not active (pending, suspended, rejected): they may come in and see why, and
 * change nothing. Every call that goes through `route()` is held to it unless the route says otherwise.
 */
export function refuseChange(user: AuthUser | null, method: string): ForbiddenError | null {
  if (!user || user.status === 'active' || READS.has(method)) return null;
  return new ForbiddenError('Your account is not active, so nothing can be changed', 'ACCOUNT_NOT_ACTIVE');
}

/** Who is no guest and has one of the roles, whatever their account's state; otherwise why not. */
function refuseRole(user: AuthUser | null, roles: readonly Role[]): Error | null {
  if (!user) return new UnauthorizedError();
  if (roles.includes(user.role)) return null;
  return new ForbiddenError('This is not open to your kind of account', 'WRONG_ROLE');
}

/** Why the person may not do this, or null. Pure: what the guards below throw. */
export function refusal(user: AuthUser | null, roles: readonly Role[], method: string): Error | null {
  const wrong = refuseRole(user, roles);
  if (!user || wrong) return wrong;
  // What an operator sees is other people's: it closes with the account.
  if (user.role === 'admin' && user.status !== 'active')
    return new ForbiddenError('Your account may not do this', 'ACCOUNT_NOT_ACTIVE');
  return refuseChange(user, method);
}

/** 401 for guests. */
export const requireUser: RequestHandler = (req, _res, next) => {
  next(currentUser(req) ? undefined : new UnauthorizedError());
};

/**
 * 401 for guests, 403 for other roles; an account that is not active may look, but change nothing, and an operator's
 * not even look.
 */
export function requireRole(...roles: Role[]): RequestHandler {
  return (req, _res, next) => {
    next(refusal(currentUser(req), roles, req.method) ?? undefined);
  };
}

/**
 * 401 for guests, 403 for other roles; what an account that is not active may change is left to each `route()`. Not for
 * operators, whose rights close with their account.
 */
export function requireCustomer(...roles: Exclude<Role, 'admin'>[]): RequestHandler {
  return (req, _res, next) => {
    next(refuseRole(currentUser(req), roles) ?? undefined);
  };
}

/** The operator of the network. */
export const requireAdmin: RequestHandler = requireRole('admin');
