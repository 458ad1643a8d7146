import { accountStatus, email as emailSchema } from '@ezdash/contracts';
import type { Config } from '../config';
import { createAccountAccess } from '../features/account-access';
import { findUserByEmail } from '../features/accounts';
import { createFactorsService } from '../features/factors';
import { createMail } from '../features/mail';
import { createStandingService } from '../features/standing';
import { systemClock as clock } from '../platform/clock';
import type { Connection, Db } from '../platform/db';
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

/** With the mails of the queue: what opens accounts, as the console closes it. */
const accessWith = (db: Db, config: Config, mail: ReturnType<typeof createMail>) =>
  createAccountAccess({
    db,
    clock,
    log,
    factors: createFactorsService({
      db,
      clock,
      mail,
      secret: readSecrets(config.dataDir).session,
      appName: config.appName,
    }),
  });

/** For an owner who lost their second factor and showed who they are: the password alone signs in again. */
export async function resetFactors(email: string): Promise<number> {
  return withDatabase(async (db, config, connection) => {
    const { id } = await accountOf(db, email);
    const { ended } = await withMail({ db, config, connection }, (mail) =>
      accessWith(db, config, mail).resetFactors(id, null),
    );
    console.log(
      `Took away the second step and the passkeys of ${email}, and ended ${counted(ended, 'sign-in')}.`,
    );
    return 0;
  });
}

/** Ends the sign-ins of one account, or of all when `email` is undefined, and what else opens it: debug sessions, API tokens. */
export async function signOut(email: string | undefined): Promise<number> {
  return withDatabase(async (db, config, connection) => {
    const account = email === undefined ? null : await accountOf(db, email);
    const { ended, revoked } = await withMail({ db, config, connection }, (mail) => {
      const access = accessWith(db, config, mail);
      return account ? access.signOut(account.id, null) : access.signOutEverybody();
    });
    console.log(
      account
        ? `Ended ${counted(ended, 'sign-in')} of ${email} and revoked ${revoked} of its API tokens.`
        : `Ended ${counted(ended, 'sign-in')} and revoked ${counted(revoked, 'API token')}.`,
    );
    return 0;
  });
}
