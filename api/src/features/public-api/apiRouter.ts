import { ROLES } from '@ezdash/contracts';
import { type RequestHandler, Router } from 'express';
import { currentUser, refusal } from '../../platform/auth';
import type { Db } from '../../platform/db';
import { AppError, ForbiddenError, UnauthorizedError } from '../../platform/errors';
import { openScopes } from '../api-tokens';
import { missingScope } from './bearer';
import type { Operation } from './operation';

/** `/campaigns/{id}` → `/campaigns/:id`. */
const expressPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

/** The owner's role and state, the token's scope, the account type: in this order. */
function requireRights(db: Db, { role, scope }: Operation): RequestHandler {
  const roles = role === null ? ROLES : [role];
  return async (req, _res, next) => {
    const user = currentUser(req as Parameters<typeof currentUser>[0]);
    const refused = refusal(user, roles, req.method);
    if (refused) throw refused;
    if (!user || !req.apiToken) throw new UnauthorizedError();
    if (!req.apiToken.view.scopes.includes(scope)) throw missingScope(scope);
    if (!(await openScopes(db, user.accountTypeId)).has(scope))
      throw new ForbiddenError('Your account type does not open this over the API', 'NOT_IN_ACCOUNT_TYPE');
    next();
  };
}

/** Anything but JSON was not read: it is refused rather than taken for an empty body. */
const requireJson: RequestHandler = (req, _res, next) => {
  const wrong = req.is('application/json') === false;
  next(
    wrong
      ? new AppError(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send JSON, with application/json as the Content-Type')
      : undefined,
  );
};

/** Routes of the operations and no others: what is not defined there is not reachable with a token. */
export function apiRouter(db: Db, operations: readonly Operation[]): Router {
  const router = Router();
  for (const each of operations)
    router[each.method](
      expressPath(each.path),
      requireRights(db, each),
      ...(each.body ? [requireJson] : []),
      ...each.handlers,
    );
  return router;
}
