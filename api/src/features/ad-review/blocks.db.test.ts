import {
  BLOCKS,
  type BlockAnswer,
  blockAnswer,
  type ErrorBody,
  type PropertyBlocks,
  propertyBlocks,
  publicId,
} from '@ezdash/contracts';
import { sql } from 'kysely';
import {
  type AppWorld,
  fakeClock,
  type MadeUser,
  makeProperty,
  makePublisher,
  makeZone,
  openApp,
  type TestClient,
} from '../../testing';
import { createAdReviewFeature } from '.';
import { makeRan, type RanAd } from './testAdReview';

const clock = fakeClock('2026-11-21T12:00:00.000Z');
let app: AppWorld;
let publisher: MadeUser;
let client: TestClient;
let rows: number[];
let ids: string[];
let ad: RanAd;

beforeAll(async () => {
  app = await openApp(({ db }) => ({ mounts: createAdReviewFeature({ db, clock }).mounts }));
});
beforeEach(async () => {
  clock.set('2026-11-21T12:00:00.000Z');
  publisher = await makePublisher(app.db);
  client = await app.clientOf(publisher);
  const made = [1, 2].map(() => makeProperty(app.db, { publisher_id: publisher.id }));
  rows = (await Promise.all(made)).map(({ id }) => id).sort((a, b) => a - b);
  ids = rows.map((id) => publicId('property', id));
  ad = await ran();
});
afterAll(() => app.close());

async function ran(fields: { category?: string; earningsMicros?: number; hour?: string } = {}) {
  const [propertyId = 0] = rows;
  const zone = await makeZone(app.db, { property_id: propertyId });
  return makeRan(app.db, { publisherId: publisher.id, propertyId, zoneId: zone.id, ...fields });
}
const post = (path: string, body: object) =>
  client.post<BlockAnswer & ErrorBody>(`/api/property-blocks${path}`, body);
const block = (kind: string, value: string, properties: string[] | null = [ids[0] ?? '']) =>
  post('', { kind, value, properties });
const unblock = (kind: string, value: string, properties: string[] | null = [ids[0] ?? '']) =>
  post('/remove', { kind, value, properties });
const list = async (id = ids[0]) => (await client.get<PropertyBlocks>(`/api/properties/${id}/blocks`)).body;
/** What the ad server reads. */
async function stored(row = rows[0]): Promise<unknown> {
  const { blocks } = await app.db
    .selectFrom('property')
    .select('blocks')
    .where('id', '=', row ?? 0)
    .executeTakeFirstOrThrow();
  return blocks;
}

it('keeps each kind off a property, says who did it when, and takes it back', async () => {
  expect((await list()).blocks).toEqual([]);
  const first = await block('creative', ad.creative);
  expect(first.status).toBe(200);
  expect(blockAnswer.parse(first.body)).toEqual({ properties: [ids[0]] });
  await block('advertiser', ad.advertiser);
  await block('category', 'games');
  await block('domain', 'https://WWW.Shop.Example/sale?x=1');
  expect(await stored()).toEqual({
    advertisers: [ad.advertiserId],
    creatives: [ad.creativeId],
    categories: ['games'],
    domains: ['shop.example'],
  });
  const { blocks } = propertyBlocks.parse(await list());
  const shoes = { id: ad.advertiser, name: 'Shoes Ltd' };
  expect(blocks.map(({ kind, value, advertiser }) => [kind, value, advertiser])).toEqual([
    ['domain', 'shop.example', null],
    ['category', 'games', null],
    ['advertiser', ad.advertiser, shoes],
    ['creative', ad.creative, shoes],
  ]);
  expect(blocks[3]).toMatchObject({
    alt: 'Shoes for everybody',
    asset: { width: 300, height: 250 },
    created_at: '2026-11-21T12:00:00.000Z',
    created_by: publisher.username,
    removed_at: null,
  });
  clock.set('2026-11-21T13:00:00.000Z');
  expect((await unblock('creative', ad.creative)).body).toEqual({ properties: [ids[0]] });
  expect(await stored()).toMatchObject({ domains: ['shop.example'] });
  expect(await stored()).not.toHaveProperty('creatives');
  const after = await list();
  expect(after.blocks.map(({ kind }) => kind)).toEqual(['domain', 'category', 'advertiser']);
  expect(after.history.map(({ kind, removed_at, removed_by }) => [kind, removed_at, removed_by])).toEqual([
    ['creative', '2026-11-21T13:00:00.000Z', publisher.username],
  ]);
});

it('said twice comes to the same, and an answer names only where it changed something', async () => {
  expect((await block('domain', 'shop.example')).body.properties).toEqual([ids[0]]);
  expect((await block('domain', '*.shop.example', null)).body.properties).toEqual([ids[1]]);
  expect((await block('domain', 'shop.example', null)).body.properties).toEqual([]);
  expect((await unblock('domain', 'shop.example', [ids[1] ?? ''])).body.properties).toEqual([ids[1]]);
  expect((await unblock('domain', 'shop.example', null)).body.properties).toEqual([ids[0]]);
  expect((await unblock('domain', 'shop.example', null)).body.properties).toEqual([]);
  // And again: the entry that was taken back is history, the new one is its own.
  expect((await block('domain', 'shop.example')).body.properties).toEqual([ids[0]]);
  const { blocks, history } = await list();
  expect([blocks.length, history.length]).toEqual([1, 1]);
  expect(await stored()).toEqual({ domains: ['shop.example'] });
});

it.each<[string, () => string]>([
  ['creative', () => ad.creative],
  ['advertiser', () => ad.advertiser],
  ['category', () => 'games'],
  ['domain', () => 'shop.example'],
])(
  '%s: said by many at the same moment it is one entry, and taken back by many it is gone once',
  async (kind, value) => {
    const many = async (say: typeof block) => {
      const answers = await Promise.all(Array.from({ length: 6 }, () => say(kind, value(), null)));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      return answers.flatMap(({ body }) => body.properties).toSorted();
    };
    expect(await many(block)).toEqual(ids.toSorted());
    const before = await list();
    expect([before.blocks.length, before.history.length]).toEqual([1, 0]);
    expect(await many(unblock)).toEqual(ids.toSorted());
    const after = await list();
    expect([after.blocks.length, after.history.length]).toEqual([0, 1]);
    expect(await stored()).toEqual({});
  },
);

it('two who block at the same moment lose nothing of each other’s', async () => {
  const domains = Array.from({ length: 12 }, (_, index) => `shop${index}.example`);
  const answers = await Promise.all(domains.map((domain) => block('domain', domain, null)));
  expect(answers.map(({ status }) => status)).toEqual(domains.map(() => 200));
  for (const row of rows) {
    const { domains: kept } = (await stored(row)) as { domains: string[] };
    expect(kept.toSorted()).toEqual(domains.toSorted());
  }
});

it('says what is wrong with a value', async () => {
  const domain = await block('domain', 'no domain at all');
  expect([domain.status, domain.body.errors]).toEqual([
    422,
    { value: ['Enter a domain such as example.com'] },
  ]);
  expect((await block('domain', 'com')).status).toBe(422);
  const category = await block('category', 'weapons');
  expect(category.body.errors).toEqual({ value: ['Choose one of the categories'] });
  expect((await block('color', 'red')).status).toBe(422);
  expect((await block('domain', 'shop.example', [])).status).toBe(422);
});

it('names of ads that never ran here are nobody’s to find out', async () => {
  const other = await makePublisher(app.db);
  const property = await makeProperty(app.db, { publisher_id: other.id });
  const zone = await makeZone(app.db, { property_id: property.id });
  const theirs = await makeRan(app.db, {
    publisherId: other.id,
    propertyId: property.id,
    zoneId: zone.id,
  });
  for (const [kind, value] of [
    ['creative', theirs.creative],
    ['advertiser', theirs.advertiser],
    ['creative', publicId('creative', 2_000_000)],
    ['advertiser', publicId('user', ad.advertiserId)],
  ] as const) {
    const { status, body } = await block(kind, value);
    expect([status, body.message]).toEqual([404, 'No such ad has run on your properties']);
  }
  expect(await stored()).toEqual({});
});

it('another publisher’s property does not exist, and an archived one does not change', async () => {
  const other = await makeProperty(app.db);
  const theirs = publicId('property', other.id);
  expect((await block('domain', 'shop.example', [ids[0] ?? '', theirs])).status).toBe(404);
  expect((await client.get(`/api/properties/${theirs}/blocks`)).status).toBe(404);
  expect(await stored()).toEqual({});
  await block('domain', 'tea.example', null);
  await app.db
    .updateTable('property')
    .set({ state: 'archived' })
    .where('id', '=', rows[1] ?? 0)
    .execute();
  const refused = await block('domain', 'shop.example', ids);
  expect([refused.status, refused.body.code]).toEqual([409, 'ARCHIVED']);
  expect((await unblock('domain', 'tea.example', [ids[1] ?? ''])).status).toBe(409);
  // All of them are those in use.
  expect((await block('domain', 'shop.example', null)).body.properties).toEqual([ids[0]]);
  expect((await list(ids[1])).blocks.map(({ value }) => value)).toEqual(['tea.example']);
});

it('holds so many of a kind and no more; what is there already is no more', async () => {
  await sql`INSERT INTO property_block (property_id, kind, domain, created_at)
    SELECT ${rows[0]}, 'domain', 'shop' || n || '.example', now() FROM generate_series(1, ${BLOCKS.mostOfKind}) n`.execute(
    app.db,
  );
  const refused = await block('domain', 'one.more.example');
  expect([refused.status, refused.body.code]).toEqual([409, 'BLOCKS_FULL']);
  // Nor on the other one: what is refused is refused as a whole.
  expect((await block('domain', 'one.more.example', null)).status).toBe(409);
  expect(await stored(rows[1])).toEqual({});
  expect((await block('domain', 'shop7.example')).body.properties).toEqual([]);
  expect((await block('category', 'games')).status).toBe(200);
  await unblock('domain', 'shop7.example');
  expect((await block('domain', 'one.more.example')).status).toBe(200);
});

it('says what each category earned here in the last 30 whole days', async () => {
  await ran({ category: 'games', earningsMicros: 5_000_000 });
  await ran({ category: 'games', earningsMicros: 500_000 });
  await ran({ category: 'food', earningsMicros: 900_000, hour: '2026-10-22T00:00:00Z' });
  // Too early, and today, which is not over.
  await ran({ category: 'food', earningsMicros: 70_000, hour: '2026-10-21T23:00:00Z' });
  await ran({ category: 'food', earningsMicros: 8_000, hour: '2026-11-21T00:00:00Z' });
  expect((await list()).categories).toEqual([
    { category: 'games', impressions: 2_000, earnings_micros: 5_500_000 },
    { category: null, impressions: 1_000, earnings_micros: 2_000_000 },
    { category: 'food', impressions: 1_000, earnings_micros: 900_000 },
  ]);
  expect((await list(ids[1])).categories).toEqual([]);
});
