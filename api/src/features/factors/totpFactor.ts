import type { TotpSetup } from '@ezdash/contracts';
import { type Actor, createLimiter, createSecretBox } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction, type Trx } from '../../platform/db';
import { ConflictError } from '../../platform/errors';
import type { NoticeChange } from './factorMails';
import * as repo from './factors.repo';
import type { RecoveryCodes } from './recoveryCodes';
import { makeTotpSecret, otpauthUrl, stepOfCode } from './totp';
import { WrongCodeError } from './WrongCodeError';

export interface TotpFactorDeps {
  db: Db;
  clock: Clock;
  notice: NoticeChange;
  codes: RecoveryCodes;
  secret: string;
  /** Names the account in the app. */
  appName: string;
}

const SETUP_MS = 15 * 60_000;
/** More codes than these nobody mistypes. */
const CONFIRMS = { name: 'totp-confirm', points: 20, durationSeconds: 15 * 60 };

const rowOf = (userId: number) => `totp ${userId}`;

/** Codes of an authenticator app: the second factor besides the password. */
export function createTotpFactor({ db, clock, notice, codes, secret, appName }: TotpFactorDeps) {
  const box = createSecretBox(secret, 'totp');
  const confirms = createLimiter(CONFIRMS);

  /** The secret that waits for its first code, and the step of the code. Throws 409 NO_SETUP, 422 WRONG_CODE. */
  async function checkSetup(trx: Trx, userId: number, code: string): Promise<bigint> {
    const row = await repo.lockTotp(trx, userId);
    const begunAt = row?.setup_at?.getTime() ?? 0;
    if (!row?.setup_secret || clock.nowMs() - begunAt > SETUP_MS)
      throw new ConflictError('Begin again: this setup has taken too long', 'NO_SETUP');
    const step = stepOfCode(box.open(row.setup_secret, rowOf(userId)), code, clock.nowMs());
    if (step === null) throw new WrongCodeError('This code is wrong. Check the time of your device');
    return step;
  }

  return {
    /** A secret that counts once a code of it was confirmed; until then what was in use stays. */
    async begin({ user }: Pick<Actor, 'user'>): Promise<TotpSetup> {
      const made = makeTotpSecret();
      await repo.storeSetup(db, user.id, box.seal(made, rowOf(user.id)), clock.now());
      return { secret: made, otpauth_url: otpauthUrl(made, appName, user.email) };
    },

    /** Turns it on; → new recovery codes. Throws 409 NO_SETUP, 422 WRONG_CODE, 429. */
    async confirm(actor: Actor, code: string): Promise<string[]> {
      const { id } = actor.user;
      await confirms.consume(String(id));
      return inTransaction(db, async (trx) => {
        const step = await checkSetup(trx, id, code);
        const at = clock.now();
        await repo.confirmSetup(trx, id, step, at);
        const made = await codes.renew(trx, id);
        await notice(trx, actor, { what: 'totp-added', at });
        return made;
      });
    },

    /** Turns it off, recovery codes with it; whether it was on. */
    remove: (actor: Actor): Promise<boolean> =>
      inTransaction(db, async (trx) => {
        const wasOn = (await repo.deleteTotp(trx, actor.user.id)) !== null;
        await codes.forget(trx, actor.user.id);
        if (wasOn) await notice(trx, actor, { what: 'totp-removed', at: clock.now() });
        return wasOn;
      }),

    /** New codes; the old ones no longer work. Throws 409 NO_TOTP. */
    renewCodes: (actor: Actor): Promise<string[]> =>
      inTransaction(db, async (trx) => {
        const row = await repo.lockTotp(trx, actor.user.id);
        if (!row?.confirmed_at) throw new ConflictError('Turn on two-step verification first', 'NO_TOTP');
        const made = await codes.renew(trx, actor.user.id);
        await notice(trx, actor, { what: 'recovery-codes-made', at: clock.now() });
        return made;
      }),

    /** Uses up a code of the app; false when it is none of now, or was used before. */
    async take(userId: number, code: string): Promise<boolean> {
      const row = await repo.findTotp(db, userId);
      if (!row?.secret) return false;
      const step = stepOfCode(box.open(row.secret, rowOf(userId)), code, clock.nowMs());
      return step !== null && repo.takeStep(db, userId, row.secret, step);
    },

    enabledAt: async (userId: number, on: Db = db): Promise<Date | null> =>
      (await repo.findTotp(on, userId))?.confirmed_at ?? null,
    forget: repo.deleteTotp,
  };
}

export type TotpFactor = ReturnType<typeof createTotpFactor>;
