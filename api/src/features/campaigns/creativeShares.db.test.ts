import { type Campaign, type ErrorBody, publicId, rowId } from '@ezdash/contracts';
import { type AppWorld, makeAdvertiser, makeAsset, type TestClient } from '../../testing';
import { openCampaigns } from './testCampaigns';

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

const assetOf = async () => publicId('asset', (await makeAsset(app.db, { owner_id: advertiserId })).id);
const creative = (asset_id: string, share?: unknown) => ({ asset_id, name: 'Shells', alt: '', share });

async function made(): Promise<{ id: string; assets: [string, string] }> {
  const assets: [string, string] = [await assetOf(), await assetOf()];
  const { body } = await client.post<Campaign>('/api/campaigns', {
    name: 'Winter shells',
    pricing: 'CPM',
    bid_micros: 500_000,
    daily_budget_micros: 50_000_000,
    total_budget_micros: null,
    pacing: 'even',
    landing_url: 'https://halden.example/shells',
    starts_at: null,
    ends_at: null,
    targeting: {},
    frequency_cap: null,
    creatives: assets.map((id) => creative(id)),
    submit: false,
  });
  return { id: body.id, assets };
}
const change = (id: string, creatives: object[]) =>
  client.patch<Campaign & ErrorBody>(`/api/campaigns/${id}`, { creatives });
const shares = ({ creatives }: Campaign) => creatives.map(({ share }) => share);

test('shares are kept, changed and taken away, and send nothing to review', async () => {
  const {
    id,
    assets: [one, other],
  } = await made();
  await app.db
    .updateTable('campaign')
    .set({ state: 'approved' })
    .where('advertiser_id', '=', advertiserId)
    .execute();
  const set = await change(id, [creative(one, 70), creative(other, 30)]);
  expect([set.status, shares(set.body)]).toEqual([200, [70, 30]]);
  expect(set.body.state).not.toBe('inReview');
  expect(shares((await change(id, [creative(one, 1), creative(other, 99)])).body)).toEqual([1, 99]);
  expect(shares((await change(id, [creative(one), creative(other, null)])).body)).toEqual([null, null]);
});

test('a rejected creative with other words is looked at again, and nothing else is', async () => {
  const {
    id,
    assets: [one, other],
  } = await made();
  const row = rowId('campaign', id) ?? 0;
  await app.db.updateTable('campaign').set({ state: 'approved' }).where('id', '=', row).execute();
  const set = (asset: string, state: 'approved' | 'rejected', reason: string | null) =>
    app.db
      .updateTable('creative')
      .set({ state, state_reason: reason, review_note: reason })
      .where('campaign_id', '=', row)
      .where('asset_id', '=', rowId('asset', asset) ?? 0)
      .execute();
  await set(one, 'approved', null);
  await set(other, 'rejected', 'quality');
  const { body } = await change(id, [creative(one), { ...creative(other), alt: 'Four winter tyres' }]);
  expect(body).toMatchObject({
    state: 'inReview',
    creatives: [{ state: 'approved' }, { state: 'inReview', state_reason: null, review_note: null }],
  });
});

test.each<[string, unknown, unknown, string]>([
  ['more than all', 70, 40, 'creatives.0.share'],
  ['one without', 70, null, 'creatives.1.share'],
  ['nothing of it', 0, 100, 'creatives.0.share'],
  ['a fraction', 49.5, 50.5, 'creatives.0.share'],
  ['a word', 'half', 50, 'creatives.0.share'],
  ['less than nothing', -20, 120, 'creatives.0.share'],
])('%s is refused where it is, and nothing is changed', async (_title, first, second, field) => {
  const {
    id,
    assets: [one, other],
  } = await made();
  const { status, body } = await change(id, [creative(one, first), creative(other, second)]);
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, expect.arrayContaining([field])]);
  expect(shares((await client.get<Campaign>(`/api/campaigns/${id}`)).body)).toEqual([null, null]);
});
