import type { OperatorAccess, OwnSessionList } from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction, lockOwner, type Trx } from '../../platform/db';
import { ConflictError, NotFoundError } from '../../platform/errors';
import type { Log } from '../../platform/log';
import { countLiveTokens, revokeTokensOf } from '../api-tokens';
import type { FactorsService } from '../factors';
import type { NoticeReader } from '../mail';
import { countSessions, createOwnSessions, endAllSessions, endDebugSessions, endSessions } from '../proofs';
import type { Operator } from '../standing';
import {
  type AccessAction,
  exportAccessChanges,
  findAccessChanges,
  findOwner,
  forgetAccessReasons,
  insertAccessChange,
} from './access.repo';

export interface AccountAccessDeps {
  db: Db;
  clock: Clock;
  log: Log;
  factors: Pick<FactorsService, 'resetFor' | 'totp' | 'countPasskeys'>;
}

/** Who of the staff does it and why; null for somebody at the machine, whose words nobody asks for. */
export type AccessBy = (Operator & { reason: string }) | null;

/** What was ended of one account, or of all. */
export interface SignedOut {
  ended: number;
  revoked: number;
}

/** What opens accounts, and how the network's staff close it: from the console and from the command line. */
export function createAccountAccess({ db, clock, log, factors }: AccountAccessDeps) {
  const sessions = createOwnSessions({ db });

  async function ownerOf(on: Db, userId: number): Promise<NoticeReader> {
    const owner = await findOwner(on, userId);
    if (!owner) throw new NotFoundError();
    return owner;
  }

  /** In the transaction that does it. */
  async function record(
    trx: Trx,
    userId: number,
    done: { action: AccessAction; ended: number },
    by: AccessBy,
  ) {
    const { action, ended } = done;
    log.info({ event: `account.${action}`, userId, ended, by: by?.adminId ?? null }, 'Decided');
    if (by) await insertAccessChange(trx, { ...by, userId, action, signIns: ended, at: clock.now() });
  }

  return {
    /** How many of each open the account now. */
    async of(userId: number): Promise<OperatorAccess> {
      return {
        second_step: (await factors.totp.enabledAt(userId)) !== null,
        passkeys: await factors.countPasskeys(userId),
        sign_ins: await countSessions(db, userId),
        api_tokens: await countLiveTokens(db, userId, clock.now()),
      };
    },

    /** Where the account is signed in, for somebody whose own session is `currentSid`. Throws 404. */
    async sessions(userId: number, currentSid: string): Promise<OwnSessionList> {
      await ownerOf(db, userId);
      return sessions.list(userId, currentSid);
    },

    /** Ends the account's sign-ins and debug sessions and revokes its API tokens. Throws 404. */
    signOut: (userId: number, by: AccessBy): Promise<SignedOut> =>
      inTransaction(db, async (trx) => {
        await lockOwner(trx, userId);
        await ownerOf(trx, userId);
        const now = clock.now();
        await endDebugSessions(trx, userId, now);
        const ended = await endSessions(trx, userId);
        const revoked = await revokeTokensOf(trx, userId, now);
        await record(trx, userId, { action: 'signed_out', ended }, by);
        return { ended, revoked };
      }),

    /** The same for every account there is. */
    signOutEverybody: (): Promise<SignedOut> =>
      inTransaction(db, async (trx) => {
        await endDebugSessions(trx, 'everybody', clock.now());
        return {
          ended: await endAllSessions(trx),
          revoked: await revokeTokensOf(trx, 'everybody', clock.now()),
        };
      }),

    /**
     * Takes away second step and passkeys and ends every sign-in, with a mail to the owner. Throws 404, and from the
     * console 409 OWN_FACTORS for one's own, 409 NO_FACTORS when there are none.
     */
    resetFactors: (userId: number, by: AccessBy): Promise<{ ended: number }> =>
      inTransaction(db, async (trx) => {
        if (by?.adminId === userId)
          throw new ConflictError('Change your own second step in your settings', 'OWN_FACTORS');
        await lockOwner(trx, userId);
        const owner = await ownerOf(trx, userId);
        const hasNone =
          (await factors.totp.enabledAt(userId, trx)) === null &&
          (await factors.countPasskeys(userId, trx)) === 0;
        if (by && hasNone)
          throw new ConflictError('This account has neither a second step nor a passkey', 'NO_FACTORS');
        const { ended } = await factors.resetFor(owner, trx);
        await record(trx, userId, { action: 'factors_reset', ended }, by);
        return { ended };
      }),

    changes: (userId: number, limit: number) => findAccessChanges(db, userId, limit),
    exportOf: (userId: number, on: Db = db) => exportAccessChanges(userId, on),
    forget: forgetAccessReasons,
  };
}

export type AccountAccess = ReturnType<typeof createAccountAccess>;
