import type { AccountType } from '@ezdash/contracts';
import { ACCOUNT_TYPES } from '@ezdash/contracts/constants';
import type { AccountTypeRow } from './accounts.repo';

const REGULAR: AccountType = { id: 1, name: 'Regular' };

/** By the specification an account type nobody knows falls back to Regular. */
export function accountTypeOf(types: readonly AccountTypeRow[], id: number): AccountType {
  const row = types.find((type) => type.id === id);
  const name = ACCOUNT_TYPES.find((known) => known === row?.name);
  return row && name ? { id: row.id, name } : REGULAR;
}

/** Feature → whether the account type opens it. */
export function featuresOf(types: readonly AccountTypeRow[], id: number): Record<string, boolean> {
  const { id: known } = accountTypeOf(types, id);
  const features = types.find((type) => type.id === known)?.features;
  if (typeof features !== 'object' || features === null || Array.isArray(features)) return {};
  return Object.fromEntries(Object.entries(features).map(([name, open]) => [name, open === true]));
}
