import type { Selectable } from 'kysely';
import type { MailTable } from '../../platform/db';
import type { Mount } from '../../platform/http';
import type { Log } from '../../platform/log';
import { buildApp, type FakeClock, jobsEnd, type TestApp, type TestDb, until } from '../../testing';
import { openMailParts } from '../../testing/mailParts';
import { createAccountsFeature } from '../accounts';
import { createProofsFeature, type ProofsFeature } from '.';
import type { ProofsDeps } from './proofs.service';

export interface ProofsWorld {
  test: TestDb;
  app: TestApp;
  clock: FakeClock;
  proofs: ProofsFeature;
  /** Mails to an address, oldest first. */
  mailsTo(email: string): Promise<Selectable<MailTable>[]>;
  /** The same, once there are so many; throws after some seconds. */
  waitForMails(email: string, count: number): Promise<Selectable<MailTable>[]>;
  /** The secret of the newest mail to an address. */
  newestToken(email: string): Promise<string>;
  /** Until no job that is due waits or runs. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface ProofsOptions
  extends Partial<
    Pick<
      ProofsDeps,
      | 'wantsNotice'
      | 'onNewLogin'
      | 'dropWaysIn'
      | 'revokeTokens'
      | 'countTokens'
      | 'waysIn'
      | 'forgetGuesses'
    >
  > {
  signupBonusMicros?: bigint;
  mounts?: Mount[];
  log?: Log;
}

export const tokenOf = ({ data }: Pick<Selectable<MailTable>, 'data'>): string => {
  const token = (data as { token?: unknown } | null)?.token;
  if (typeof token !== 'string') throw new Error('The mail has no token');
  return token;
};

/** The real app with accounts, proofs, mail and jobs; mails stay in the outbox. Countries: by the address' first number. */
export async function openProofs(options: ProofsOptions = {}): Promise<ProofsWorld> {
  const { signupBonusMicros = 0n, mounts = [], log: given, ...hooks } = options;
  const { test, parts, site, close } = await openMailParts(given);
  const { clock, jobs, log } = parts;
  const accounts = createAccountsFeature({ db: test.db, clock }).service;
  const proofs = createProofsFeature({
    ...parts,
    signupBonusMicros,
    appName: site.appName,
    secret: 'a secret of the tests',
    accounts,
    ...hooks,
  });
  await jobs.start();
  const app = await buildApp({
    test,
    clock,
    log,
    mounts: [...proofs.mounts, ...mounts],
    trustProxy: ['loopback'],
    sessions: {
      onSignIn: proofs.service.noteSignIn,
      countryOf: (address) => (address.startsWith('192.0.2.') ? 'DE' : null),
    },
  });

  const mailsTo = (email: string) =>
    test.db
      .selectFrom('mail')
      .selectAll()
      .where('recipient', '=', email)
      .orderBy('created_at')
      .orderBy('id')
      .execute();

  return {
    test,
    app,
    clock,
    proofs,
    mailsTo,
    waitForMails: (email, count) =>
      until(
        () => mailsTo(email),
        (mails) => mails.length >= count,
        `Mail ${count} to ${email}`,
      ),
    newestToken: async (email) => {
      const mails = (await mailsTo(email)).filter(({ template }) => /^(verify|reset)-/.test(template));
      const newest = mails.at(-1);
      if (!newest) throw new Error(`No link was sent to ${email}`);
      return tokenOf(newest);
    },
    settled: () => jobsEnd(test.db),
    close: async () => {
      await app.close();
      await close();
    },
  };
}
