import type { XeroConfig } from '../../../config';
import { systemClock } from '../../../platform/clock';
import { type Connection, openDb } from '../../../platform/db';
import { createJobs } from '../../../platform/jobs';
import { createLog } from '../../../platform/log';
import { buildApp } from '../../../testing/buildApp';
import { createTestPublisher } from '../../../testing/testPublisher';
import { createDebugToolFeature } from '../../debug-tool';
import { createMail } from '../../mail';
import { createPaymentsFeature } from '../../payments';
import { createXeroFeature } from '..';
import { bankGateway } from './bankGateway';

export interface ChildSettings {
  connection: Connection;
  bankUrl: string;
  xero: XeroConfig;
  appUrl: string;
  callMs: number;
}

/** Payments and Xero as a server of their own, to be killed: `chaosChild.ts SETTINGS_JSON`. */
const {
  connection,
  bankUrl,
  xero: config,
  appUrl,
  callMs,
} = JSON.parse(process.argv[2] ?? '{}') as ChildSettings;
const SECRET = 'a secret of the chaos, the same for every server';

/** What is asked after minutes only is asked sooner when the parent wants to see the end. */
let aheadMs = 0;
const clock = {
  nowMs: () => systemClock.nowMs() + aheadMs,
  now: () => new Date(systemClock.nowMs() + aheadMs),
};
const log = createLog({ production: true, level: 'fatal' });
const { db, pool } = openDb(connection, { max: 8 });
const jobs = createJobs({ connection, log, pollMs: 50, maintenanceSeconds: 2 });
const publisher = createTestPublisher();
const site = { appName: 'Chaos', appUrl, production: false };
const mail = createMail({ db, jobs, log, ...site });
const debugTool = createDebugToolFeature({ db, clock, secret: SECRET, secure: false });
const gateways = [bankGateway(bankUrl)];
const xero = createXeroFeature({
  db,
  clock,
  log,
  jobs,
  publisher,
  secret: SECRET,
  appUrl,
  config,
  debugTool,
  gatewayName: () => 'Bank',
  limits: { window: 1_000_000, day: 10_000_000, leaseMs: callMs + 200 },
  timeouts: { callMs },
  claimMs: 8_000,
  retryDelaySeconds: 1,
});
const payments = createPaymentsFeature({
  db,
  clock,
  jobs,
  mail,
  log,
  publisher,
  ...site,
  gateways,
  hooks: [xero.hook],
  bankAccount: null,
  openMethod: async () => null,
  policy: { timeoutMs: 2_000, tries: 2, firstPauseMs: 20 },
});
await jobs.start();
xero.start();
const app = await buildApp({
  test: { db, pool },
  clock,
  trustProxy: ['loopback'],
  mounts: [...debugTool.mounts, ...payments.mounts, ...xero.mounts],
});
process.send?.({ url: app.url });

/** Looks for everything that waits, as the rounds of a server do in time. */
async function round(): Promise<void> {
  aheadMs += 10 * 60_000;
  while ((await payments.reconcile()) > 0);
  await xero.sweep();
}
const tellEnd = () => {
  if (process.connected) process.send?.('rounded');
};
process.on('message', (message) => {
  if (message === 'round') round().then(tellEnd, tellEnd);
});
// Without its parent it would work on for ever.
process.on('disconnect', () => process.exit(0));
