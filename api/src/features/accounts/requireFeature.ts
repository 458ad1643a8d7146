import type { BuiltFeature } from '@ezdash/contracts';
import type { RequestHandler } from 'express';
import { type AuthUser, currentUser } from '../../platform/auth';
import type { Db } from '../../platform/db';
import { ForbiddenError, UnauthorizedError } from '../../platform/errors';
import { listAccountTypes } from './accounts.repo';
import { featuresOf } from './accountTypes';

/** Whether the database opens the feature to the account's type, now; an unknown type is a Regular one. */
async function opensFeature(
  db: Db,
  { accountTypeId }: Pick<AuthUser, 'accountTypeId'>,
  feature: BuiltFeature,
): Promise<boolean> {
  return featuresOf(await listAccountTypes(db), accountTypeId)[feature] === true;
}

/**
 * 401 for guests, 403 NOT_IN_ACCOUNT_TYPE for accounts whose type does not open the feature. What is asked for here has
 * to be in BUILT_FEATURES, by which the pages tell what an account type opens.
 */
export function requireFeature(db: Db, feature: BuiltFeature): RequestHandler {
  return async (req, _res, next) => {
    const user = currentUser(req as Parameters<typeof currentUser>[0]);
    if (!user) throw new UnauthorizedError();
    if (!(await opensFeature(db, user, feature)))
      throw new ForbiddenError('Your account type does not open this', 'NOT_IN_ACCOUNT_TYPE');
    next();
  };
}
