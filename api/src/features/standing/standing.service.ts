import type { Clock } from '../../platform/clock';
import { type Db, inTransaction, type Trx } from '../../platform/db';
import { AppError, ValidationError } from '../../platform/errors';
import type { Log } from '../../platform/log';
import type { Mail } from '../mail';
import { type Account, isAccountType, lockAccount, type Status, setStatus, setType } from './account.repo';
import {
  exportChanges,
  findChanges,
  forgetReasons,
  insertChange,
  type Operator,
  type PropertyChange,
} from './changes.repo';
import { createUndo } from './undo';

export type { Status };

export interface StandingDeps {
  db: Db;
  clock: Clock;
  log: Log;
  mail: Pick<Mail, 'send'>;
}

/** What an operator decides about an account. */
export interface Verdict {
  userId: number;
  status: Status;
  /** For the owner to read, 1 to 500 characters; needed unless the account becomes active. */
  reason: string | null;
  /** Who decided: an admin's id, whose changes are recorded, or null for somebody at the machine. */
  by: number | null;
  /** The debug session it was decided in, when it was in one. */
  debugSessionId?: number | null;
}

/** What came of it; without a change everything was as wished before. */
export interface Decided {
  changed: boolean;
  /** The record of it, for an admin to undo, and what was before. */
  changeId?: number;
  from?: string;
}

const LONGEST_REASON = 500;
/** What an owner reads when their account was shut for a trial. */
export const TRIAL_REASON = 'Set by an operator of the network';

function checkedReason({ status, reason }: Verdict): string | null {
  if (status === 'active') return null;
  const text = reason?.trim() || null;
  if (!text && status !== 'pending')
    throw new ValidationError({ reason: ['Say why, for the owner to read'] });
  if (text && text.length > LONGEST_REASON)
    throw new ValidationError({ reason: [`Use at most ${LONGEST_REASON} characters`] });
  return text;
}

/** Status and type of accounts: the one place that changes them for an operator, with reason, mail, record and line in the log. */
export function createStandingService(deps: StandingDeps) {
  const { db, clock, log, mail } = deps;

  async function tell(trx: Trx, account: Account, status: Status, reason: string | null, at: Date) {
    const { id, email, locale, role } = account;
    const letter = { to: email, locale, idempotencyKey: `account-status:${id}:${at.getTime()}` };
    if (status === 'active' && role !== 'admin')
      await mail.send(trx, { ...letter, template: 'account-approved', data: { role } });
    if (status === 'suspended' && reason)
      await mail.send(trx, { ...letter, template: 'account-suspended', data: { reason } });
    if (status === 'ADK rejected' && reason)
      await mail.send(trx, { ...letter, template: 'account-rejected', data: { reason } });
  }

  /** Writes the status with its record; the account is locked. */
  async function write(
    trx: Trx,
    account: Account,
    wanted: { status: Status; reason: string | null },
    { by, debugSessionId = null }: Pick<Verdict, 'by' | 'debugSessionId'>,
  ): Promise<Decided & { at: Date }> {
    const { id: userId, status: from, status_reason: oldReason } = account;
    const at = clock.now();
    await setStatus(trx, userId, wanted, at);
    log.info({ event: 'account.status_changed', userId, from, to: wanted.status, by }, 'Decided');
    if (by === null) return { changed: true, at };
    const change = { userId, property: 'status', from, to: wanted.status, oldReason, at } as const;
    const changeId = await insertChange(trx, { ...change, adminId: by, debugSessionId });
    return { changed: true, at, changeId, from };
  }

  return {
    /**
     * The account's owner may go on to sign in and see why; what is refused follows from the status. Throws 404,
     * 409 LAST_ADMIN, 422 (`reason`).
     */
    async decide(verdict: Verdict): Promise<Decided> {
      const { userId, status } = verdict;
      const reason = checkedReason(verdict);
      return inTransaction(db, async (trx) => {
        const account = await lockAccount(trx, userId, status);
        if (account.status === status && account.status_reason === reason) return { changed: false };
        const { at, ...decided } = await write(trx, account, { status, reason }, verdict);
        if (account.status !== status) await tell(trx, account, status, reason, at);
        return decided;
      });
    },

    /** A status as a trial of the pages: its owner gets no mail. Throws 404, 409 LAST_ADMIN. */
    async trial(userId: number, status: Status, operator: Operator): Promise<Decided> {
      const isShut = status === 'suspended' || status === 'ADK rejected';
      return inTransaction(db, async (trx) => {
        const account = await lockAccount(trx, userId, status);
        if (account.status === status) return { changed: false };
        const { at: _, ...decided } = await write(
          trx,
          account,
          { status, reason: isShut ? TRIAL_REASON : null },
          { by: operator.adminId, debugSessionId: operator.debugSessionId },
        );
        return decided;
      });
    },

    /** What the account may use follows from its type. Throws 404, 422 UNKNOWN_ACCOUNT_TYPE. */
    async setAccountType(userId: number, accountTypeId: number, operator: Operator): Promise<Decided> {
      return inTransaction(db, async (trx) => {
        const account = await lockAccount(trx, userId);
        if (!(await isAccountType(trx, accountTypeId)))
          throw new AppError(422, 'UNKNOWN_ACCOUNT_TYPE', 'There is no such account type');
        if (account.account_type_id === accountTypeId) return { changed: false };
        const at = clock.now();
        const [from, to] = [String(account.account_type_id), String(accountTypeId)];
        await setType(trx, userId, accountTypeId, at);
        const { adminId: by } = operator;
        log.info({ event: 'account.type_changed', userId, from, to, by }, 'Decided');
        const change = { userId, property: 'account_type', from, to, oldReason: null, at } as const;
        return { changed: true, changeId: await insertChange(trx, { ...change, ...operator }), from };
      });
    },

    undo: createUndo(deps),
    /** What operators changed at the account, newest first. */
    changes: (userId: number, limit: number): Promise<PropertyChange[]> => findChanges(db, userId, { limit }),
    /** One of them; undefined when the account has no such. */
    change: async (userId: number, changeId: number): Promise<PropertyChange | undefined> =>
      (await findChanges(db, userId, { limit: 1, changeId }))[0],
    exportOf: (userId: number, on: Db = db) => exportChanges(userId, on),
    forget: forgetReasons,
  };
}

export type StandingService = ReturnType<typeof createStandingService>;
