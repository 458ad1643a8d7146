import { type PlaceList, placeList, publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import {
  type AppWorld,
  type MadeUser,
  makeAdvertiser,
  makeProperty,
  makePublisher,
  makeZone,
  type TestClient,
} from '../../../testing';
import { openCampaigns } from '../testCampaigns';

let app: AppWorld;
let advertiser: MadeUser;
let client: TestClient;

beforeAll(async () => {
  app = await openCampaigns();
  advertiser = await makeAdvertiser(app.db);
  client = await app.clientOf(advertiser);
});
afterAll(() => app.close());

const ask = async (query: string) => {
  const { status, body } = await client.get<PlaceList>(`/api/campaign-places?${query}`);
  expect(status).toBe(200);
  expect(placeList.parse(body)).toEqual(body);
  return body;
};

test('what shows ads is found by its names, with its requests and the reader’s own figures alone', async () => {
  const property = await makeProperty(app.db, {
    name: 'Alpine 100%',
    domain: 'alpine.example',
    category: 'sports',
  });
  const zone = await makeZone(app.db, { property_id: property.id, name: 'Top' });
  const other = await makeAdvertiser(app.db);
  await sql`INSERT INTO request_daily (cube, publisher_id, day, property_id, zone_id, requests, filled) VALUES
    (2, ${property.publisher_id}, '2026-11-20', ${property.id}, ${zone.id}, 1000, 400),
    (2, ${property.publisher_id}, '2026-10-20', ${property.id}, ${zone.id}, 5000, 5000)`.execute(app.db);
  for (const [owner, spend] of [
    [advertiser.id, 2_000_000],
    [other.id, 9_000_000],
  ])
    await sql`INSERT INTO rollup_daily (cube, owner_id, day, property_id, zone_id, impressions, viewables, clicks,
        conversions, invalid, spend_micros, payout_micros)
      VALUES (16, ${owner}, '2026-11-20', ${property.id}, ${zone.id}, 100, 0, 0, 0, 0, ${spend}, 0)`.execute(
      app.db,
    );
  const found = await ask('kind=zones&search=alpine%20100%25');
  expect(found).toMatchObject({
    more: false,
    places: [
      {
        id: publicId('zone', zone.id),
        name: 'Top',
        domain: 'alpine.example',
        requests: 1_000,
        filled: 400,
        own: { impressions: 100, spend_micros: 2_000_000 },
      },
    ],
  });
  expect((await ask('kind=properties&search=ALPINE')).places).toMatchObject([
    { id: publicId('property', property.id), zone: null, requests: 1_000 },
  ]);
  // What a pattern means elsewhere is a letter here.
  expect((await ask('kind=properties&search=Al%25ne')).places).toEqual([]);
});

test('what has most traffic comes first, whatever it is called', async () => {
  const property = await makeProperty(app.db, { name: 'Order', domain: 'order.example' });
  const made: Record<string, number> = {};
  for (const [name, requests] of [
    ['A quiet', 0],
    ['B busy', 900],
    ['C some', 30],
    ['D quiet', 0],
  ] as const) {
    const zone = await makeZone(app.db, { property_id: property.id, name });
    made[name] = zone.id;
    if (requests > 0)
      await sql`INSERT INTO request_daily (cube, publisher_id, day, property_id, zone_id, requests, filled) VALUES
        (2, ${property.publisher_id}, '2026-11-20', ${property.id}, ${zone.id}, ${requests}, 1)`.execute(
        app.db,
      );
  }
  const names = async (query: string) => (await ask(query)).places.map(({ name }) => name);
  const inOrder = ['B busy', 'C some', 'A quiet', 'D quiet'];
  expect(await names('kind=zones&search=order.example')).toEqual(inOrder);
  const ids = Object.values(made).map((row) => publicId('zone', row));
  expect(await names(`kind=zones&ids=${ids.join()}`)).toEqual(inOrder);
});

test('regions are found by their names', async () => {
  expect(await ask('kind=regions&search=bayern')).toEqual({
    places: [],
    more: false,
    regions: [{ code: 'DE-BY', name: 'Bavaria', own_name: 'Bayern' }],
  });
  expect((await ask('kind=regions&search=Bavaria')).regions?.[0]?.code).toBe('DE-BY');
  expect((await ask('kind=regions&ids=DE-ZZ,DE-BY')).regions?.map(({ name }) => name)).toEqual(['Bavaria']);
  expect(await ask('kind=regions')).toEqual({ places: [], more: false, regions: [] });
});

test('what shows no ads, or is nobody’s business, is not found, by its id either', async () => {
  const suspended = await makePublisher(app.db, { status: 'suspended' });
  const hidden = await makeProperty(app.db, { name: 'Hidden', publisher_id: suspended.id });
  const pending = await makeProperty(app.db, { name: 'Hidden too', state: 'pending' });
  const { id } = await makeProperty(app.db, { name: 'Hidden archive' });
  const archived = await makeZone(app.db, { property_id: id, name: 'Hidden zone', state: 'archived' });
  expect((await ask('kind=properties&search=hidden%20')).places.map(({ name }) => name)).toEqual([
    'Hidden archive',
  ]);
  const ids = [hidden.id, pending.id].map((row) => publicId('property', row)).join(',');
  expect((await ask(`kind=properties&ids=${ids},nonsense`)).places).toEqual([]);
  expect((await ask(`kind=zones&ids=${publicId('zone', archived.id)}`)).places).toEqual([]);
});

test('of what is found by name only places that an ad fits into', async () => {
  const one = await makeProperty(app.db, { name: 'Fitting one', domain: 'fitting-one.example' });
  const two = await makeProperty(app.db, { name: 'Fitting two', domain: 'fitting-two.example' });
  const sized = (property: { id: number }, name: string, width: number, height: number) =>
    makeZone(app.db, { property_id: property.id, name, width, height });
  await sized(one, 'Box', 300, 250);
  await sized(one, 'Sky', 160, 600);
  await sized(two, 'Wide', 728, 90);
  const names = async (query: string) =>
    (await ask(`search=fitting&${query}`)).places.map(({ name }) => name);
  expect(await names('kind=zones')).toEqual(['Box', 'Sky', 'Wide']);
  expect(await names('kind=zones&fits=banner-300x250,native')).toEqual(['Box']);
  expect(await names('kind=properties&fits=banner-300x250,banner-160x600')).toEqual(['Fitting one']);
  expect(await names('kind=zones&fits=native')).toEqual([]);
  expect((await client.get('/api/campaign-places?kind=zones&fits=banner')).status).toBe(422);
});
