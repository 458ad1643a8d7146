import type { AdvertiserDashboard } from '@ezdash/contracts';
import { sql } from 'kysely';
import {
  type AppWorld,
  fakeClock,
  type MadeUser,
  makeAdvertiser,
  makeCampaign,
  makeCreative,
  makeZone,
  openApp,
} from '../../testing';
import { readCampaigns } from '../campaigns';
import { singleDay } from '../figures';
import { findBrokenLandings } from '../landing';
import { createReportingFeature } from '.';
import { advertiserCallOuts } from './advertiserCallOuts';
import { pacingOf } from './advertiserDashboard';
import { readCallOutFacts } from './callOutFacts';
import { seeded } from './testRollups';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS);
const CAMPAIGNS = 120;
const NAMES = [
  'rejected',
  'approved',
  'paused',
  'archived',
  'in_review',
  'stopped',
  'approved',
  'approved',
] as const;
let app: AppWorld;

beforeAll(async () => {
  const clock = fakeClock(NOW.toISOString());
  app = await openApp(({ db }) => ({ clock, mounts: createReportingFeature({ db, clock }).mounts }));
});
afterAll(() => app.close());

/** Campaigns with everything that a call-out or a pace bar tells of. */
async function makeEveryTrouble(user: MadeUser): Promise<void> {
  const below = seeded(17);
  const zone = await makeZone(app.db);
  for (let index = 0; index < CAMPAIGNS; index += 1) {
    const state = NAMES[below(NAMES.length)] ?? 'approved';
    const old = ago(30 + below(400));
    // Of those that keep their bid, the balance does not pay for one event of some.
    const isDear = below(8) === 0;
    const { id } = await makeCampaign(app.db, {
      advertiser_id: user.id,
      name: `Campaign ${index}`,
      state,
      state_reason: state === 'rejected' ? 'quality' : state === 'paused' && below(2) ? 'rule' : null,
      bid_micros: isDear ? 500_000_000n : 500_000n,
      priority: isDear ? 'guaranteed' : 'auction',
      pricing: 'CPC',
      daily_budget_micros: BigInt(10 + below(12)) * 1_000_000n,
      total_budget_micros: below(4) === 0 ? 40_000_000n : null,
      landing_url: `https://shop.test/${index}`,
      created_at: old,
      updated_at: old,
      reviewed_at: old,
      ...(below(5) === 0 && { targeting: JSON.stringify({ hours: { timezone: 'UTC', hours: [1] } }) }),
    });
    for (let made = below(3); made >= 0; made -= 1)
      await makeCreative(app.db, {
        campaign_id: id,
        state: (['approved', 'approved', 'rejected', 'stopped', 'archived'] as const)[below(5)] ?? 'approved',
        reviewed_at: ago(1 + made),
      });
    if (below(3) === 0)
      await sql`
        INSERT INTO landing_check (campaign_id, url, outcome, status, hops, took_ms, checked_at, failures, failing_since, next_at)
        VALUES (${id}, ${`https://shop.test/${below(6) === 0 ? 'before' : index}`}, 'status', 404, 0, 5, ${ago(1)},
          ${1 + below(3)}, ${ago(2 + below(9))}, ${NOW})`.execute(app.db);
    const spent = [0n, 4_000_000n, 9_995_000n, 39_995_000n][below(4)] ?? 0n;
    if (spent > 0n)
      await sql`INSERT INTO campaign_spend (campaign_id, day, spend_micros)
        VALUES (${id}, ${['2026-11-21', '2026-11-02'][below(2)]}, ${spent})`.execute(app.db);
    if (below(2) === 0)
      await app.db
        .insertInto('rollup_hourly')
        .values({
          hour: ago([1, 23, 24, 25, 100, 168, 169, 191][below(8)] ?? 1),
          campaign_id: id,
          creative_id: 1,
          zone_id: zone.id,
          country: 'DE',
          device: 1,
          advertiser_id: user.id,
          publisher_id: 1,
          property_id: zone.property_id,
          impressions: 10n,
        })
        .execute();
  }
}

/** What would be told if every campaign of the account were read. */
async function ofAll(
  user: MadeUser,
  { balance_micros, days_left }: AdvertiserDashboard,
  dismissed: string[],
) {
  const views = await readCampaigns(app.db, { advertiserId: user.id }, singleDay(NOW), NOW);
  const campaigns = views.map(({ campaign }) => campaign);
  const { rows } = await sql<{ campaign_id: number; hour: Date }>`
    SELECT campaign_id, hour FROM rollup_hourly WHERE advertiser_id = ${user.id}`.execute(app.db);
  const ids = views.map(({ id }) => id);
  const shownAt = new Map(rows.map(({ campaign_id, hour }) => [campaign_id, hour]));
  const unfunded = campaigns.filter(({ state }) => state === 'unfunded');
  const callOuts = advertiserCallOuts(
    campaigns,
    {
      availableMicros: balance_micros,
      daysLeft: days_left,
      unfunded: {
        count: unfunded.length,
        name: unfunded[0]?.name ?? null,
        dailyMicros: unfunded.reduce((sum, { daily_budget_micros: daily }) => sum + daily, 0),
      },
      hasCampaigns: true,
    },
    await findBrokenLandings(app.db, user.id),
    await readCallOutFacts(app.db, user.id, ids, shownAt, NOW),
    new Set(dismissed),
  );
  return { callOuts, pacing: pacingOf(campaigns) };
}

test('what is chosen of the campaigns is what would be told of all of them, however many are put away', async () => {
  const user = await makeAdvertiser(app.db, { cashMicros: 400_000_000n });
  await makeEveryTrouble(user);
  const client = await app.clientOf(user);
  const dismissed: string[] = [];
  const codes = new Set<string>();
  let told = 0;
  do {
    const { body } = await client.get<AdvertiserDashboard>('/api/advertiser/dashboard');
    const all = await ofAll(user, body, dismissed);
    expect(body.call_outs).toEqual(all.callOuts);
    expect(body.pacing).toEqual(all.pacing);
    told = body.call_outs.length;
    for (const { code, key } of body.call_outs) {
      codes.add(code);
      if (key === undefined) continue;
      await client.post('/api/advertiser/call-outs/dismiss', { key });
      dismissed.push(key);
    }
  } while (told > 0 && dismissed.length < 96);
  expect([...codes].sort()).toEqual([
    'budget-reached',
    'campaign-rejected',
    'campaign-stopped',
    'creative-rejected',
    'creative-stopped',
    'landing-broken',
    'no-delivery',
    'rule-stopped',
    'unfunded',
  ]);
});

test('of an account without money the one campaign is named, of several their number is told', async () => {
  const user = await makeAdvertiser(app.db, { cashMicros: 0n });
  await makeCampaign(app.db, { advertiser_id: user.id, name: 'Alone', daily_budget_micros: 7_000_000n });
  const client = await app.clientOf(user);
  const unfunded = async () =>
    (await client.get<AdvertiserDashboard>('/api/advertiser/dashboard')).body.call_outs.find(
      ({ code }) => code === 'unfunded',
    );
  expect(await unfunded()).toMatchObject({ subject: 'Alone', at_stake_micros: 7_000_000 });
  await makeCampaign(app.db, { advertiser_id: user.id, daily_budget_micros: 5_000_000n });
  expect(await unfunded()).toMatchObject({
    subject: '',
    params: { count: 2, balance_micros: 0 },
    at_stake_micros: 12_000_000,
  });
});
