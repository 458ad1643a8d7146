import { FATES, type Fate, type OpportunityList, opportunityList, publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import {
  type AppWorld,
  type FakeClock,
  fakeClock,
  type MadeUser,
  makeAdvertiser,
  makeCampaign,
  makeCreative,
  makeProperty,
  makePublisher,
  makeZone,
  openApp,
  type ZoneRow,
} from '../../testing';
import type { Widening } from '../estimates';
import { createOpportunitiesFeature } from '.';

const NOW = '2026-11-21T12:30:00.000Z';
const PATH = '/api/opportunities';
const VIP1 = 3;
const DOLLAR = 1_000_000;
const LONG_AGO = new Date('2026-10-01T00:00:00Z');

let app: AppWorld;
let clock: FakeClock;
let ann: MadeUser;
let zones: [ZoneRow, ZoneRow];
let publisherId: number;
let asked: string[][] = [];
let widenings = new Map<string, Widening[]>();

beforeAll(async () => {
  clock = fakeClock(NOW);
  const widen = async (_advertiserId: number, campaigns: ReadonlyMap<string, unknown>) => {
    asked.push([...campaigns.keys()]);
    return widenings;
  };
  app = await openApp(({ db }) => ({
    clock,
    mounts: createOpportunitiesFeature({ db, clock, estimates: { widen } }).mounts,
  }));
  publisherId = (await makePublisher(app.db)).id;
  const { id: property_id } = await makeProperty(app.db, { publisher_id: publisherId, state: 'approved' });
  zones = [
    await makeZone(app.db, { property_id }),
    await makeZone(app.db, { property_id, name: 'Footer of the forum' }),
  ];
  await sql`INSERT INTO traced_hourly (hour, traces, decisions)
    SELECT hour, 30, 3000 FROM generate_series(${'2026-11-07T00:00:00Z'}::timestamptz, ${NOW}::timestamptz, '1 hour') AS hour`.execute(
    app.db,
  );
});
beforeEach(async () => {
  asked = [];
  widenings = new Map();
  clock.set(NOW);
  ann = await makeAdvertiser(app.db, { account_type_id: VIP1 });
});
afterAll(() => app.close());

const campaign = async (given: Parameters<typeof makeCampaign>[1] = {}) => {
  const made = await makeCampaign(app.db, {
    advertiser_id: ann.id,
    created_at: LONG_AGO,
    updated_at: LONG_AGO,
    ...given,
  });
  await makeCreative(app.db, { campaign_id: made.id });
  return made.id;
};

/** Three advertisers. */
const THREE = 0b111;

/** The same in each hour of so many days before now; the next best lost to these rivals. */
async function fated(
  id: number,
  days: number,
  fates: Partial<Record<Fate, [decisions: number, gap?: number, missingMicros?: number]>>,
  rivals = THREE,
) {
  for (const [fate, [decisions, gap = 0, missing = 0]] of Object.entries(fates))
    await sql`INSERT INTO campaign_fate_hourly (hour, campaign_id, fate, gap, decisions, missing_micros, rivals)
      SELECT hour, ${id}, ${FATES[fate as Fate]}, ${gap}, ${decisions}, ${missing},
        ${fate === 'runner-up' ? rivals : 0}
      FROM generate_series(${'2026-11-21T12:00:00Z'}::timestamptz - make_interval(days => ${days}),
        ${'2026-11-21T11:00:00Z'}::timestamptz, '1 hour') AS hour`.execute(app.db);
}

/** The same in each hour of a week before now; amounts are micros. */
async function delivered(
  id: number,
  zone: ZoneRow,
  figures: { impressions: number; clicks?: number; conversions?: number; spend: number },
) {
  const { impressions, clicks = 0, conversions = 0, spend } = figures;
  await sql`INSERT INTO rollup_hourly (hour, campaign_id, creative_id, zone_id, country, device, advertiser_id,
      publisher_id, property_id, impressions, clicks, conversions, spend_micros)
    SELECT hour, ${id}, 1, ${zone.id}, 'DE', 1, ${ann.id}, ${publisherId}, ${zone.property_id}, ${impressions}, ${clicks},
      ${conversions}, ${spend}
    FROM generate_series(${'2026-11-14T12:00:00Z'}::timestamptz, ${'2026-11-21T11:00:00Z'}::timestamptz, '1 hour') AS hour`.execute(
    app.db,
  );
  await sql`INSERT INTO campaign_spend (campaign_id, day, spend_micros, impressions)
    SELECT ${id}, day, ${spend * 24}, ${impressions * 24}
    FROM generate_series(${'2026-11-14'}::date, ${'2026-11-20'}::date, '1 day') AS day
    ON CONFLICT (campaign_id, day) DO UPDATE SET spend_micros = campaign_spend.spend_micros + excluded.spend_micros,
      impressions = campaign_spend.impressions + excluded.impressions`.execute(app.db);
}

const look = async (user = ann): Promise<OpportunityList> => {
  const { status, body, text } = await (await app.clientOf(user)).get(PATH);
  expect([status, text.slice(0, 200)]).toEqual([200, expect.any(String)]);
  return opportunityList.parse(body);
};
const kinds = async () => (await look()).opportunities.map(({ kind }) => kind);

test('a bid that would have won more, out of what was recorded', async () => {
  const id = await campaign({ name: 'Winter shells' });
  await fated(id, 7, { won: [100], 'runner-up': [60, 2], 'no-country': [240] });
  await delivered(id, zones[0], { impressions: 100, clicks: 1, spend: 140_000 });
  const found = await look();
  expect(found).toMatchObject({ running: 1, looked_at: 1, too_few: 0, days: 7 });
  expect(found.opportunities).toMatchObject([
    {
      key: `raise_bid:${publicId('campaign', id)}`,
      campaign: { id: publicId('campaign', id), name: 'Winter shells' },
      facts: { share_ppm: 375_000, percent: 10, bid_micros: 2 * DOLLAR, new_bid_micros: 2_200_000 },
      gains: { per_day: 1_440 },
      // 60 of 400 of the 5,040 decisions that were looked into.
      cases: { count: 756, of: 'decisions' },
      days: 7,
      cure: {
        kind: 'edit',
        href: `/advertiser/campaigns/${publicId('campaign', id)}?tab=limits&field=bid_micros`,
      },
    },
  ]);
  expect(found.opportunities[0]?.gains?.low).toBeLessThan(1_440);
});

test('two rivals whose bids lie in the same step give the same answer', async () => {
  const behind = async (missingMicros: number) => {
    ann = await makeAdvertiser(app.db, { account_type_id: VIP1 });
    const id = await campaign();
    await fated(id, 7, { won: [100], 'runner-up': [60, 2, 60 * missingMicros] });
    await delivered(id, zones[0], { impressions: 100, clicks: 1, spend: 140_000 });
    const { opportunities } = await look();
    return opportunities.map(({ key: _, campaign: __, cure: ___, ...told }) => told);
  };
  const near = await behind(101_000);
  // 1,440 more a day, each at the own $2.00 a mille and 7.5 % of it.
  expect(near).toMatchObject([{ kind: 'raise_bid', costs_micros: { per_day: 1_440 * 2_150 } }]);
  expect(await behind(199_000)).toEqual(near);
});

test('of few others nothing is told that would tell what one of them bids', async () => {
  const behind = async (...hourly: number[]) => {
    ann = await makeAdvertiser(app.db, { account_type_id: VIP1 });
    const id = await campaign();
    await fated(id, 7, { won: [100], 'runner-up': [60, 2] }, hourly[0]);
    await delivered(id, zones[0], { impressions: 100, clicks: 1, spend: 140_000 });
    for (const [at, rivals] of hourly.entries())
      await sql`UPDATE campaign_fate_hourly SET rivals = ${rivals}
        WHERE campaign_id = ${id} AND fate = ${FATES['runner-up']} AND hour = ${NOW}::timestamptz - '30 minutes'::interval
          - make_interval(hours => ${at + 1})`.execute(app.db);
    return kinds();
  };
  // Before these were noted, behind one, behind two; others in other hours.
  expect(await behind(0)).toEqual([]);
  expect(await behind(0b1)).toEqual([]);
  expect(await behind(0b1, 0b10)).toEqual([]);
  expect(await behind(0b1, 0b10, 0b100)).toEqual(['raise_bid']);
});

test('decisions of unequal weights are fewer cases', async () => {
  const id = await campaign();
  await fated(id, 7, { won: [100], 'runner-up': [60, 2], 'no-country': [240] });
  await delivered(id, zones[0], { impressions: 100, clicks: 1, spend: 140_000 });
  // Twice what it were of equal weights.
  await sql`UPDATE traced_hourly SET squares = 600000`.execute(app.db);
  const [found] = (await look()).opportunities;
  await sql`UPDATE traced_hourly SET squares = 0`.execute(app.db);
  expect(found).toMatchObject({ kind: 'raise_bid', cases: { count: 378, of: 'decisions' } });
});

test('what was recorded before its last change says nothing of it', async () => {
  const id = await campaign({ updated_at: new Date('2026-11-21T02:10:00Z') });
  await fated(id, 7, { won: [100], 'runner-up': [60, 2] });
  await delivered(id, zones[0], { impressions: 100, spend: 140_000 });
  expect(await look()).toMatchObject({ looked_at: 1, too_few: 1, opportunities: [] });
});

test('a new name says nothing new of it', async () => {
  const id = await campaign({ updated_at: new Date('2026-11-21T02:10:00Z') });
  await fated(id, 7, { won: [100], 'runner-up': [60, 2] });
  await delivered(id, zones[0], { impressions: 100, spend: 140_000 });
  const line = (at: string, changes: object) =>
    sql`INSERT INTO campaign_change (campaign_id, at, kind, actor, changes)
      VALUES (${id}, ${at}::timestamptz, 'changed', 'system', ${JSON.stringify(changes)}::jsonb)`.execute(
      app.db,
    );
  await line('2026-10-01T00:00:00Z', { bid_micros: { before: 1, after: 2 } });
  await line('2026-11-21T02:10:00Z', { name: { before: 'A', after: 'B' } });
  expect(await kinds()).toEqual(['raise_bid']);
});

test('a daily budget that ends first, and then nothing that would only end it sooner', async () => {
  const id = await campaign({ daily_budget_micros: 5n * 1_000_000n });
  await fated(id, 7, { won: [100], 'runner-up': [60, 2], budget: [200] });
  await delivered(id, zones[0], { impressions: 100, spend: 207_000 });
  const { opportunities } = await look();
  expect(asked).toEqual([[]]);
  // The whole days of the week; the one of today is not over.
  expect(opportunities).toMatchObject([
    { kind: 'raise_budget', facts: { days: 6, of_days: 6, budget_micros: 5 * DOLLAR } },
  ]);
});

test('a zone that brings next to nothing, and no more once it is left out', async () => {
  const id = await campaign();
  await delivered(id, zones[0], { impressions: 300, clicks: 3, spend: 400_000 });
  await delivered(id, zones[1], { impressions: 100, spend: 200_000 });
  const [found] = (await look()).opportunities;
  const zone = publicId('zone', zones[1].id);
  expect(found).toMatchObject({
    key: `exclude_zone:${publicId('campaign', id)}:${zone}`,
    facts: { zone, zone_name: 'Footer of the forum', measure: 'clicks', rate_ppm: 0, others_ppm: 10_000 },
    saves_micros: { per_day: 4_800_000 },
    cure: {
      href: `/advertiser/campaigns/${publicId('campaign', id)}?tab=zones&field=targeting.zones&zone=${zone}`,
    },
    cases: { count: 16_800, of: 'impressions' },
    days: 7,
  });
  await sql`UPDATE zone SET state = 'archived' WHERE id = ${zones[1].id}`.execute(app.db);
  clock.set('2026-11-21T12:36:00.000Z');
  expect(await kinds()).toEqual([]);
  await sql`UPDATE zone SET state = 'active' WHERE id = ${zones[1].id}`.execute(app.db);
  const targeting = JSON.stringify({ zones: { include: [], exclude: [zone] } });
  await sql`UPDATE campaign SET targeting = ${targeting}::jsonb, updated_at = now() WHERE id = ${id}`.execute(
    app.db,
  );
  expect(await kinds()).toEqual([]);
});

test('what it leaves out by one thing alone, of those whose days leave money', async () => {
  const id = await campaign();
  await fated(id, 7, { won: [100] });
  await delivered(id, zones[0], { impressions: 100, spend: 140_000 });
  widenings.set(publicId('campaign', id), [
    {
      width: { kind: 'country', country: 'AT' },
      wins: { per_day: 900, low: 700, high: 1_100 },
      eachMicros: { low: 950, middle: 1_000, high: 1_050 },
      effective: 90,
      days: 7,
      leftOut: ['frequency_cap'],
    },
  ]);
  expect((await look()).opportunities).toMatchObject([
    { kind: 'widen_countries', facts: { country: 'AT' }, left_out: ['frequency_cap'] },
  ]);
  expect(asked).toEqual([[publicId('campaign', id)]]);
});

test('only what runs, and nothing of what was hardly seen', async () => {
  for (const given of [
    { state: 'paused' as const },
    { state: 'draft' as const },
    { priority: 'house' as const },
  ]) {
    const id = await campaign(given);
    await fated(id, 7, { won: [100], 'runner-up': [60, 2] });
    await delivered(id, zones[0], { impressions: 100, spend: 140_000 });
  }
  expect(await look()).toMatchObject({ running: 0, looked_at: 0, too_few: 0, opportunities: [] });
  await campaign();
  expect(await look()).toMatchObject({ running: 1, looked_at: 1, too_few: 1, opportunities: [] });
});

test('the same question is worked out once in five minutes, and anew after a change', async () => {
  const id = await campaign();
  await look();
  await look();
  expect(asked).toHaveLength(1);
  clock.set('2026-11-21T12:36:00.000Z');
  await look();
  expect(asked).toHaveLength(2);
  await sql`UPDATE campaign SET updated_at = now() WHERE id = ${id}`.execute(app.db);
  await look();
  expect(asked).toHaveLength(3);
});

test('which campaigns spent most is asked again after half a minute, or a change of one of them', async () => {
  const id = await campaign();
  expect(await look()).toMatchObject({ running: 1 });
  await campaign();
  expect(await look()).toMatchObject({ running: 1 });
  await sql`UPDATE campaign SET updated_at = now() WHERE id = ${id}`.execute(app.db);
  expect(await look()).toMatchObject({ running: 2 });
  await campaign();
  clock.set('2026-11-21T12:30:31.000Z');
  expect(await look()).toMatchObject({ running: 3 });
});

test('of very many campaigns it looks at those that spent most', async () => {
  await sql`INSERT INTO campaign (advertiser_id, name, pricing, bid_micros, daily_budget_micros, landing_url, state,
      created_at, updated_at)
    SELECT ${ann.id}, 'Campaign ' || n, 'CPM', 2000000, 50000000, 'https://example.test/', 'approved',
      ${LONG_AGO}::timestamptz, ${LONG_AGO}::timestamptz FROM generate_series(1, 2000) AS n`.execute(app.db);
  const id = await campaign({ name: 'The one that spends' });
  await fated(id, 7, { won: [100], 'runner-up': [60, 2] });
  await delivered(id, zones[0], { impressions: 100, spend: 140_000 });
  const found = await look();
  expect(found).toMatchObject({ running: 2_001, looked_at: 20, too_few: 19 });
  expect(found.opportunities.map(({ campaign: { name } }) => name)).toEqual(['The one that spends']);
});

test('for advertisers whose account type opens it', async () => {
  const answer = async (user: MadeUser) => {
    const { status, body } = await (await app.clientOf(user)).get<{ code?: string }>(PATH);
    return [status, body.code];
  };
  expect(await answer(await makeAdvertiser(app.db, { account_type_id: 2 }))).toEqual([
    403,
    'NOT_IN_ACCOUNT_TYPE',
  ]);
  expect((await answer(await makePublisher(app.db, { account_type_id: VIP1 })))[0]).toBe(403);
  expect((await app.client().get(PATH)).status).toBe(401);
  await fated(await campaign(), 7, { won: [100] });
  // Nobody else's.
  expect(await look(await makeAdvertiser(app.db, { account_type_id: VIP1 }))).toMatchObject({ running: 0 });
});
