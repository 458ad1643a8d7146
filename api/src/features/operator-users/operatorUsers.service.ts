import {
  debugUser,
  type OperatorStatusChange,
  type OperatorUserDetail,
  type OperatorUserQuery,
  type OperatorUserRow,
  type OperatorUsers,
} from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import { type Db, toNumber } from '../../platform/db';
import { NotFoundError } from '../../platform/errors';
import { type AccountsService, accountTypeOf, listAccountTypes } from '../accounts';
import type { CampaignsFeature } from '../campaigns';
import { periodOf } from '../figures';
import type { Decided, Operator, StandingService } from '../standing';
import { nameOfProfile } from './nameOf';
import * as repo from './operatorUsers.repo';
import { userIdOf } from './search';

export interface OperatorUsersDeps {
  db: Db;
  clock: Clock;
  accounts: Pick<AccountsService, 'user'>;
  standing: Pick<StandingService, 'decide' | 'setAccountType' | 'changes'>;
  campaigns: Pick<CampaignsFeature['campaigns'], 'list'>;
}

const PAGE = 50;
const CHANGES = 10;

const isoOrNull = (moment: Date | null) => moment?.toISOString() ?? null;

/** Accounts as the network's staff see them, and what they decide about them. */
export function createOperatorUsersService(deps: OperatorUsersDeps) {
  const { db, clock, accounts, standing, campaigns } = deps;

  /** Of what is not archived. Which campaigns run follows from the clock and the money as well. */
  async function countCampaigns(advertiserId: number) {
    const list = await campaigns.list(advertiserId, periodOf({}, clock.now()));
    const states = list.campaigns.map(({ state }) => state).filter((state) => state !== 'archived');
    return { total: states.length, running: states.filter((state) => state === 'running').length };
  }

  async function detail(id: number): Promise<OperatorUserDetail> {
    const note = await repo.findUserNote(db, id);
    if (!note) throw new NotFoundError();
    const user = await accounts.user(id);
    const changes = await standing.changes(id, CHANGES);
    return {
      user: debugUser.parse(user),
      status_reason: note.status_reason,
      features: user.features,
      campaigns: note.role === 'advertiser' ? await countCampaigns(id) : null,
      properties: note.role === 'publisher' ? await repo.countProperties(db, id) : null,
      changes: changes.map(({ property, from, to, by, changedAt }) => ({
        property,
        from,
        to,
        by,
        changed_at: changedAt.toISOString(),
      })),
    };
  }

  /** Throws 404 for what is no number of an account. */
  function idOf(text: string): number {
    const id = userIdOf(text);
    if (id === null) throw new NotFoundError();
    return id;
  }

  return {
    async list(query: OperatorUserQuery): Promise<OperatorUsers> {
      const types = await listAccountTypes(db);
      const rows = await repo.findListedUsers(db, query, PAGE);
      const users = rows.map(
        (row): OperatorUserRow => ({
          id: row.id,
          email: row.email,
          role: row.role,
          verified: row.verified,
          status: row.status,
          account_type: accountTypeOf(types, row.account_type_id),
          created_at: row.created_at.toISOString(),
          last_login_at: isoOrNull(row.last_login_at),
          name: nameOfProfile(row),
          balance: toNumber(row.balance_micros),
          deletes_at: isoOrNull(row.deletes_at),
        }),
      );
      return { users, total: await repo.countUsers(db, query) };
    },

    detail: async (id: string): Promise<OperatorUserDetail> => detail(idOf(id)),

    /** With its mail to the owner. Throws 404, 409 LAST_ADMIN, 422 (`reason`). */
    setStatus: (
      text: string,
      { status, reason }: OperatorStatusChange,
      { adminId: by, debugSessionId }: Operator,
    ): Promise<Decided> => standing.decide({ userId: idOf(text), status, reason, by, debugSessionId }),

    /** Throws 404, 422 UNKNOWN_ACCOUNT_TYPE. */
    setAccountType: (text: string, accountTypeId: number, operator: Operator): Promise<Decided> =>
      standing.setAccountType(idOf(text), accountTypeId, operator),
  };
}

export type OperatorUsersService = ReturnType<typeof createOperatorUsersService>;
