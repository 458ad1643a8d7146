import type { DeletionRequest } from '@ezdash/contracts';
import type { Clock } from '../../../platform/clock';
import { type Db, errorDetail, inTransaction, type Trx } from '../../../platform/db';
import { ConflictError, ValidationError } from '../../../platform/errors';
import type { Log } from '../../../platform/log';
import type { Mail } from '../../mail';
import { endSessions } from '../../proofs';
import { findBlockers, moneyHeld } from './blockers';
import * as repo from './deletion.repo';
import { type EraseDeps, eraseAccount } from './eraseAccount';

export interface DeletionDeps extends EraseDeps {
  db: Db;
  clock: Clock;
  log: Log;
  mail: Pick<Mail, 'forget' | 'send'>;
}

/** What became of an account that was due. */
export type Outcome = 'deleted' | 'taken-back' | 'blocked';

const DAY_MS = 86_400_000;
const GRACE_MS = 14 * DAY_MS;
const AT_A_TIME = 100;

/** The end of an account: asked for, taken back, and done when it is due. */
export function createDeletion(deps: DeletionDeps) {
  const { db, clock, log, mail } = deps;

  async function tellScheduled(trx: Trx, account: repo.AccountRow, deletesAt: Date): Promise<void> {
    await mail.send(trx, {
      to: account.email,
      template: 'account-deletion-scheduled',
      locale: account.locale,
      data: { deletesAt: deletesAt.toISOString(), timeZone: account.timezone },
      idempotencyKey: `account-deletion-scheduled:${account.id}:${deletesAt.getTime()}`,
    });
  }

  async function stopAccount(trx: Trx, account: repo.AccountRow, sid: string, now: Date): Promise<Date> {
    const deletesAt = new Date(now.getTime() + GRACE_MS);
    await endSessions(trx, account.id, sid);
    await repo.revokeTokens(trx, account.id, now);
    await tellScheduled(trx, account, deletesAt);
    return deletesAt;
  }

  /** Deletes one account that is due. Whoever takes it back first, or comes too late, finds a whole account or none. */
  function deleteDue(userId: number): Promise<Outcome> {
    return inTransaction(db, async (trx) => {
      const account = await repo.lockAccount(trx, userId);
      const now = clock.now();
      if (account.deletes_at === null || account.deletes_at > now) return 'taken-back';
      if ((await findBlockers(trx, account, account.gives_up_micros)).length > 0) return 'blocked';
      await eraseAccount(trx, account, deps, now);
      return 'deleted';
    });
  }

  /** False when it failed; the others go on. */
  async function tryDelete(userId: number): Promise<boolean> {
    try {
      const outcome = await deleteDue(userId);
      if (outcome === 'deleted')
        log.info(
          { event: 'privacy.account_deleted', userId },
          'An account was deleted, its owner had asked for it',
        );
      else if (outcome === 'blocked')
        log.warn(
          { event: 'privacy.deletion_blocked', userId },
          'An account is due to be deleted, but has money that its owner did not give up, or is the last admin',
        );
      return true;
    } catch (error) {
      log.error(
        { ...errorDetail(error), event: 'privacy.deletion_failed', userId },
        'An account could not be deleted',
      );
      return false;
    }
  }

  return {
    /** When it is due, and what stands in the way. */
    state: async (userId: number) => {
      const account = await repo.findAccount(db, userId);
      return {
        deletesAt: account.deletes_at,
        blockers: await findBlockers(db, account, account.gives_up_micros),
      };
    },

    /**
     * Stops the account at once and has it deleted two weeks later; asked again, the day stays. 422 when `email` is
     * not the account's, 409 DELETION_BLOCKED.
     */
    schedule: (userId: number, sid: string, request: DeletionRequest): Promise<void> =>
      inTransaction(db, async (trx) => {
        const account = await repo.lockAccount(trx, userId);
        if (request.email !== account.email.toLowerCase())
          throw new ValidationError({ email: ['Enter the address of your account'] });
        const { paidInMicros, earnedMicros } = await moneyHeld(trx, account);
        const givesUpMicros = request.give_up_balance ? paidInMicros + earnedMicros : account.gives_up_micros;
        if ((await findBlockers(trx, account, givesUpMicros)).length > 0)
          throw new ConflictError('Your account cannot be deleted yet', 'DELETION_BLOCKED');
        const now = clock.now();
        const deletesAt = account.deletes_at ?? (await stopAccount(trx, account, sid, now));
        await repo.markDeletion(trx, userId, { requestedAt: now, deletesAt, givesUpMicros }, now);
      }),

    /** Takes the request back: everything runs as it did. Changes nothing when there is none; 409 when it is too late. */
    takeBack: (userId: number): Promise<boolean> =>
      inTransaction(db, async (trx) => {
        const account = await repo.lockAccount(trx, userId);
        // This call was on its way while the account was deleted: it must not read as if that had been stopped.
        if (account.deleted_at !== null)
          throw new ConflictError('Your account has been deleted', 'ACCOUNT_DELETED');
        if (account.deletes_at === null) return false;
        await repo.markDeletion(trx, userId, null, clock.now());
        return true;
      }),

    deleteDue,

    /** Deletes every account that is due; → how many could not be. */
    async deleteAllDue(): Promise<number> {
      const now = clock.now();
      let failed = 0;
      let after = 0;
      for (;;) {
        const due = await repo.findDue(db, now, after, AT_A_TIME);
        for (const userId of due) if (!(await tryDelete(userId))) failed += 1;
        after = due.at(-1) ?? after;
        if (due.length < AT_A_TIME) return failed;
      }
    },
  };
}

export type Deletion = ReturnType<typeof createDeletion>;
