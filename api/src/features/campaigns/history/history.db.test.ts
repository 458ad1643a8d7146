import {
  type Asset,
  type Campaign,
  type CampaignChange,
  type CampaignHistory,
  type ChangedCampaign,
  campaignHistory,
  type ErrorBody,
  HISTORY_PAGE,
  publicId,
  rowId,
} from '@ezdash/contracts';
import { sql } from 'kysely';
import {
  type AppWorld,
  type MadeUser,
  makeAdmin,
  makeAdvertiser,
  makeAsset,
  makeCampaign,
  makeCreative,
  type TestClient,
} from '../../../testing';
import { withHistory } from '..';
import { openCampaigns } from '../testCampaigns';
import { byPerson, byStaff } from './changedBy';

let app: AppWorld;
let owner: MadeUser;
let client: TestClient;
let id: string;

beforeAll(async () => {
  app = await openCampaigns();
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await makeAdvertiser(app.db);
  client = await app.clientOf(owner);
  const { id: row } = await makeCampaign(app.db, { advertiser_id: owner.id, name: 'Shells' });
  await makeCreative(app.db, { campaign_id: row, name: 'Wide' });
  id = publicId('campaign', row);
});

const history = async (cursor?: string) => {
  const query = cursor ? `?cursor=${cursor}` : '';
  const { body } = await client.get<CampaignHistory>(`/api/campaigns/${id}/history${query}`);
  return body;
};
const newest = async () => (await history()).changes[0] as CampaignChange;
const change = (body: object) => client.patch<Campaign>(`/api/campaigns/${id}`, body);
const undo = (changeId: string) =>
  client.post<Campaign & ErrorBody & { fields?: string[] }>(
    `/api/campaigns/${id}/history/${changeId}/undo`,
    {},
  );
const act = (action: string) => client.post('/api/campaigns/actions', { ids: [id], action });

test('a change is told field by field, as the campaign has them, with who and when', async () => {
  await change({
    bid_micros: 3_000_000,
    frequency_cap: { count: 3, seconds: 86_400 },
    targeting: { countries: { include: ['DE'] }, keywords: { exclude: ['storm'] } },
  });
  const told = await history();
  expect(campaignHistory.parse(told)).toEqual(told);
  expect(told.changes).toHaveLength(1);
  expect(told.changes[0]).toMatchObject({
    at: '2026-11-21T12:00:00.000Z',
    kind: 'changed',
    by: { actor: 'person', name: owner.username },
    undo_refused: null,
    fields: [
      { field: 'bid_micros', before: 2_000_000, after: 3_000_000 },
      { field: 'frequency_cap', before: null, after: { count: 3, seconds: 86_400 } },
      { field: 'targeting.countries', before: null, after: { include: ['DE'], exclude: [] } },
      { field: 'targeting.keywords', before: null, after: { include: [], exclude: ['storm'] } },
    ],
  });
});

test('who changed it is told by the name that people know', async () => {
  const named = { first_name: 'Tess', last_name: 'Buyer' };
  await app.db.updateTable('app_user').set(named).where('id', '=', owner.id).execute();
  await change({ bid_micros: 3_000_000 });
  expect((await newest()).by).toEqual({ actor: 'person', name: 'Tess Buyer' });
});

test('what changes nothing leaves no line; what is refused leaves none either', async () => {
  expect((await change({ name: 'Shells' })).status).toBe(200);
  expect((await change({ name: 'Boots', landing_url: 'https://example.test/{nope}' })).status).toBe(422);
  expect((await history()).changes).toEqual([]);
});

test('undo sets back exactly what the change changed, by a new change, once', async () => {
  await change({ bid_micros: 3_000_000, targeting: { countries: { include: ['DE'] } } });
  const first = await newest();
  await change({
    name: 'Boots',
    targeting: { countries: { include: ['DE'] }, devices: { include: ['tv'] } },
  });
  const { status, body } = await undo(first.id);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    name: 'Boots',
    bid_micros: 2_000_000,
    targeting: { countries: { include: [] }, devices: { include: ['tv'] } },
  });
  const [back, , told] = (await history()).changes;
  expect(back).toMatchObject({ undoes: first.id, undo_refused: null });
  expect(told).toMatchObject({ id: first.id, undone_by: back?.id, undo_refused: 'undone' });
  expect((await undo(first.id)).body).toMatchObject({ code: 'UNDO_UNDONE' });
  // And the undoing can be undone.
  expect((await undo(back?.id ?? '')).body.bid_micros).toBe(3_000_000);
});

test('a change answers its own line, by which it alone is taken back', async () => {
  const patch = async (body: object) =>
    (await client.patch<ChangedCampaign>(`/api/campaigns/${id}`, body)).body.change_id ?? '';
  expect((await change({ name: 'Shells' })).body).toMatchObject({ change_id: null });
  const bid = await patch({ bid_micros: 3_000_000 });
  const budget = await patch({ daily_budget_micros: 20_000_000 });
  expect([bid, budget]).toEqual((await history()).changes.map((line) => line.id).reverse());
  expect((await undo(bid)).body).toMatchObject({ bid_micros: 2_000_000, daily_budget_micros: 20_000_000 });
  await patch({ daily_budget_micros: 15_000_000 });
  expect((await undo(budget)).body).toMatchObject({ code: 'UNDO_LATER', fields: ['daily_budget_micros'] });
});

test('undo is refused with the fields that were changed again since', async () => {
  await change({ bid_micros: 3_000_000, name: 'Boots' });
  const first = await newest();
  await change({ bid_micros: 4_000_000 });
  expect((await undo(first.id)).body).toMatchObject({ code: 'UNDO_LATER', fields: ['bid_micros'] });
  expect((await history()).changes).toHaveLength(2);
});

test('a pause is undone by running on, an archive by what was before, a refusal names its rule', async () => {
  await act('pause');
  expect((await undo((await newest()).id)).body.state).toBe('running');
  await act('archive');
  const archived = await newest();
  expect(archived.fields).toEqual([{ field: 'state', before: 'approved', after: 'archived' }]);
  expect((await undo(archived.id)).body.state).toBe('running');
  await change({ bid_micros: 3_000_000 });
  const bid = await newest();
  await act('archive');
  expect((await undo(bid.id)).body.code).toBe('UNDO_ARCHIVED');
});

test('what the rules of today forbid is not brought back', async () => {
  await change({ ends_at: '2026-11-22T00:00:00Z' });
  await change({ ends_at: null });
  const opened = await newest();
  await sql`UPDATE campaign_change SET changes = jsonb_set(changes, '{ends_at,before}', '"2026-11-20T00:00:00+00:00"')
    WHERE id = ${rowId('campaignChange', opened.id)}`.execute(app.test.owner);
  const { status, body } = await undo(opened.id);
  expect([status, body.code, body.message]).toEqual([409, 'UNDO_REFUSED', 'The end has passed already']);
});

test('creatives come back with their words, though their rows are new', async () => {
  const asset: Asset['id'] = publicId('asset', (await makeAsset(app.db, { owner_id: owner.id })).id);
  await change({ creatives: [{ asset_id: asset, name: 'New', alt: '' }] });
  const replaced = await newest();
  expect(replaced.fields.map(({ field }) => field)).toEqual(['creatives', 'state']);
  expect((await undo(replaced.id)).body.creatives.map(({ name }) => name)).toEqual(['Wide']);
  expect((await undo((await newest()).id)).body.creatives.map(({ name }) => name)).toEqual(['New']);
  await change({ creatives: [{ asset_id: asset, name: 'Newer', alt: 'Words' }] });
  const renamed = await newest();
  const { body } = await undo(renamed.id);
  expect(body.creatives.map(({ name, alt }) => [name, alt])).toEqual([['New', '']]);
});

test('creatives that others changed since somebody began to edit them are not overwritten', async () => {
  const { body: seen } = await client.get<Campaign>(`/api/campaigns/${id}`);
  const creatives_seen = seen.creatives.map(({ id: creative, name, alt }) => ({ id: creative, name, alt }));
  const mine = seen.creatives.map(({ image, alt }) => ({ asset_id: image.id, name: 'Wider', alt }));
  const asset: Asset['id'] = publicId('asset', (await makeAsset(app.db, { owner_id: owner.id })).id);
  // In another tab one comes in and the first gets other words.
  const both = (name: string) => [
    ...mine.map((creative) => ({ ...creative, name })),
    { asset_id: asset, name: 'New', alt: '' },
  ];
  await change({ creatives: both('Wide') });
  const lines = (await history()).changes.length;
  const stale = { creatives: mine, creatives_seen };
  expect(await change(stale)).toMatchObject({ status: 409, body: { code: 'CREATIVES_CHANGED' } });
  await change({ creatives: mine.map((creative) => ({ ...creative, name: 'Narrow' })) });
  expect((await change(stale)).status).toBe(409);
  await change({ creatives: mine.map((creative) => ({ ...creative, name: 'Wide' })) });
  expect((await history()).changes).toHaveLength(lines + 2);
  // As it was seen: nothing stands in the way.
  expect((await change(stale)).body.creatives.map(({ name }) => name)).toEqual(['Wider']);
});

test('what staff decided is told without a name, and is not the owner’s to undo', async () => {
  const admin = await makeAdmin(app.db);
  const row = rowId('campaign', id) ?? 0;
  await app.db.transaction().execute((trx) =>
    withHistory(trx, { by: byStaff(admin.id), at: new Date('2026-11-21T12:00:00Z') }, [row], async () => {
      await trx.updateTable('campaign').set({ priority: 'house' }).where('id', '=', row).execute();
    }),
  );
  const told = await newest();
  expect(told).toMatchObject({ by: { actor: 'staff', name: null }, undo_refused: 'staff' });
  expect((await undo(told.id)).body.code).toBe('UNDO_STAFF');
});

test('a transaction that fails leaves neither the change nor its line', async () => {
  const row = rowId('campaign', id) ?? 0;
  const broken = app.db.transaction().execute((trx) =>
    withHistory(trx, { by: byPerson(owner.id), at: new Date() }, [row], async () => {
      await trx.updateTable('campaign').set({ name: 'Lost' }).where('id', '=', row).execute();
      throw new Error('broken');
    }),
  );
  await expect(broken).rejects.toThrow('broken');
  expect((await history()).changes).toEqual([]);
});

test('of two who undo the same change at once, one does', async () => {
  await change({ bid_micros: 3_000_000 });
  const first = await newest();
  const answers = await Promise.all([undo(first.id), undo(first.id), undo(first.id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect((await history()).changes).toHaveLength(2);
});

test('a long history comes in pages; a made-up cursor and somebody else’s campaign do not exist', async () => {
  for (let bid = 1; bid <= HISTORY_PAGE + 2; bid++) await change({ bid_micros: 3_000_000 + bid * 1_000 });
  const first = await history();
  expect(first.changes).toHaveLength(HISTORY_PAGE);
  const rest = await history(first.next_cursor ?? '');
  expect([rest.changes.length, rest.next_cursor]).toEqual([2, null]);
  expect((await client.get(`/api/campaigns/${id}/history?cursor=cr_zzzz`)).status).toBe(404);
  const stranger = await app.clientOf(await makeAdvertiser(app.db));
  const { id: changeId } = first.changes[0] as CampaignChange;
  expect((await stranger.get(`/api/campaigns/${id}/history`)).status).toBe(404);
  expect((await stranger.post(`/api/campaigns/${id}/history/${changeId}/undo`, {})).status).toBe(404);
  // A change of another campaign is none of this one's.
  const other = await makeCampaign(app.db, { advertiser_id: owner.id });
  const path = `/api/campaigns/${publicId('campaign', other.id)}/history/${changeId}/undo`;
  expect((await client.post(path, {})).status).toBe(404);
});
