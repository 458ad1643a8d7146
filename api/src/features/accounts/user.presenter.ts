import type { User } from '@ezdash/contracts';
import { LOCALES } from '@ezdash/contracts/constants';
import type { AuthUser } from '../../platform/auth';
import { toNumber } from '../../platform/db';
import { availableEarnings, type Balances } from '../ledger';
import type { AccountTypeRow, UserRow } from './accounts.repo';
import { accountTypeOf, featuresOf } from './accountTypes';

export interface UserParts {
  user: UserRow;
  types: readonly AccountTypeRow[];
  balances: Balances;
  /** What may still be drawn of a credit line. */
  headroomMicros: bigint;
  spentMicros: bigint;
  lastDepositAt: Date | null;
}

/** The shape of `user` in the contracts. */
export function presentUser(parts: UserParts): User {
  const { user, types, balances, headroomMicros, spentMicros, lastDepositAt } = parts;
  const cash = balances.advertiser_cash;
  const bonus = balances.advertiser_bonus;
  const pending = balances.publisher_pending;
  const payable = balances.publisher_payable;
  const publisher = user.role === 'publisher';
  return {
    id: user.id,
    email: user.email,
    role: user.role,
    verified: user.verified,
    status: user.status,
    account_type: accountTypeOf(types, user.account_type_id),
    username: user.username,
    created_at: user.created_at.toISOString(),
    last_login_at: user.last_login_at?.toISOString() ?? null,
    profile: {
      first_name: user.first_name,
      last_name: user.last_name,
      company_name: user.company_name,
      phone_number: user.phone_number,
      country: user.country,
      tax_id: user.tax_id,
    },
    balance: {
      // What the account is worth, and the part of it that can be spent or paid out now.
      balance: toNumber(publisher ? pending + payable : cash + bonus + balances.advertiser_hold),
      available_balance: toNumber(publisher ? availableEarnings(balances) : cash + bonus + headroomMicros),
      bonus: toNumber(bonus),
      last_deposit_date: lastDepositAt?.toISOString() ?? null,
      total_spent: toNumber(spentMicros),
      pending: toNumber(pending),
      payable: toNumber(payable),
    },
    features: featuresOf(types, user.account_type_id),
    preferences: {
      theme: user.theme,
      locale: LOCALES.find((known) => known === user.locale) ?? null,
      timezone: user.timezone,
    },
    standing: {
      registration_complete: user.role === 'admin' || user.terms_version !== null,
      profile_complete: user.profile_completed_at !== null,
      has_password: user.password_hash !== null,
      status_reason: user.status_reason,
      deletes_at: user.deletes_at?.toISOString() ?? null,
    },
  };
}

export function toAuthUser(user: UserRow): AuthUser {
  return {
    id: user.id,
    email: user.email,
    role: user.role,
    status: user.status,
    accountTypeId: user.account_type_id,
    locale: user.locale,
    timezone: user.timezone,
    passwordSetAtMs: user.password_changed_at?.getTime() ?? 0,
  };
}
