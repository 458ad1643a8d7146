import { type BuiltFeature, ROLES } from '@ezdash/contracts';
import { type RequestHandler, Router } from 'express';
import { currentUser, refusal } from '../../platform/auth';
import type { Db } from '../../platform/db';
import { UnauthorizedError, ValidationError } from '../../platform/errors';
import { requireFeature } from '../accounts';
import { SCOPE_FEATURES } from '../api-tokens';
import { missingScope } from './bearer';
import { type Operation, scopesOf } from './operation';

const UNKNOWN = 'This call has no such parameter';

/** `/campaigns/{id}` → `/campaigns/:id`. */
const expressPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

const featuresOf = ({ feature, ...operation }: Operation): BuiltFeature[] => [
  ...scopesOf(operation).map((scope) => SCOPE_FEATURES[scope]),
  ...(feature === undefined ? [] : [feature]),
];

/** The owner's role and state, then the token's scope; the account type comes behind them. */
function requireRights({ role, ...operation }: Operation): RequestHandler {
  const roles = role === null ? ROLES : [role];
  return (req, _res, next) => {
    const user = currentUser(req as Parameters<typeof currentUser>[0]);
    const refused = refusal(user, roles, req.method);
    if (refused) throw refused;
    if (!user || !req.apiToken) throw new UnauthorizedError();
    const { scopes } = req.apiToken.view;
    for (const scope of scopesOf(operation)) if (!scopes.includes(scope)) throw missingScope(scope);
    next();
  };
}

/** Refuses (422) parameters that the description does not name: a filter with a slip of the pen would answer everything. */
function refuseUnknown({ query }: Operation): RequestHandler {
  const known = new Set(Object.keys(query?.shape ?? {}));
  return (req, _res, next) => {
    const unknown = Object.keys(req.query).filter((name) => !known.has(name));
    if (unknown.length === 0) next();
    else next(new ValidationError(Object.fromEntries(unknown.map((name) => [name, [UNKNOWN]]))));
  };
}

/**
 * Routes of the operations and no others: what is not defined there is not reachable with a token. `keepAnswers` stands
 * behind what reads a body and in front of the work of every change.
 */
export function apiRouter(db: Db, operations: readonly Operation[], keepAnswers: RequestHandler): Router {
  const router = Router();
  for (const each of operations)
    router[each.method](
      expressPath(each.path),
      requireRights(each),
      ...featuresOf(each).map((feature) => requireFeature(db, feature)),
      refuseUnknown(each),
      ...each.handlers.slice(0, -1),
      ...(each.method === 'get' ? [] : [keepAnswers]),
      ...each.handlers.slice(-1),
    );
  return router;
}
