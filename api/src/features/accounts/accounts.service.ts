import type { AppearanceUpdate, ProfileUpdate, SecondFactor, User } from '@ezdash/contracts';
import type { AuthUser } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/db';
import { NotFoundError } from '../../platform/errors';
import { advertiserTotals, balances, headroomOf } from '../ledger';
import { findUser, listAccountTypes, type UserRow, updateUser } from './accounts.repo';
import { createLogIn, type LogInDeps } from './logIn';
import { presentUser, toAuthUser } from './user.presenter';

export interface AccountsDeps extends LogInDeps {
  /** To recognize who calls with; `db` unless given. */
  signedInDb?: Db;
  clock: Clock;
  /** What has to be shown behind the right password; empty when that is enough, as it is without this. */
  secondFactorsOf?(userId: number): Promise<readonly SecondFactor[]>;
}

export function createAccountsService(deps: AccountsDeps) {
  const { db, clock, signedInDb = db } = deps;

  async function present(user: UserRow): Promise<User> {
    const [types, held, headroomMicros, totals] = await Promise.all([
      listAccountTypes(db),
      balances(db, user.id),
      headroomOf(db, user.id),
      advertiserTotals(db, user.id),
    ]);
    return presentUser({ user, types, balances: held, headroomMicros, ...totals });
  }

  async function userById(id: number): Promise<UserRow> {
    const user = await findUser(db, id);
    if (!user) throw new NotFoundError();
    return user;
  }

  async function change(id: number, values: Parameters<typeof updateUser>[2]): Promise<User> {
    await updateUser(db, id, values, clock.now());
    return present(await userById(id));
  }

  return {
    /** For every request: who the session belongs to; null when the account is gone. */
    loadUser: async (id: number): Promise<AuthUser | null> => {
      const user = await findUser(signedInDb, id);
      return user ? toAuthUser(user) : null;
    },
    /** The person with balance, features and preferences, as the contracts have it. */
    user: async (id: number): Promise<User> => present(await userById(id)),
    logIn: createLogIn(deps),
    secondFactorsOf: deps.secondFactorsOf ?? (async (): Promise<readonly SecondFactor[]> => []),
    updateProfile: (id: number, profile: ProfileUpdate): Promise<User> => change(id, profile),
    updateAppearance: (id: number, appearance: AppearanceUpdate): Promise<User> => change(id, appearance),
  };
}

export type AccountsService = ReturnType<typeof createAccountsService>;
