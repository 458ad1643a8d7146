import { type Selectable, sql } from 'kysely';
import type { Db, MailTable } from '../../platform/db';
import { createJobs, type Jobs } from '../../platform/jobs';
import { silentLog as log } from '../../platform/log';
import { buildApp, createTestDb, type FakeClock, fakeClock, type TestApp, type TestDb } from '../../testing';
import { createTestPublisher } from '../../testing/testPublisher';
import { until } from '../../testing/until';
import { createApiTokensFeature } from '../api-tokens';
import { createMail } from '../mail';
import { createPropertiesFeature } from '../properties';
import { createReviewFeature } from '../review';
import { type AlertsDeps, type AlertsFeature, createAlertsFeature } from '.';
import { announceEndingTokens } from './announceEndingTokens';
import { sendDigests } from './timing/sendDigests';
import { watchAdvertisers } from './watchAdvertisers';
import { watchLandings } from './watchLandings';

export const TEST_SECRET = 'a secret of the tests, long enough for anybody';

export interface AlertsWorld {
  test: TestDb;
  app: TestApp;
  clock: FakeClock;
  alerts: AlertsFeature;
  publisher: ReturnType<typeof createTestPublisher>;
  /** Not started. */
  jobs: Jobs;
  /** Mails of alerts to an address, oldest first. */
  /** Articles that are not out any more. */
  withdrawn: Set<number>;
  mailsTo(email: string): Promise<Selectable<MailTable>[]>;
  /** A round of the job that looks at advertisers. */
  watch(): Promise<void>;
  /** A round of the job that looks for landing pages that broke or answer again. */
  landings(): Promise<void>;
  /** A round of the job that looks for tokens. */
  announce(): Promise<void>;
  /** A round of the job that sends digests. */
  digests(): Promise<void>;
  /** Begins to work on jobs; those of alerts when `runDue` says so alone, if the clock is ahead of the database's. */
  startJobs(): Promise<void>;
  /** Lets the jobs run that are due by the clock, and waits for them and for what they ask for. */
  runDue(): Promise<void>;
  close(): Promise<void>;
}

/** Ahead of the database's clock for years: nothing runs by itself. */
export const LATER = '2036-11-17T12:00:00.000Z';

async function runDue(db: Db, clock: FakeClock): Promise<void> {
  const due = sql`name IN ('alerts.mail', 'alerts.webhook', 'alerts.news', 'alerts.newsChanges') AND start_after <= ${clock.now()}`;
  const left = async () => {
    await sql`
      UPDATE pgboss.job SET start_after = now() - interval '1 second'
      WHERE ${due} AND state IN ('created', 'retry') AND start_after > now()`.execute(db);
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int4 AS count FROM pgboss.job
      WHERE ${due} AND state IN ('created', 'retry', 'active')`.execute(db);
    return rows[0]?.count ?? 0;
  };
  await until(left, (count) => count === 0, 'The end of the jobs');
}

/** The app with alerts, reviews and properties, wired as the real one; mails stay in the outbox. */
export async function openAlerts({
  checkProof = () => {},
  localWebhooks = true,
  call,
  startsAt,
}: Partial<Pick<AlertsDeps, 'checkProof' | 'localWebhooks' | 'call'>> & {
  startsAt?: string;
} = {}): Promise<AlertsWorld> {
  const test = await createTestDb();
  const { db } = test;
  const clock = fakeClock(startsAt);
  const jobs = createJobs({ connection: test.connection, log, pollMs: 20 });
  const appUrl = 'http://ads.test';
  const mail = createMail({ db, jobs, log, appName: 'Ads', appUrl, production: false });
  const tokens = createApiTokensFeature({ db, clock, mail }).service;
  const publisher = createTestPublisher();
  const withdrawn = new Set<number>();
  const alerts = createAlertsFeature({
    db,
    clock,
    jobs,
    log,
    mail,
    tokens,
    publisher,
    checkProof,
    secret: TEST_SECRET,
    appUrl,
    localWebhooks,
    isNewsOut: async (_db, articleId) => !withdrawn.has(articleId),
    ...(call && { call }),
  });
  const { service } = alerts;
  const review = createReviewFeature({ db, clock, onDecided: service.campaignDecided });
  const properties = createPropertiesFeature({
    db,
    clock,
    appUrl,
    autoApproveProperties: false,
    onDecided: service.propertyDecided,
  });
  const app = await buildApp({
    test,
    clock,
    mounts: [...alerts.mounts, ...review.mounts, ...properties.mounts],
  });
  return {
    test,
    app,
    clock,
    alerts,
    publisher,
    jobs,
    withdrawn,
    mailsTo: (email) =>
      db
        .selectFrom('mail')
        .selectAll()
        .where('recipient', '=', email)
        .orderBy('created_at')
        .orderBy('idempotency_key')
        .execute(),
    watch: () => watchAdvertisers({ db, clock, alerts: service }),
    landings: () => watchLandings({ db, clock, alerts: service }),
    announce: () => announceEndingTokens({ db, clock, alerts: service, tokens }),
    digests: () => sendDigests({ db, clock, log, mail }),
    startJobs: () => jobs.start(),
    runDue: () => runDue(db, clock),
    close: async () => {
      await app.close();
      await jobs.stop();
      await test.drop();
    },
  };
}
