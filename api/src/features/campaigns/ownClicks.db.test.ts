import { type Campaign, type CampaignActionAnswer, type ErrorBody, publicId } from '@ezdash/contracts';
import {
  type AppWorld,
  makeAdvertiser,
  makeAsset,
  makeCampaign,
  makeCreative,
  type TestClient,
} from '../../testing';
import { openCampaigns } from './testCampaigns';

const SENTENCE = ['HTML5 ads and click chains can only be paid by CPM'];
const CHAIN = 'https://count.example/c?to={click_url}';
const TEXT = { headline: 'Shells', description: 'For the rain', display_url: 'halden.example' };
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

const ASSETS = {
  image: {},
  html5: {
    format: 'html5',
    content_type: 'application/zip',
    parts: JSON.stringify({ files: 1, click_chain: null }),
  },
  text: words({ ...TEXT, click_chain: null }),
  chained: words({ ...TEXT, click_chain: CHAIN }),
} as const;
function words(parts: object) {
  return {
    format: 'text' as const,
    content_type: 'application/json',
    width: 0,
    height: 0,
    parts: JSON.stringify(parts),
  };
}
type Kind = keyof typeof ASSETS;

const assetRow = async (kind: Kind) =>
  (await makeAsset(app.db, { owner_id: advertiserId, ...ASSETS[kind] })).id;
const creative = async (kind: Kind) => ({
  asset_id: publicId('asset', await assetRow(kind)),
  name: kind,
  alt: '',
});
async function create(pricing: string, kinds: readonly Kind[], submit = true) {
  const creatives = await Promise.all(kinds.map(creative));
  return client.post<Campaign & ErrorBody>('/api/campaigns', {
    name: 'Winter shells',
    pricing,
    bid_micros: 500_000,
    daily_budget_micros: 50_000_000,
    total_budget_micros: null,
    pacing: 'even',
    landing_url: 'https://halden.example/shells',
    starts_at: null,
    ends_at: null,
    targeting: {},
    frequency_cap: null,
    creatives,
    submit,
  });
}
const change = (id: string, body: object) => client.patch<Campaign & ErrorBody>(`/api/campaigns/${id}`, body);

test.each<[string, Kind[], string[]]>([
  ['CPM', ['image', 'html5', 'text', 'chained'], []],
  ['CPC', ['image', 'text'], []],
  ['CPC', ['image', 'html5'], ['creatives.1.asset_id']],
  ['CPC', ['chained', 'text', 'html5'], ['creatives.0.asset_id', 'creatives.2.asset_id']],
])('a campaign paid by %s with %j', async (pricing, kinds, paths) => {
  const { status, body } = await create(pricing, kinds);
  expect(status).toBe(paths.length === 0 ? 201 : 422);
  expect(body.errors ?? {}).toEqual(Object.fromEntries(paths.map((path) => [path, SENTENCE])));
});

test('a draft may not either', async () => {
  expect((await create('CPC', ['html5'], false)).status).toBe(422);
});

test('one is attached to no campaign that pays for clicks', async () => {
  const { body } = await create('CPC', ['image']);
  const answer = await change(body.id, { creatives: [await creative('chained')] });
  expect([answer.status, answer.body.errors]).toEqual([422, { 'creatives.0.asset_id': SENTENCE }]);
  const both = await change(body.id, { pricing: 'CPM', creatives: [await creative('chained')] });
  expect(both.status).toBe(200);
});

test.each<Kind>(['html5', 'chained'])('the pricing stays CPM with one: %s', async (kind) => {
  const { body } = await create('CPM', ['image', kind]);
  const answer = await change(body.id, { pricing: 'CPC' });
  expect([answer.status, answer.body.errors]).toEqual([422, { 'creatives.1.asset_id': SENTENCE }]);
  expect((await change(body.id, { name: 'Boots' })).body.pricing).toBe('CPM');
  expect((await change(body.id, { pricing: 'CPC', creatives: [await creative('image')] })).status).toBe(200);
});

test('one that was attached before there was the rule is not submitted', async () => {
  const { id } = await makeCampaign(app.db, {
    advertiser_id: advertiserId,
    pricing: 'CPC',
    state: 'draft',
  });
  await makeCreative(app.db, { campaign_id: id, asset_id: await assetRow('html5') });
  const campaign = publicId('campaign', id);
  const { body } = await client.post<CampaignActionAnswer>('/api/campaigns/actions', {
    ids: [campaign],
    action: 'submit',
  });
  expect(body.refused).toEqual([{ id: campaign, message: SENTENCE[0] }]);
  expect((await change(campaign, { name: 'Boots' })).status).toBe(200);
});
