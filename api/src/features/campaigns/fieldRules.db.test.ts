import { type Campaign, type CampaignBidsAnswer, type ErrorBody, publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import {
  type AppWorld,
  makeAdvertiser,
  makeAsset,
  makeCampaign,
  makeCreative,
  type TestClient,
} from '../../testing';
import { openCampaigns } from './testCampaigns';

/** One judge of each field, whoever brings it: form, API, files, many at once and automatic rules. */

let app: AppWorld;
let client: TestClient;
let advertiserId: number;

beforeAll(async () => {
  app = await openCampaigns();
  const advertiser = await makeAdvertiser(app.db);
  advertiserId = advertiser.id;
  client = await app.clientOf(advertiser);
});
afterAll(() => app.close());

const INPUT = {
  name: 'Winter shells',
  pricing: 'CPC',
  bid_micros: 500_000,
  daily_budget_micros: 10_000_000,
  total_budget_micros: null,
  pacing: 'even',
  landing_url: 'https://halden.example/',
  starts_at: null,
  ends_at: null,
  targeting: {},
  frequency_cap: null,
  creatives: [] as object[],
  submit: false,
};
const create = (fields: Partial<typeof INPUT> | object) =>
  client.post<Campaign & ErrorBody>('/api/campaigns', { ...INPUT, ...fields });
const change = (id: string, fields: object) =>
  client.patch<Campaign & ErrorBody>(`/api/campaigns/${id}`, fields);

async function textAsset(display_url: string): Promise<number> {
  const parts = { headline: 'Shells', description: 'For the rain', display_url, click_chain: null };
  const asset = await makeAsset(app.db, {
    owner_id: advertiserId,
    format: 'text',
    content_type: 'application/json',
    width: 0,
    height: 0,
    parts: JSON.stringify(parts),
  });
  return asset.id;
}
const named = (assetId: number) => ({ asset_id: publicId('asset', assetId), name: 'Text', alt: '' });

test('an address is stored as browsers understand it', async () => {
  const made = await create({ landing_url: ' HTTPS:/Halden.example\\shells?c={click_id} ' });
  expect(made.body.landing_url).toBe('https://halden.example/shells?c={click_id}');
  const wrong = await change(made.body.id, { landing_url: 'https://halden..example/' });
  expect([wrong.status, wrong.body.errors]).toEqual([
    422,
    { landing_url: ['Enter a domain that visitors can open, such as shop.example'] },
  ]);
});

test('an address of before its rules hinders no other change, and needs no other look', async () => {
  const { id } = await makeCampaign(app.db, {
    advertiser_id: advertiserId,
    landing_url: 'https://halden..example',
  });
  const renamed = await change(publicId('campaign', id), { name: 'Renamed' });
  expect([renamed.status, renamed.body.landing_url]).toEqual([200, 'https://halden..example']);
  await sql`UPDATE campaign SET landing_url = 'https://halden.example' WHERE id = ${id}`.execute(app.db);
  const same = await change(publicId('campaign', id), { landing_url: 'https:/halden.example/' });
  expect([same.body.landing_url, same.body.state]).toEqual(['https://halden.example', renamed.body.state]);
});

test('a bid that a budget does not pay for once is refused, by one change or by many', async () => {
  const sentence = 'The daily budget does not pay for one click at this bid';
  const wrong = await create({ bid_micros: 10_000_001 });
  expect([wrong.status, wrong.body.errors]).toEqual([422, { bid_micros: [sentence] }]);
  const { id } = (await create({ bid_micros: 10_000_000 })).body;
  expect((await change(id, { daily_budget_micros: 9_990_000 })).status).toBe(422);
  const many = await client.post<CampaignBidsAnswer>('/api/campaigns/bids', {
    ids: [id],
    change: { percent: 20 },
  });
  expect(many.body.refused).toEqual([{ id, message: sentence }]);
});

test('hours that never come between start and end are refused', async () => {
  const targeting = { hours: { timezone: 'UTC', hours: [0] } };
  const wrong = await create({ targeting, ends_at: '2026-11-21T13:00:00Z' });
  expect([wrong.status, Object.keys(wrong.body.errors ?? {})]).toEqual([422, ['targeting.hours']]);
  expect((await create({ targeting })).status).toBe(201);
});

test.each([
  ['halden.example/shells', true],
  ['www.Halden.example › Shells', true],
  ['https://halden.example', true],
  ['paypal.com/login', false],
  ['halden.example.paypal.com', false],
  ['halden.example@paypal.com', false],
  ['paypal.com#halden.example', false],
  ['halden', false],
])('the display URL %s on halden.example: %s', async (shown, isTaken) => {
  const creatives = [named(await textAsset(shown))];
  const { status, body } = await create({ creatives, landing_url: 'https://shop.halden.example/' });
  expect([status, Object.keys(body.errors ?? {})]).toEqual(
    isTaken ? [201, []] : [422, ['creatives.0.asset_id']],
  );
});

test('a landing page on another domain than the ads show is refused', async () => {
  const creatives = [named(await textAsset('halden.example'))];
  const { id } = (await create({ creatives })).body;
  expect((await change(id, { landing_url: 'https://www.halden.example/spring' })).status).toBe(200);
  expect((await change(id, { landing_url: 'https://elsewhere.example/' })).status).toBe(422);
  // What was there before hinders no other change.
  const old = await makeCampaign(app.db, { advertiser_id: advertiserId });
  const asset = await textAsset('paypal.com');
  await makeCreative(app.db, { campaign_id: old.id, asset_id: asset });
  expect((await change(publicId('campaign', old.id), { creatives: [named(asset)] })).status).toBe(200);
});
