import {
  type Campaign,
  type CampaignActionAnswer,
  type CampaignHistory,
  type ErrorBody,
  publicId,
  type Stop,
  type StopKind,
  type StopList,
  stop as stopSchema,
} from '@ezdash/contracts';
import { sql } from 'kysely';
import { AppError } from '../../platform/errors';
import { silentLog } from '../../platform/log';
import {
  type AppWorld,
  fakeClock,
  type MadeUser,
  makeAdmin,
  makeAdvertiser,
  makeAsset,
  makeCampaign,
  makeCreative,
  makeProperty,
  makePublisher,
  makeZone,
  openApp,
  type TestClient,
} from '../../testing';
import { byToken, type CampaignsFeature, createCampaignsFeature } from '../campaigns';
import { createPropertiesFeature } from '../properties';
import { createReviewFeature } from '../review';
import { createStopsFeature, type StopNews } from '.';

const clock = fakeClock('2026-11-21T14:02:00.000Z');
const REASON = 'The landing page now asks for card numbers';
const told: StopNews[] = [];
let isProven = true;
let app: AppWorld;
let mara: TestClient;
let campaigns: CampaignsFeature;
let owner: MadeUser;
let advertiser: TestClient;
let publisherUser: MadeUser;
let publisher: TestClient;

beforeAll(async () => {
  app = await openApp(({ db }) => {
    const onChanged = async (_: unknown, news: readonly StopNews[]) => void told.push(...news);
    const checkProof = () => {
      if (!isProven) throw new AppError(403, 'REAUTH_REQUIRED', 'Confirm that it is you');
    };
    campaigns = createCampaignsFeature({ db, clock });
    return {
      clock,
      mounts: [
        campaigns,
        createReviewFeature({ db, clock, onLifted: onChanged }),
        createPropertiesFeature({ db, clock, appUrl: 'https://ads.test', autoApproveProperties: true }),
        createStopsFeature({ db, clock, log: silentLog, checkProof, onChanged }),
      ].flatMap(({ mounts }) => mounts),
    };
  });
  mara = await app.clientOf(await makeAdmin(app.db, { first_name: 'Mara', last_name: 'Okafor' }));
  owner = await makeAdvertiser(app.db);
  advertiser = await app.clientOf(owner);
  publisherUser = await makePublisher(app.db);
  publisher = await app.clientOf(publisherUser);
});
afterAll(() => app.close());
beforeEach(() => {
  told.length = 0;
  isProven = true;
});

const PATH = '/api/operator/stops';
const put = (kind: StopKind, row: number, body: object = {}) =>
  mara.post<Stop & ErrorBody>(PATH, { kind, id: publicId(kind, row), reason: REASON, ...body });
const lift = (id: string) => mara.post<Stop & ErrorBody>(`${PATH}/${id}/lift`, { note: 'Looked again' });
const stateOf = async (kind: StopKind, row: number) => {
  const { rows } = await sql<{ state: string; state_reason: string | null }>`
    SELECT state, state_reason FROM ${sql.table(kind)} WHERE id = ${row}`.execute(app.db);
  return rows[0];
};

/** An approved campaign with two creatives, a property with a zone. */
async function world() {
  const campaign = await makeCampaign(app.db, { advertiser_id: owner.id, name: 'Shells' });
  await app.db
    .updateTable('campaign')
    .set({ approved_landing_url: 'https://example.test/landing' })
    .where('id', '=', campaign.id)
    .execute();
  const creative = await makeCreative(app.db, { campaign_id: campaign.id, name: 'Wide' });
  const other = await makeCreative(app.db, { campaign_id: campaign.id, name: 'Tall' });
  const property = await makeProperty(app.db, { publisher_id: publisherUser.id });
  const zone = await makeZone(app.db, { property_id: property.id });
  return {
    campaign: campaign.id,
    creative: creative.id,
    other: other.id,
    property: property.id,
    zone: zone.id,
  };
}

const KINDS: StopKind[] = ['campaign', 'creative', 'property', 'zone'];

describe.each(KINDS)('a %s', (kind) => {
  it('is stopped with a reason, told to its owner, and as before when the stop is lifted', async () => {
    const row = (await world())[kind];
    const before = await stateOf(kind, row);
    const { status, body } = await put(kind, row, { note: 'Ticket 7' });
    expect(status).toBe(201);
    expect(stopSchema.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      kind,
      target: publicId(kind, row),
      reason: REASON,
      note: 'Ticket 7',
      stopped_by: 'Mara Okafor',
      lifted: null,
    });
    expect(await stateOf(kind, row)).toEqual({ state: 'stopped', state_reason: REASON });
    const ownerId = kind === 'campaign' || kind === 'creative' ? owner.id : publisherUser.id;
    expect(told).toMatchObject([{ kind, ownerId, what: 'stopped', reason: REASON }]);
    expect((await lift(body.id)).body).toMatchObject({ lifted: { by: 'Mara Okafor', how: 'operator' } });
    expect(await stateOf(kind, row)).toEqual(before);
    expect(told.map(({ what }) => what)).toEqual(['stopped', 'lifted']);
  });

  it('that is stopped is told so and not stopped twice, by two at once neither; a lifted one is stopped anew', async () => {
    const row = (await world())[kind];
    const answers = await Promise.all([put(kind, row), put(kind, row), put(kind, row)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(told).toHaveLength(1);
    const [first] = answers;
    await lift(first?.body.id ?? '');
    expect((await lift(first?.body.id ?? '')).status).toBe(200);
    expect(told).toHaveLength(2);
    expect((await put(kind, row)).status).toBe(201);
    const { body } = await mara.get<StopList>(`${PATH}?kind=${kind}&id=${publicId(kind, row)}`);
    expect(body.stops.map(({ lifted }) => lifted?.how ?? null)).toEqual([null, 'operator']);
  });

  it('is stopped by an operator alone, with a recent proof and a reason', async () => {
    const row = (await world())[kind];
    const body = { kind, id: publicId(kind, row), reason: REASON };
    for (const client of [advertiser, publisher]) {
      expect((await client.post(PATH, body)).status).toBe(403);
      expect((await client.get(`${PATH}?kind=${kind}&id=${body.id}`)).status).toBe(403);
    }
    isProven = false;
    expect(await put(kind, row)).toMatchObject({ status: 403, body: { code: 'REAUTH_REQUIRED' } });
    isProven = true;
    const silent = await put(kind, row, { reason: ' ' });
    expect(silent).toMatchObject({ status: 422, body: { errors: { reason: [expect.any(String)] } } });
    expect((await put(kind, 999_999)).status).toBe(404);
    expect((await stateOf(kind, row))?.state).not.toBe('stopped');
  });

  it('that nobody approved is rejected in the review instead', async () => {
    const row = (await world())[kind];
    const state = kind === 'zone' ? 'archived' : kind === 'property' ? 'pending' : 'in_review';
    await sql`UPDATE ${sql.table(kind)} SET state = ${state} WHERE id = ${row}`.execute(app.db);
    expect(await put(kind, row)).toMatchObject({ status: 409, body: { code: 'NOT_STOPPABLE' } });
  });

  it('is never in force again while its stop is, whatever writes its row', async () => {
    const row = (await world())[kind];
    const before = await stateOf(kind, row);
    await put(kind, row);
    const start = sql`UPDATE ${sql.table(kind)} SET state = ${before?.state} WHERE id = ${row}`.execute(
      app.db,
    );
    await expect(start).rejects.toThrow('is stopped by the network');
  });

  it('has stops that nobody changes or removes', async () => {
    const { body } = await put(kind, (await world())[kind]);
    await lift(body.id);
    for (const table of ['network_stop', 'network_stop_lift'])
      for (const statement of [`UPDATE ${table} SET note = 'x'`, `DELETE FROM ${table}`])
        for (const [role, refusal] of [
          [app.db, 'permission denied'],
          [app.test.owner, 'append-only'],
        ] as const)
          await expect(sql.raw(statement).execute(role)).rejects.toThrow(refusal);
  });
});

const RULE = { actor: 'rule', ruleId: 1, name: 'Start again' } as const;

/** Every door by which an owner changes what state a campaign is in. */
const DOORS: readonly [name: string, walk: (id: string) => Promise<unknown>][] = [
  ['resume', (id) => advertiser.post('/api/campaigns/actions', { ids: [id], action: 'resume' })],
  ['pause', (id) => advertiser.post('/api/campaigns/actions', { ids: [id], action: 'pause' })],
  ['a new bid', (id) => advertiser.patch(`/api/campaigns/${id}`, { bid_micros: 3_000_000 })],
  ['a new name', (id) => advertiser.patch(`/api/campaigns/${id}`, { name: 'Boots' })],
  [
    'budgets of many',
    (id) => advertiser.post('/api/campaigns/budgets', { ids: [id], change: { percent: 10 } }),
  ],
  ['bids of many', (id) => advertiser.post('/api/campaigns/bids', { ids: [id], change: { percent: 10 } })],
  ['undo of all that came before', undoAll],
  ['a file that is brought in', bringIn],
  ['an automatic rule', (id) => campaigns.actions.act(owner.id, { ids: [id], action: 'resume' }, RULE)],
  ['an API token', (id) => campaigns.actions.act(owner.id, { ids: [id], action: 'resume' }, byToken(1))],
];

async function bringIn(id: string): Promise<void> {
  const file = Buffer.from(`id,state,bid\n${id},running,3\n`);
  const { plan } = await campaigns.imports.preview(owner.id, file);
  await campaigns.imports.apply(owner.id, file, { plan: plan ?? '', key: id });
}

async function undoAll(id: string): Promise<void> {
  const { body } = await advertiser.get<CampaignHistory>(`/api/campaigns/${id}/history`);
  for (const { id: change } of body.changes)
    await advertiser.post(`/api/campaigns/${id}/history/${change}/undo`, {});
}

it.each(DOORS)('a stopped campaign is not started by %s', async (_name, walk) => {
  const { campaign } = await world();
  const id = publicId('campaign', campaign);
  await advertiser.post('/api/campaigns/actions', { ids: [id], action: 'pause' });
  await advertiser.post('/api/campaigns/actions', { ids: [id], action: 'resume' });
  await put('campaign', campaign);
  await walk(id);
  expect(await stateOf('campaign', campaign)).toMatchObject({ state: 'stopped', state_reason: REASON });
});

it('resume of a stopped campaign says what to do; archiving it is for good, and ends no stop', async () => {
  const { campaign } = await world();
  const id = publicId('campaign', campaign);
  const { body } = await put('campaign', campaign);
  const act = (action: string) =>
    advertiser.post<CampaignActionAnswer>('/api/campaigns/actions', { ids: [id], action });
  expect((await act('resume')).body.refused).toEqual([
    { id, message: 'The network stopped this campaign. Change it and submit it again' },
  ]);
  expect((await act('archive')).body.changed).toEqual([id]);
  await undoAll(id);
  expect((await stateOf('campaign', campaign))?.state).toBe('archived');
  await lift(body.id);
  expect((await stateOf('campaign', campaign))?.state).toBe('archived');
});

it('an archived campaign is stopped too: what was shown of it still leads somewhere', async () => {
  const { campaign } = await world();
  await sql`UPDATE campaign SET state = 'archived' WHERE id = ${campaign}`.execute(app.db);
  expect((await put('campaign', campaign)).status).toBe(201);
  expect((await stateOf('campaign', campaign))?.state).toBe('archived');
  expect(told).toMatchObject([{ kind: 'campaign', ownerId: owner.id }]);
});

const review = (row: number, body: object = {}) =>
  mara.post<Campaign & ErrorBody>(`/api/operator/reviews/${publicId('campaign', row)}`, {
    decision: 'approve',
    reasons: [],
    message: '',
    ...body,
  });

it.each<[string, (id: string) => Promise<unknown>]>([
  [
    'changed',
    (id) => advertiser.patch(`/api/campaigns/${id}`, { landing_url: 'https://example.test/clean' }),
  ],
  ['sent in again', (id) => advertiser.post('/api/campaigns/actions', { ids: [id], action: 'submit' })],
])(
  'a stopped campaign that is %s goes to review; its rejection keeps the stop, its approval lifts it',
  async (_, walk) => {
    const { campaign } = await world();
    const { body } = await put('campaign', campaign);
    const id = publicId('campaign', campaign);
    await walk(id);
    expect((await stateOf('campaign', campaign))?.state).toBe('in_review');
    await review(campaign, { decision: 'reject', reasons: ['landing-page'] });
    expect((await put('campaign', campaign)).status).toBe(200);
    await advertiser.post('/api/campaigns/actions', { ids: [id], action: 'submit' });
    expect((await review(campaign)).body).toMatchObject({ state: 'running', state_reason: null });
    const { body: list } = await mara.get<StopList>(`${PATH}?kind=campaign&id=${id}`);
    expect(list.stops).toMatchObject([{ id: body.id, lifted: { how: 'approval', by: 'Mara Okafor' } }]);
  },
);

it('lifting the stop of a campaign that is in review again leaves it there', async () => {
  const { campaign } = await world();
  const { body } = await put('campaign', campaign);
  await advertiser.patch(`/api/campaigns/${publicId('campaign', campaign)}`, {
    landing_url: 'https://a.test/',
  });
  await lift(body.id);
  expect((await stateOf('campaign', campaign))?.state).toBe('in_review');
});

it('the owner reads the reason at the campaign and in its history', async () => {
  const { campaign } = await world();
  await put('campaign', campaign);
  const id = publicId('campaign', campaign);
  const { body } = await advertiser.get<Campaign>(`/api/campaigns/${id}`);
  expect(body).toMatchObject({ state: 'stopped', state_reason: REASON });
  const history = await advertiser.get<CampaignHistory>(`/api/campaigns/${id}/history`);
  expect(history.body.changes[0]).toMatchObject({
    by: { actor: 'staff' },
    undo_refused: 'staff',
    fields: [
      { field: 'state', before: 'approved', after: 'stopped' },
      { field: 'state_reason', before: null, after: REASON },
    ],
  });
});

describe('a file', () => {
  const setOf = (id: string, assets: number[]) =>
    advertiser.patch<Campaign & ErrorBody>(`/api/campaigns/${id}`, {
      creatives: assets.map((asset) => ({ asset_id: publicId('asset', asset), name: 'Again', alt: '' })),
    });

  it('is stopped for everybody who shows it, and set free for all of them by one approval', async () => {
    const { campaign, creative } = await world();
    const twin = await makeAdvertiser(app.db);
    const { sha256 } = await app.db
      .selectFrom('creative_asset')
      .innerJoin('creative', 'creative.asset_id', 'creative_asset.id')
      .select('sha256')
      .where('creative.id', '=', creative)
      .executeTakeFirstOrThrow();
    const asset = await makeAsset(app.db, { owner_id: twin.id, sha256 });
    const theirs = await makeCampaign(app.db, { advertiser_id: twin.id });
    const copy = await makeCreative(app.db, { campaign_id: theirs.id, asset_id: asset.id });
    await put('creative', creative);
    expect((await stateOf('creative', copy.id))?.state).toBe('stopped');
    expect(told.map(({ ownerId }) => ownerId).sort()).toEqual([owner.id, twin.id].sort());
    // Other words go to review with the campaign; the reviewer's word frees both.
    const { body } = await advertiser.get<Campaign>(`/api/campaigns/${publicId('campaign', campaign)}`);
    const words = body.creatives.map(({ image, alt }) => ({ asset_id: image.id, name: 'Other words', alt }));
    await advertiser.patch(`/api/campaigns/${body.id}`, { creatives: words });
    expect((await stateOf('creative', creative))?.state).toBe('in_review');
    expect((await stateOf('creative', copy.id))?.state).toBe('stopped');
    expect((await review(campaign)).status).toBe(200);
    expect((await stateOf('creative', creative))?.state).toBe('approved');
    expect((await stateOf('creative', copy.id))?.state).toBe('approved');
    expect(told.at(-1)).toMatchObject({ ownerId: twin.id, what: 'lifted' });
  });

  it('that is stopped makes no new creative: in another campaign, uploaded again, or put back by an undo', async () => {
    const { campaign, creative } = await world();
    const { asset_id } = await app.db
      .selectFrom('creative')
      .select('asset_id')
      .where('id', '=', creative)
      .executeTakeFirstOrThrow();
    await put('creative', creative);
    const refused = {
      status: 422,
      body: { errors: { 'creatives.0.asset_id': [expect.stringContaining('stopped')] } },
    };
    const other = await world();
    expect(await setOf(publicId('campaign', other.campaign), [asset_id])).toMatchObject(refused);
    // Taken out, it does not come back.
    const clean = await makeAsset(app.db, { owner_id: owner.id });
    const id = publicId('campaign', campaign);
    expect((await setOf(id, [clean.id])).status).toBe(200);
    expect(await setOf(id, [asset_id])).toMatchObject(refused);
    const { body } = await advertiser.get<CampaignHistory>(`/api/campaigns/${id}/history`);
    const undo = await advertiser.post<ErrorBody>(
      `/api/campaigns/${id}/history/${body.changes[0]?.id}/undo`,
      {},
    );
    expect(undo).toMatchObject({ status: 409, body: { code: 'UNDO_REFUSED' } });
  });

  it('stays stopped in a copy of its campaign', async () => {
    const { campaign, creative } = await world();
    await put('creative', creative);
    const { body } = await advertiser.post<Campaign>(
      `/api/campaigns/${publicId('campaign', campaign)}/clone`,
      {},
    );
    expect(body.creatives.map(({ state }) => state)).toEqual(['stopped', 'inReview']);
  });

  it('leaves the rest of its campaign running, which a review judges without it', async () => {
    const { campaign, creative, other } = await world();
    await put('creative', creative);
    const { body } = await advertiser.get<Campaign>(`/api/campaigns/${publicId('campaign', campaign)}`);
    expect(body).toMatchObject({
      state: 'running',
      creatives: [
        { state: 'stopped', state_reason: REASON },
        { state: 'approved', state_reason: null },
      ],
    });
    await advertiser.post('/api/campaigns/actions', { ids: [body.id], action: 'pause' });
    await advertiser.post('/api/campaigns/actions', { ids: [body.id], action: 'resume' });
    expect((await stateOf('campaign', campaign))?.state).toBe('approved');
    await advertiser.patch(`/api/campaigns/${body.id}`, { landing_url: 'https://example.test/other' });
    expect((await review(campaign)).status).toBe(200);
    expect((await stateOf('creative', creative))?.state).toBe('stopped');
    expect((await stateOf('creative', other))?.state).toBe('approved');
  });
});

describe('a site', () => {
  it('that is stopped is not added again by its publisher, and not shown ads on for another before an operator looks', async () => {
    const { property } = await world();
    const { domain } = await app.db
      .selectFrom('property')
      .select('domain')
      .where('id', '=', property)
      .executeTakeFirstOrThrow();
    await put('property', property);
    const id = publicId('property', property);
    expect((await publisher.patch(`/api/properties/${id}`, { state: 'archived' })).status).toBe(200);
    const input = { name: 'Again', domain, category: 'news', language: 'en' };
    expect(await publisher.post<ErrorBody>('/api/properties', input)).toMatchObject({
      status: 422,
      body: { errors: { domain: ['The network stopped this property. Ask support'] } },
    });
    const stranger = await app.clientOf(await makePublisher(app.db));
    expect((await stranger.post('/api/properties', input)).body).toMatchObject({ state: 'pending' });
  });

  it('is approved again by the operator who decides on properties, which lifts the stop', async () => {
    const { property } = await world();
    const { body } = await put('property', property);
    const path = `/api/operator/properties/${publicId('property', property)}`;
    expect((await mara.post(path, { decision: 'reject', message: 'No' })).status).toBe(200);
    expect((await put('property', property)).status).toBe(200);
    expect((await mara.post(path, { decision: 'approve', message: '' })).status).toBe(200);
    const stops = await mara.get<StopList>(`${PATH}?kind=property&id=${publicId('property', property)}`);
    expect(stops.body.stops).toMatchObject([{ id: body.id, lifted: { how: 'approval' } }]);
  });
});

it.each(['active', 'paused'])(
  'a stopped zone is not made %s by its publisher; other fields of it change',
  async (state) => {
    const { zone } = await world();
    await put('zone', zone);
    const path = `/api/zones/${publicId('zone', zone)}`;
    expect(await publisher.patch<ErrorBody>(path, { state })).toMatchObject({
      status: 409,
      body: { code: 'STOPPED' },
    });
    expect((await publisher.patch(path, { name: 'Other' })).body).toMatchObject({
      name: 'Other',
      state: 'stopped',
      state_reason: REASON,
    });
    expect((await publisher.patch(path, { state: 'archived' })).status).toBe(200);
  },
);
