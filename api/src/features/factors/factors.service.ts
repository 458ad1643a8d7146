import type { FactorList, Passkey, SecondFactor } from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction, type Trx } from '../../platform/db';
import { type Mail, type NoticeReader, securityNotice } from '../mail';
import { endSessions } from '../proofs';
import { createFactorMails } from './factorMails';
import { createPasskeys, type PasskeysDeps } from './passkeys';
import { countPasskeys } from './passkeys.repo';
import { createRecoveryCodes } from './recoveryCodes';
import { createSecondFactor } from './secondFactor';
import { createTotpFactor } from './totpFactor';

export interface FactorsDeps {
  db: Db;
  clock: Clock;
  mail: Pick<Mail, 'send'>;
  /** Keys are derived from it: whoever loses it, loses the second factors. */
  secret: string;
  /** Named in authenticator apps and where passkeys are kept. */
  appName: string;
  connectionsOf?: PasskeysDeps['connectionsOf'];
}

/** What an account's second factors are, in the archive of its data: names and times, nothing that signs in. */
export interface FactorsExport {
  totp: FactorList['totp'];
  recovery_codes_left: number;
  passkeys: Omit<Passkey, 'id'>[];
}

export function createFactorsService(deps: FactorsDeps) {
  const { db, clock } = deps;
  const all = { ...deps, notice: createFactorMails(deps.mail) };
  const codes = createRecoveryCodes(all);
  const totp = createTotpFactor({ ...all, codes });
  const passkeys = createPasskeys(all);
  const secondFactor = createSecondFactor({ totp, codes });

  async function list(userId: number, on: Db = db): Promise<FactorList> {
    const enabledAt = await totp.enabledAt(userId, on);
    const left = await codes.left(userId, on);
    const own = await passkeys.list(userId, on);
    return {
      totp: enabledAt && { enabled_at: enabledAt.toISOString() },
      recovery_codes_left: left,
      passkeys: own,
    };
  }

  async function forget(trx: Trx, userId: number): Promise<void> {
    await totp.forget(trx, userId);
    await codes.forget(trx, userId);
    await passkeys.forget(trx, userId);
  }

  return {
    totp,
    passkeys,
    list,
    passSecondFactor: secondFactor.pass,
    /** What must follow the account's password; empty when the password is enough. */
    secondFactorsOf: (userId: number): Promise<SecondFactor[]> => secondFactor.of(userId),
    /** How many ways in they are, where another way is about to go. */
    countPasskeys: (userId: number, on: Db = db): Promise<number> => countPasskeys(on, userId),

    /** Erases all of it, when the account is deleted. */
    forget,

    /**
     * For an owner who lost what the second step asks for and showed the support who they are: the password alone
     * signs in again, every sign-in ends, and a mail says so.
     */
    resetFor: (owner: NoticeReader): Promise<{ ended: number }> =>
      inTransaction(db, async (trx) => {
        await forget(trx, owner.id);
        const ended = await endSessions(trx, owner.id);
        await deps.mail.send(trx, securityNotice(owner, { what: 'factors-reset', at: clock.now() }));
        return { ended };
      }),

    async exportOf(userId: number, on: Db = db): Promise<FactorsExport> {
      const { passkeys: own, ...rest } = await list(userId, on);
      return { ...rest, passkeys: own.map(({ id: _, ...passkey }) => passkey) };
    },
  };
}

export type FactorsService = ReturnType<typeof createFactorsService>;
