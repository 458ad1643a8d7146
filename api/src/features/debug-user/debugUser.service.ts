import {
  type DebugFoundUsers,
  type DebugPropertyAnswer,
  type DebugPropertyUpdate,
  type DebugUser,
  debugUser,
} from '@ezdash/contracts';
import type { AuthUser } from '../../platform/auth';
import type { Db } from '../../platform/db';
import { ConflictError } from '../../platform/errors';
import { type AccountsService, accountTypeOf, listAccountTypes } from '../accounts';
import { findCustomers, nameOfProfile } from '../operator-users';
import type { Decided, Operator, StandingService } from '../standing';
import { presentChange } from './present';

export interface DebugUserDeps {
  db: Db;
  accounts: Pick<AccountsService, 'user'>;
  standing: Pick<StandingService, 'decide' | 'trial' | 'setAccountType' | 'undo' | 'changes' | 'change'>;
}

const LATEST = 10;
const FOUND = 10;

/** Whom the page belongs to. Throws 409 NO_USER for a guest's. */
export function userOfPage(user: AuthUser | null): AuthUser {
  if (!user) throw new ConflictError('Nobody is signed in on this page', 'NO_USER');
  return user;
}

/** The User tab of the debug tool: the page's user, what is changed of them, and whom a view could show. */
export function createDebugUserService({ db, accounts, standing }: DebugUserDeps) {
  /** As they are now, in the specification's fields. */
  const present = async (id: number): Promise<DebugUser> => debugUser.parse(await accounts.user(id));

  function apply(userId: number, update: DebugPropertyUpdate, operator: Operator): Promise<Decided> {
    if (update.property === 'account_type') return standing.setAccountType(userId, update.value, operator);
    const { value: status, reason } = update;
    if (!reason) return standing.trial(userId, status, operator);
    return standing.decide({
      userId,
      status,
      reason,
      by: operator.adminId,
      debugSessionId: operator.debugSessionId,
    });
  }

  return {
    present,

    async types() {
      const types = await listAccountTypes(db);
      return types.map(({ id }) => accountTypeOf(types, id));
    },

    features: async (id: number): Promise<Record<string, boolean>> => (await accounts.user(id)).features,

    /** Throws 409 LAST_ADMIN, 422 UNKNOWN_ACCOUNT_TYPE. */
    async update(
      userId: number,
      update: DebugPropertyUpdate,
      operator: Operator,
    ): Promise<DebugPropertyAnswer> {
      const { changeId } = await apply(userId, update, operator);
      const change = changeId === undefined ? undefined : await standing.change(userId, changeId);
      return { user: await present(userId), change: change ? presentChange(change) : null };
    },

    /** Throws 404, 409 CHANGED_SINCE, 409 LAST_ADMIN. */
    async undo(userId: number, changeId: number, operator: Operator): Promise<DebugPropertyAnswer> {
      const change = await standing.undo({ userId, changeId, operator });
      return { user: await present(userId), change: presentChange(change) };
    },

    changes: async (userId: number) => (await standing.changes(userId, LATEST)).map(presentChange),

    /** The newest ones without a text to look for. */
    async search(text: string): Promise<DebugFoundUsers> {
      const found = await findCustomers(db, text, FOUND);
      return {
        users: found.map(({ id, email, role, status, ...names }) => ({
          id,
          email,
          role,
          status,
          name: nameOfProfile(names),
        })),
      };
    },
  };
}

export type DebugUserService = ReturnType<typeof createDebugUserService>;
