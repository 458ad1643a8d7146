import { publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import { hashPassword } from '../../platform/auth';
import { type Connection, createClient, createDb, type Db, inTransaction } from '../../platform/db';
import type { Log } from '../../platform/log';
import type { ImageStore } from '../creatives';
import type { TokenKey } from '../serving';
import { readDemoFact, writeDemoFact } from './demoFact';
import { type DemoPlan, planOf, viewsOfDay } from './demoPlan';
import { DEMO_PROPERTIES } from './demoProperties';
import { createDemoReferrals, type DemoReferralsDeps } from './demoReferrals';
import { resetDemo } from './resetDemo';
import { createHistory } from './seedHistory';
import { type SeededRows, seedRows } from './seedRows';
import { seedSupport } from './seedSupport';
import { seedTimes } from './seedTimes';
import { DEMO_SLOT_NAMES } from './site/slots';
import { runPastVisits, type VisitedSite } from './visits';

/** The same seed on the same plan makes the same past. */
const SEED = 20_261_121;
/** Page views of the last month, or of a shorter past as a whole: some 150,000 ad requests. */
const PAGE_VIEWS = 57_000;

export interface SeedProgress {
  /** Days of the past that are played, of all of them. */
  done: number;
  total: number;
  /** Ad requests so far. */
  requests: number;
}

export interface SeedOptions {
  db: Db;
  connection: Connection;
  /** Of the role that owns the tables: emptying and analyzing them is not the app's. */
  owner: Connection;
  dataDir: string;
  store: ImageStore;
  log: Log;
  tokenKeys: readonly [TokenKey, ...TokenKey[]];
  password: string;
  /** Origin of the demo site. */
  siteUrl: string;
  /** Whole days of the past. */
  days: number;
  now: Date;
  /** Terms of referrals, which are played too; without them there are none. */
  referrals?: DemoReferralsDeps;
  /** For tests: fewer visits. */
  pageViews?: number;
  onProgress?: (progress: SeedProgress) => void;
}

/** Pages of the plan as what a view of them asks for. */
function visitedSites(rows: SeededRows): VisitedSite[] {
  return DEMO_PROPERTIES.flatMap((property, index) =>
    property.pages.map(({ zones, weight, subs }) => ({
      weight,
      subs,
      zones: zones.map((key) => {
        const row = rows.zones[index]?.get(key);
        if (row === undefined) throw new Error(`${property.name} has no zone ${key}`);
        return publicId('zone', row);
      }),
    })),
  );
}

/** The demo site's zones by slot: rows. */
function slotRows(rows: SeededRows): Record<string, number> {
  const own = rows.zones[DEMO_PROPERTIES.findIndex((property) => property.domain === null)];
  return Object.fromEntries(DEMO_SLOT_NAMES.map((slot) => [slot, own?.get(slot) ?? 0]));
}

async function play(options: SeedOptions, plan: DemoPlan, rows: SeededRows): Promise<void> {
  const { db, connection, dataDir, log, tokenKeys, days, now, onProgress } = options;
  const history = createHistory({ db, plan, rows, times: seedTimes(now) });
  const referrals =
    options.referrals &&
    (await createDemoReferrals({ ...options.referrals, db, log, untilMs: now.getTime() }));
  await runPastVisits({
    db,
    connection,
    dataDir,
    log,
    tokenKeys,
    sites: visitedSites(rows),
    days,
    untilMs: now.getTime(),
    seed: SEED,
    viewsPerDay: viewsOfDay(options.pageViews ?? PAGE_VIEWS, days),
    busyness: plan.busyness,
    onDay: async (dayStartMs) => {
      await history(dayStartMs);
      await referrals?.(dayStartMs);
    },
    onProgress: ({ day, totals }) => onProgress?.({ done: day, total: days, requests: totals.requests }),
  });
}

/** Two servers on one new database do not both seed it: the second waits, then finds it done. */
async function alone<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  const client = createClient(connection, { applicationName: 'ezdash demo', statementTimeoutMs: 0 });
  // A lost connection ends the work through its own queries; without a listener it would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock(hashtextextended('demo seed', 0))");
    return await work();
  } finally {
    await client.end();
  }
}

async function asOwner<T>(owner: Connection, work: (db: Db) => Promise<T>): Promise<T> {
  const db = createDb(owner, { max: 1, applicationName: 'ezdash demo', statementTimeoutMs: 0 });
  return work(db).finally(() => db.destroy());
}

async function isNew(db: Db): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`SELECT EXISTS (SELECT FROM app_user) AS used`.execute(db);
  return rows[0]?.used === false;
}

/**
 * Fills a new database with the demo network: accounts, campaigns, properties, and a past of visits that went through
 * the engine, the journal and the ledger. Does nothing on a database that has accounts or is seeded already; begins
 * again when an earlier seeding was interrupted and nobody has used the network since. Answers whether it seeded.
 */
export function seedDemo(options: SeedOptions): Promise<boolean> {
  const { db, connection, owner, dataDir, store, log, password, siteUrl, now } = options;
  return alone(connection, async () => {
    const fact = await readDemoFact(db);
    if (fact?.state === 'seeding') {
      if (!(await asOwner(owner, (db) => resetDemo(db, dataDir)))) {
        await writeDemoFact(db, { state: 'abandoned', zones: {} });
        log.warn(
          'The demo was begun and not finished, and people use this network: it goes on without a demo',
        );
        return false;
      }
    } else if (fact || !(await isNew(db))) return false;
    const passwordHash = await hashPassword(password);
    const plan = planOf(options.days);
    const rows = await inTransaction(db, async (trx) => {
      await writeDemoFact(trx, { state: 'seeding', zones: {} });
      const times = seedTimes(now);
      const seeded = await seedRows({ db: trx, store, plan, times, passwordHash, siteUrl });
      await seedSupport({ db: trx, rows: seeded, times });
      return seeded;
    });
    await play(options, plan, rows);
    await asOwner(owner, (db) => sql`ANALYZE`.execute(db));
    await writeDemoFact(db, { state: 'done', zones: slotRows(rows) });
    return true;
  });
}
