import type { ApiScope, BuiltFeature } from '@ezdash/contracts';
import type { Db } from '../../platform/db';
import { featuresOf, listAccountTypes } from '../accounts';

/** The feature of the account type that a scope needs. */
export const SCOPE_FEATURES: Readonly<Record<ApiScope, BuiltFeature>> = {
  read: 'api_read',
  finance: 'api_read',
  write: 'api_write',
};

/** The scopes that an account type opens. */
export async function openScopes(db: Db, accountTypeId: number): Promise<ReadonlySet<ApiScope>> {
  const features = featuresOf(await listAccountTypes(db), accountTypeId);
  const scopes = Object.keys(SCOPE_FEATURES) as ApiScope[];
  return new Set(scopes.filter((scope) => features[SCOPE_FEATURES[scope]] === true));
}
