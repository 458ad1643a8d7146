import {
  CAMPAIGN_GROUPS,
  CAMPAIGN_SORTS,
  CAMPAIGN_STATES,
  type Campaign,
  type CampaignIds,
  type CampaignPage,
  type CampaignSort,
  campaignPage,
  publicId,
} from '@ezdash/contracts';
import { sql } from 'kysely';
import {
  type AppWorld,
  fakeClock,
  type MadeUser,
  makeAdvertiser,
  makeCampaign,
  makeCreative,
  makeProperty,
  makeZone,
  type TestClient,
} from '../../../testing';
import { singleDay } from '../../figures';
import { createCampaignsFeature } from '..';
import { readCampaigns } from '../campaigns.readModel';
import { openCampaigns } from '../testCampaigns';
import type { CampaignCursorPage } from './list.service';
import { listedSql } from './listSql';

const NOW = new Date('2026-11-21T12:00:00Z');
const RANGE = 'from=2026-11-20&to=2026-11-21';
let app: AppWorld;
let advertiser: MadeUser;
let client: TestClient;
let zoneId: number;
let place: { publisher_id: number; property_id: number };

beforeAll(async () => {
  app = await openCampaigns();
  const property = await makeProperty(app.db);
  zoneId = (await makeZone(app.db, { property_id: property.id })).id;
  place = { publisher_id: property.publisher_id, property_id: property.id };
});
beforeEach(async () => {
  advertiser = await makeAdvertiser(app.db);
  client = await app.clientOf(advertiser);
});
afterAll(() => app.close());

const make = (given: Parameters<typeof makeCampaign>[1] = {}) =>
  makeCampaign(app.db, { advertiser_id: advertiser.id, ...given });

async function deliver(campaignId: number, figures: Record<string, bigint>) {
  const creative = await makeCreative(app.db, { campaign_id: campaignId });
  await app.db
    .insertInto('rollup_hourly')
    .values({
      hour: '2026-11-20T10:00:00Z',
      campaign_id: campaignId,
      creative_id: creative.id,
      zone_id: zoneId,
      country: 'DE',
      device: 1,
      advertiser_id: advertiser.id,
      ...place,
      ...figures,
    })
    .execute();
}

const spend = (campaignId: number, day: string, micros: bigint) =>
  app.db
    .insertInto('campaign_spend')
    .values({ campaign_id: campaignId, day, spend_micros: micros } as never)
    .execute();

async function page(query = ''): Promise<CampaignPage> {
  const { status, body } = await client.get<CampaignPage>(`/api/campaigns/page?${RANGE}&${query}`);
  expect(status).toBe(200);
  expect(campaignPage.safeParse(body).error?.issues).toBeUndefined();
  return body;
}
const namesOf = ({ campaigns }: Pick<CampaignPage, 'campaigns'>) => campaigns.map(({ name }) => name);

/** A small stream of numbers that is the same in every run. */
function makeDraw(seed: number) {
  let state = seed;
  return <Value>(values: readonly Value[]): Value => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return values[Math.floor((state / 2_147_483_648) * values.length)] as Value;
  };
}

const DATES = ['2026-11-01T00:00:00Z', '2026-11-21T12:00:00Z', '2026-12-24T00:00:00Z'].map(
  (date) => new Date(date),
);

/** Campaigns of every kind that a state can depend on. */
async function makeEveryKind(count: number): Promise<void> {
  const draw = makeDraw(7);
  const { id: goal } = await app.db
    .insertInto('conversion_goal')
    .values({
      advertiser_id: advertiser.id,
      name: 'Order',
      window_days: 30,
      duplicates: 'once',
      pixel: false,
      requires_key: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (let index = 0; index < count; index += 1) {
    const starts_at = draw([null, null, DATES[0], DATES[2]]) ?? null;
    const ends_at = draw([null, null, null, DATES[1], new Date('2027-01-01')]) ?? null;
    const { id } = await make({
      state: draw([
        'approved',
        'approved',
        'approved',
        'approved',
        'draft',
        'in_review',
        'rejected',
        'paused',
        'archived',
      ]),
      pricing: draw(['CPM', 'CPC', 'CPA']),
      priority: draw(['auction', 'auction', 'house', 'guaranteed']),
      bid_micros: draw([50_001n, 3_000_000n, 40_000_000n]),
      daily_budget_micros: draw([5_000_000n, 50_000_000n]),
      total_budget_micros: draw([null, 50_000_000n, 100_000_000n]),
      impression_limit: draw([null, null, 500, 5_000]),
      click_limit: draw([null, null, 3, 4]),
      starts_at: starts_at && ends_at && starts_at >= ends_at ? null : starts_at,
      ends_at,
      goal_ids: draw([[], [goal]]),
    });
    const spent = draw([0n, 4_950_000n, 4_999_950n, 49_900_000n, 49_990_001n, 49_999_950n, 50_000_000n]);
    if (spent > 0n) await spend(id, draw(['2026-11-21', '2026-11-02']), spent);
    if (draw([true, false])) await deliver(id, { impressions: draw([499n, 500n, 6_000n]), clicks: 3n });
  }
}

describe('the state in SQL', () => {
  it.each([
    ['with money', 1_000_000_000, false],
    ['with next to none', 50_000, false],
    ['of an account that is not shown', 1_000_000_000, true],
  ])('is what every campaign shows, %s', async (_kind, balanceMicros, halted) => {
    await makeEveryKind(150);
    if (halted)
      await app.db
        .updateTable('app_user')
        .set({ status: 'suspended' })
        .where('id', '=', advertiser.id)
        .execute();
    await sql`
      INSERT INTO ledger_account (kind, owner_id, currency, balance_micros)
      VALUES ('advertiser_cash', ${advertiser.id}, 'USD', ${balanceMicros})
      ON CONFLICT (kind, owner_id, currency) DO UPDATE SET balance_micros = excluded.balance_micros`.execute(
      app.db,
    );
    const scope = { advertiserId: advertiser.id, period: singleDay(NOW), now: NOW, balanceMicros, halted };
    const { rows } = await sql<{ id: number; state: string }>`
      WITH ${listedSql(scope)} SELECT id, state FROM listed ORDER BY id DESC`.execute(app.db);
    const shown = await readCampaigns(app.db, { advertiserId: advertiser.id }, singleDay(NOW), NOW);
    expect(rows).toEqual(shown.map(({ id, campaign }) => ({ id, state: campaign.state })));
    expect(new Set(rows.map(({ state }) => state)).size).toBeGreaterThan(halted ? 5 : 7);
  });
});

describe('a page', () => {
  /** What a column shows of a campaign; null shows nothing. */
  const SHOWN: Readonly<Record<CampaignSort, (campaign: Campaign) => number | string | null>> = {
    name: ({ name }) => name,
    id: ({ id }) => Number.parseInt(id.slice(2), 36),
    pricing: ({ pricing }) => pricing,
    state: ({ state }) => CAMPAIGN_STATES.indexOf(state),
    bid: ({ bid_micros }) => bid_micros,
    daily: ({ daily_budget_micros }) => daily_budget_micros,
    today: ({ today }) => today.spend_micros,
    spend: ({ figures }) => figures.spend_micros,
    impressions: ({ figures }) => figures.impressions,
    ctr: ({ figures }) => (figures.impressions >= 100 ? figures.clicks / figures.impressions : null),
    clicks: ({ figures }) => figures.clicks,
    conversions: ({ figures }) => figures.conversions,
    perConversion: ({ figures }) =>
      figures.conversions > 0 ? figures.spend_micros / figures.conversions : null,
    ecpm: ({ figures }) => (figures.impressions >= 100 ? figures.spend_micros / figures.impressions : null),
  };
  const collator = new Intl.Collator('en', { numeric: true });

  beforeEach(async () => {
    const draw = makeDraw(11);
    for (const name of ['Shells 10', 'shells 9', 'Ångström', 'Zebra', 'apples', 'Äpfel', '100%', 'a_b']) {
      const { id } = await make({
        name,
        pricing: draw(['CPM', 'CPC', 'CPA']),
        bid_micros: draw([1_000_000n, 2_000_000n, 3_000_000n]),
        daily_budget_micros: draw([5_000_000n, 50_000_000n]),
        state: draw(['draft', 'paused', 'in_review', 'approved']),
      });
      const impressions = draw([0n, 50n, 150n, 2_000n]);
      if (impressions > 0n)
        await deliver(id, {
          impressions,
          clicks: draw([1n, 7n]),
          conversions: draw([0n, 2n]),
          spend_micros: draw([1_000_000n, 5_000_000n]),
        });
      await spend(id, '2026-11-21', draw([1n, 2_000_000n]));
    }
  });

  it.each(CAMPAIGN_SORTS)('by %s, either way, with what shows nothing last', async (sort) => {
    for (const direction of ['ascending', 'descending'] as const) {
      const { campaigns } = await page(`sort=${sort}&direction=${direction}`);
      const shown = campaigns.map(SHOWN[sort]);
      expect(shown).toHaveLength(8);
      const sign = direction === 'ascending' ? 1 : -1;
      const wanted = [...shown].sort((a, b) => {
        if (a === null || b === null) return Number(a === null) - Number(b === null);
        return typeof a === 'number' && typeof b === 'number'
          ? sign * (a - b)
          : sign * collator.compare(String(a), String(b));
      });
      expect(shown).toEqual(wanted);
    }
  });

  it('windows hold every campaign once, and say how many there are', async () => {
    const seen: string[] = [];
    for (let offset = 0; offset < 9; offset += 3) {
      const { campaigns, total } = await page(`sort=daily&offset=${offset}&limit=3`);
      expect(total).toBe(8);
      seen.push(...campaigns.map(({ id }) => id));
    }
    const { body } = await client.get<CampaignIds>(`/api/campaigns/ids?${RANGE}&sort=daily`);
    expect(seen).toEqual(body.ids);
    expect(new Set(seen).size).toBe(8);
  });

  it('finds words in any order, signs as they stand, and ids', async () => {
    expect(namesOf(await page('q=10%20SHELLS'))).toEqual(['Shells 10']);
    expect(namesOf(await page(`q=${encodeURIComponent('%')}`))).toEqual(['100%']);
    expect(namesOf(await page('q=_'))).toEqual(['a_b']);
    const { campaigns } = await page('q=zebra');
    expect(namesOf(await page(`q=${campaigns[0]?.id.toUpperCase()}`))).toEqual(['Zebra']);
    expect((await page(`q=${encodeURIComponent("'; DROP TABLE campaign; --")}`)).total).toBe(0);
  });

  it('totals are of all that match, counts of all there are', async () => {
    const all = await page();
    const cpm = await page('pricing=CPM&limit=1');
    const sum = all.campaigns
      .filter(({ pricing }) => pricing === 'CPM')
      .reduce((total, { figures }) => total + figures.spend_micros, 0);
    expect(cpm.totals.spend_micros).toBe(sum);
    expect(cpm.totals.pricing).toBe('CPM');
    expect(cpm.counts).toEqual(all.counts);
    for (const group of CAMPAIGN_GROUPS) expect((await page(`group=${group}`)).total).toBe(all.counts[group]);
  });

  it('says what archived ones spent, which are in no list but their own', async () => {
    const all = await page();
    const archived = await page('group=archived');
    expect(all.totals.archived?.spend_micros).toBe(archived.totals.spend_micros);
    expect(all.totals.archived?.count).toBe(
      archived.campaigns.filter(({ figures }) => figures.spend_micros > 0).length,
    );
    expect(archived.totals.archived).toBeNull();
  });

  it('shows nothing of others', async () => {
    const stranger = await app.clientOf(await makeAdvertiser(app.db));
    const { body } = await stranger.get<CampaignPage>(`/api/campaigns/page?${RANGE}`);
    expect([body.total, body.campaigns, body.totals.spend_micros]).toEqual([0, [], 0]);
  });

  it.each([
    'sort=password',
    'limit=0',
    'limit=201',
    'offset=-1',
    'group=mine',
    `q=${'a'.repeat(121)}`,
    'q=%00',
  ])('refuses %s', async (query) => {
    expect((await client.get(`/api/campaigns/page?${query}`)).status).toBe(422);
  });
});

it('for programs: newest first, behind a cursor, and no cursor of others', async () => {
  const made: string[] = [];
  for (let index = 0; index < 5; index += 1) made.unshift(publicId('campaign', (await make()).id));
  const { list } = createCampaignsFeature({ db: app.db, clock: fakeClock(NOW.toISOString()) });
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const answer = await list.after(advertiser.id, singleDay(NOW), { limit: 2, cursor });
    seen.push(...answer.campaigns.map(({ id }) => id));
    cursor = answer.next_cursor ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toEqual(made);
  const first = await client.get<CampaignCursorPage>('/api/campaigns?limit=3');
  const rest = await client.get<CampaignCursorPage>(`/api/campaigns?cursor=${first.body.next_cursor}`);
  const filter = { q: 'Campaign' };
  const found = await list.after(advertiser.id, singleDay(NOW), { limit: 3, cursor: made[0], filter });
  const idsOf = ({ campaigns }: CampaignCursorPage) => campaigns.map(({ id }) => id);
  expect([...idsOf(first.body), ...idsOf(rest.body)]).toEqual(made);
  expect([idsOf(found), found.next_cursor]).toEqual([made.slice(1, 4), made[3]]);
  await expect(list.after(advertiser.id, singleDay(NOW), { limit: 2, cursor: 'c_' })).rejects.toMatchObject({
    code: 'BAD_CURSOR',
  });
});

test('a state is asked for by itself, and the format of a creative that was not put away', async () => {
  const shown = await make({ name: 'Shown', state: 'approved' });
  const waits = await make({ name: 'Waits', state: 'in_review' });
  await make({ name: 'Away', state: 'archived' });
  await makeCreative(app.db, { campaign_id: shown.id });
  await makeCreative(app.db, { campaign_id: waits.id, state: 'archived' });
  expect(namesOf(await page('state=inReview'))).toEqual(['Waits']);
  expect(namesOf(await page('state=archived'))).toEqual([]);
  expect(namesOf(await page('group=archived&state=archived'))).toEqual(['Away']);
  expect(namesOf(await page('format=image'))).toEqual(['Shown']);
  expect(namesOf(await page('format=video'))).toEqual([]);
  const { body } = await client.get<CampaignIds>('/api/campaigns/ids?state=inReview&format=image');
  expect(body.ids).toEqual([]);
  expect((await client.get('/api/campaigns/page?state=nowhere')).status).toBe(422);
});
