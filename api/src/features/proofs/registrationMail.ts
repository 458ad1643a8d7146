import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/db';
import type { JobContext, Jobs } from '../../platform/jobs';
import type { ProofMails } from './mails';
import { onceByJob } from './onceByJob';
import { LIFETIME_MS, tokenSha256 } from './oneTimeTokens';
import { findPersonByEmail } from './proofs.repo';
import { deletePendingOf, lockPendingOf, storeToken } from './registration.repo';

export interface RegistrationMailDeps {
  db: Db;
  clock: Clock;
  /** Not started yet: a queue is registered here. */
  jobs: Pick<Jobs, 'queue'>;
  mails: ProofMails;
}

const QUEUE = 'proofs.registration-mail';
const TOKEN_BYTES = 32;

const payload = z.object({
  email: z.string().max(254),
  locale: z.string().max(16),
  browser: z.string().max(64),
  /** The mailbox has had its mails of this hour: only what this browser registered and got no mail for is sent. */
  first_only: z.boolean().default(false),
});

/** How long a registration waits after its newest mail. */
export const endOf = (now: Date): Date => new Date(now.getTime() + LIFETIME_MS['verify-email']);

/** What a mail about a registration was sent for; null when there is nothing to send. */
type Sent = { isNew: boolean; line: object; message: string } | null;

/** Writes the mails of registrations, behind the answers: here alone it is looked up whether the address has an account. */
export function createRegistrationMail({ db, clock, jobs, mails }: RegistrationMailDeps) {
  async function write(trx: Trx, wish: z.output<typeof payload>, jobId: string): Promise<Sent> {
    const { email, locale, browser, first_only } = wish;
    const now = clock.now();
    const rows = await lockPendingOf(trx, email, now);
    const owner = await findPersonByEmail(trx, email);
    if (owner) {
      await deletePendingOf(trx, email);
      const line = { event: 'auth.registered_again', userId: owner.id };
      // The owner of an account misses nothing.
      const isNew = first_only || (await mails.alreadyRegistered(trx, owner, jobId, locale));
      return { isNew, line, message: 'An address was registered again' };
    }
    const own = rows.find((each) => each.browser_sha256 === browser);
    if (first_only && own?.token_sha256 !== null) return null;
    const row = own ?? rows[0];
    if (!row) return null;
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    await storeToken(trx, row.id, { token_sha256: tokenSha256(token), expires_at: endOf(now) });
    const isNew = await mails.registration(trx, row, token, jobId);
    const line = { event: 'auth.registration_mailed', registrationId: row.id };
    return { isNew, line, message: 'The link of a registration was sent' };
  }

  return jobs.queue(QUEUE, {
    schema: payload,
    forgetsJobs: true,
    handler: async (wish, { id, log }: JobContext) => {
      let sent: Sent = null;
      const isDone = await onceByJob(db, async (trx) => {
        sent = await write(trx, wish, id);
        return sent?.isNew ?? true;
      });
      noteSent(isDone ? sent : null, log);
    },
  });
}

function noteSent(sent: Sent, log: JobContext['log']): void {
  if (sent) log.info(sent.line, sent.message);
}
