import type { FactorList, Passkey, SecondFactor, WayIn } from '@ezdash/contracts';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction, lockOwner, type Trx } from '../../platform/db';
import { type Mail, type NoticeReader, securityNotice } from '../mail';
import { endDebugSessions, endSessions } from '../proofs';
import { createFactorMails } from './factorMails';
import { createPasskeys, type PasskeysDeps } from './passkeys';
import { countPasskeys, deletePasskeysSince, findPasskeys, type PasskeyRow } from './passkeys.repo';
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

const wayInOf = ({ name, created_at }: PasskeyRow): WayIn => ({
  kind: 'passkey',
  name,
  added_at: created_at.toISOString(),
});

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

    forgetGuesses: secondFactor.forgetGuesses,

    /** For the owner to know what opens the account beside its password, or is asked for behind it. */
    async waysIn(on: Db, userId: number): Promise<WayIn[]> {
      const enabledAt = await totp.enabledAt(userId, on);
      const passkeys = (await findPasskeys(on, userId)).map(wayInOf);
      return enabledAt
        ? [...passkeys, { kind: 'totp', name: null, added_at: enabledAt.toISOString() }]
        : passkeys;
    },

    /** Takes away the passkeys that were added after `since`. */
    dropAddedSince: async (trx: Trx, userId: number, since: Date): Promise<WayIn[]> =>
      (await deletePasskeysSince(trx, userId, since)).map(wayInOf),

    /** Erases all of it, when the account is deleted. */
    forget,

    /**
     * For an owner who lost what the second step asks for and showed the support who they are: the password alone
     * signs in again, every sign-in ends, and a mail says so.
     */
    resetFor: (owner: NoticeReader, on: Db = db): Promise<{ ended: number }> =>
      inTransaction(on, async (trx) => {
        await lockOwner(trx, owner.id);
        await forget(trx, owner.id);
        const ended = await endSessions(trx, owner.id);
        await endDebugSessions(trx, owner.id, clock.now());
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
