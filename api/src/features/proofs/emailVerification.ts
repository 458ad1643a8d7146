import { createLimiter } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction, type Trx } from '../../platform/db';
import { LinkExpiredError } from './LinkExpiredError';
import { LIMITS } from './limits';
import type { ProofMails, Reader } from './mails';
import { issueToken, useToken, voidTokens } from './oneTimeTokens';
import { findPerson, markVerified } from './proofs.repo';

export interface EmailVerificationDeps {
  db: Db;
  clock: Clock;
  mails: ProofMails;
}

/** That mail to the address of an account reaches its owner. */
export function createEmailVerification({ db, clock, mails }: EmailVerificationDeps) {
  const resends = createLimiter(LIMITS.verifyEmailResend);

  async function sendLink(trx: Trx, owner: Reader, pageLocale?: string): Promise<void> {
    const issued = await issueToken(trx, 'verify-email', owner, clock.now());
    await mails.link(trx, 'verify-email', owner, issued, pageLocale);
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

    /** Whoever is signed in: the link itself is the proof. Returns whose address it was. */
    async verify(token: string): Promise<number> {
      return inTransaction(db, async (trx) => {
        const now = clock.now();
        const userId = await useToken(trx, 'verify-email', token, now);
        if (userId === null) throw new LinkExpiredError();
        await voidTokens(trx, 'verify-email', userId, now);
        await markVerified(trx, userId, now);
        return userId;
      });
    },
  };
}

export type EmailVerification = ReturnType<typeof createEmailVerification>;
