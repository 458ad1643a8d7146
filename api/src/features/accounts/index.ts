import type { Mount } from '../../platform/http';
import { accountsMounts } from './accounts.routes';
import { type AccountsDeps, type AccountsService, createAccountsService } from './accounts.service';

/** Log-in, profile, appearance, language. */
export function createAccountsFeature(deps: AccountsDeps): { service: AccountsService; mounts: Mount[] } {
  const service = createAccountsService(deps);
  return { service, mounts: accountsMounts(service) };
}

export type { UserRow } from './accounts.repo';
export { findUserByEmail, insertUser, listAccountTypes } from './accounts.repo';
export type { AccountsDeps, AccountsService } from './accounts.service';
export { accountTypeOf, featuresOf } from './accountTypes';
export { requireFeature } from './requireFeature';
export { grantWelcomeBonus } from './welcomeBonus';
