import { z } from 'zod';
import { addressKey, createLimiter } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/db';
import type { Jobs } from '../../platform/jobs';
import { isWithin } from './isWithin';
import { LIMITS } from './limits';
import type { ProofMails } from './mails';
import { onceByJob } from './onceByJob';
import { issueToken } from './oneTimeTokens';
import { findPersonByEmail } from './proofs.repo';

export interface ForgotPasswordDeps {
  db: Db;
  clock: Clock;
  /** Not started yet: a queue is registered here. */
  jobs: Pick<Jobs, 'queue'>;
  mails: ProofMails;
}

const QUEUE = 'proofs.forgot-password';

/**
 * Asking for a link to choose a new password. The call only notes the wish, whoever's address it is: a job looks for
 * the account afterwards, so that neither the answer nor its time tells whether there is one.
 */
export function createForgotPassword({ db, clock, jobs, mails }: ForgotPasswordDeps) {
  const byDoor = createLimiter(LIMITS.forgot);
  const byAddress = createLimiter(LIMITS.forgotAddress);
  const byAccount = createLimiter(LIMITS.forgotMails);

  const queue = jobs.queue(QUEUE, {
    schema: z.object({ email: z.string().max(254), locale: z.string().max(16) }),
    forgetsJobs: true,
    handler: async ({ email, locale }, { id, log }) => {
      const owner = await findPersonByEmail(db, email);
      if (!owner) return;
      const isDone = await onceByJob(db, async (trx) => {
        const issued = await issueToken(trx, 'reset-password', owner, clock.now());
        const how = { pageLocale: locale, occasion: `${QUEUE}:${id}` };
        return mails.link(trx, 'reset-password', owner, issued, how);
      });
      if (isDone)
        log.info({ event: 'auth.reset_requested', userId: owner.id }, 'A link for a new password was sent');
    },
  });

  /** `address` is where the call comes from, `pageLocale` the language of who asks. Throws 429. */
  return async (email: string, address: string, pageLocale: string): Promise<void> => {
    const origin = addressKey(address);
    await byAddress.consume(origin);
    await byDoor.consume(`${email} ${origin}`);
    if (await isWithin(byAccount.consume(email))) await queue.send({ email, locale: pageLocale });
  };
}
