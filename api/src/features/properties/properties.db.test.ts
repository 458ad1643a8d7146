import { createHash } from 'node:crypto';
import {
  type ErrorBody,
  type MadeServerKey,
  madeServerKey,
  operatorPropertyQueue,
  type Property,
  type PropertyDetail,
  type PropertyList,
  propertyDetail,
  propertyList,
  publicId,
  rowId,
  type Zone,
  zone as zoneSchema,
} from '@ezdash/contracts';
import { sql } from 'kysely';
import {
  type AppWorld,
  type MadeUser,
  makeAdmin,
  makePublisher,
  makeZone,
  type TestClient,
} from '../../testing';
import { MOST_ARCHIVED } from './properties.service';
import { propertyInput as input, openProperties, zoneInput } from './testProperties';

const RANGE = '?from=2026-11-20&to=2026-11-21';
let app: AppWorld;
let publisher: MadeUser;
let client: TestClient;

beforeAll(async () => {
  app = await openProperties(true);
});
beforeEach(async () => {
  publisher = await makePublisher(app.db);
  client = await app.clientOf(publisher);
});
afterAll(() => app.close());

async function createProperty(changes: object = {}): Promise<Property> {
  const { status, body } = await client.post<Property>('/api/properties', { ...input, ...changes });
  expect(status).toBe(201);
  return body;
}
async function createZone(property: Property, changes: object = {}): Promise<Zone> {
  const { status, body } = await client.post<Zone>(`/api/properties/${property.id}/zones${RANGE}`, {
    ...zoneInput,
    ...changes,
  });
  expect(status).toBe(201);
  return body;
}

/** Two hours of two days in both rollups. */
async function addTraffic(zoneId: number, propertyId: number): Promise<void> {
  const at = {
    zone_id: zoneId,
    property_id: propertyId,
    publisher_id: publisher.id,
    country: 'CH',
    device: 1,
  };
  for (const hour of ['2026-11-20T10:00:00Z', '2026-11-21T11:00:00Z']) {
    await app.db
      .insertInto('request_hourly')
      .values([
        { ...at, hour, reason: 0, requests: 80n },
        { ...at, hour, reason: 7, requests: 20n },
      ])
      .execute();
    await app.db
      .insertInto('rollup_hourly')
      .values({
        ...at,
        hour,
        campaign_id: 1,
        creative_id: 1,
        advertiser_id: 1,
        impressions: 75n,
        viewables: 50n,
        clicks: 1n,
        spend_micros: 100_000n,
        payout_micros: 80_000n,
      })
      .execute();
  }
}
const rowNumber = async (name: string) =>
  await app.db
    .selectFrom('zone')
    .select(['id', 'property_id'])
    .where('name', '=', name)
    .executeTakeFirstOrThrow();

test('a property and its zone, made and opened, as the contract says', async () => {
  const property = await createProperty();
  expect(property).toMatchObject({
    domain: 'alpineweather.example',
    state: 'approved',
    zone_count: 0,
    verification: 'unverified',
    last_request_at: null,
  });
  const zone = await createZone(property);
  expect(zoneSchema.parse(zone)).toEqual(zone);
  expect(zone).toMatchObject({
    property_id: property.id,
    width: 728,
    height: 90,
    last_request_at: null,
    daily_earnings_micros: [0, 0],
  });
  const { body } = await client.get<PropertyDetail>(`/api/properties/${property.id}${RANGE}`);
  expect(propertyDetail.parse(body)).toEqual(body);
  expect(body).toMatchObject({
    tag_url: 'https://ads.example/tag.js',
    has_server_key: false,
    zones: [zone],
    property: { zone_count: 1 },
  });
});

test('figures of list, property, zone and day agree', async () => {
  const property = await createProperty();
  const zone = await createZone(property, { name: 'Figures' });
  const { id, property_id } = await rowNumber('Figures');
  await addTraffic(id, property_id);
  const expected = {
    requests: 200,
    filled: 160,
    impressions: 150,
    viewables: 100,
    clicks: 2,
    earnings_micros: 160_000,
  };
  const list = await client.get<PropertyList>(`/api/properties${RANGE}`);
  expect(propertyList.parse(list.body)).toEqual(list.body);
  expect(list.body).toMatchObject({ totals: expected, properties: [{ id: property.id, figures: expected }] });
  const detail = await client.get<PropertyDetail>(`/api/properties/${property.id}${RANGE}`);
  expect(detail.body.property.figures).toEqual(expected);
  expect(detail.body.zones[0]).toMatchObject({
    id: zone.id,
    figures: expected,
    daily_earnings_micros: [80_000, 80_000],
  });
  const oneDay = await client.get<PropertyDetail>(
    `/api/properties/${property.id}?from=2026-11-21&to=2026-11-21`,
  );
  expect(oneDay.body.zones[0]).toMatchObject({
    figures: { requests: 100, filled: 80 },
    daily_earnings_micros: [80_000],
  });
});

test('says whether the site was verified and when a tag was seen last, of zones in use', async () => {
  const property = await createProperty();
  const seenAt = async (name: string, at: string) => {
    const { id } = await createZone(property, { name });
    await app.db.updateTable('zone').set({ last_request_at: at }).where('name', '=', name).execute();
    return id;
  };
  await seenAt('First', '2026-11-20T09:00:00.000Z');
  await seenAt('Second', '2026-11-20T11:00:00.000Z');
  const gone = await seenAt('Gone', '2026-11-21T09:00:00.000Z');
  await client.patch(`/api/zones/${gone}`, { state: 'archived' });
  const { property_id } = await rowNumber('First');
  const verified = { verified_at: '2026-11-20T12:00:00.000Z', method: 'dns' as const, folded: 'x' };
  const lost = { verified_at: null, method: null, folded: null, lost_at: '2026-11-21T10:00:00.000Z' };
  for (const [change, state] of [
    [verified, 'verified'],
    [lost, 'lost'],
  ] as const) {
    await app.db
      .updateTable('property_verification')
      .set(change)
      .where('property_id', '=', property_id)
      .execute();
    const { body } = await client.get<PropertyList>('/api/properties');
    expect(propertyList.parse(body)).toEqual(body);
    expect(body.properties).toMatchObject([
      { verification: state, last_request_at: '2026-11-20T11:00:00.000Z' },
    ]);
  }
});

test('a zone changes its name, floor, fallback and state, never its size', async () => {
  const zone = await createZone(await createProperty());
  const { body } = await client.patch<Zone>(`/api/zones/${zone.id}`, {
    floor_micros: 0,
    state: 'paused',
    fallback: 'keep',
    size: { width: 300, height: 250 },
  });
  expect(body).toMatchObject({
    floor_micros: 0,
    state: 'paused',
    fallback: 'keep',
    width: 728,
    name: zone.name,
  });
});

test('an archived zone is gone from the list unless the period has figures of it', async () => {
  const property = await createProperty();
  const quiet = await createZone(property);
  const loud = await createZone(property, { name: 'Loud' });
  const row = await rowNumber('Loud');
  await addTraffic(row.id, row.property_id);
  await client.patch(`/api/zones/${quiet.id}`, { state: 'archived' });
  await client.patch(`/api/zones/${loud.id}`, { state: 'archived' });
  const { body } = await client.get<PropertyDetail>(`/api/properties/${property.id}${RANGE}`);
  expect(body.zones.map((zone) => zone.id)).toEqual([loud.id]);
  expect(body.property.zone_count).toBe(0);
});

test('archived zones without end come as the most earning ones and the sum of the others, without their code', async () => {
  const property = await createProperty();
  const inUse = await createZone(property, { passback_html: '<b>mine</b>' });
  const gone = await createZone(property, { name: 'Faded', passback_html: '<b>gone</b>' });
  const { id, property_id } = await rowNumber('Faded');
  await addTraffic(id, property_id);
  await client.patch(`/api/zones/${gone.id}`, { state: 'archived' });
  const more = MOST_ARCHIVED + 50;
  await sql`WITH made AS (
      INSERT INTO zone (property_id, name, kind, width, height, floor_micros, fallback, passback_html, state)
      SELECT ${property_id}, 'Old', 'banner', 300, 250, 0, 'collapse', repeat('x', 16000), 'archived'
      FROM generate_series(1, ${more}::int) RETURNING id)
    INSERT INTO request_hourly (zone_id, property_id, publisher_id, country, device, hour, reason, requests)
    SELECT id, ${property_id}, ${publisher.id}, 'CH', 1, '2026-11-20T10:00:00Z', 7, 1 FROM made`.execute(
    app.db,
  );
  await sql`INSERT INTO rollup_hourly (zone_id, property_id, publisher_id, country, device, hour, campaign_id, creative_id,
      advertiser_id, impressions, viewables, clicks, spend_micros, payout_micros)
    SELECT id, property_id, ${publisher.id}, 'CH', 1, '2026-11-21T10:00:00Z', 1, 1, 1, 1, 0, 0, 20, row_number() OVER (ORDER BY id)
    FROM zone WHERE property_id = ${property_id} AND name = 'Old'`.execute(app.db);
  const { body } = await client.get<PropertyDetail>(`/api/properties/${property.id}${RANGE}`);
  expect(propertyDetail.parse(body)).toEqual(body);
  const archived = body.zones.filter(({ state }) => state === 'archived');
  expect(archived).toHaveLength(MOST_ARCHIVED);
  expect(archived.find((zone) => zone.id === gone.id)?.figures.earnings_micros).toBe(160_000);
  expect(archived.filter(({ passback_html }) => passback_html !== null)).toEqual([]);
  expect(body.zones.find((zone) => zone.id === inUse.id)?.passback_html).toBe('<b>mine</b>');
  // The 51 that earned the least: 1 + 2 + … + 51.
  const rest = { requests: 51, impressions: 51, earnings_micros: 1_326 };
  expect(body.archived_left_out).toMatchObject({
    count: 51,
    figures: rest,
    daily_earnings_micros: [0, 1_326],
  });
  const rows = [...body.zones, ...(body.archived_left_out ? [body.archived_left_out] : [])];
  for (const key of Object.keys(body.property.figures) as (keyof Property['figures'])[])
    expect(rows.reduce((sum, row) => sum + row.figures[key], 0)).toBe(body.property.figures[key]);
});

test('what is archived does not change, and neither do the zones of an archived property', async () => {
  const refusal = { status: 409, body: { code: 'ARCHIVED' } };
  const property = await createProperty();
  const archived = await createZone(property);
  const active = await createZone(property, { name: 'Active' });
  await client.patch(`/api/zones/${archived.id}`, { state: 'archived' });
  for (const change of [{ name: 'x' }, { state: 'active' }, { state: 'archived' }])
    expect(await client.patch(`/api/zones/${archived.id}`, change)).toMatchObject(refusal);
  await client.patch(`/api/properties/${property.id}`, { state: 'archived' });
  expect(await client.patch(`/api/zones/${active.id}`, { floor_micros: 1 })).toMatchObject(refusal);
  expect(await client.patch(`/api/properties/${property.id}`, { name: 'x' })).toMatchObject(refusal);
  expect(await client.patch(`/api/properties/${property.id}`, { state: 'archived' })).toMatchObject(refusal);
  const zone = { name: 'New', size: { width: 300, height: 250 }, floor_micros: 0, fallback: 'collapse' };
  expect(await client.post(`/api/properties/${property.id}/zones`, zone)).toMatchObject(refusal);
  // Made again, the property takes its zones back into use, the archived one excepted.
  await createProperty({ name: 'Again' });
  expect((await client.patch(`/api/zones/${active.id}`, { floor_micros: 1 })).status).toBe(200);
  expect(await client.patch(`/api/zones/${archived.id}`, { name: 'x' })).toMatchObject(refusal);
});

test('an archived property comes back by being made again; a double is refused', async () => {
  const property = await createProperty();
  const twice = await client.post<ErrorBody>('/api/properties', input);
  expect(twice.status).toBe(422);
  expect(twice.body.errors).toEqual({ domain: ['You have this property already'] });
  await client.patch(`/api/properties/${property.id}`, { state: 'archived' });
  expect((await client.get<PropertyList>('/api/properties')).body.properties).toEqual([]);
  expect((await client.patch(`/api/properties/${property.id}`, { name: 'x' })).status).toBe(409);
  expect(await createProperty({ name: 'Again' })).toMatchObject({
    id: property.id,
    name: 'Again',
    state: 'approved',
  });
});

test('a zone says what it is a place for, and has a size of that kind', async () => {
  const { id } = await createProperty();
  const zone = { name: 'In the text', floor_micros: 0, fallback: 'keep' };
  const make = (more: object) =>
    client.post<Zone & ErrorBody>(`/api/properties/${id}/zones`, { ...zone, ...more });
  expect((await make({ size: { width: 300, height: 250 } })).body).toMatchObject({ kind: 'banner' });
  const native = await make({ kind: 'native', size: { width: 0, height: 120 } });
  expect(native.body).toMatchObject({ kind: 'native', width: 0, height: 120 });
  for (const wrong of [
    { kind: 'native', size: { width: 300, height: 250 } },
    { kind: 'banner', size: { width: 0, height: 120 } },
    { kind: 'text', size: { width: 0, height: 120 } },
  ])
    expect((await make(wrong)).body.errors).toEqual({ size: ['Choose one of the sizes'] });
});

test('a 422 lists every field', async () => {
  const property = await client.post<ErrorBody>('/api/properties', {
    name: '',
    domain: 'no domain',
    category: 'moon',
    language: 'english',
  });
  expect(property.status).toBe(422);
  expect(Object.keys(property.body.errors ?? {}).sort()).toEqual(['category', 'domain', 'language', 'name']);
  const { id } = await createProperty();
  const zone = await client.post<ErrorBody>(`/api/properties/${id}/zones`, {
    name: '',
    size: { width: 300, height: 251 },
    floor_micros: -1,
    fallback: 'x',
  });
  expect(Object.keys(zone.body.errors ?? {}).sort()).toEqual(['fallback', 'floor_micros', 'name', 'size']);
});

test('where properties are looked at first, an admin approves or says why not', async () => {
  const strict = await openProperties(false);
  try {
    const owner = await makePublisher(strict.db);
    const own = await strict.clientOf(owner);
    const { body: property } = await own.post<Property>('/api/properties', input);
    expect(property.state).toBe('pending');
    const admin = await strict.clientOf(await makeAdmin(strict.db));
    await own.post(`/api/properties/${property.id}/zones`, zoneInput);
    // Somebody else says that the same site is theirs.
    const other = await strict.clientOf(await makePublisher(strict.db));
    await other.post<Property>('/api/properties', input);
    const queue = operatorPropertyQueue.parse((await admin.get('/api/operator/properties')).body);
    expect(queue.properties.find(({ id }) => id === property.id)).toMatchObject({
      same_domain: 1,
      zones: [{ name: 'Article, top', width: 728, last_request_at: null }],
      publisher: { email: owner.email, status: 'active', approved: 0 },
    });
    expect((await admin.post(`/api/operator/properties/${property.id}`, { decision: 'reject' })).status).toBe(
      422,
    );
    await admin.post(`/api/operator/properties/${property.id}`, {
      decision: 'reject',
      message: 'The domain does not answer',
    });
    const rejected = await own.get<PropertyDetail>(`/api/properties/${property.id}`);
    expect(rejected.body.property).toMatchObject({
      state: 'rejected',
      state_reason: 'The domain does not answer',
    });
    await own.patch(`/api/properties/${property.id}`, { state: 'archived' });
    expect((await own.post<Property>('/api/properties', input)).body.state).toBe('rejected');
    await admin.post(`/api/operator/properties/${property.id}`, { decision: 'approve' });
    expect((await own.get<PropertyDetail>(`/api/properties/${property.id}`)).body.property).toMatchObject({
      state: 'approved',
      state_reason: null,
    });
    expect((await admin.post('/api/operator/properties/p_nothing', { decision: 'approve' })).status).toBe(
      404,
    );
    expect((await own.get('/api/operator/properties')).status).toBe(403);
  } finally {
    await strict.close();
  }
});

test('a server key is said once, kept as its hash, replaced and taken away', async () => {
  const property = await createProperty();
  const path = `/api/properties/${property.id}`;
  const keptHash = async () => {
    const { server_key_sha256 } = await app.db
      .selectFrom('property')
      .select('server_key_sha256')
      .where('id', '=', rowId('property', property.id) ?? 0)
      .executeTakeFirstOrThrow();
    return server_key_sha256;
  };
  const make = async () => {
    const { status, body } = await client.post<MadeServerKey>(`${path}/server-key`, {});
    expect(status).toBe(201);
    return madeServerKey.parse(body).server_key;
  };
  const first = await make();
  expect(first).toMatch(/^sk_[\w-]{43}$/);
  expect(await keptHash()).toEqual(createHash('sha256').update(first).digest());
  const opened = await client.get<PropertyDetail>(path);
  expect(opened.body.has_server_key).toBe(true);
  expect(JSON.stringify(opened.body)).not.toContain(first);
  const second = await make();
  expect(second).not.toBe(first);
  expect(await keptHash()).toEqual(createHash('sha256').update(second).digest());
  expect((await client.delete(`${path}/server-key`)).status).toBe(204);
  expect(await keptHash()).toBeNull();
  expect((await client.get<PropertyDetail>(path)).body.has_server_key).toBe(false);
});

test('another publisher’s property, or an archived one, gets no server key', async () => {
  const property = await createProperty();
  const path = `/api/properties/${property.id}/server-key`;
  const other = await app.clientOf(await makePublisher(app.db));
  expect((await other.post(path, {})).status).toBe(404);
  expect((await other.delete(path)).status).toBe(404);
  expect((await client.post(path, {})).status).toBe(201);
  await client.patch(`/api/properties/${property.id}`, { state: 'archived' });
  expect((await client.post(path, {})).status).toBe(409);
  expect((await client.delete(path)).status).toBe(409);
  // Made again, the property begins without one.
  await createProperty();
  const again = await client.get<PropertyDetail>(`/api/properties/${property.id}`);
  expect(again.body).toMatchObject({ property: { state: 'approved' }, has_server_key: false });
});

test('a zone of another publisher does not exist', async () => {
  const foreign = await makeZone(app.db);
  expect((await client.patch(`/api/zones/${publicId('zone', foreign.id)}`, { name: 'mine' })).status).toBe(
    404,
  );
  expect((await client.patch('/api/zones/z_zzzzzzzzz', { name: 'mine' })).status).toBe(404);
});
