import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { silentLog } from '../../platform/log';
import { createTestDb, fakeClock, type TestDb } from '../../testing';
import { createImageStore } from '../creatives';
import { verify } from '../ledger';
import { createReferralParts } from '../referrals';
import { seedDemo } from './seedDemo';

// A whole past: more than the five seconds a test usually has.
jest.setTimeout(120_000);

const clock = fakeClock('2026-11-21T15:00:00.000Z');
const UNIT = 1_000_000n;
const referrals = {
  terms: {
    publisherShareBps: 500,
    advertiserShareBps: 500,
    months: 12,
    // A small past spends little.
    minimumMicros: UNIT / 10n,
    holdDays: 30,
  },
  appUrl: 'http://ads.test',
  appName: 'EzDash',
};

let dataDir: string;
let test_: TestDb;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'ezdash-referrals-'));
  test_ = await createTestDb();
});
afterAll(async () => {
  await test_.drop();
  await rm(dataDir, { recursive: true });
});

test('both sides of the demo have links that brought people and earn, and the books agree', async () => {
  const { db } = test_;
  await seedDemo({
    db,
    connection: test_.connection,
    owner: test_.ownerConnection,
    dataDir,
    store: createImageStore(path.join(dataDir, 'creatives')),
    log: silentLog,
    tokenKeys: [{ id: 1, secret: Buffer.alloc(32, 7) }],
    password: 'amber-heron-482',
    siteUrl: 'http://localhost:18081',
    days: 24,
    now: clock.now(),
    pageViews: 1_200,
    referrals,
  });
  const { links } = createReferralParts({
    ...referrals,
    db,
    clock,
    log: silentLog,
    publisher: { toAccount: async () => {} },
  });
  for (const email of ['advertiser@demo.test', 'publisher@demo.test']) {
    const { id } = await db
      .selectFrom('app_user')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const overview = await links.overview(id);
    expect(overview.joined_at).not.toBeNull();
    expect(overview.links.length).toBeGreaterThan(1);
    const sum = (name: 'clicks' | 'sign_ups' | 'active' | 'earned_micros') =>
      overview.links.reduce((all, link) => all + link[name], 0);
    expect(sum('clicks')).toBeGreaterThan(40);
    expect(sum('sign_ups')).toBe(2);
    expect(sum('active')).toBe(1);
    expect(sum('earned_micros')).toBeGreaterThan(0);
  }
  const refused = await db.selectFrom('referral').select('id').where('state', '=', 'refused').execute();
  expect(refused).toEqual([]);
  // Of each day that was over once, by the network's own job.
  const earned = await db.selectFrom('referral_earning').select(['day']).distinct().execute();
  expect(earned.length).toBeGreaterThan(3);
  expect((await verify(db)).differences).toEqual([]);
});
