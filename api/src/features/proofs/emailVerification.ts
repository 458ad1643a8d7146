import { createLimiter } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction, type Trx } from '../../platform/db';
import type { createFirstVerification } from './firstVerification';
import { LinkExpiredError } from './LinkExpiredError';
import { LIMITS } from './limits';
import type { ProofMails, Reader } from './mails';
import { issueToken, useToken, voidTokens } from './oneTimeTokens';
import { endSessions, restampSession } from './ownSessions';
import { dropPassword, findPerson } from './proofs.repo';

export interface EmailVerificationDeps {
  db: Db;
  clock: Clock;
  mails: ProofMails;
  noteVerified: ReturnType<typeof createFirstVerification>;
}

/** Whose address it was. */
export interface Verified {
  userId: number;
  /** Stamped into the session that stays, which was begun under the account's password; null when that stands. */
  passwordDroppedAt: Date | null;
}

/** That mail to the address of an account reaches its owner. */
export function createEmailVerification({ db, clock, mails, noteVerified }: EmailVerificationDeps) {
  const resends = createLimiter(LIMITS.verifyEmailResend);

  async function sendLink(trx: Trx, owner: Reader, pageLocale?: string): Promise<void> {
    const issued = await issueToken(trx, 'verify-email', owner, clock.now());
    await mails.link(trx, 'verify-email', owner, issued, { pageLocale });
  }

  return {
    /** Another link, unless the address is verified already. Throws 429. */
    async resend(userId: number, pageLocale: string): Promise<void> {
      await resends.consume(String(userId));
      await inTransaction(db, async (trx) => {
        const owner = await findPerson(trx, userId);
        if (owner && !owner.verified) await sendLink(trx, owner, pageLocale);
      });
    },

    /**
     * Whoever is signed in: the link itself is the proof. The first time, password and sign-ins of before end with
     * the other ways in, except `sid`: the session of the browser that has the link.
     */
    async verify(token: string, sid: string): Promise<Verified> {
      return inTransaction(db, async (trx) => {
        const now = clock.now();
        const userId = await useToken(trx, 'verify-email', token, now);
        if (userId === null) throw new LinkExpiredError();
        await voidTokens(trx, 'verify-email', userId, now);
        const isFirst = await noteVerified(trx, userId, now);
        if (!isFirst) return { userId, passwordDroppedAt: null };
        await dropPassword(trx, userId, now);
        await endSessions(trx, userId, sid);
        await restampSession(trx, userId, sid, now);
        return { userId, passwordDroppedAt: now };
      });
    },
  };
}

export type EmailVerification = ReturnType<typeof createEmailVerification>;
