import {
  type Campaign,
  type CampaignBudgetsAnswer,
  type CampaignSavedView,
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
  type TestClient,
} from '../../../testing';
import { guardOf, openCampaigns } from '../testCampaigns';
import { ANEW_OF_CAMPAIGN, ANEW_OF_CREATIVE, COPIED_OF_CAMPAIGN, COPIED_OF_CREATIVE } from './cloneCampaign';

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

async function make(given: Parameters<typeof makeCampaign>[1] = {}): Promise<string> {
  return publicId('campaign', (await makeCampaign(app.db, { advertiser_id: advertiser.id, ...given })).id);
}
const budgets = (ids: string[], change: object) =>
  client.post<CampaignBudgetsAnswer>('/api/campaigns/budgets', { ids, change });
const dailyOf = async (id: string) =>
  (await client.get<Campaign>(`/api/campaigns/${id}`)).body.daily_budget_micros;
const changesOf = async (id: string) => {
  const { rows } = await sql<{ kind: string }>`
    SELECT h.kind FROM campaign_change h WHERE h.campaign_id = ${Number.parseInt(id.slice(2), 36) - 36 ** 3}
    ORDER BY h.id`.execute(app.db);
  return rows.map(({ kind }) => kind);
};

describe('budgets of many', () => {
  it('change by a share, to whole cents; what may not be stays and says why; all of it is in the history', async () => {
    const even = await make({ daily_budget_micros: 100_000_000n });
    const odd = await make({ daily_budget_micros: 33_330_000n });
    const least = await make({ daily_budget_micros: 5_000_000n });
    const archived = await make({ state: 'archived' });
    const stranger = publicId('campaign', (await makeCampaign(app.db)).id);
    const { status, body } = await budgets([odd, even, least, archived, stranger, odd], { percent: -15 });
    expect(status).toBe(200);
    expect(body.changed).toEqual([
      { id: odd, before_micros: 33_330_000, after_micros: 28_330_000 },
      { id: even, before_micros: 100_000_000, after_micros: 85_000_000 },
    ]);
    expect(body.refused).toEqual([
      { id: least, message: 'The least daily budget is $5' },
      { id: archived, message: 'An archived campaign does not change' },
      { id: stranger, message: 'No such campaign' },
    ]);
    expect([await dailyOf(even), await dailyOf(least)]).toEqual([85_000_000, 5_000_000]);
    expect([await changesOf(even), await changesOf(least)]).toEqual([['changed'], []]);
  });

  it('that are asked for again under the same key change once, and answer the same', async () => {
    const id = await make({ daily_budget_micros: 100_000_000n });
    const send = async (ids: string[], percent: number, key: string) =>
      client.request<CampaignBudgetsAnswer>('/api/campaigns/budgets', {
        method: 'POST',
        headers: {
          ...(await guardOf(client)),
          'Content-Type': 'application/json',
          'Idempotency-Key': key,
        },
        body: JSON.stringify({ ids, change: { percent } }),
      });
    const answers = await Promise.all([send([id], 50, 'budget-1'), send([id], 50, 'budget-1')]);
    const once = { changed: [{ id, before_micros: 100_000_000, after_micros: 150_000_000 }], refused: [] };
    expect(answers.map(({ body }) => body)).toEqual([once, once]);
    expect((await send([id], 50, 'budget-1')).body).toEqual(once);
    expect([await dailyOf(id), await changesOf(id)]).toEqual([150_000_000, ['changed']]);
    expect(await send([id], 20, 'budget-1')).toMatchObject({ status: 409, body: { code: 'KEY_REUSED' } });
    expect((await send([id], 50, '')).status).toBe(422);
    expect((await send([id], 50, 'budget-2')).body.changed).toMatchObject([{ after_micros: 225_000_000 }]);
  });

  it('are taken back where they still stand', async () => {
    const kept = await make({ daily_budget_micros: 10_000_000n });
    const moved = await make({ daily_budget_micros: 20_000_000n });
    const { body } = await budgets([kept, moved], { set_micros: 50_000_000 });
    await client.patch(`/api/campaigns/${moved}`, { daily_budget_micros: 60_000_000 });
    const undone = await client.post<CampaignBudgetsAnswer>('/api/campaigns/budgets/undo', {
      changed: body.changed,
    });
    expect(undone.body.changed).toEqual([{ id: kept, before_micros: 50_000_000, after_micros: 10_000_000 }]);
    expect(undone.body.refused).toEqual([{ id: moved, message: 'The budget was changed again since' }]);
    expect([await dailyOf(kept), await dailyOf(moved)]).toEqual([10_000_000, 60_000_000]);
  });

  it('two at once leave each budget at one of them, and none waits for ever', async () => {
    const ids = [await make(), await make(), await make()];
    await Promise.all([
      budgets(ids, { set_micros: 70_000_000 }),
      budgets([...ids].reverse(), { set_micros: 80_000_000 }),
    ]);
    const amounts = new Set(await Promise.all(ids.map(dailyOf)));
    expect(amounts.size).toBe(1);
    expect([70_000_000, 80_000_000]).toContain([...amounts][0]);
  });

  it.each([
    ['no campaign', { ids: [], change: { percent: 5 } }],
    ['too many', { ids: Array.from({ length: 501 }, () => 'c_1000'), change: { percent: 5 } }],
    ['less than nothing', { ids: ['c_1000'], change: { percent: -100 } }],
    ['both ways', { ids: ['c_1000'], change: { percent: 5, set_micros: 5_000_000 } }],
    ['a fraction of a micro', { ids: ['c_1000'], change: { set_micros: 5_000_000.5 } }],
  ])('refuse %s', async (_what, body) => {
    expect((await client.post('/api/campaigns/budgets', body)).status).toBe(422);
  });
});

describe('a clone', () => {
  const columnsOf = async (table: string) => {
    const { rows } = await sql<{ name: string }>`
      SELECT column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = ${table} ORDER BY 1`.execute(app.db);
    return rows.map(({ name }) => name);
  };

  it('knows every column: a new one is copied or begun anew, and never forgotten', async () => {
    expect([...COPIED_OF_CAMPAIGN, ...ANEW_OF_CAMPAIGN].sort()).toEqual(await columnsOf('campaign'));
    expect([...COPIED_OF_CREATIVE, ...ANEW_OF_CREATIVE].sort()).toEqual(await columnsOf('creative'));
  });

  it('is a draft with everything but what others decided of it', async () => {
    const asset = await makeAsset(app.db, { owner_id: advertiser.id });
    const row = await makeCampaign(app.db, {
      advertiser_id: advertiser.id,
      name: 'Winter shells',
      state: 'rejected',
      state_reason: 'The page is down',
      priority: 'guaranteed',
      targeting: JSON.stringify({ countries: { include: ['DE'], exclude: [] } }),
      cap_impressions: 3,
      cap_window_seconds: 3_600,
      impression_limit: 9_000,
      click_limit: 90,
      starts_at: new Date('2026-12-01'),
      ends_at: new Date('2026-12-24'),
    });
    await makeCreative(app.db, { campaign_id: row.id, asset_id: asset.id, name: 'Wide', state: 'rejected' });
    await makeCreative(app.db, { campaign_id: row.id, name: 'Old', state: 'archived' });
    const { status, body } = await client.post<Campaign>(
      `/api/campaigns/${publicId('campaign', row.id)}/clone`,
      {},
    );
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'Winter shells (copy)',
      state: 'draft',
      state_reason: null,
      priority: 'auction',
      frequency_cap: { count: 3, seconds: 3_600 },
      impression_limit: 9_000,
      click_limit: 90,
      starts_at: '2026-12-01T00:00:00.000Z',
      ends_at: '2026-12-24T00:00:00.000Z',
      creatives: [{ name: 'Wide', state: 'inReview' }],
    });
    expect(body.targeting.countries.include).toEqual(['DE']);
    expect(await changesOf(body.id)).toEqual(['created']);
  });

  it('leaves out a schedule that has passed, and cuts a name that is as long as names may be', async () => {
    const id = await make({ name: 'x'.repeat(120), ends_at: new Date('2026-11-01') });
    const { body } = await client.post<Campaign>(`/api/campaigns/${id}/clone`, {});
    expect([body.starts_at, body.ends_at]).toEqual([null, null]);
    expect(body.name).toBe(`${'x'.repeat(113)} (copy)`);
  });

  it('of others does not exist; the same call again makes no second one', async () => {
    const stranger = publicId('campaign', (await makeCampaign(app.db)).id);
    expect((await client.post(`/api/campaigns/${stranger}/clone`, {})).status).toBe(404);
    const id = await make();
    const guard = await guardOf(client);
    const clone = (name: string) =>
      client.request<Campaign>(`/api/campaigns/${id}/clone`, {
        method: 'POST',
        headers: { ...guard, 'Content-Type': 'application/json', 'Idempotency-Key': `k-${id}` },
        body: JSON.stringify({ name }),
      });
    const [first, second] = await Promise.all([clone('Once'), clone('Once')]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.id).toBe(first.body.id);
    expect((await clone('Twice')).status).toBe(409);
  });
});

describe('views', () => {
  const input = (name: string, changes: object = {}) => ({
    name,
    settings: {
      group: 'needsYou',
      pricing: 'CPC',
      q: 'winter',
      sort: 'ctr',
      direction: 'ascending',
      columns: ['bid', 'spend'],
      ...changes,
    },
  });

  it('are kept, changed and deleted by who made them alone', async () => {
    const made = await client.post<CampaignSavedView>('/api/campaigns/views', input('Mine'));
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject(input('Mine'));
    const other = await app.clientOf(await makeAdvertiser(app.db));
    const address = `/api/campaigns/views/${made.body.id}`;
    expect((await other.get('/api/campaigns/views')).body).toEqual({ views: [] });
    expect((await other.put(address, input('Theirs'))).status).toBe(404);
    expect((await other.delete(address)).status).toBe(404);
    expect((await client.put(address, input('Renamed', { columns: null }))).body).toMatchObject({
      name: 'Renamed',
      settings: { columns: null },
    });
    expect((await client.delete(address)).status).toBe(204);
    expect((await client.get('/api/campaigns/views')).body).toEqual({ views: [] });
  });

  it('have names of their own, and know columns and orders that are there', async () => {
    await client.post('/api/campaigns/views', input('Daily'));
    const answers = [
      input('daily'),
      input(''),
      input('x'.repeat(61)),
      input('a', { sort: 'luck' }),
      input('a', { columns: ['name'] }),
      input('a\0b'),
    ];
    for (const body of answers) expect((await client.post('/api/campaigns/views', body)).status).toBe(422);
  });

  it('are fifty at most, also when many are made at once', async () => {
    const settings = JSON.stringify(input('x').settings);
    await sql`INSERT INTO campaign_view (user_id, name, settings, created_at, updated_at)
      SELECT ${advertiser.id}, 'View ' || n, ${settings}::jsonb, now(), now() FROM generate_series(1, 48) n`.execute(
      app.db,
    );
    const made = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => client.post('/api/campaigns/views', input(name))),
    );
    expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
  });
});
