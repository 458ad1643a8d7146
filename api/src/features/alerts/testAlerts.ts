import type { Selectable } from 'kysely';
import type { MailTable } from '../../platform/db';
import { createJobs, type Jobs } from '../../platform/jobs';
import { silentLog as log } from '../../platform/log';
import { buildApp, createTestDb, type FakeClock, fakeClock, type TestApp, type TestDb } from '../../testing';
import { createApiTokensFeature } from '../api-tokens';
import { createMail } from '../mail';
import { createPropertiesFeature } from '../properties';
import { createReviewFeature } from '../review';
import { type AlertsDeps, type AlertsFeature, createAlertsFeature } from '.';
import { announceEndingTokens } from './announceEndingTokens';
import { watchAdvertisers } from './watchAdvertisers';

export interface AlertsWorld {
  test: TestDb;
  app: TestApp;
  clock: FakeClock;
  alerts: AlertsFeature;
  /** Not started. */
  jobs: Jobs;
  /** Mails of alerts to an address, oldest first. */
  mailsTo(email: string): Promise<Selectable<MailTable>[]>;
  /** A round of the job that looks at advertisers. */
  watch(): Promise<void>;
  /** A round of the job that looks for tokens. */
  announce(): Promise<void>;
  close(): Promise<void>;
}

/** The app with alerts, reviews and properties, wired as the real one; mails stay in the outbox. */
export async function openAlerts({
  checkProof = () => {},
}: Partial<Pick<AlertsDeps, 'checkProof'>> = {}): Promise<AlertsWorld> {
  const test = await createTestDb();
  const { db } = test;
  const clock = fakeClock();
  const jobs = createJobs({ connection: test.connection, log });
  const appUrl = 'http://ads.test';
  const mail = createMail({ db, jobs, log, appName: 'Ads', appUrl, production: false });
  const tokens = createApiTokensFeature({ db, clock, mail }).service;
  const alerts = createAlertsFeature({ db, clock, jobs, log, mail, tokens, checkProof });
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
    jobs,
    mailsTo: (email) =>
      db
        .selectFrom('mail')
        .selectAll()
        .where('recipient', '=', email)
        .orderBy('created_at')
        .orderBy('idempotency_key')
        .execute(),
    watch: () => watchAdvertisers({ db, clock, alerts: service }),
    announce: () => announceEndingTokens({ db, clock, alerts: service, tokens }),
    close: async () => {
      await app.close();
      await jobs.stop();
      await test.drop();
    },
  };
}
