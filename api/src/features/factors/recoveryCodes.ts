import { createHmac, randomInt } from 'node:crypto';
import { RECOVERY_CODES } from '@ezdash/contracts/constants';
import { type Actor, deriveKey } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction, type Trx } from '../../platform/db';
import type { NoticeChange } from './factorMails';
import * as repo from './factors.repo';

/** Without what is mistaken for one another on paper: i, l and 1, o and 0. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 10;

/** Ten letters and digits, some 49 random bits. */
function makeCode(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}

/** `k7m2q-9xw4d`, easier to copy. */
const written = (code: string): string => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;

export interface RecoveryCodesDeps {
  db: Db;
  clock: Clock;
  notice: NoticeChange;
  secret: string;
}

/** Codes on paper, each of which takes the place of a code of the app once. */
export function createRecoveryCodes({ db, clock, notice, secret }: RecoveryCodesDeps) {
  const key = deriveKey(secret, 'recovery codes');
  // A keyed hash is enough: whoever has the table lacks the key, and whoever has the key reads the TOTP secrets too.
  const hmacOf = (userId: number, code: string): Buffer =>
    createHmac('sha256', key).update(`${userId}:${code}`).digest();

  return {
    /** New ones in the place of all others, as they are written down; they are never shown again. */
    async renew(trx: Trx, userId: number): Promise<string[]> {
      const codes = new Set<string>();
      while (codes.size < RECOVERY_CODES) codes.add(makeCode());
      const hmacs = [...codes].map((code) => hmacOf(userId, code));
      await repo.replaceCodes(trx, userId, hmacs, clock.now());
      return [...codes].map(written);
    },

    /** Uses up a code, and tells the owner; false when it is none, or was used before. */
    take: (actor: Actor, code: string): Promise<boolean> =>
      inTransaction(db, async (trx) => {
        const at = clock.now();
        const { id } = actor.user;
        const hmac = hmacOf(id, code);
        if (!(await repo.takeCode(trx, id, hmac, at))) return false;
        await notice(trx, actor, { what: 'recovery-code-used', at, of: hmac.toString('hex') });
        return true;
      }),

    left: (userId: number, on: Db = db): Promise<number> => repo.countCodesLeft(on, userId),
    forget: repo.deleteCodes,
  };
}

export type RecoveryCodes = ReturnType<typeof createRecoveryCodes>;
