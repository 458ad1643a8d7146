import {
  type Asset,
  type Campaign,
  type CampaignActionAnswer,
  type CampaignList,
  campaignCursorPage,
  campaign as campaignSchema,
  type ErrorBody,
  publicId,
} from '@ezdash/contracts';
import { sql } from 'kysely';
import {
  type AppWorld,
  type MadeUser,
  makeAdvertiser,
  makeAsset,
  makeCampaign,
  makeCreative,
  makeZone,
  type TestClient,
} from '../../testing';
import { openCampaigns } from './testCampaigns';

const RANGE = '?from=2026-11-20&to=2026-11-21';
let app: AppWorld;
let advertiser: MadeUser;
let client: TestClient;

beforeAll(async () => {
  app = await openCampaigns();
});
beforeEach(async () => {
  advertiser = await makeAdvertiser(app.db);
  client = await app.clientOf(advertiser);
});
afterAll(() => app.close());

const input = (changes: object = {}) => ({
  name: 'Winter shells',
  pricing: 'CPM',
  bid_micros: 3_400_000,
  daily_budget_micros: 240_000_000,
  total_budget_micros: null,
  pacing: 'even',
  landing_url: 'https://halden.example/shells?click={click_id}',
  starts_at: null,
  ends_at: null,
  targeting: { countries: { include: ['US', 'CA'] }, devices: { include: ['desktop'] } },
  frequency_cap: { count: 3, seconds: 86_400 },
  creatives: [],
  submit: false,
  ...changes,
});

async function asset(owner = advertiser): Promise<Asset['id']> {
  return publicId('asset', (await makeAsset(app.db, { owner_id: owner.id })).id);
}

async function create(changes: object = {}): Promise<Campaign> {
  const creatives = [{ asset_id: await asset(), name: 'Shells', alt: 'A jacket' }];
  const { status, body } = await client.post<Campaign>(
    '/api/campaigns',
    input({ creatives, submit: true, ...changes }),
  );
  expect(status).toBe(201);
  return body;
}

const rowOf = async (id: string) => {
  const row = await app.db
    .selectFrom('campaign')
    .selectAll()
    .where('advertiser_id', '=', advertiser.id)
    .execute();
  return row.find((candidate) => publicId('campaign', candidate.id) === id);
};
const act = (ids: string[], action: string) =>
  client.post<CampaignActionAnswer>('/api/campaigns/actions', { ids, action });
/** As a reviewer would. */
async function approve(id: string): Promise<void> {
  const row = await rowOf(id);
  await app.db
    .updateTable('campaign')
    .set({ state: 'approved' })
    .where('id', '=', row?.id ?? 0)
    .execute();
  await app.db
    .updateTable('creative')
    .set({ state: 'approved' })
    .where('campaign_id', '=', row?.id ?? 0)
    .execute();
}

test('created, listed, opened: the same campaign, as the contract says', async () => {
  const made = await create();
  expect(campaignSchema.parse(made)).toEqual(made);
  expect(made).toMatchObject({
    state: 'inReview',
    targeting: { countries: { include: ['CA', 'US'], exclude: [] } },
    frequency_cap: { count: 3, seconds: 86_400 },
  });
  expect(made.creatives).toEqual([
    expect.objectContaining({ name: 'Shells', alt: 'A jacket', state: 'inReview' }),
  ]);
  const list = await client.get<CampaignList>(`/api/campaigns${RANGE}`);
  expect(campaignCursorPage.parse(list.body)).toEqual(list.body);
  expect(list.body.campaigns).toEqual([made]);
  expect((await client.get(`/api/campaigns/${made.id}${RANGE}`)).body).toEqual(made);
});

test('a draft needs no image and its name may be changed without review', async () => {
  const { body } = await client.post<Campaign>('/api/campaigns', input());
  expect(body).toMatchObject({ state: 'draft', creatives: [] });
  const renamed = await client.patch<Campaign>(`/api/campaigns/${body.id}`, {
    name: 'Spring',
    landing_url: 'https://halden.example/spring',
  });
  expect(renamed.body).toMatchObject({ name: 'Spring', state: 'draft' });
});

test('figures, today and totals come from rollups and spend rows', async () => {
  const made = await create();
  await approve(made.id);
  const id = (await rowOf(made.id))?.id ?? 0;
  const silent = await makeCampaign(app.db, { advertiser_id: advertiser.id });
  const zone = await makeZone(app.db);
  const hours = [
    ['2026-11-19T23:00:00Z', 1_000, 5_000_000],
    ['2026-11-20T00:00:00Z', 200, 400_000],
    ['2026-11-21T11:00:00Z', 300, 600_000],
  ] as const;
  for (const [hour, impressions, spend] of hours) {
    await app.db
      .insertInto('rollup_hourly')
      .values({
        hour,
        campaign_id: id,
        creative_id: 1,
        zone_id: zone.id,
        country: 'US',
        device: 1,
        advertiser_id: advertiser.id,
        publisher_id: 1,
        property_id: zone.property_id,
        impressions: BigInt(impressions),
        viewables: 10n,
        clicks: 2n,
        spend_micros: BigInt(spend),
        payout_micros: 0n,
      })
      .execute();
    await sql`INSERT INTO campaign_spend (campaign_id, day, spend_micros) VALUES (${id}, ${hour.slice(0, 10)}, ${spend})`.execute(
      app.db,
    );
  }
  const { body } = await client.get<CampaignList>(`/api/campaigns${RANGE}`);
  const expected = { impressions: 500, viewables: 20, clicks: 4, conversions: 0, spend_micros: 1_000_000 };
  expect(body.totals).toEqual(expected);
  expect(body.campaigns.map((campaign) => campaign.id)).toEqual([publicId('campaign', silent.id), made.id]);
  expect(body.campaigns[1]).toMatchObject({
    state: 'running',
    figures: expected,
    today: { spend_micros: 600_000, budget_micros: 240_000_000, due: 0.5 },
  });
  expect(body.campaigns[0]?.figures.impressions).toBe(0);
});

test('a 422 lists every field', async () => {
  const { status, body } = await client.post<ErrorBody>(
    '/api/campaigns',
    input({
      name: ' ',
      bid_micros: 1,
      daily_budget_micros: 1,
      landing_url: 'ftp://x',
      targeting: { countries: { include: ['XX'] } },
      submit: true,
    }),
  );
  expect(status).toBe(422);
  expect(Object.keys(body.errors ?? {}).sort()).toEqual([
    'bid_micros',
    'creatives',
    'daily_budget_micros',
    'landing_url',
    'name',
    'targeting.countries.include.0',
  ]);
  const rules = await client.post<ErrorBody>(
    '/api/campaigns',
    input({ bid_micros: 1, submit: true, total_budget_micros: 1_000_000 }),
  );
  expect(Object.keys(rules.body.errors ?? {}).sort()).toEqual([
    'bid_micros',
    'creatives',
    'total_budget_micros',
  ]);
  const missing = await client.post<ErrorBody>('/api/campaigns', {});
  expect(Object.keys(missing.body.errors ?? {})).toHaveLength(Object.keys(input()).length);
});

test('the form speaks German', async () => {
  client.setHeader('Accept-Language', 'de');
  const { body } = await client.post<ErrorBody>('/api/campaigns', input({ bid_micros: 1 }));
  expect(body).toMatchObject({
    message: 'Prüfen Sie Ihre Eingaben',
    errors: { bid_micros: ['Das niedrigste Gebot ist 0,05 $'] },
  });
});

test('images of others, unknown ones and doubles are refused by index', async () => {
  const own = await asset();
  const foreign = await asset(await makeAdvertiser(app.db));
  const creatives = [own, foreign, 'a_nonsense', own].map((asset_id) => ({ asset_id, name: 'x', alt: '' }));
  const { status, body } = await client.post<ErrorBody>('/api/campaigns', input({ creatives }));
  expect(status).toBe(422);
  expect(Object.keys(body.errors ?? {})).toEqual([
    'creatives.1.asset_id',
    'creatives.2.asset_id',
    'creatives.3.asset_id',
  ]);
});

test('an end in the past and a macro in the domain are refused', async () => {
  const past = await client.post<ErrorBody>('/api/campaigns', input({ ends_at: '2026-11-21T11:59:59Z' }));
  expect(past.body.errors).toEqual({ ends_at: ['The end has passed already'] });
  const host = await client.post<ErrorBody>('/api/campaigns', input({ landing_url: 'https://{site}/x' }));
  expect(host.status).toBe(422);
  expect(Object.keys(host.body.errors ?? {})).toEqual(['landing_url']);
});

test('bid and budget change at once, without review; rules hold on the result', async () => {
  const { id } = await create();
  await approve(id);
  const changed = await client.patch<Campaign>(`/api/campaigns/${id}${RANGE}`, {
    bid_micros: 2_000_000,
    daily_budget_micros: 5_000_000,
  });
  expect(changed.body).toMatchObject({
    state: 'running',
    bid_micros: 2_000_000,
    daily_budget_micros: 5_000_000,
  });
  const low = await client.patch<ErrorBody>(`/api/campaigns/${id}`, { total_budget_micros: 4_000_000 });
  expect(low.status).toBe(422);
  expect(low.body.errors).toHaveProperty('total_budget_micros');
  const cpc = await client.patch<ErrorBody>(`/api/campaigns/${id}`, { ends_at: '2026-01-01T00:00:00Z' });
  expect(cpc.body.errors).toHaveProperty('ends_at');
});

test('a new landing page sends a running campaign and all its images back to review', async () => {
  const { id } = await create();
  await approve(id);
  const { body } = await client.patch<Campaign>(`/api/campaigns/${id}`, {
    landing_url: 'https://halden.example/other',
  });
  expect(body).toMatchObject({ state: 'inReview', creatives: [{ state: 'inReview' }] });
});

test('a new image sends it back too, the old ones stay looked at; one left out is put away', async () => {
  const made = await create();
  await approve(made.id);
  const keep = { asset_id: made.creatives[0]?.image.id ?? '', name: 'Shells', alt: 'A jacket' };
  const added = { asset_id: await asset(), name: 'More', alt: '' };
  const { body } = await client.patch<Campaign>(`/api/campaigns/${made.id}`, { creatives: [keep, added] });
  expect(body.state).toBe('inReview');
  expect(body.creatives.map(({ alt, state }) => [alt, state])).toEqual([
    ['A jacket', 'approved'],
    ['', 'inReview'],
  ]);
  const fewer = await client.patch<Campaign>(`/api/campaigns/${made.id}`, { creatives: [keep] });
  expect(fewer.body.creatives).toHaveLength(1);
  const none = await client.patch<ErrorBody>(`/api/campaigns/${made.id}`, { creatives: [] });
  expect(none.body.errors).toEqual({ creatives: ['Add at least one creative'] });
});

test('texts and times that no database keeps are refused by field', async () => {
  const { status, body } = await client.post<ErrorBody>(
    '/api/campaigns',
    input({
      name: 'a\u0000b',
      landing_url: 'https://a.example/\u0000',
      starts_at: '0000-01-01T00:00:00Z',
      creatives: [{ asset_id: await asset(), name: 'x', alt: '\ud83d' }],
    }),
  );
  expect(status).toBe(422);
  expect(Object.keys(body.errors ?? {}).sort()).toEqual([
    'creatives.0.alt',
    'landing_url',
    'name',
    'starts_at',
  ]);
});

test('a campaign that has spent its total is complete: there is nothing to pause', async () => {
  const row = await makeCampaign(app.db, {
    advertiser_id: advertiser.id,
    total_budget_micros: 60_000_000n,
  });
  await sql`INSERT INTO campaign_spend (campaign_id, day, spend_micros) VALUES (${row.id}, '2026-11-20', 60000000)`.execute(
    app.db,
  );
  const id = publicId('campaign', row.id);
  expect((await act([id], 'pause')).body.refused).toEqual([
    { id, message: 'The total budget is spent already' },
  ]);
});

test('pause, resume, archive, submit: each refusal says why and the others go through', async () => {
  const running = await create();
  await approve(running.id);
  const draft = (await client.post<Campaign>('/api/campaigns', input())).body;
  const paused = await act([running.id, draft.id, 'c_nothing'], 'pause');
  expect(paused.body).toEqual({
    changed: [running.id],
    refused: [
      { id: draft.id, message: 'Only an approved campaign can be paused' },
      { id: 'c_nothing', message: 'No such campaign' },
    ],
  });
  expect((await act([running.id], 'resume')).body.changed).toEqual([running.id]);
  expect((await act([draft.id], 'submit')).body.refused).toEqual([
    { id: draft.id, message: 'Add at least one creative' },
  ]);
  expect((await act([draft.id], 'archive')).body.changed).toEqual([draft.id]);
  expect((await client.patch<ErrorBody>(`/api/campaigns/${draft.id}`, { name: 'x' })).status).toBe(409);
});

test('changed while paused: it stays paused, and goes to review when resumed', async () => {
  const { id } = await create();
  await approve(id);
  await act([id], 'pause');
  const landing_url = 'https://halden.example/later';
  const changed = await client.patch<Campaign>(`/api/campaigns/${id}`, { landing_url });
  expect(changed.body.state).toBe('pausedByUser');
  await act([id], 'resume');
  expect((await client.get<Campaign>(`/api/campaigns/${id}`)).body.state).toBe('inReview');
});

test('a rejected campaign is submitted again with its images', async () => {
  const { id } = await create();
  const row = await rowOf(id);
  await app.db
    .updateTable('campaign')
    .set({ state: 'rejected', state_reason: 'Show the price' })
    .where('id', '=', row?.id ?? 0)
    .execute();
  await app.db
    .updateTable('creative')
    .set({ state: 'rejected' })
    .where('campaign_id', '=', row?.id ?? 0)
    .execute();
  expect((await client.get<Campaign>(`/api/campaigns/${id}`)).body).toMatchObject({
    state: 'rejected',
    state_reason: 'Show the price',
  });
  await act([id], 'submit');
  const { body } = await client.get<Campaign>(`/api/campaigns/${id}`);
  expect(body).toMatchObject({ state: 'inReview', state_reason: null, creatives: [{ state: 'inReview' }] });
});

test('a rejected campaign with another image waits until it is submitted again', async () => {
  const { id } = await create();
  const row = (await rowOf(id))?.id ?? 0;
  const rejected = { state: 'rejected', state_reason: 'quality' } as const;
  await app.db.updateTable('campaign').set(rejected).where('id', '=', row).execute();
  await app.db.updateTable('creative').set(rejected).where('campaign_id', '=', row).execute();
  const creatives = [{ asset_id: await asset(), name: 'Sharper', alt: 'A blue jacket' }];
  const repaired = await client.patch<Campaign>(`/api/campaigns/${id}`, { creatives });
  expect(repaired.body).toMatchObject({
    state: 'rejected',
    creatives: [{ name: 'Sharper', state: 'inReview', state_reason: null }],
  });
  expect((await act([id], 'submit')).body.changed).toEqual([id]);
  expect((await client.get<Campaign>(`/api/campaigns/${id}`)).body.state).toBe('inReview');
});

test('without money a campaign is unfunded', async () => {
  advertiser = await makeAdvertiser(app.db, { cashMicros: 0n });
  client = await app.clientOf(advertiser);
  const campaign = await makeCampaign(app.db, { advertiser_id: advertiser.id });
  await makeCreative(app.db, { campaign_id: campaign.id });
  const { body } = await client.get<CampaignList>('/api/campaigns');
  expect(body.campaigns[0]).toMatchObject({ state: 'unfunded', state_reason: 'no-funds' });
});
