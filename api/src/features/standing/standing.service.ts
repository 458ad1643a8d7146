import type { Role, User } from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction, type Trx } from '../../platform/db';
import { ConflictError, NotFoundError, ValidationError } from '../../platform/errors';
import type { Log } from '../../platform/log';
import type { Mail } from '../mail';

export type Status = User['status'];

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
  /** Who decided, for the log: an admin's id, or null for somebody at the machine. */
  by: number | null;
}

const LONGEST_REASON = 500;

interface Account {
  id: number;
  email: string;
  role: Role;
  status: Status;
  status_reason: string | null;
  locale: string | null;
}

function checkedReason({ status, reason }: Verdict): string | null {
  if (status === 'active') return null;
  const text = reason?.trim() || null;
  if (!text && status !== 'pending')
    throw new ValidationError({ reason: ['Say why, for the owner to read'] });
  if (text && text.length > LONGEST_REASON)
    throw new ValidationError({ reason: [`Use at most ${LONGEST_REASON} characters`] });
  return text;
}

function lockAccount(trx: Trx, id: number): Promise<Account | undefined> {
  return (
    trx
      .selectFrom('app_user')
      .select(['id', 'email', 'role', 'status', 'status_reason', 'locale'])
      .where('id', '=', id)
      // What a deleted account leaves is nobody's.
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
  );
}

/** Somebody must be left who can open the network's doors. Admins are locked in one order, so two cannot both go. */
async function assertAnotherAdmin(trx: Trx, id: number): Promise<void> {
  const admins = await trx
    .selectFrom('app_user')
    .select('id')
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .where('deletes_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (admins.length === 1 && admins[0]?.id === id)
    throw new ConflictError('This is the only admin: make another one first', 'LAST_ADMIN');
}

/** Status of accounts: the one place that changes it for an operator, with its reason, its mail and its line in the log. */
export function createStandingService({ db, clock, log, mail }: StandingDeps) {
  async function tell(trx: Trx, account: Account, { status }: Verdict, reason: string | null, at: Date) {
    const { id, email, locale, role } = account;
    const letter = { to: email, locale, idempotencyKey: `account-status:${id}:${at.getTime()}` };
    if (status === 'active' && role !== 'admin')
      await mail.send(trx, { ...letter, template: 'account-approved', data: { role } });
    if (status === 'suspended' && reason)
      await mail.send(trx, { ...letter, template: 'account-suspended', data: { reason } });
    if (status === 'ADK rejected' && reason)
      await mail.send(trx, { ...letter, template: 'account-rejected', data: { reason } });
  }

  return {
    /**
     * The account's owner may go on to sign in and see why; what is refused follows from the status. Answers whether
     * anything changed. Throws 404, 409 LAST_ADMIN, 422 (`reason`).
     */
    async decide(verdict: Verdict): Promise<{ changed: boolean }> {
      const { userId, status, by } = verdict;
      const reason = checkedReason(verdict);
      return inTransaction(db, async (trx) => {
        if (status !== 'active') await assertAnotherAdmin(trx, userId);
        const account = await lockAccount(trx, userId);
        if (!account) throw new NotFoundError();
        if (account.status === status && account.status_reason === reason) return { changed: false };
        const now = clock.now();
        await trx
          .updateTable('app_user')
          .set({ status, status_reason: reason, updated_at: now })
          .where('id', '=', userId)
          .execute();
        if (account.status !== status) await tell(trx, account, verdict, reason, now);
        log.info(
          { event: 'account.status_changed', userId, from: account.status, to: status, by },
          'Decided',
        );
        return { changed: true };
      });
    },
  };
}

export type StandingService = ReturnType<typeof createStandingService>;
