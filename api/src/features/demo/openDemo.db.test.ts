import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { verifyPassword } from '../../platform/auth';
import { silentLog } from '../../platform/log';
import { createTestDb, fakeClock, makePublisher, type TestDb } from '../../testing';
import { readCampaigns } from '../campaigns';
import { createImageStore } from '../creatives';
import { creditSummaryOf } from '../credit';
import { makePeriod } from '../figures';
import { verify } from '../ledger';
import { readAdvertiserDashboard } from '../reporting/advertiserDashboard';
import { readPublisherDashboard } from '../reporting/publisherDashboard';
import { type Demo, type DemoDeps, findDemoProblem, openDemo } from '.';
import { DEMO_CAMPAIGNS } from './demoCampaigns';
import { readDemoFact, readDemoZones } from './demoFact';
import { DEMO_PAYMENTS } from './demoPeople';
import { seedDemo } from './seedDemo';

const clock = fakeClock('2026-11-21T15:00:00.000Z');
const tokenKeys: DemoDeps['tokenKeys'] = [{ id: 1, secret: Buffer.alloc(32, 7) }];
const DAYS = 3;
/** By the demo's main advertiser, its bonus included. */
const PAID_IN_MICROS = DEMO_PAYMENTS.filter((payment) => payment.email === 'advertiser@demo.test').reduce(
  (sum, payment) => sum + Number(payment.amountMicros),
  0,
);
const PAGE_VIEWS = 600;
let dataDir: string;
let test_: TestDb;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'ezdash-demo-'));
  test_ = await createTestDb();
});
afterEach(async () => {
  await test_.drop();
  await rm(dataDir, { recursive: true });
});

const store = () => createImageStore(path.join(dataDir, 'creatives'));
const options = (more: Partial<Parameters<typeof seedDemo>[0]> = {}) => ({
  db: test_.db,
  connection: test_.connection,
  owner: test_.ownerConnection,
  dataDir,
  store: store(),
  log: silentLog,
  tokenKeys,
  password: 'amber-heron-482',
  siteUrl: 'http://localhost:18081',
  days: DAYS,
  now: clock.now(),
  pageViews: PAGE_VIEWS,
  ...more,
});
const open = (demoPassword?: string): Promise<Demo> =>
  openDemo({
    db: test_.db,
    connection: test_.connection,
    owner: test_.ownerConnection,
    config: {
      dataDir,
      appUrl: 'http://ads.localhost:18080',
      host: '127.0.0.1',
      demoPort: 18081,
      demoDays: DAYS,
      ...(demoPassword && { demoPassword }),
    },
    store: store(),
    tokenKeys,
    clock,
    log: silentLog,
    pageViews: PAGE_VIEWS,
  });
const personOf = (email: string) =>
  test_.db.selectFrom('app_user').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
const countRows = async (table: string) =>
  (await sql<{ count: number }>`SELECT count(*)::int AS count FROM ${sql.table(table)}`.execute(test_.db))
    .rows[0]?.count;

test('a new network is filled: every figure of every page adds up to the ledger', async () => {
  expect(await seedDemo(options())).toBe(true);
  const checked = await verify(test_.db);
  expect(checked.differences).toEqual([]);
  const { db } = test_;
  const period = makePeriod('2026-11-18', '2026-11-21');
  const halden = await personOf('advertiser@demo.test');
  expect(halden.profile_completed_at).toEqual(halden.created_at);
  const mine = await readAdvertiserDashboard(db, halden.id, period, clock.now(), clock.now());
  expect(mine.totals.impressions).toBeGreaterThan(50);
  expect(mine.totals.spend_micros).toBe(PAID_IN_MICROS - mine.balance_micros - mine.bonus_micros);
  const campaigns = (await readCampaigns(db, { advertiserId: halden.id }, period, clock.now())).map(
    (view) => view.campaign,
  );
  expect(campaigns.reduce((sum, campaign) => sum + campaign.figures.spend_micros, 0)).toBe(
    mine.totals.spend_micros,
  );
  const states = new Set(campaigns.map((campaign) => campaign.state));
  for (const state of [
    'draft',
    'inReview',
    'rejected',
    'scheduled',
    'pausedByUser',
    'completed',
    'archived',
  ] as const)
    expect(states).toContain(state);
  // A code, not a sentence: the reader gets it in their own language.
  expect(campaigns.find((campaign) => campaign.state === 'rejected')?.state_reason).toBe('landing-page');
  const publisher = await personOf('publisher@demo.test');
  const theirs = await readPublisherDashboard(db, publisher.id, period, clock.now(), clock.now());
  expect(theirs.totals.earnings_micros).toBe(theirs.pending_micros);
  expect(theirs.totals.requests).toBeGreaterThan(theirs.totals.impressions);
  // Zones of several sites without a tag are one thing to do.
  const silent = theirs.call_outs.filter(({ code }) => code === 'no-tag-seen');
  expect(silent).toHaveLength(1);
  expect(silent[0]?.params.others).toBeGreaterThan(0);
  const zones = await readDemoZones(db);
  expect(Object.keys(zones ?? {})).toContain('billboard');
  // What the diagnosis of a conversation says is what the campaign says.
  const { rows: rejections } = await sql<{ told: string; name: string }>`
    SELECT m.findings #>> '{0,facts,rejected_at}' AS told, m.findings #>> '{0,subject,name}' AS name
    FROM support_message m WHERE m.findings #>> '{0,kind}' = 'campaign-rejected'`.execute(db);
  const rejected = await db
    .selectFrom('campaign')
    .select('reviewed_at')
    .where('name', '=', rejections[0]?.name ?? '')
    .executeTakeFirstOrThrow();
  expect(rejections[0]?.told).toBe(rejected.reviewed_at?.toISOString());
  const talks = await db.selectFrom('support_conversation').select(['user_id', 'state']).execute();
  expect(talks.filter(({ user_id }) => user_id === halden.id).map(({ state }) => state)).toEqual([
    'solved',
    'waiting',
  ]);
  expect(talks.filter(({ user_id }) => user_id === publisher.id).map(({ state }) => state)).toEqual([
    'solved',
    'open',
  ]);
  const tideline = await personOf('media@tideline.test');
  expect(await creditSummaryOf(db, tideline.id, clock.now())).toMatchObject({
    state: 'open',
    limit_micros: 500_000_000,
    owed_micros: 0,
    available_micros: 500_000_000,
    terms_days: 14,
  });
  const files = await readdir(path.join(dataDir, 'creatives'));
  // A bundle is an archive and a folder, words are no file.
  const shown = await sql<{ count: number }>`
    SELECT (count(DISTINCT sha256) FILTER (WHERE content_type <> 'application/json')
      + count(DISTINCT sha256) FILTER (WHERE format = 'html5'))::int AS count FROM creative_asset`.execute(
    db,
  );
  expect(files).toHaveLength(shown.rows[0]?.count ?? 0);
});

test('an interrupted seeding begins again cleanly and ends as if nothing had happened', async () => {
  const broken = options({
    onProgress: ({ done }) => {
      if (done === 1) throw new Error('the power went');
    },
  });
  await expect(seedDemo(broken)).rejects.toThrow('the power went');
  expect(await readDemoZones(test_.db)).toBeNull();
  expect(await countRows('ad_event')).toBeGreaterThan(0);
  expect(await seedDemo(options())).toBe(true);
  expect((await verify(test_.db)).differences).toEqual([]);
  expect(await countRows('campaign')).toBe(DEMO_CAMPAIGNS.length);
  expect(await countRows('journal_checkpoint')).toBeLessThanOrEqual(1);
  expect(await seedDemo(options())).toBe(false);
});

/** A seeding that ends with its first day. */
async function interruptSeeding(): Promise<void> {
  const small = options({
    days: 1,
    pageViews: 60,
    onProgress: () => {
      throw new Error('the power went');
    },
  });
  await expect(seedDemo(small)).rejects.toThrow('the power went');
}

test.each([
  ['a stranger signed up', () => makePublisher(test_.db)],
  [
    'real visits were counted',
    () =>
      sql`INSERT INTO journal_checkpoint (node, segment, byte_offset, seq) VALUES ('n1', 1, 0, 1)`.execute(
        test_.db,
      ),
  ],
])('an interrupted seeding takes nothing away once %s', async (_, use) => {
  await interruptSeeding();
  await use();
  const tables = ['app_user', 'campaign', 'ad_event', 'ledger_posting', 'journal_checkpoint'] as const;
  const before = await Promise.all(tables.map(countRows));
  expect(await open()).toEqual({ seeded: false, signIns: null, siteUrl: null, site: null });
  expect(await Promise.all(tables.map(countRows))).toEqual(before);
  expect(await readDemoFact(test_.db)).toEqual({ state: 'abandoned', zones: {} });
  expect(await findDemoProblem(test_.db)).toBeNull();
  expect(await seedDemo(options())).toBe(false);
});

test('without the demo, half a demo is a problem that one sentence explains', async () => {
  expect(await findDemoProblem(test_.db)).toBeNull();
  await interruptSeeding();
  expect(await findDemoProblem(test_.db)).toMatch(/^The demo .*start once with the demo on .*DATA_DIR.*\.$/);
  expect(await seedDemo(options({ days: 1, pageViews: 60 }))).toBe(true);
  expect(await findDemoProblem(test_.db)).toBeNull();
});

test('two servers at once: one seeds', async () => {
  const small = { pageViews: 60, days: 1 };
  expect((await Promise.all([seedDemo(options(small)), seedDemo(options(small))])).sort()).toEqual([
    false,
    true,
  ]);
  expect(await countRows('campaign')).toBe(DEMO_CAMPAIGNS.length);
});

test('a network that people use is left alone', async () => {
  await makePublisher(test_.db);
  expect(await open()).toEqual({ seeded: false, signIns: null, siteUrl: null, site: null });
  expect(await countRows('campaign')).toBe(0);
});

test('the password is made once, kept for the next start, and changed by DEMO_PASSWORD', async () => {
  const first = await open();
  const password = first.signIns?.password ?? '';
  expect(first).toMatchObject({ seeded: true, siteUrl: 'http://ads.localhost:18081' });
  expect(password).toMatch(/^[a-z]+(-[a-z]+){2}-\d{3}$/);
  const file = path.join(dataDir, 'demo.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ password });
  expect(await verifyPassword((await personOf('admin@demo.test')).password_hash, password)).toBe(true);
  expect(await open()).toMatchObject({ seeded: false, signIns: { password } });
  expect((await open('another one, long')).signIns?.password).toBe('another one, long');
  expect(
    await verifyPassword((await personOf('publisher@demo.test')).password_hash, 'another one, long'),
  ).toBe(true);
  await rm(file);
  const afterLoss = (await open()).signIns?.password ?? '';
  expect(await verifyPassword((await personOf('advertiser@demo.test')).password_hash, afterLoss)).toBe(true);
});
