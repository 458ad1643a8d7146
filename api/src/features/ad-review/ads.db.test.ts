import { type AdReviewList, adReviewList, type ErrorBody, HTML5, publicId } from '@ezdash/contracts';
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
import { makeRan, type RanFields, runAgain } from './testAdReview';

const clock = fakeClock('2026-11-21T12:00:00.000Z');
let app: AppWorld;
let publisher: MadeUser;
let client: TestClient;
let place: Pick<RanFields, 'publisherId' | 'propertyId' | 'zoneId'>;

beforeAll(async () => {
  app = await openApp(({ db }) => ({ mounts: createAdReviewFeature({ db, clock }).mounts }));
});
beforeEach(async () => {
  publisher = await makePublisher(app.db);
  client = await app.clientOf(publisher);
  place = await makePlace(publisher.id);
});
afterAll(() => app.close());

async function makePlace(publisherId: number) {
  const { id: propertyId } = await makeProperty(app.db, { publisher_id: publisherId });
  const { id: zoneId } = await makeZone(app.db, { property_id: propertyId });
  return { publisherId, propertyId, zoneId };
}
const get = (query = '') => client.get<AdReviewList & ErrorBody>(`/api/publisher/ads${query}`);
const idsOf = async (query = '') => (await get(query)).body.ads.map(({ id }) => id);
const block = (kind: string, value: string, propertyId = place.propertyId) =>
  client.post('/api/property-blocks', { kind, value, properties: [publicId('property', propertyId)] });

it('lists what ran with its figures, and of its advertiser the name and the domain alone', async () => {
  const ad = await makeRan(app.db, { ...place, category: 'style' });
  await runAgain(app.db, ad, { ...place, hour: '2026-11-21T09:00:00Z', impressions: 10 });
  await makeRan(app.db, await makePlace((await makePublisher(app.db)).id));
  const { status, body, text } = await get();
  expect(status).toBe(200);
  expect(adReviewList.parse(body)).toEqual(body);
  expect(body).toEqual({
    ads: [
      {
        id: ad.creative,
        asset: expect.objectContaining({ format: 'image', width: 300, height: 250 }),
        alt: 'Shoes for everybody',
        advertiser: { id: ad.advertiser, name: 'Shoes Ltd' },
        domain: 'shop.example',
        category: 'style',
        impressions: 1_010,
        viewables: 505,
        clicks: 14,
        earnings_micros: 4_000_000,
        last_shown_at: '2026-11-21T09:00:00.000Z',
        blocked_on: [],
      },
    ],
    count: 1,
    advertisers: [{ id: ad.advertiser, name: 'Shoes Ltd' }],
    next_cursor: null,
  });
  // Neither its mail, nor what it paid, nor what it calls its campaign.
  for (const secret of ['@', 'spend', '8000000', 'Campaign', '/sale']) expect(text).not.toContain(secret);
});

it('an advertiser without a company, a domain beyond ASCII, and an ad that was all invalid', async () => {
  const nameless = await makeRan(app.db, { ...place, company: null, landing: 'https://käse.example/' });
  const reversed = await makeRan(app.db, place);
  await runAgain(app.db, reversed, { ...place, impressions: -1_000, earningsMicros: -2_000_000 });
  const { ads } = (await get()).body;
  expect(ads.map(({ id, advertiser, domain }) => [id, advertiser.name, domain])).toEqual([
    [nameless.creative, null, 'xn--kse-qla.example'],
  ]);
});

it('shows what visitors see, and not who else counts their clicks', async () => {
  const ad = await makeRan(app.db, place);
  const parts = { files: 2, click_chain: 'https://counter.example/c?to={click_url}' };
  await sql`UPDATE creative_asset SET format = 'html5', content_type = ${HTML5.type}, parts = ${JSON.stringify(parts)}::jsonb
    WHERE id = (SELECT asset_id FROM creative WHERE id = ${ad.creativeId})`.execute(app.db);
  const { ads } = (await get()).body;
  expect(ads[0]?.asset).toMatchObject({ format: 'html5', parts: { files: 2, click_chain: null } });
});

it('goes on page by page in each order, without a gap and without one twice', async () => {
  const made: { creative: string; impressions: number; hour: string }[] = [];
  for (const index of [3, 1, 4, 1, 5, 9, 2]) {
    const hour = `2026-11-1${index}T10:00:00Z`;
    const impressions = index * 100;
    const ad = await makeRan(app.db, { ...place, impressions, earningsMicros: 1_000 * (10 - index), hour });
    made.push({ creative: ad.creative, impressions, hour });
  }
  const walk = async (sort: string) => {
    const found: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body }: { body: AdReviewList } = await get(
        `?sort=${sort}&limit=2${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      expect(body.count).toBe(made.length);
      found.push(...body.ads.map(({ id }) => id));
      cursor = body.next_cursor;
    }
    return found;
  };
  // Of two that are alike the newer one comes first.
  const most = made
    .toReversed()
    .sort((a, b) => b.impressions - a.impressions)
    .map(({ creative }) => creative);
  expect(await walk('impressions')).toEqual(most);
  expect(await walk('last_shown')).toEqual(most);
  const least = made
    .toReversed()
    .sort((a, b) => a.impressions - b.impressions)
    .map(({ creative }) => creative);
  expect(await walk('earnings')).toEqual(least);
  for (const cursor of ['earnings.1', 'impressions.5.7', 'x', 'earnings.a.b'])
    expect((await get(`?cursor=${cursor}`)).status).toBe(422);
});

it('is narrowed by place, advertiser, category and days', async () => {
  const other = await makePlace(publisher.id);
  const here = await makeRan(app.db, { ...place, category: 'games' });
  const there = await makeRan(app.db, { ...other, earningsMicros: 1 });
  const early = await makeRan(app.db, { ...place, hour: '2026-09-01T10:00:00Z' });
  expect(await idsOf()).toEqual([here.creative, there.creative]);
  expect(await idsOf(`?property=${publicId('property', other.propertyId)}`)).toEqual([there.creative]);
  expect(await idsOf(`?zone=${publicId('zone', place.zoneId)}`)).toEqual([here.creative]);
  expect(await idsOf(`?advertiser=${there.advertiser}`)).toEqual([there.creative]);
  expect(await idsOf('?category=games')).toEqual([here.creative]);
  expect(await idsOf('?category=none')).toEqual([there.creative]);
  expect(await idsOf('?from=2026-09-01&to=2026-09-02')).toEqual([early.creative]);
  // The filter of advertisers offers all who ran, whatever else is chosen.
  const { body } = await get(`?advertiser=${there.advertiser}`);
  expect(body.advertisers.map(({ id }) => id).sort()).toEqual([here.advertiser, there.advertiser].sort());
  const stranger = await makePlace((await makePublisher(app.db)).id);
  expect((await get(`?property=${publicId('property', stranger.propertyId)}`)).status).toBe(404);
  expect((await get(`?zone=${publicId('zone', stranger.zoneId)}`)).status).toBe(404);
});

it('tells where an ad is blocked and by what, as the ad server does', async () => {
  const other = await makePlace(publisher.id);
  const ad = await makeRan(app.db, { ...place, landing: 'https://tea.shop.example/', category: 'food' });
  const plain = await makeRan(app.db, { ...place, landing: 'https://other.example/', earningsMicros: 1 });
  await block('domain', 'shop.example');
  await block('category', 'games', other.propertyId);
  await block('creative', ad.creative, other.propertyId);
  await block('advertiser', ad.advertiser, other.propertyId);
  const [mine, theirs] = [place, other].map(({ propertyId }) => publicId('property', propertyId));
  const { ads } = (await get()).body;
  expect(ads.map(({ id, blocked_on }) => [id, blocked_on])).toEqual([
    [
      ad.creative,
      [
        { property_id: mine, reasons: [{ kind: 'domain', value: 'shop.example' }] },
        {
          property_id: theirs,
          reasons: [
            { kind: 'creative', value: ad.creative },
            { kind: 'advertiser', value: ad.advertiser },
          ],
        },
      ],
    ],
    // It names no category, where one is blocked.
    [plain.creative, [{ property_id: theirs, reasons: [{ kind: 'category', value: null }] }]],
  ]);
  expect(await idsOf(`?property=${mine}&blocked=no`)).toEqual([plain.creative]);
  expect(await idsOf(`?property=${mine}&blocked=yes`)).toEqual([ad.creative]);
  expect(await idsOf('?blocked=no')).toEqual([]);
});
