import { createMail, type Mail } from '../features/mail';
import type { Db } from '../platform/db';
import { createJobs, type Jobs } from '../platform/jobs';
import { type Log, silentLog } from '../platform/log';
import { createTestDb, type FakeClock, fakeClock, type TestDb } from '.';

export interface MailParts {
  test: TestDb;
  /** What features with jobs and mails are made of. Start the jobs when all are made. */
  parts: { db: Db; clock: FakeClock; jobs: Jobs; mail: Mail; log: Log };
  site: { appName: string; appUrl: string; production: boolean };
  /** Once the app is closed. */
  close(): Promise<void>;
}

const STEP_MS = 20;

/** A database of its own with jobs that are looked for often; mails stay in the outbox. */
export async function openMailParts(log: Log = silentLog): Promise<MailParts> {
  const test = await createTestDb();
  const { db, connection } = test;
  const jobs = createJobs({ connection, log, pollMs: STEP_MS });
  const site = { appName: 'Ads', appUrl: 'http://ads.test', production: false };
  const mail = createMail({ db, jobs, log, ...site });
  return {
    test,
    parts: { db, clock: fakeClock(), jobs, mail, log },
    site,
    close: async () => {
      await jobs.stop();
      await test.drop();
    },
  };
}
