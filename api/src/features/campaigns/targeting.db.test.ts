import { once } from 'node:events';
import { type Campaign, type ErrorBody, NO_TARGETING, publicId, TARGETING_MOST } from '@ezdash/contracts';
import { createClient } from '../../platform/db';
import {
  type AppWorld,
  makeAdmin,
  makeAdvertiser,
  makeCampaign,
  makeCreative,
  makeProperty,
  makePublisher,
  makeZone,
  type TestClient,
} from '../../testing';
import { openCampaigns } from './testCampaigns';

const NO_PROPERTY = ['No property with this id shows ads'];
const NO_ZONE = ['No zone with this id shows ads'];
let app: AppWorld;
let client: TestClient;
let advertiserId: number;

beforeAll(async () => {
  app = await openCampaigns();
});
beforeEach(async () => {
  const advertiser = await makeAdvertiser(app.db);
  advertiserId = advertiser.id;
  client = await app.clientOf(advertiser);
});
afterAll(() => app.close());

const create = (targeting: object, more: object = {}) =>
  client.post<Campaign & ErrorBody>('/api/campaigns', {
    name: 'Winter shells',
    pricing: 'CPM',
    bid_micros: 3_400_000,
    daily_budget_micros: 240_000_000,
    total_budget_micros: null,
    pacing: 'even',
    landing_url: 'https://halden.example/shells',
    starts_at: null,
    ends_at: null,
    targeting,
    frequency_cap: null,
    creatives: [],
    submit: false,
    ...more,
  });
const change = (id: string, body: object) => client.patch<Campaign & ErrorBody>(`/api/campaigns/${id}`, body);
const storedOf = async (id: string) => {
  const rows = await app.db
    .selectFrom('campaign')
    .selectAll()
    .where('advertiser_id', '=', advertiserId)
    .execute();
  return rows.find((row) => publicId('campaign', row.id) === id);
};
/** A campaign that runs, with an approved creative. */
async function running(): Promise<string> {
  const { id } = await makeCampaign(app.db, { advertiser_id: advertiserId });
  await makeCreative(app.db, { campaign_id: id });
  return publicId('campaign', id);
}

test('stored without what narrows nothing, answered complete, without doubles and in one order', async () => {
  const { status, body } = await create({
    countries: { include: ['US', 'CA', 'US'] },
    keywords: { exclude: ['Storm ', 'fire', 'storm'] },
    os: {
      include: [
        { name: 'ios', min: '17.10', max: null },
        { name: 'android', min: null, max: null },
        { name: 'ios', min: '17.4', max: '17.9' },
        { name: 'android', min: null, max: null },
      ],
    },
    hours: { timezone: 'Europe/Berlin', hours: [9, 8, 9] },
  });
  expect(status).toBe(201);
  const narrowing = {
    countries: { include: ['CA', 'US'], exclude: [] },
    keywords: { include: [], exclude: ['fire', 'storm'] },
    os: {
      include: [
        { name: 'android', min: null, max: null },
        { name: 'ios', min: '17.4', max: '17.9' },
        { name: 'ios', min: '17.10', max: null },
      ],
      exclude: [],
    },
    hours: { timezone: 'Europe/Berlin', hours: [8, 9] },
  };
  expect(body.targeting).toEqual({ ...NO_TARGETING, ...narrowing });
  expect((await storedOf(body.id))?.targeting).toEqual(narrowing);
  const listed = await client.get<{ campaigns: Campaign[] }>('/api/campaigns');
  expect(listed.body.campaigns[0]?.targeting).toEqual(body.targeting);
});

test('around the clock is no rule', async () => {
  const hours = Array.from({ length: 168 }, (_, hour) => hour);
  const { body } = await create({ hours: { timezone: 'UTC', hours } });
  expect(body.targeting).toEqual(NO_TARGETING);
  expect((await storedOf(body.id))?.targeting).toEqual({});
});

test('a change gives the whole targeting; any other leaves it as it is', async () => {
  const { body } = await create({ countries: { include: ['DE'] }, languages: { exclude: ['fr'] } });
  const renamed = await change(body.id, { name: 'Other' });
  expect(renamed.body.targeting).toEqual(body.targeting);
  const moved = await change(body.id, { targeting: { countries: { include: ['AT'] } } });
  expect(moved.body.targeting).toEqual({ ...NO_TARGETING, countries: { include: ['AT'], exclude: [] } });
});

test('a new targeting needs no review: the ad is the same', async () => {
  const id = await running();
  const { body } = await change(id, { targeting: { devices: { include: ['phone'] } } });
  expect(body).toMatchObject({ state: 'running', creatives: [{ state: 'approved' }] });
});

test('another category does: publishers block by it', async () => {
  const id = await running();
  const limits = await change(id, { impression_limit: 10, bidding: 'fixed' });
  expect(limits.body).toMatchObject({ state: 'running', impression_limit: 10, bidding: 'fixed' });
  const { body } = await change(id, { category: 'finance' });
  expect(body).toMatchObject({
    state: 'inReview',
    category: 'finance',
    impression_limit: 10,
    creatives: [{ state: 'inReview' }],
  });
});

test('a campaign that has shown all it may is complete: there is nothing to pause', async () => {
  const id = await running();
  const row = (await storedOf(id))?.id ?? 0;
  const zone = await makeZone(app.db);
  await app.db
    .insertInto('rollup_hourly')
    .values({
      hour: '2026-11-20T10:00:00Z',
      campaign_id: row,
      creative_id: 1,
      zone_id: zone.id,
      country: 'US',
      device: 1,
      advertiser_id: advertiserId,
      publisher_id: 1,
      property_id: zone.property_id,
      impressions: 10n,
      clicks: 4n,
      spend_micros: 0n,
      payout_micros: 0n,
    })
    .execute();
  expect((await change(id, { impression_limit: 11 })).body.state).toBe('running');
  const { body } = await change(id, { impression_limit: 10 });
  expect([body.state, body.state_reason]).toEqual(['completed', 'impression-limit']);
  const paused = await client.post('/api/campaigns/actions', { ids: [id], action: 'pause' });
  expect(paused.body).toMatchObject({
    changed: [],
    refused: [{ id, message: 'The impression limit is reached already' }],
  });
  const clicked = await change(id, { impression_limit: null, click_limit: 4 });
  expect(clicked.body).toMatchObject({ state: 'completed', state_reason: 'click-limit', click_limit: 4 });
  const again = await client.post('/api/campaigns/actions', { ids: [id], action: 'pause' });
  expect(again.body).toMatchObject({
    refused: [{ id, message: 'The click limit is reached already' }],
  });
  expect((await change(id, { click_limit: 5 })).body.state).toBe('running');
  expect((await change(id, { click_limit: 0 })).status).toBe(422);
});

test('serving is told of a new targeting', async () => {
  const id = await running();
  const listener = createClient(app.test.connection, { applicationName: 'targeting test' });
  await listener.connect();
  try {
    await listener.query('LISTEN serving_changed');
    const told = once(listener, 'notification');
    await change(id, { targeting: { devices: { include: ['phone'] } } });
    expect(await told).toEqual([
      expect.objectContaining({ payload: `campaign:${(await storedOf(id))?.id}` }),
    ]);
  } finally {
    await listener.end();
  }
});

test('every wrong value is named by its place, in the language of the reader', async () => {
  client.setHeader('Accept-Language', 'de');
  const { status, body } = await create(
    {
      countries: { include: ['XX'], exclude: ['FR'] },
      regions: { include: ['FR-75'] },
      languages: { include: ['de'], exclude: ['de'] },
      ip_ranges: { exclude: ['somewhere'] },
    },
    { name: '' },
  );
  expect(status).toBe(422);
  expect(body.errors).toEqual({
    name: ['Geben Sie der Kampagne einen Namen'],
    'targeting.countries.include.0': ['Wählen Sie ein Land'],
    'targeting.ip_ranges.exclude.0': ['Nennen Sie eine Adresse oder einen Bereich wie 203.0.113.0/24'],
    'targeting.languages.exclude.0': ['Das ist zugleich ein- und ausgeschlossen'],
    'targeting.regions.include.0': ['Die Kampagne läuft nicht im Land dieser Region'],
  });
  const many = (most: number) => ({
    include: Array.from({ length: most + 1 }, (_, index) => `many ${index}`),
  });
  const long = await create({
    keywords: many(TARGETING_MOST.keywords),
    zones: many(TARGETING_MOST.zones),
    os: { include: Array(TARGETING_MOST.os + 1).fill({ name: 'ios', min: null, max: null }) },
    hours: { timezone: 'UTC', hours: Array(169).fill(1) },
  });
  expect(long.body.errors).toEqual({
    'targeting.hours.hours': ['Wählen Sie höchstens 168'],
    'targeting.keywords.include': ['Wählen Sie höchstens 200'],
    'targeting.os.include': ['Wählen Sie höchstens 20'],
    'targeting.zones.include': ['Wählen Sie höchstens 500'],
  });
  const unknown = await create({ country: { include: ['DE'] } });
  expect(unknown.status).toBe(422);
  expect(Object.keys(unknown.body.errors ?? {})).toEqual(['targeting.country']);
});

describe('properties and zones', () => {
  const propertyId = (row: { id: number }) => publicId('property', row.id);
  const zoneId = (row: { id: number }) => publicId('zone', row.id);

  test('must be there and show ads; each that does not is named', async () => {
    const { db } = app;
    const good = await makeProperty(db);
    const [zone, resting, gone] = [
      await makeZone(db, { property_id: good.id }),
      await makeZone(db, { property_id: good.id, state: 'paused' }),
      await makeZone(db, { property_id: good.id, state: 'archived' }),
    ];
    const pending = await makeProperty(db, { state: 'pending' });
    const stopped = await makeProperty(db, {
      publisher_id: (await makePublisher(db, { status: 'suspended' })).id,
    });
    const leaving = await makeProperty(db, {
      publisher_id: (
        await makePublisher(db, {
          deletes_at: '2027-01-01T00:00:00Z',
          deletion_requested_at: '2026-11-20T00:00:00Z',
        })
      ).id,
    });
    const { status, body } = await create({
      properties: {
        include: [propertyId(good), propertyId(pending), zoneId(zone), publicId('property', 2_000_000)],
        exclude: [propertyId(stopped), propertyId(leaving)],
      },
      zones: {
        include: [zoneId(zone), zoneId(resting), 'z_zzzzzzzzz', zoneId(gone)],
        exclude: [zoneId(await makeZone(db, { property_id: pending.id }))],
      },
    });
    expect(status).toBe(422);
    expect(body.errors).toEqual({
      'targeting.properties.include.1': NO_PROPERTY,
      'targeting.properties.include.2': NO_PROPERTY,
      'targeting.properties.include.3': NO_PROPERTY,
      'targeting.properties.exclude.0': NO_PROPERTY,
      'targeting.properties.exclude.1': NO_PROPERTY,
      'targeting.zones.include.2': NO_ZONE,
      'targeting.zones.include.3': NO_ZONE,
      'targeting.zones.exclude.0': NO_ZONE,
    });
    const fine = await create({
      properties: { include: [propertyId(good)] },
      zones: { exclude: [zoneId(resting)] },
    });
    expect(fine.status).toBe(201);
  });

  test('that have gone since stand in no change’s way; they are not taken anew', async () => {
    const property = await makeProperty(app.db);
    const chosen = { properties: { include: [propertyId(property)] } };
    const { body } = await create(chosen);
    await app.db.updateTable('property').set({ state: 'archived' }).where('id', '=', property.id).execute();
    expect((await change(body.id, { name: 'Other' })).status).toBe(200);
    const kept = await change(body.id, { targeting: { ...chosen, devices: { include: ['tv'] } } });
    expect(kept.body.targeting.properties.include).toEqual(chosen.properties.include);
    await change(body.id, { targeting: {} });
    const again = await change(body.id, { targeting: chosen });
    expect(again.body.errors).toEqual({ 'targeting.properties.include.0': NO_PROPERTY });
  });
});

describe('priority', () => {
  const PATH = '/api/operator/campaigns/';
  test('is an operator’s word alone', async () => {
    const id = await running();
    expect((await change(id, { priority: 'guaranteed' })).body.priority).toBe('auction');
    expect((await client.patch(`${PATH}${id}`, { priority: 'house' })).status).toBe(403);
    const admin = await app.clientOf(await makeAdmin(app.db));
    const { status, body } = await admin.patch<Campaign>(`${PATH}${id}`, { priority: 'guaranteed' });
    expect([status, body.id, body.priority, body.state]).toEqual([200, id, 'guaranteed', 'running']);
    expect((await client.get<Campaign>(`/api/campaigns/${id}`)).body.priority).toBe('guaranteed');
    expect((await change(id, { name: 'Other' })).body.priority).toBe('guaranteed');
    expect((await admin.patch(`${PATH}c_nothing`, { priority: 'house' })).status).toBe(404);
    expect((await admin.patch(`${PATH}${publicId('campaign', 999_999)}`, { priority: 'house' })).status).toBe(
      404,
    );
    expect((await admin.patch(`${PATH}${id}`, { priority: 'first' })).status).toBe(422);
  });
});
