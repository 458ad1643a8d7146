import {
  type AdvertiserDashboard,
  advertiserDashboard,
  type NetworkSummary,
  networkSummary,
  type PublisherDashboard,
  publicId,
  publisherDashboard,
} from '@ezdash/contracts';
import { sql } from 'kysely';
import { inTransaction } from '../../platform/db';
import {
  type AppWorld,
  fakeClock,
  type MadeUser,
  makeAdvertiser,
  makeCampaign,
  makeCreative,
  makeProperty,
  makePublisher,
  makeZone,
  openApp,
} from '../../testing';
import { testAddresses } from '../../testing/testAddresses';
import { post } from '../ledger';
import { createReportingFeature } from '.';
import { finalUntil } from './finalUntil';
import { fill, makeOwned, seeded } from './testRollups';

const clock = fakeClock('2026-11-21T12:30:00.000Z');
const RANGE = '?from=2026-11-18&to=2026-11-21';
const SEED = 20_261_121;
let appliedUntil = new Date('2026-11-21T12:30:00Z');
let app: AppWorld;
let advertiser: MadeUser;
let publisher: MadeUser;

beforeAll(async () => {
  app = await openApp(({ db }) => ({
    mounts: createReportingFeature({
      db,
      clock,
      appliedUntil: () => appliedUntil,
      toPublic: testAddresses().toPublic,
    }).mounts,
  }));
  const random = seeded(SEED);
  advertiser = await makeAdvertiser(app.db, { cashMicros: 900_000_000n });
  publisher = await makePublisher(app.db);
  await fill(app.db, await makeOwned(app.db, advertiser, publisher), advertiser, publisher, random);
  // Others' figures must not leak in.
  const otherAdvertiser = await makeAdvertiser(app.db, { cashMicros: 900_000_000n });
  const otherPublisher = await makePublisher(app.db);
  await fill(
    app.db,
    await makeOwned(app.db, otherAdvertiser, otherPublisher),
    otherAdvertiser,
    otherPublisher,
    random,
  );
});
afterAll(() => app.close());

interface Sums {
  impressions: number;
  viewables: number;
  clicks: number;
  spend: number;
  payout: number;
}
/** Straight from the rows, one number at a time. */
async function sums(
  owner: 'advertiser_id' | 'publisher_id',
  id: number,
  from: string,
  until: string,
): Promise<Sums> {
  const { rows } = await sql<Sums>`
    SELECT sum(impressions)::int AS impressions, sum(viewables)::int AS viewables, sum(clicks)::int AS clicks,
      sum(spend_micros)::int AS spend, sum(payout_micros)::int AS payout
    FROM rollup_hourly WHERE ${sql.ref(owner)} = ${id} AND hour >= ${from} AND hour < ${until}`.execute(
    app.db,
  );
  return rows[0] ?? { impressions: 0, viewables: 0, clicks: 0, spend: 0, payout: 0 };
}
const NOV = (day: number) => `2026-11-${day}T00:00:00Z`;

test("the advertiser's dashboard is the sum of the rollups, and its balance the ledger's", async () => {
  const client = await app.clientOf(advertiser);
  const { body } = await client.get<AdvertiserDashboard>(`/api/advertiser/dashboard${RANGE}`);
  expect(advertiserDashboard.parse(body)).toEqual(body);
  const all = await sums('advertiser_id', advertiser.id, NOV(18), NOV(22));
  expect(body.totals).toEqual({
    impressions: all.impressions,
    viewables: all.viewables,
    clicks: all.clicks,
    conversions: 0,
    spend_micros: all.spend,
  });
  const before = await sums('advertiser_id', advertiser.id, NOV(14), NOV(18));
  expect(body.previous).toMatchObject({ impressions: before.impressions, spend_micros: before.spend });
  const today = await sums('advertiser_id', advertiser.id, NOV(21), NOV(22));
  expect(body.today).toMatchObject({ impressions: today.impressions, spend_micros: today.spend });
  expect(body.days.map((day) => day.day)).toEqual(['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21']);
  expect(body.previous_days.map((day) => day.day)).toEqual([
    '2026-11-14',
    '2026-11-15',
    '2026-11-16',
    '2026-11-17',
  ]);
  expect(body.days.reduce((sum, day) => sum + day.spend_micros, 0)).toBe(all.spend);
  expect(body.countries.reduce((sum, row) => sum + row.spend_micros, 0)).toBe(all.spend);
  expect(body.countries.map((row) => row.spend_micros)).toEqual(
    [...body.countries.map((row) => row.spend_micros)].sort((a, b) => b - a),
  );
  const ever = await sums('advertiser_id', advertiser.id, '2026-01-01', '2027-01-01');
  expect(body.balance_micros).toBe(900_000_000 - ever.spend);
  const week = await sums('advertiser_id', advertiser.id, '2026-11-14T12:30:00Z', '2027-01-01');
  expect(body.days_left).toBeCloseTo(body.balance_micros / (week.spend / 7), 0);
  expect(body.pacing).toHaveLength(3);
  expect(body.pacing.reduce((sum, row) => sum + row.spend_micros, 0)).toBe(today.spend);
  expect(body.final_until).toBe('2026-11-21T12:29:59.000Z');
});

test("the publisher's dashboard is the sum of the rollups, and pending the ledger's", async () => {
  const client = await app.clientOf(publisher);
  const { body } = await client.get<PublisherDashboard>(`/api/publisher/dashboard${RANGE}`);
  expect(publisherDashboard.parse(body)).toEqual(body);
  const all = await sums('publisher_id', publisher.id, NOV(18), NOV(22));
  expect(body.totals).toMatchObject({
    impressions: all.impressions,
    viewables: all.viewables,
    earnings_micros: all.payout,
  });
  const { rows } = await sql<{ requests: number; filled: number }>`
    SELECT sum(requests)::int AS requests, sum(requests) FILTER (WHERE reason = 0)::int AS filled FROM request_hourly
    WHERE publisher_id = ${publisher.id} AND hour >= ${NOV(18)} AND hour < ${NOV(22)}`.execute(app.db);
  expect(body.totals).toMatchObject(rows[0] ?? {});
  expect(body.zones.reduce((sum, zone) => sum + zone.figures.earnings_micros, 0)).toBe(all.payout);
  expect(body.zones.reduce((sum, zone) => sum + zone.figures.requests, 0)).toBe(body.totals.requests);
  expect(body.countries.reduce((sum, row) => sum + row.earnings_micros, 0)).toBe(all.payout);
  const ever = await sums('publisher_id', publisher.id, '2026-01-01', '2027-01-01');
  expect(body.pending_micros).toBe(ever.payout);
  expect(body.month_to_date_micros).toBe(
    (await sums('publisher_id', publisher.id, NOV(10).replace('10', '01'), NOV(22))).payout,
  );
  expect(body.call_outs).toEqual([]);
});

test('while events wait for the database, the figures end before the oldest of them', async () => {
  appliedUntil = new Date('2026-11-21T11:58:00Z');
  const client = await app.clientOf(advertiser);
  const { body } = await client.get<AdvertiserDashboard>('/api/advertiser/dashboard');
  expect(body.final_until).toBe('2026-11-21T11:57:59.000Z');
  appliedUntil = new Date('2026-11-21T12:30:00Z');
});

test('without a word of the ingestion the last batch tells how fresh the figures are', async () => {
  await sql`
    INSERT INTO journal_checkpoint (node, segment, byte_offset, seq, updated_at)
    VALUES ('n1', 1, 0, 1, '2026-11-21T11:58:00Z')`.execute(app.db);
  expect(await finalUntil(app.db, new Date('2026-11-21T12:30:00Z'))).toEqual(
    new Date('2026-11-21T11:58:00Z'),
  );
});

test('figures are final when the process that is furthest behind has applied its events', async () => {
  const later = new Date(Date.now() + 3_600_000);
  const at = (time: string) => new Date(`2026-11-21T${time}Z`);
  const node = { leasing: true, joined_at: at('09:00:00') };
  await app.db
    .insertInto('serving_node')
    .values([
      { ...node, number: 1, name: 'ahead', applied_until: at('12:29:59'), expires_at: later },
      { ...node, number: 2, name: 'behind', applied_until: at('11:20:00'), expires_at: later },
      { ...node, number: 3, name: 'dead', applied_until: at('10:00:00'), expires_at: new Date(0) },
    ])
    .execute();
  // Whoever asks has nothing to apply.
  expect(await finalUntil(app.db, at('12:30:00'), at('12:30:00'))).toEqual(at('11:19:59'));
  await app.db.updateTable('serving_node').set({ applied_until: null }).where('number', '=', 2).execute();
  expect(await finalUntil(app.db, at('12:30:00'), at('12:30:00'))).toEqual(at('08:59:59'));
  await app.db.deleteFrom('serving_node').execute();
  expect(await finalUntil(app.db, at('12:30:00'), at('12:30:00'))).toEqual(at('12:29:59'));
});

test('days without delivery are zeros, also far away from today', async () => {
  const client = await app.clientOf(advertiser);
  const { body } = await client.get<AdvertiserDashboard>(
    '/api/advertiser/dashboard?from=2026-02-01&to=2026-02-03',
  );
  expect(body.days.map((day) => day.spend_micros)).toEqual([0, 0, 0]);
  expect(body.totals.impressions).toBe(0);
  expect(body.today.impressions).toBe(
    (await sums('advertiser_id', advertiser.id, NOV(21), NOV(22))).impressions,
  );
});

test('a new account has zeros, no pace, and is told where to begin', async () => {
  const newcomer = await app.clientOf(await makeAdvertiser(app.db, { cashMicros: 0n }));
  const { body } = await newcomer.get<AdvertiserDashboard>('/api/advertiser/dashboard');
  expect(body).toMatchObject({ balance_micros: 0, days_left: null, pacing: [], countries: [] });
  expect(body.days).toHaveLength(28);
  expect(body.call_outs).toEqual([
    {
      code: 'no-campaign',
      tone: 'info',
      subject: '',
      params: {},
      href: '/advertiser/campaigns/new',
      since: null,
    },
  ]);
  const site = await app.clientOf(await makePublisher(app.db));
  const { body: empty } = await site.get<PublisherDashboard>('/api/publisher/dashboard');
  expect(empty.call_outs.map((callOut) => callOut.code)).toEqual(['no-property']);
});

test('the period before is compared with only when the account was at work from its first day on', async () => {
  const { db } = app;
  const buyer = await makeAdvertiser(db, { cashMicros: 1_000_000n });
  const site = await makePublisher(db);
  const [campaign, property] = [
    await makeCampaign(db, { advertiser_id: buyer.id }),
    await makeProperty(db, { publisher_id: site.id }),
  ];
  const zone = await makeZone(db, { property_id: property.id });
  const creative = await makeCreative(db, { campaign_id: campaign.id });
  // The last hour of the 14th, in UTC: the first day of the four before 18 to 21 November.
  const hour = '2026-11-14T23:00:00Z';
  const at = {
    hour,
    country: 'CH',
    device: 1,
    zone_id: zone.id,
    publisher_id: site.id,
    property_id: property.id,
  };
  const one = { campaign_id: campaign.id, creative_id: creative.id, advertiser_id: buyer.id };
  await db
    .insertInto('rollup_hourly')
    .values({ ...at, ...one, impressions: 1n })
    .execute();
  await db
    .insertInto('request_hourly')
    .values({ ...at, reason: 8, requests: 1n })
    .execute();
  const clients = [await app.clientOf(buyer), await app.clientOf(site)] as const;
  const comparable = async (range: string) =>
    Promise.all([
      clients[0].get<AdvertiserDashboard>(`/api/advertiser/dashboard${range}`),
      clients[1].get<PublisherDashboard>(`/api/publisher/dashboard${range}`),
    ]).then((answers) => answers.map(({ body }) => body.comparable));
  expect(await comparable(RANGE)).toEqual([true, true]);
  expect(await comparable('?from=2026-11-17&to=2026-11-20')).toEqual([false, false]);
  const newcomer = await app.clientOf(await makeAdvertiser(db, { cashMicros: 0n }));
  const { body } = await newcomer.get<AdvertiserDashboard>('/api/advertiser/dashboard');
  expect(body.comparable).toBe(false);
});

test('what may be drawn of a credit line lasts longer, and nothing is unfunded while it lasts', async () => {
  const owner = await makeAdvertiser(app.db, { cashMicros: 0n, account_type_id: 4 });
  await makeCampaign(app.db, { advertiser_id: owner.id, name: 'On credit' });
  const client = await app.clientOf(owner);
  const codes = async () => {
    const { body } = await client.get<AdvertiserDashboard>('/api/advertiser/dashboard');
    return body.call_outs.map(({ code, params }) => [code, params.balance_micros]);
  };
  expect(await codes()).toEqual([['unfunded', 0]]);
  const agreed = { agreed_at: new Date(), updated_at: new Date(), terms_days: 30 };
  await app.db
    .insertInto('credit_line')
    .values({ advertiser_id: owner.id, limit_micros: 50_000_000n, state: 'open', ...agreed })
    .execute();
  expect(await codes()).toEqual([]);
  await app.db
    .updateTable('credit_line')
    .set({ state: 'overdue' })
    .where('advertiser_id', '=', owner.id)
    .execute();
  expect(await codes()).toEqual([['unfunded', 0]]);
});

test('what needs the person comes worst first, with a way to solve it', async () => {
  const owner = await makeAdvertiser(app.db, { cashMicros: 0n });
  const rejected = await makeCampaign(app.db, {
    advertiser_id: owner.id,
    name: 'R',
    state: 'rejected',
    state_reason: 'quality',
  });
  await makeCampaign(app.db, { advertiser_id: owner.id, name: 'U' });
  const client = await app.clientOf(owner);
  const { body } = await client.get<AdvertiserDashboard>('/api/advertiser/dashboard');
  expect(body.call_outs.map(({ code, subject, tone }) => [code, subject, tone])).toEqual([
    ['campaign-rejected', 'R', 'bad'],
    ['unfunded', 'U', 'bad'],
  ]);
  expect(body.call_outs[0]).toMatchObject({
    params: { reason: 'quality' },
    href: `/advertiser/campaigns/${publicId('campaign', rejected.id)}`,
  });
  expect(body.call_outs[1]?.href).toBe('/advertiser/funds');
  const site = await makePublisher(app.db);
  const property = await makeProperty(app.db, {
    publisher_id: site.id,
    state: 'rejected',
    state_reason: 'No answer',
  });
  const made = { property_id: property.id, created_at: '2026-11-20T12:00:00Z' };
  const silent = await makeZone(app.db, { ...made, name: 'Silent' });
  // Made an hour ago: nobody has had the time to put its tag anywhere.
  await makeZone(app.db, { ...made, name: 'New', created_at: '2026-11-21T11:30:00Z' });
  const publisherClient = await app.clientOf(site);
  const { body: dashboard } = await publisherClient.get<PublisherDashboard>('/api/publisher/dashboard');
  expect(dashboard.call_outs.map(({ code, subject }) => [code, subject])).toEqual([
    ['property-rejected', property.name],
    ['no-tag-seen', 'Silent'],
  ]);
  expect(dashboard.call_outs[1]?.href).toBe(
    `/publisher/properties/${publicId('property', property.id)}?tag=${publicId('zone', silent.id)}`,
  );
  const tagCallOuts = async () =>
    (await publisherClient.get<PublisherDashboard>('/api/publisher/dashboard')).body.call_outs.filter(
      ({ code }) => code === 'no-tag-seen',
    );
  await makeZone(app.db, { ...made, name: 'Silent too' });
  expect(await tagCallOuts()).toEqual([
    {
      code: 'no-tag-seen',
      tone: 'warn',
      subject: 'Silent',
      params: { property: property.name, others: 1 },
      href: `/publisher/properties/${publicId('property', property.id)}`,
    },
  ]);
  const elsewhere = await makeProperty(app.db, { publisher_id: site.id });
  await makeZone(app.db, { ...made, property_id: elsewhere.id });
  expect(await tagCallOuts()).toMatchObject([{ params: { others: 2 }, href: '/publisher/properties' }]);
});

test('the network tells everyone its last 24 hours and the receipt of the latest impression', async () => {
  const zone = await makeZone(app.db);
  const campaign = await makeCampaign(app.db, { advertiser_id: advertiser.id, bid_micros: 3_400_000n });
  const property = await app.db
    .selectFrom('property')
    .selectAll()
    .where('id', '=', zone.property_id)
    .executeTakeFirstOrThrow();
  const decidedAt = '2026-11-21T12:20:00Z';
  const base = {
    decision_id: '019aa5a0-0000-7000-8000-000000000001',
    decided_at: decidedAt,
    advertiser_id: advertiser.id,
    campaign_id: campaign.id,
    creative_id: 1,
    publisher_id: property.publisher_id,
    property_id: property.id,
    zone_id: zone.id,
    country: 'SE',
    device: 1,
  };
  await app.db
    .insertInto('ad_event')
    .values([
      { ...base, kind: 1, happened_at: '2026-11-21T12:20:01Z', price_micros: 2_610n, payout_micros: 2_088n },
      { ...base, kind: 2, happened_at: '2026-11-21T12:20:02Z' },
      {
        ...base,
        decision_id: '019aa59f-0000-7000-8000-000000000001',
        kind: 1,
        happened_at: '2026-11-21T12:20:03Z',
        price_micros: 1n,
      },
    ])
    .execute();
  const { id } = await inTransaction(app.db, (trx) =>
    post(trx, {
      idempotencyKey: 'test:receipt',
      kind: 'ad_spend',
      occurredAt: new Date('2026-11-21T12:20:01Z'),
      description: '',
      meta: { hour: '2026-11-21T12:00:00.000Z' },
      postings: [
        { kind: 'advertiser_cash', ownerId: advertiser.id, amountMicros: -2_610n },
        { kind: 'publisher_pending', ownerId: property.publisher_id, amountMicros: 2_088n },
        { kind: 'network_revenue', ownerId: null, amountMicros: 522n },
      ],
    }),
  );
  const removed = 40;
  const { decision_id: _decision, decided_at: _decided, ...dimensions } = base;
  await app.db
    .insertInto('invalid_hourly')
    .values({ ...dimensions, hour: '2026-11-21T12:00:00Z', kind: 1, reason: 1, events: BigInt(removed) })
    .execute();
  const { status, body, headers } = await app.client().get<NetworkSummary>('/api/network/summary');
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toContain('max-age=10');
  expect(networkSummary.parse(body)).toEqual(body);
  expect(body.receipt).toEqual({
    happened_at: '2026-11-21T12:20:01.000Z',
    transaction: publicId('transaction', Number(id)),
    width: 300,
    height: 250,
    country: 'SE',
    device: 'desktop',
    property: property.name,
    bid_micros: 3_400_000,
    price_micros: 2_610,
    payout_micros: 2_088,
    viewable: true,
  });
  const { rows } = await sql<{ requests: number; invalid: number; counted: number }>`
    SELECT (SELECT sum(requests)::int FROM request_hourly WHERE hour >= '2026-11-20T13:00:00Z') AS requests,
      sum(invalid)::int AS invalid, sum(impressions + viewables + clicks)::int AS counted
    FROM rollup_hourly WHERE hour >= '2026-11-20T13:00:00Z'`.execute(app.db);
  expect(body.requests).toBe(rows[0]?.requests);
  const { counted = 0 } = rows[0] ?? {};
  const invalid = (rows[0]?.invalid ?? 0) + removed;
  expect(body.invalid_rate).toBeCloseTo(invalid / (invalid + counted), 3);
  expect(body.countries.every((row) => row.country !== 'ZZ')).toBe(true);
  expect(body.sizes).toEqual([
    expect.objectContaining({
      width: 300,
      height: 250,
      requests: body.requests,
      sample: expect.stringMatching(/^https:\/\/files\.example\/creatives\/[0-9a-f]{64}\.png$/),
    }),
  ]);
});
