import { adsTxtLine, publicId, rowId } from '@ezdash/contracts';
import { hashPassword } from '../../platform/auth';
import type { Clock } from '../../platform/clock';
import type { Connection, Db } from '../../platform/db';
import type { Log } from '../../platform/log';
import type { ImageStore } from '../creatives';
import type { TokenKey } from '../serving';
import { readDemoFact, readDemoZones } from './demoFact';
import { keepDemoPassword, makePassword, readDemoPassword } from './demoPassword';
import { DEMO_PEOPLE, DEMO_SIGN_INS } from './demoPeople';
import type { DemoReferralsDeps } from './demoReferrals';
import { type SeedProgress, seedDemo } from './seedDemo';
import { createDemoSite, type DemoSite } from './site/createDemoSite';

export { playConversions } from './demoConversions';
export { playDeposits } from './demoDeposits';
export { findDemoProblem } from './demoFact';
export { playPayouts } from './demoPayouts';
export type { SeedProgress } from './seedDemo';
export { createDemoSite, type DemoSite, type DemoSiteOptions } from './site/createDemoSite';
export { DEMO_SLOTS, type DemoSlotName, type DemoZones } from './site/slots';
export { type PastVisitsOptions, runPastVisits, type VisitedSite, type VisitTotals } from './visits';

export interface DemoConfig {
  dataDir: string;
  /** Where people reach the app, without a slash at the end. */
  appUrl: string;
  host: string;
  demoPort: number;
  demoPassword?: string;
  demoDays: number;
}

export interface DemoDeps {
  db: Db;
  connection: Connection;
  owner: Connection;
  config: DemoConfig;
  store: ImageStore;
  tokenKeys: readonly [TokenKey, ...TokenKey[]];
  clock: Clock;
  log: Log;
  referrals?: DemoReferralsDeps;
  /** For tests: a smaller past. */
  pageViews?: number;
  onProgress?: (progress: SeedProgress) => void;
}

export interface Demo {
  /** False: the database was in use or seeded before. */
  seeded: boolean;
  /** What the start prints; null when the network has no demo accounts. */
  signIns: { emails: readonly string[]; password: string } | null;
  /** Origin of the demo property; null when the network has none. */
  siteUrl: string | null;
  /** Not yet listening; null when the network has no demo property. */
  site: DemoSite | null;
}

/** Origin of the demo property: the app's host name, another port. */
export function demoSiteUrl(appUrl: string, demoPort: number): string {
  const url = new URL(appUrl);
  url.protocol = 'http:';
  url.port = String(demoPort);
  return url.origin;
}

/** Gives the demo's accounts a new password: DEMO_PASSWORD was changed, or the file is gone. */
async function changePassword(db: Db, password: string): Promise<void> {
  const emails = DEMO_PEOPLE.map((person) => person.email);
  await db
    .updateTable('app_user')
    .set({ password_hash: await hashPassword(password) })
    .where('email', 'in', emails)
    .execute();
}

/** The file of a site whose places the demo's publisher sells through this network, and some through others. */
async function demoAdsTxt(db: Db, appUrl: string, [zone = '']: string[]): Promise<string | undefined> {
  const owner = await db
    .selectFrom('zone')
    .innerJoin('property', 'property.id', 'zone.property_id')
    .select('property.publisher_id')
    .where('zone.id', '=', rowId('zone', zone) ?? 0)
    .executeTakeFirst();
  if (!owner) return undefined;
  const seller = { domain: new URL(appUrl).hostname, sellerId: publicId('user', owner.publisher_id) };
  return `# Who may sell our places\n${adsTxtLine(seller)}\nexchange.example, 4711, RESELLER\n`;
}

/**
 * Makes the network a demo, once, before it answers anyone: seeds a new database, sees to the password, prepares the
 * demo property. On a database that people use already it changes nothing.
 */
export async function openDemo(deps: DemoDeps): Promise<Demo> {
  const { db, connection, owner, config, store, tokenKeys, clock, log, referrals, pageViews, onProgress } =
    deps;
  const { dataDir, appUrl, demoPort, demoDays } = config;
  const siteUrl = demoSiteUrl(appUrl, demoPort);
  const kept = await readDemoPassword(dataDir);
  const password = config.demoPassword ?? kept ?? makePassword();
  // Kept before the accounts are made: what they sign in with is never lost.
  const known = (await readDemoFact(db))?.state === 'done';
  if (!known && kept !== password) await keepDemoPassword(dataDir, password);
  const now = clock.now();
  const seeded = await seedDemo({
    db,
    connection,
    owner,
    dataDir,
    store,
    log,
    tokenKeys,
    password,
    siteUrl,
    days: demoDays,
    now,
    referrals,
    pageViews,
    onProgress,
  });
  const zones = await readDemoZones(db);
  if (!zones) return { seeded, signIns: null, siteUrl: null, site: null };
  if (known && kept !== password) {
    await changePassword(db, password);
    await keepDemoPassword(dataDir, password);
  }
  return {
    seeded,
    signIns: { emails: DEMO_SIGN_INS, password },
    siteUrl,
    site: createDemoSite({
      appUrl,
      zones,
      adsTxt: await demoAdsTxt(db, appUrl, Object.values(zones)),
      port: demoPort,
      host: config.host,
      clock,
    }),
  };
}
