import { z } from 'zod';
import { addressKey, createLimiter } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import { type Db, inTransaction } from '../../platform/db';
import { TooManyRequestsError } from '../../platform/errors';
import type { Jobs } from '../../platform/jobs';
import type { ProofMails } from './mails';
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
const QUARTER_SECONDS = 15 * 60;
/** Requests for one account from one address; then ever longer pauses, for accounts that do not exist too. */
const DOOR = {
  points: 3,
  durationSeconds: QUARTER_SECONDS,
  firstDelaySeconds: QUARTER_SECONDS,
  longestDelaySeconds: 4 * 3_600,
};
const ADDRESS = { points: 20, durationSeconds: QUARTER_SECONDS };
/** Mails an account gets in an hour, whoever asks. Nobody is locked out by it: the last link still works. */
const ACCOUNT = { points: 6, durationSeconds: 3_600 };

/** Whether a try was within the limit. */
async function isWithin(consumed: Promise<void>): Promise<boolean> {
  try {
    await consumed;
    return true;
  } catch (error) {
    if (error instanceof TooManyRequestsError) return false;
    throw error;
  }
}

/**
 * Asking for a link to choose a new password. The call only notes the wish, whoever's address it is: a job looks for
 * the account afterwards, so that neither the answer nor its time tells whether there is one.
 */
export function createForgotPassword({ db, clock, jobs, mails }: ForgotPasswordDeps) {
  const byDoor = createLimiter({ name: 'forgot', ...DOOR });
  const byAddress = createLimiter({ name: 'forgot-address', ...ADDRESS });
  const byAccount = createLimiter({ name: 'forgot-account', ...ACCOUNT });

  const queue = jobs.queue(QUEUE, {
    schema: z.object({ email: z.string().max(254), locale: z.string().max(16) }),
    handler: ({ email, locale }, { log }) =>
      inTransaction(db, async (trx) => {
        const owner = await findPersonByEmail(trx, email);
        if (!owner) return;
        const issued = await issueToken(trx, 'reset-password', owner, clock.now());
        await mails.link(trx, 'reset-password', owner, issued, locale);
        log.info({ event: 'auth.reset_requested', userId: owner.id }, 'A link for a new password was sent');
      }),
  });

  /** `address` is where the call comes from, `pageLocale` the language of who asks. Throws 429. */
  return async (email: string, address: string, pageLocale: string): Promise<void> => {
    const origin = addressKey(address);
    await byAddress.consume(origin);
    await byDoor.consume(`${email} ${origin}`);
    if (await isWithin(byAccount.consume(email))) await queue.send({ email, locale: pageLocale });
  };
}
