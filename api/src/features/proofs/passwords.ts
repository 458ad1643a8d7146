import type { ChangePasswordRequest, ResetPasswordRequest, SetPasswordRequest } from '@ezdash/contracts';
import { createLimiter, hashPassword, type Visitor, verifyPassword } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction, type Trx } from '../../platform/db';
import { ConflictError, ValidationError } from '../../platform/errors';
import type { createFirstVerification, FirstVerificationDeps } from './firstVerification';
import { LinkExpiredError } from './LinkExpiredError';
import { LIMITS } from './limits';
import type { ProofMails } from './mails';
import { refuseWeakPassword } from './newPassword';
import { isUsable, useToken, voidTokens } from './oneTimeTokens';
import { endSessions, restampSession } from './ownSessions';
import { endDebugSessions, findPerson, type PersonRow, storePassword } from './proofs.repo';
import { dropDoubtedWaysIn, type WaysIn, type WaysInAfterReset } from './waysIn';

export interface PasswordsDeps {
  db: Db;
  clock: Clock;
  mails: ProofMails;
  appName: string;
  noteVerified: ReturnType<typeof createFirstVerification>;
  revokeTokens?: FirstVerificationDeps['revokeTokens'];
  /** API tokens of an account that open something. */
  countTokens?(trx: Trx, userId: number): Promise<number>;
  waysIn?: WaysIn;
  /** Forgets the codes that were guessed behind the old password: whoever knew it starts over at the new one. */
  forgetGuesses?(userId: number): Promise<void>;
}

/** Who sets a password: what they ask from is named in the notice to the owner. */
export interface PasswordSetter {
  userId: number;
  /** The session that stays. */
  sid: string;
  visitor: Visitor;
  /** The language of the page, for owners who have not chosen one. */
  pageLocale: string;
}

/** What became of a new password. */
export interface PasswordChanged {
  /** Stamped into the session that stays: under another time it would be over. */
  changedAt: Date;
  /** Sessions that were ended. */
  ended: number;
  /** API tokens that were ended; they live on unless that is asked for. */
  revokedTokens: number;
}

const changedMeanwhile = () =>
  new ConflictError('The password has been changed in the meantime', 'PASSWORD_CHANGED');

function wrongPassword(field: string): ValidationError {
  return new ValidationError({ [field]: ['Wrong password'] }, 'Wrong password', 'WRONG_PASSWORD');
}

/** Proving and changing passwords. Sessions that began under the old password end with it. */
export function createPasswords(deps: PasswordsDeps) {
  const { db, clock, mails, appName, noteVerified, revokeTokens, countTokens, waysIn, forgetGuesses } = deps;
  const guesses = createLimiter(LIMITS.passwordCheck);

  async function person(id: number): Promise<PersonRow> {
    const found = await findPerson(db, id);
    if (!found) throw changedMeanwhile();
    return found;
  }

  const refuseWeak = (password: string, { email, company_name: company }: PersonRow) =>
    refuseWeakPassword(password, { email, company, appName });

  async function prove(id: number, password: string, field: string): Promise<PersonRow> {
    await guesses.consume(String(id));
    const owner = await person(id);
    if (owner.password_hash === null) {
      await guesses.reset(String(id));
      throw new ConflictError(
        'This account has no password. Sign in again to show that it is you',
        'NO_PASSWORD',
      );
    }
    if (!(await verifyPassword(owner.password_hash, password))) throw wrongPassword(field);
    await guesses.reset(String(id));
    return owner;
  }

  /** What every new password brings with it, in its transaction. */
  async function settle(
    trx: Trx,
    owner: PersonRow,
    now: Date,
    {
      visitor,
      pageLocale,
      sid,
      ways,
      revokesTokens = false,
    }: Pick<PasswordSetter, 'visitor' | 'pageLocale'> & {
      sid?: string;
      ways?: WaysInAfterReset;
      revokesTokens?: boolean;
    },
  ): Promise<PasswordChanged> {
    await voidTokens(trx, 'reset-password', owner.id, now);
    const ended = await endSessions(trx, owner.id, sid);
    if (sid !== undefined) await restampSession(trx, owner.id, sid, now);
    if (owner.role === 'admin') await endDebugSessions(trx, owner.id, now);
    const tokens = (await countTokens?.(trx, owner.id)) ?? 0;
    if (revokesTokens) await revokeTokens?.(trx, owner.id);
    const liveTokens = revokesTokens ? 0 : tokens;
    await mails.passwordChanged(trx, owner, { visitor, pageLocale, at: now, ways, liveTokens });
    return { changedAt: now, ended, revokedTokens: tokens - liveTokens };
  }

  /** Stores and settles a new password in one transaction; what other counters hold of the old one goes after it. */
  async function replace<T>(userId: number, work: (trx: Trx, now: Date) => Promise<T>): Promise<T> {
    const done = await inTransaction(db, (trx) => work(trx, clock.now()));
    await forgetGuesses?.(userId);
    return done;
  }

  return {
    /** That whoever sits at the session knows the password. Throws 422 WRONG_PASSWORD, 409 NO_PASSWORD, 429. */
    async confirm(id: number, password: string): Promise<void> {
      await prove(id, password, 'password');
    },

    /** Everybody but the session that asks is signed out. Throws 422 WRONG_PASSWORD, 409 NO_PASSWORD, 429. */
    async change(
      setter: PasswordSetter,
      { current_password, password, revoke_api_tokens: revokesTokens }: ChangePasswordRequest,
    ): Promise<PasswordChanged> {
      const owner = await prove(setter.userId, current_password, 'current_password');
      if (password === current_password)
        throw new ValidationError({ password: ['Choose a password other than the present one'] });
      refuseWeak(password, owner);
      const hash = await hashPassword(password);
      return replace(owner.id, async (trx, now) => {
        if (!(await storePassword(trx, owner.id, { hash, now, before: owner.password_hash })))
          throw changedMeanwhile();
        return settle(trx, owner, now, { ...setter, revokesTokens });
      });
    },

    /** The first password of an account that was made by social sign-in. Throws 409 PASSWORD_EXISTS. */
    async set(
      setter: PasswordSetter,
      { password, revoke_api_tokens: revokesTokens }: SetPasswordRequest,
    ): Promise<PasswordChanged> {
      const owner = await person(setter.userId);
      const exists = () =>
        new ConflictError('This account has a password: change it instead', 'PASSWORD_EXISTS');
      if (owner.password_hash !== null) throw exists();
      refuseWeak(password, owner);
      const hash = await hashPassword(password);
      return replace(owner.id, async (trx, now) => {
        if (!(await storePassword(trx, owner.id, { hash, now, before: null }))) throw exists();
        return settle(trx, owner, now, { ...setter, revokesTokens });
      });
    },

    /**
     * By a mailed link. Whoever has it reads the account's mail, so the address is verified too; nobody is signed in
     * by it, since a second factor may still have to be shown. API tokens end with the password, and so do the passkeys
     * and linked accounts that were added shortly before. Returns whose it was.
     */
    async reset(
      { token, password }: ResetPasswordRequest,
      setter: Pick<PasswordSetter, 'visitor' | 'pageLocale'>,
    ): Promise<{ userId: number; ended: number; ways: WaysInAfterReset }> {
      if (!(await isUsable(db, 'reset-password', token, clock.now()))) throw new LinkExpiredError();
      const hash = await hashPassword(password);
      const done = await inTransaction(db, async (trx) => {
        const now = clock.now();
        const userId = await useToken(trx, 'reset-password', token, now);
        const owner = userId === null ? undefined : await findPerson(trx, userId);
        if (!owner) throw new LinkExpiredError();
        // Rolls back: the link works again for a better one.
        refuseWeak(password, owner);
        await storePassword(trx, owner.id, { hash, now });
        await noteVerified(trx, owner.id, now);
        const ways = await dropDoubtedWaysIn(waysIn, trx, owner.id, now);
        const { ended } = await settle(trx, owner, now, { ...setter, ways, revokesTokens: true });
        return { userId: owner.id, ended, ways };
      });
      await forgetGuesses?.(done.userId);
      return done;
    },
  };
}

export type Passwords = ReturnType<typeof createPasswords>;
