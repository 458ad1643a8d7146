import {
  CAMPAIGN_LIST,
  debugUser,
  type OperatorAccessChange,
  type OperatorStatusChange,
  type OperatorUserCampaigns,
  type OperatorUserDetail,
  type OperatorUserQuery,
  type OperatorUserRow,
  type OperatorUsers,
  type OwnSessionList,
} from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import { type Db, toNumber } from '../../platform/db';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors';
import type { AccountAccess } from '../account-access';
import { type AccountsService, accountTypeOf, listAccountTypes } from '../accounts';
import type { CampaignsFeature } from '../campaigns';
import type { Decided, Operator, StandingService } from '../standing';
import { createChanges } from './changes';
import { nameOfProfile } from './nameOf';
import * as repo from './operatorUsers.repo';
import { userIdOf } from './search';

export interface OperatorUsersDeps {
  db: Db;
  clock: Clock;
  accounts: Pick<AccountsService, 'user'>;
  standing: Pick<StandingService, 'decide' | 'setAccountType' | 'changes'>;
  campaigns: Pick<CampaignsFeature['list'], 'page'>;
  access: Pick<AccountAccess, 'of' | 'changes' | 'sessions' | 'signOut' | 'resetFactors'>;
}

const PAGE = 50;

const isoOrNull = (moment: Date | null) => moment?.toISOString() ?? null;

/** Accounts as the network's staff see them, and what they decide about them. */
export function createOperatorUsersService(deps: OperatorUsersDeps) {
  const { db, clock, accounts, standing, campaigns, access } = deps;
  const changes = createChanges({ standing, access });

  /** The newest that are not archived. Which of them run follows from the clock and the money as well. */
  const campaignsOf = (advertiserId: number, limit: number) =>
    campaigns.page(advertiserId, {
      ...{ group: 'all', q: '', sort: 'id', direction: 'descending', offset: 0 },
      limit,
    });

  async function countCampaigns(advertiserId: number) {
    const { counts } = await campaignsOf(advertiserId, 1);
    return { total: counts.all, running: counts.running };
  }

  async function managerOf(id: number) {
    const manager = await repo.findManagerOf(db, id);
    return manager && { id: manager.id, name: nameOfProfile(manager), active: manager.active };
  }

  async function detail(id: number): Promise<OperatorUserDetail> {
    const note = await repo.findUserNote(db, id);
    if (!note) throw new NotFoundError();
    const user = await accounts.user(id);
    return {
      user: debugUser.parse(user),
      status_reason: note.status_reason,
      features: user.features,
      campaigns: note.role === 'advertiser' ? await countCampaigns(id) : null,
      properties: note.role === 'publisher' ? await repo.countProperties(db, id) : null,
      ...(note.role === 'advertiser' && { manager: await managerOf(id) }),
      access: await access.of(id),
      changes: await changes(id),
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

    /** Of an advertiser the newest; empty for others. Throws 404. */
    async campaigns(text: string): Promise<OperatorUserCampaigns> {
      const id = idOf(text);
      const note = await repo.findUserNote(db, id);
      if (!note) throw new NotFoundError();
      if (note.role !== 'advertiser') return { campaigns: [], total: 0 };
      const { campaigns: newest, counts } = await campaignsOf(id, CAMPAIGN_LIST.mostBehindCursor);
      return {
        campaigns: newest.map(({ id, name, state, priority }) => ({ id, name, state, priority })),
        total: counts.all,
      };
    },

    /** Where it is signed in now. Throws 404. */
    sessions: async (text: string, currentSid: string): Promise<OwnSessionList> =>
      access.sessions(idOf(text), currentSid),

    /** Its sign-ins, debug sessions and API tokens. Throws 404. */
    signOut: (text: string, { reason }: OperatorAccessChange, operator: Operator) =>
      access.signOut(idOf(text), { ...operator, reason }),

    /** Second step and passkeys, with a mail to the owner. Throws 404, 409 OWN_FACTORS, 409 NO_FACTORS. */
    resetFactors: (text: string, { reason }: OperatorAccessChange, operator: Operator) =>
      access.resetFactors(idOf(text), { ...operator, reason }),

    /** With its mail to the owner. Throws 404, 409 LAST_ADMIN, 422 (`reason`). */
    setStatus: (
      text: string,
      { status, reason }: OperatorStatusChange,
      { adminId: by, debugSessionId }: Operator,
    ): Promise<Decided> => standing.decide({ userId: idOf(text), status, reason, by, debugSessionId }),

    /** Answers who it was before. Throws 404, 409 NOT_ADVERTISER, 422 (`manager_id`). */
    async setManager(text: string, managerId: number | null): Promise<{ from: number | null }> {
      const id = idOf(text);
      const note = await repo.findUserNote(db, id);
      if (!note) throw new NotFoundError();
      if (note.role !== 'advertiser')
        throw new ConflictError('Only an advertiser has an account manager', 'NOT_ADVERTISER');
      if (managerId !== null && !(await repo.isActiveOperator(db, managerId)))
        throw new ValidationError({ manager_id: ['Choose an active operator'] });
      const before = await repo.findManagerOf(db, id);
      await repo.setManager(db, id, managerId, clock.now());
      return { from: before?.id ?? null };
    },

    /** Throws 404, 422 UNKNOWN_ACCOUNT_TYPE. */
    setAccountType: (text: string, accountTypeId: number, operator: Operator): Promise<Decided> =>
      standing.setAccountType(idOf(text), accountTypeId, operator),
  };
}

export type OperatorUsersService = ReturnType<typeof createOperatorUsersService>;
