import { FATES, type Fate, publicId, type Trouble, type Troubleshoot, troubleshoot } from '@ezdash/contracts';
import { sql } from 'kysely';
import {
  type AppWorld,
  fakeClock,
  type MadeUser,
  makeAdvertiser,
  makeCampaign,
  makeCreative,
  makeProperty,
  makePublisher,
  makeZone,
  openApp,
} from '../../testing';
import { createCampaignsFeature } from '../campaigns';
import { createTroubleshootFeature } from '.';

/** A Saturday. */
const NOW = '2026-11-21T12:30:00.000Z';
const HOUR = '2026-11-21T10:00:00.000Z';
const MICROS = 1_000_000n;

let app: AppWorld;
let ann: MadeUser;
const clock = fakeClock(NOW);
beforeAll(async () => {
  app = await openApp(({ db }) => {
    const campaigns = createCampaignsFeature({ db, clock });
    return {
      clock,
      mounts: [
        ...campaigns.mounts,
        ...createTroubleshootFeature({ db, clock, campaigns: campaigns.campaigns }).mounts,
      ],
    };
  });
  const property = await makeProperty(app.db, {
    publisher_id: (await makePublisher(app.db)).id,
    state: 'approved',
  });
  const last_request_at = new Date(HOUR);
  await makeZone(app.db, { property_id: property.id, last_request_at });
  for (const width of [728, 728, 970])
    await makeZone(app.db, { property_id: property.id, width, height: 90, last_request_at });
  // Nobody asks for these.
  await makeZone(app.db, { property_id: property.id, width: 320, height: 50 });
});
beforeEach(async () => {
  ann = await makeAdvertiser(app.db);
});
afterAll(() => app.close());

const campaign = async (given: Parameters<typeof makeCampaign>[1] = {}, creative: object | null = {}) => {
  const { id } = await makeCampaign(app.db, { advertiser_id: ann.id, ...given });
  if (creative) await makeCreative(app.db, { campaign_id: id, ...creative });
  return id;
};
const look = async (id: number, user = ann): Promise<Troubleshoot> => {
  const path = `/api/campaigns/${publicId('campaign', id)}/troubleshoot`;
  return troubleshoot.parse((await (await app.clientOf(user)).get(path)).body);
};
const codes = async (id: number) => (await look(id)).outside.map(({ code }) => code);
const fated = (id: number, fate: Fate, decisions: number) =>
  sql`INSERT INTO campaign_fate_hourly (hour, campaign_id, fate, gap, decisions, missing_micros)
    VALUES (${HOUR}, ${id}, ${FATES[fate]}, 0, ${decisions}, 0)`.execute(app.db);

test('what its lost decisions say, with the size of the sample', async () => {
  const id = await campaign();
  await fated(id, 'won', 100);
  await fated(id, 'budget', 300);
  await fated(id, 'no-country', 100);
  const few = await look(id);
  expect(few).toMatchObject({ traces: 0, too_few: true, auction: [], decisions: 500, won: 100 });
  await sql`INSERT INTO traced_hourly (hour, traces, decisions) VALUES (${HOUR}, 50, 500),
    (${'2026-11-21T11:00:00.000Z'}, 9000, 9000)`.execute(app.db);
  const found = await look(id);
  // Of the hour in which it was there alone.
  expect(found).toMatchObject({ from: '2026-11-15', to: '2026-11-21', traces: 50, effective_traces: 50 });
  expect(found.auction.map(({ code, share_ppm }) => [code, share_ppm])).toEqual([
    ['budget', 750_000],
    ['no-country', 250_000],
  ]);
  expect(found.auction[0]?.cure).toEqual({
    kind: 'edit',
    href: `/advertiser/campaigns/${publicId('campaign', id)}?tab=limits&field=daily_budget_micros`,
  });
});

test('unequal weights are worth fewer decisions, and hours without their squares count as before', async () => {
  const id = await campaign();
  const hours = ['2026-11-20T01:00:00Z', '2026-11-20T02:00:00Z', '2026-11-20T03:00:00Z'];
  for (const hour of hours)
    await sql`INSERT INTO campaign_fate_hourly (hour, campaign_id, fate, gap, decisions, missing_micros)
      VALUES (${hour}, ${id}, ${FATES.won}, 0, 1000, 0)`.execute(app.db);
  const [first, second, third] = hours;
  await sql`INSERT INTO traced_hourly (hour, traces, decisions) VALUES (${first}, 100, 1000)`.execute(app.db);
  expect(await look(id)).toMatchObject({ traces: 100, effective_traces: 100 });
  // An older server wrote part of the hour: its squares are less than those of equal weights.
  await sql`INSERT INTO traced_hourly (hour, traces, decisions, squares)
    VALUES (${second}, 100, 1000, 9000)`.execute(app.db);
  expect(await look(id)).toMatchObject({ traces: 200, effective_traces: 200 });
  await sql`INSERT INTO traced_hourly (hour, traces, decisions, squares)
    VALUES (${third}, 100, 1000, 40000)`.execute(app.db);
  // 3,000² / (10,000 + 10,000 + 40,000).
  expect(await look(id)).toMatchObject({ traces: 300, effective_traces: 150 });
});

test('two rivals whose bids lie in the same step give the same answer', async () => {
  const hour = '2026-11-19T01:00:00Z';
  await sql`INSERT INTO traced_hourly (hour, traces, decisions) VALUES (${hour}, 100, 1000)`.execute(app.db);
  const behind = async (missingMicros: number) => {
    const id = await campaign();
    await sql`INSERT INTO campaign_fate_hourly (hour, campaign_id, fate, gap, decisions, missing_micros, rivals)
      VALUES (${hour}, ${id}, ${FATES.won}, 0, 100, 0, 0),
        (${hour}, ${id}, ${FATES.outbid}, 2, 100, ${100 * missingMicros}, 7)`.execute(app.db);
    return (await look(id)).auction.map(({ cure: _, ...told }) => told);
  };
  // A tenth of $2.00 at most, and more than a twentieth.
  const near = await behind(101_000);
  expect(near).toMatchObject([
    {
      code: 'outbid',
      would_win: 100,
      would_cost_micros: 215_000,
      facts: { missing_ecpm_micros: 150_000, raise_percent: 10 },
    },
  ]);
  expect(await behind(199_000)).toEqual(near);
});

test('how far a bid missed is told behind three others, whichever hours they won in', async () => {
  const id = await campaign();
  const hours = ['2026-11-18T01:00:00Z', '2026-11-18T02:00:00Z'];
  for (const hour of hours) {
    await sql`INSERT INTO traced_hourly (hour, traces, decisions) VALUES (${hour}, 100, 1000)`.execute(
      app.db,
    );
    await sql`INSERT INTO campaign_fate_hourly (hour, campaign_id, fate, gap, decisions, missing_micros, rivals)
      VALUES (${hour}, ${id}, ${FATES.won}, 0, 100, 0, 0),
        (${hour}, ${id}, ${FATES['runner-up']}, 2, 50, 5000000, 1)`.execute(app.db);
  }
  const behind = async (second: number) => {
    await sql`UPDATE campaign_fate_hourly SET rivals = ${second}
      WHERE campaign_id = ${id} AND hour = ${hours[1]} AND fate = ${FATES['runner-up']}`.execute(app.db);
    return (await look(id)).auction;
  };
  const few = { missing_ecpm_micros: null, raise_percent: null, competition: 'few' };
  expect(await behind(0b11)).toMatchObject([
    { code: 'runner-up', share_ppm: 1_000_000, would_win: null, would_cost_micros: null, facts: few },
  ]);
  expect(await behind(0b110)).toMatchObject([
    {
      would_win: 100,
      would_cost_micros: 215_000,
      facts: { missing_ecpm_micros: 150_000, raise_percent: 10 },
    },
  ]);
});

test('sizes that it has no creative for, of the places that are asked for', async () => {
  const { outside } = await look(await campaign());
  expect(outside).toEqual([
    {
      code: 'missing-sizes',
      stops: false,
      facts: { sizes: '728×90, 970×90', more: 0, zones: 3, of: 4 },
      cure: expect.objectContaining({ kind: 'edit' }),
    },
  ]);
});

test('a cap that stops it comes first, with the way to raise it', async () => {
  const id = await campaign({ daily_budget_micros: 10n * MICROS });
  await sql`INSERT INTO campaign_spend (campaign_id, day, spend_micros, impressions)
    VALUES (${id}, '2026-11-21', ${10n * MICROS}, 5000)`.execute(app.db);
  const [first] = (await look(id)).outside;
  expect(first).toEqual({
    code: 'daily-budget',
    stops: true,
    facts: {
      budget_micros: 10_000_000,
      spend_micros: 10_000_000,
      left_micros: 0,
      lowest_micros: 2_000,
      resumes_at: '2026-11-22T00:00:00.000Z',
    },
    cure: {
      kind: 'edit',
      href: `/advertiser/campaigns/${publicId('campaign', id)}?tab=limits&field=daily_budget_micros`,
    },
  });
});

test('at less than one click at its bid it goes on at a lowered one; below the lowest it stops', async () => {
  const id = await campaign({
    pricing: 'CPC',
    bid_micros: 6n * MICROS,
    daily_budget_micros: 10n * MICROS,
    total_budget_micros: 100n * MICROS,
  });
  const spent = (micros: bigint) =>
    sql`INSERT INTO campaign_spend (campaign_id, day, spend_micros) VALUES (${id}, '2026-11-21', ${micros})
      ON CONFLICT (campaign_id, day) DO UPDATE SET spend_micros = excluded.spend_micros`.execute(app.db);
  await spent(5_200_000n);
  const lowered = await look(id);
  expect([lowered.state, ...lowered.outside.map(({ code }) => code)]).toEqual([
    'running',
    'bid-lowered',
    'missing-sizes',
  ]);
  expect(lowered.outside[0]).toMatchObject({
    stops: false,
    facts: { whole_micros: 6_000_000, bid_micros: 3_000_000, left_micros: 4_800_000 },
    cure: { href: expect.stringContaining('field=daily_budget_micros') },
  });
  await spent(9_990_001n);
  const reached = await look(id);
  expect([reached.state, reached.outside[0]?.code]).toEqual(['budgetReached', 'daily-budget']);
  expect(reached.outside[0]?.facts).toMatchObject({
    spend_micros: 9_990_001,
    left_micros: 9_999,
    lowest_micros: 10_000,
  });
});

test.each<[Trouble, Parameters<typeof makeCampaign>[1], object | null | undefined]>([
  ['archived', { state: 'archived' }, {}],
  ['draft', { state: 'draft' }, {}],
  ['stopped', { state: 'stopped', state_reason: 'Swapped' }, {}],
  ['rejected', { state: 'rejected', state_reason: 'quality' }, {}],
  ['in-review', { state: 'in_review', submitted_at: new Date(HOUR) }, {}],
  ['ended', { ends_at: new Date(HOUR) }, {}],
  ['scheduled', { starts_at: new Date('2026-12-01T00:00:00Z') }, {}],
  ['paused-by-user', { state: 'paused' }, {}],
  ['no-creative', {}, null],
  ['no-approved-creative', {}, { state: 'in_review' }],
  ['no-matching-zone', {}, { width: 320, height: 50 }],
  ['no-goal', { pricing: 'CPA' }, {}],
  ['landing-address', { landing_url: 'https://shop..example/' }, {}],
  ['no-bid', { bid_micros: 999n }, {}],
  [
    'bid-over-budget',
    { pricing: 'CPC', bid_micros: 6_000_000n, daily_budget_micros: 5_000_000n, priority: 'guaranteed' },
    {},
  ],
  [
    'targets-nobody',
    {
      targeting: JSON.stringify({
        os: {
          include: [{ name: 'ios', min: '17', max: null }],
          exclude: [{ name: 'ios', min: null, max: null }],
        },
      }),
    },
    {},
  ],
  [
    'hours-never',
    {
      ends_at: new Date('2026-11-21T23:00:00Z'),
      targeting: JSON.stringify({ hours: { timezone: 'UTC', hours: [0] } }),
    },
    {},
  ],
  ['hours-closed', { targeting: JSON.stringify({ hours: { timezone: 'UTC', hours: [0, 1] } }) }, {}],
])('%s', async (code, given, creative) => {
  const found = await look(await campaign(given, creative));
  expect(found.outside[0]).toMatchObject({ code, stops: true });
  expect(found.outside.filter((cause) => cause.code === code)).toHaveLength(1);
});

test.each([
  ['capped-video', { cap_impressions: 1, cap_window_seconds: 60 }, 'frequency_cap'],
  ['measured-video', { measured_only: true }, 'measured_only'],
] as const)('%s: a campaign of videos that no player shows', async (code, given, field) => {
  const id = await campaign(given);
  await app.db
    .updateTable('creative_asset')
    .set({ format: 'video', content_type: 'video/mp4', parts: { duration_ms: 5_000, bitrate_kbps: 800 } })
    .where('id', 'in', (asset) =>
      asset.selectFrom('creative').select('asset_id').where('campaign_id', '=', id),
    )
    .execute();
  const [first] = (await look(id)).outside;
  expect(first).toMatchObject({ code, stops: true, cure: { href: expect.stringContaining(field) } });
});

test('it is paused since it was paused, whatever was changed afterwards', async () => {
  const id = await campaign({ created_at: new Date('2026-11-01T00:00:00Z') });
  const path = publicId('campaign', id);
  const client = await app.clientOf(ann);
  await client.post('/api/campaigns/actions', { ids: [path], action: 'pause' });
  clock.set('2026-11-21T12:45:00.000Z');
  expect((await client.patch(`/api/campaigns/${path}`, { name: 'Another name' })).status).toBe(200);
  const [first] = (await look(id)).outside;
  clock.set(NOW);
  expect(first).toMatchObject({ code: 'paused-by-user', facts: { paused_at: NOW } });
});

test('without money', async () => {
  ann = await makeAdvertiser(app.db, { cashMicros: 0n });
  expect((await look(await campaign())).outside[0]).toMatchObject({
    code: 'unfunded',
    facts: { balance_micros: 0, lowest_micros: 2_000 },
    cure: { kind: 'fund', href: '/advertiser/funds' },
  });
});

test('targeting that leaves out every place of its size', async () => {
  const zones = await app.db.selectFrom('zone').select('id').where('width', '=', 300).execute();
  const exclude = zones.map(({ id }) => publicId('zone', id));
  const targeting = JSON.stringify({ zones: { include: [], exclude } });
  expect(await codes(await campaign({ targeting }))).toEqual(['no-matching-zone']);
});

test('it is its owner’s alone', async () => {
  const id = await campaign();
  const path = `/api/campaigns/${publicId('campaign', id)}/troubleshoot`;
  const stranger = await app.clientOf(await makeAdvertiser(app.db));
  expect((await stranger.get(path)).status).toBe(404);
  expect((await stranger.get('/api/campaigns/c_zzzzzzzzz/troubleshoot')).status).toBe(404);
  expect((await (await app.clientOf(await makePublisher(app.db))).get(path)).status).toBe(403);
  const wrong = await (await app.clientOf(ann)).get<{ errors: object }>(`${path}?timezone=Middle/Earth`);
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['timezone']]);
});
