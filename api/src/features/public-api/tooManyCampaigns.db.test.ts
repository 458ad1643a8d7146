import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CAMPAIGNS, type CampaignHistory, publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import { type MadeUser, makeAdvertiser, makeAsset, makeCampaign } from '../../testing';
import { EVENT_TTL_MS } from '../serving/hot/token';
import { openTestApi, type TestApi } from './testApi';

const MOST = 3;
const DAY_MS = 86_400_000;
const FORM = {
  name: 'Tents',
  pricing: 'CPM',
  bid_micros: 3_400_000,
  daily_budget_micros: 240_000_000,
  total_budget_micros: null,
  pacing: 'even',
  landing_url: 'https://example.test/tents',
  starts_at: null,
  ends_at: null,
  targeting: {},
  frequency_cap: null,
  creatives: [],
  submit: false,
};
const row = (name: string) => `${name},CPM,2.50,50,https://example.test/tents`;
const FILE = Buffer.from(['name,pricing,bid,daily_budget,landing_url', row('A'), row('B')].join('\n'));

const folder = mkdtempSync(path.join(tmpdir(), 'ezdash-campaigns-'));
let api: TestApi;
let owner: MadeUser;
let send: (
  path: string,
  body?: object,
  key?: string,
  method?: string,
) => Promise<{ status: number; body: unknown }>;

beforeAll(async () => {
  api = await openTestApi(folder, { mostCampaigns: MOST });
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

const make = (state: 'draft' | 'approved' | 'archived', daysAgo = 0) =>
  makeCampaign(api.test.db, {
    advertiser_id: owner.id,
    state,
    updated_at: new Date(api.clock.nowMs() - daysAgo * DAY_MS),
  });

/** Opens the door of an account of its own, that of pages or that of programs. */
async function open(door: string): Promise<void> {
  owner = await makeAdvertiser(api.test.db, { account_type_id: 2 });
  const secret = await api.makeToken(owner.id);
  const client = api.app.client();
  await client.signIn(owner);
  const { body: me } = await client.get<{ csrf_token: string }>('/api/auth/me');
  const guard = { 'X-CSRF-TOKEN': me.csrf_token, 'X-Requested-With': 'XMLHttpRequest' };
  send = (address, body, key, method = body ? 'POST' : 'GET') => {
    const headers: Record<string, string> = {
      ...(body && { 'Content-Type': Buffer.isBuffer(body) ? 'text/csv' : 'application/json' }),
      ...(key && { 'Idempotency-Key': key }),
    };
    if (door === '/api/v1') return api.call(address, { method, secret, body, headers });
    const sent = Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body);
    return client.request(`/api${address}`, { method, headers: { ...guard, ...headers }, body: sent });
  };
}

describe.each(['/api', '/api/v1'])('an account that is full, through %s', (door) => {
  it('makes no campaign, however it is asked to, and takes none back that counts no more', async () => {
    await open(door);
    const old = await make('draft');
    const id = publicId('campaign', old.id);
    expect((await send('/campaigns/actions', { ids: [id], action: 'archive' })).status).toBe(200);
    const { changes } = (await send(`/campaigns/${id}/history`)).body as CampaignHistory;
    const archived = (daysAgo: number) =>
      api.test.db
        .updateTable('campaign')
        .set({ updated_at: new Date(api.clock.nowMs() - daysAgo * DAY_MS) })
        .where('id', '=', old.id)
        .execute();
    const undo = () => send(`/campaigns/${id}/history/${changes[0]?.id}/undo`, {});
    const draft = publicId('campaign', (await make('draft')).id);
    await make('approved');
    await make('archived', CAMPAIGNS.archivedDays - 1);
    await archived(CAMPAIGNS.archivedDays + 1);

    const one = 'An account has at most 3 campaigns. Archive some: each makes room after 30 days';
    const file =
      'This file makes 2 campaigns, but only 0 more fit: an account has at most 3. Archive some: each makes room after 30 days';
    const ways: [string, object, string, string?][] = [
      ['/campaigns', FORM, one],
      ['/campaigns', FORM, one, 'create'],
      [`/campaigns/${draft}/clone`, {}, one],
      [`/campaigns/${draft}/clone`, {}, one, 'clone'],
      ['/campaigns/import/preview', FILE, file],
      ['/campaigns/import?plan=any', FILE, file, 'import'],
      [`/campaigns/${id}/history/${changes[0]?.id}/undo`, {}, one],
    ];
    for (const [address, body, message, key] of ways)
      expect([address, await send(address, body, key)]).toMatchObject([
        address,
        { status: 409, body: { code: 'TOO_MANY_CAMPAIGNS', message } },
      ]);
    // What still counts is taken back without a new place.
    await archived(1);
    expect((await undo()).status).toBe(200);
  });

  it('gives its last place to one of two who want it at the same moment', async () => {
    await open(door);
    await make('draft');
    await make('archived', CAMPAIGNS.archivedDays + 1);
    await make('approved');
    const sent = await Promise.all([send('/campaigns', FORM), send('/campaigns', FORM)]);
    expect(sent.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});

test('a campaign has so many creatives of late, replaced ones included', async () => {
  await open('/api/v1');
  const { id } = await make('draft');
  const asset = await makeAsset(api.test.db, { owner_id: owner.id });
  await sql`INSERT INTO creative (campaign_id, asset_id, name, state, updated_at)
    SELECT ${id}, ${asset.id}, 'Old', 'archived', ${new Date(api.clock.nowMs())}::timestamptz - n * interval '1 hour'
    FROM generate_series(1, ${CAMPAIGNS.mostCreatives}) n`.execute(api.test.db);
  const creatives = [{ asset_id: publicId('asset', asset.id), name: 'New', alt: '' }];
  const change = () =>
    send(`/campaigns/${publicId('campaign', id)}/creatives`, { creatives }, undefined, 'PUT');
  expect(await change()).toMatchObject({ status: 409, body: { code: 'TOO_MANY_CREATIVES' } });
  await sql`UPDATE creative SET updated_at = updated_at - interval '29 days' WHERE campaign_id = ${id}`.execute(
    api.test.db,
  );
  expect((await change()).status).toBe(200);
});

test('what was archived is kept for as long as any token of it is good', () => {
  expect(Math.max(...Object.values(EVENT_TTL_MS))).toBeLessThanOrEqual(CAMPAIGNS.archivedDays * DAY_MS);
});
