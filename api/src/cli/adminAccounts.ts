import { accountStatus, email as emailSchema } from '@ezdash/contracts';
import type { Config } from '../config';
import { findUserByEmail } from '../features/accounts';
import { revokeTokensOf } from '../features/api-tokens';
import { createFactorsService } from '../features/factors';
import { createMail } from '../features/mail';
import { endAllSessions, endDebugSessions, endSessions } from '../features/proofs';
import { createStandingService } from '../features/standing';
import { systemClock as clock } from '../platform/clock';
import { type Connection, type Db, inTransaction } from '../platform/db';
import { AppError } from '../platform/errors';
import { createJobs } from '../platform/jobs';
import { silentLog as log } from '../platform/log';
import { readSecrets } from '../secrets';
import { UsageError, withDatabase } from './withDatabase';

/** `1 sign-in`, `2 sign-ins`. */
const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

async function accountOf(db: Db, address: string) {
  const email = emailSchema.safeParse(address);
  const user = email.success && (await findUserByEmail(db, email.data));
  if (!user) throw new UsageError(`There is no account with the address ${address}.`);
  return user;
}

/** The queue of mails: what is put there is sent by the running app, or by the next that starts. */
async function withMail<T>(
  { db, config, connection }: { db: Db; config: Config; connection: Connection },
  work: (mail: ReturnType<typeof createMail>) => Promise<T>,
): Promise<T> {
  const { appName, appUrl, smtpUrl, mailFrom, production } = config;
  const jobs = createJobs({ connection, log });
  const mail = createMail({ db, jobs, log, appName, appUrl, smtpUrl, mailFrom, production });
  try {
    return await work(mail);
  } finally {
    mail.stop();
    await jobs.stop();
  }
}

export interface StatusArgs {
  email: string;
  status: string;
  reason?: string;
}

/** Decides about an account; its owner reads the reason on their page and in a mail. */
export async function decideStatus({ email, status, reason }: StatusArgs): Promise<number> {
  const wanted = accountStatus.safeParse(status);
  if (!wanted.success) throw new UsageError(`--status: one of ${accountStatus.options.join(', ')}.`);
  return withDatabase(async (db, config, connection) => {
    const { id } = await accountOf(db, email);
    const decided = await withMail({ db, config, connection }, (mail) =>
      createStandingService({ db, clock, log, mail })
        .decide({ userId: id, status: wanted.data, reason: reason ?? null, by: null })
        .catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error;
          throw new UsageError([error.message, ...Object.values(error.errors ?? {}).flat()].join('. '));
        }),
    );
    console.log(decided.changed ? `${email} is ${wanted.data}.` : `${email} was so before; nothing changed.`);
    return 0;
  });
}

/** For an owner who lost their second factor and showed who they are: the password alone signs in again. */
export async function resetFactors(email: string): Promise<number> {
  return withDatabase(async (db, config, connection) => {
    const owner = await accountOf(db, email);
    const secret = readSecrets(config.dataDir).session;
    const { ended } = await withMail({ db, config, connection }, (mail) =>
      createFactorsService({ db, clock, mail, secret, appName: config.appName }).resetFor(owner),
    );
    console.log(
      `Took away the second step and the passkeys of ${email}, and ended ${counted(ended, 'sign-in')}.`,
    );
    return 0;
  });
}

/** Ends the sign-ins of one account, or of all when `email` is undefined, and what else opens it: debug sessions, API tokens. */
export async function signOut(email: string | undefined): Promise<number> {
  return withDatabase(async (db) => {
    if (email !== undefined) {
      const { id } = await accountOf(db, email);
      const [ended, revoked] = await inTransaction(db, async (trx) => {
        await endDebugSessions(trx, id, clock.now());
        return [await endSessions(trx, id), await revokeTokensOf(trx, id, clock.now())];
      });
      console.log(`Ended ${counted(ended, 'sign-in')} of ${email} and revoked ${revoked} of its API tokens.`);
      return 0;
    }
    const [ended, revoked] = await inTransaction(db, async (trx) => {
      await endDebugSessions(trx, 'everybody', clock.now());
      return [await endAllSessions(trx), await revokeTokensOf(trx, 'everybody', clock.now())];
    });
    console.log(`Ended ${counted(ended, 'sign-in')} and revoked ${counted(revoked, 'API token')}.`);
    return 0;
  });
}
