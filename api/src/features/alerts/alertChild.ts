import { type Connection, inTransaction, openDb } from '../../platform/db';
import { createJobs } from '../../platform/jobs';
import { createLog } from '../../platform/log';
import { createTestPublisher } from '../../testing/testPublisher';
import { createMail } from '../mail';
import { createAlertsFeature, type PublishedNews } from '.';

/** The alerts as a process of their own, to be killed: `alertChild.ts CONNECTION_JSON SECRET SMTP_URL`. */
const [, , connectionJson = '{}', secret = '', smtpUrl = ''] = process.argv;
const connection = JSON.parse(connectionJson) as Connection;
const { db } = openDb(connection, { max: 8 });
const log = createLog({ production: true, level: 'fatal' });
const jobs = createJobs({ connection, log, pollMs: 20, maintenanceSeconds: 1 });
const site = { appName: 'Ads', appUrl: 'https://ads.example' };
const mail = createMail({ db, jobs, log, ...site, smtpUrl, production: false });
const alerts = createAlertsFeature({
  db,
  clock: { now: () => new Date(), nowMs: () => Date.now() },
  jobs,
  log,
  mail,
  publisher: createTestPublisher(),
  tokens: { takeEnding: async () => [] },
  checkProof: () => {},
  secret,
  appUrl: site.appUrl,
  localWebhooks: true,
  isNewsOut: async () => true,
});
await jobs.start();
process.on('message', async (news: Omit<PublishedNews, 'publishedAt'>) => {
  const publishedAt = new Date();
  await inTransaction(db, (trx) => alerts.service.newsPublished(trx, { ...news, publishedAt }));
  process.send?.('published');
});
process.send?.('started');
