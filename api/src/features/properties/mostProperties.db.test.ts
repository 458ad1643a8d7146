import { type ErrorBody, PROPERTIES_MOST, type Property, rowId } from '@ezdash/contracts';
import { sql } from 'kysely';
import { type AppWorld, type MadeUser, makePublisher, type TestClient } from '../../testing';
import { MOST_ZONES } from './properties.service';
import { clock, propertyInput as input, openProperties, zoneInput } from './testProperties';

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
async function createZone(property: Property): Promise<void> {
  const { status } = await client.post(`/api/properties/${property.id}/zones`, zoneInput);
  expect(status).toBe(201);
}

const addZones = (propertyId: number, count: number, state: 'active' | 'archived') =>
  sql`INSERT INTO zone (property_id, name, kind, width, height, floor_micros, fallback, state, created_at, updated_at)
    SELECT ${propertyId}, 'Zone', 'banner', 300, 250, 0, 'collapse', ${state}, ${clock.now()}, ${clock.now()}
    FROM generate_series(1, ${count}::int)`.execute(app.db);
const makeTwice = (path: string, bodies: readonly [object, object]) =>
  Promise.all(bodies.map(async (body) => (await client.post<ErrorBody>(path, body)).body.code ?? 'made'));

test('zones of a property in use, also when two are made at the same moment', async () => {
  const property = await createProperty();
  const id = rowId('property', property.id) ?? 0;
  await addZones(id, MOST_ZONES.ofProperty - 1, 'active');
  const path = `/api/properties/${property.id}/zones`;
  expect((await makeTwice(path, [zoneInput, zoneInput])).sort()).toEqual(['TOO_MANY_ZONES', 'made']);
  await sql`UPDATE zone SET state = 'archived' WHERE id = (SELECT min(id) FROM zone WHERE property_id = ${id})`.execute(
    app.db,
  );
  await createZone(property);
});

test('zones in all, and properties in all, those of late archived ones too', async () => {
  const property = await createProperty();
  await addZones(rowId('property', property.id) ?? 0, MOST_ZONES.inAll, 'archived');
  const refused = await client.post<ErrorBody>(`/api/properties/${property.id}/zones`, zoneInput);
  expect([refused.status, refused.body.code]).toEqual([409, 'TOO_MANY_ZONES']);
  const longAgo = new Date(clock.now().getTime() - 31 * 86_400_000);
  await sql`UPDATE zone SET updated_at = ${longAgo} WHERE state = 'archived'`.execute(app.db);
  await createZone(property);
  await sql`INSERT INTO property (publisher_id, name, domain, category, language, state, updated_at)
    SELECT ${publisher.id}, 'Site', 'site' || n || '.example', 'news', 'en', 'archived', ${clock.now()}
    FROM generate_series(1, ${PROPERTIES_MOST - 2}::int) AS n`.execute(app.db);
  const two = [
    { ...input, domain: 'one.example' },
    { ...input, domain: 'two.example' },
  ] as const;
  expect((await makeTwice('/api/properties', two)).sort()).toEqual(['TOO_MANY_PROPERTIES', 'made']);
  // One that is taken back into use is none more.
  expect(await createProperty({ domain: 'site5.example' })).toMatchObject({ state: 'approved' });
});

test('zones that come back with a property that was archived long ago count again', async () => {
  const old = await createProperty();
  await addZones(rowId('property', old.id) ?? 0, 2, 'active');
  await client.patch(`/api/properties/${old.id}`, { state: 'archived' });
  const longAgo = new Date(clock.now().getTime() - 31 * 86_400_000);
  await app.db
    .updateTable('property')
    .set({ updated_at: longAgo })
    .where('id', '=', rowId('property', old.id) ?? 0)
    .execute();
  const other = await createProperty({ domain: 'other.example' });
  await addZones(rowId('property', other.id) ?? 0, MOST_ZONES.inAll - 1, 'active');
  const refused = await client.post<ErrorBody>('/api/properties', input);
  expect([refused.status, refused.body.code]).toEqual([409, 'TOO_MANY_ZONES']);
  // A property without zones brings none back.
  await createProperty({ domain: 'third.example' });
  await sql`UPDATE zone SET state = 'archived', updated_at = ${longAgo}
    WHERE id = (SELECT min(id) FROM zone WHERE property_id = ${rowId('property', other.id) ?? 0})`.execute(
    app.db,
  );
  expect(await createProperty()).toMatchObject({ id: old.id, zone_count: 2 });
});
