import {
  type CampaignReasons,
  campaignReasons,
  FATES,
  type Fate,
  NO_FILL_REASONS,
  type NoFillReason,
  publicId,
  RIVAL_FATES,
  type ZoneNoFill,
  zoneNoFill,
} from '@ezdash/contracts';
import { sql } from 'kysely';
import { silentLog } from '../../platform/log';
import {
  type AppWorld,
  fakeClock,
  type MadeUser,
  makeAdmin,
  makeAdvertiser,
  makeCampaign,
  makeProperty,
  makePublisher,
  makeZone,
  openApp,
} from '../../testing';
import { createDecisionsFeature } from '.';
import { addFates, addHours } from './fates.repo';

let app: AppWorld;
let advertiser: MadeUser;
let publisher: MadeUser;
let campaignId: number;
let otherCampaignId: number;
let zoneId: number;

type Sum = [hour: string, fate: Fate, decisions: number, gap?: number, missingMicros?: number];
/** Three advertisers. */
const THREE = 0b111;
const addSums = (id: number, sums: readonly Sum[], rivals = THREE) =>
  addFates(
    app.db,
    sums.map(([hour, fate, decisions, gap = 0, missingMicros = 0]) => ({
      hourMs: Date.parse(hour),
      campaignId: id,
      fate: FATES[fate],
      gap,
      decisions,
      missingMicros,
      rivals: RIVAL_FATES.includes(fate) ? rivals : 0,
    })),
  );
const addRequests = async (hour: string, reason: NoFillReason | 'filled', requests: number) => {
  await sql`INSERT INTO request_hourly (hour, zone_id, country, device, publisher_id, property_id, reason, requests)
    VALUES (${hour}::timestamptz, ${zoneId}, 'DE', 1, ${publisher.id}, 1, ${NO_FILL_REASONS[reason]}, ${requests})`.execute(
    app.db,
  );
};

beforeAll(async () => {
  const clock = fakeClock('2026-11-21T12:30:00.000Z');
  app = await openApp(({ db }) => ({
    clock,
    mounts: createDecisionsFeature({ db, clock, log: silentLog, engine: () => null }).mounts,
  }));
  const { db } = app;
  advertiser = await makeAdvertiser(db);
  publisher = await makePublisher(db);
  campaignId = (await makeCampaign(db, { advertiser_id: advertiser.id })).id;
  otherCampaignId = (await makeCampaign(db, { advertiser_id: (await makeAdvertiser(db)).id })).id;
  const property = await makeProperty(db, { publisher_id: publisher.id });
  zoneId = (await makeZone(db, { property_id: property.id })).id;
  await addSums(campaignId, [
    ['2026-11-19T10:00:00Z', 'won', 40],
    ['2026-11-19T10:00:00Z', 'next', 10],
    ['2026-11-19T10:00:00Z', 'outbid', 60, 2, 6_000_000],
    ['2026-11-19T10:00:00Z', 'runner-up', 20, 1, 200_000],
    ['2026-11-19T23:00:00Z', 'below-floor', 20, 7, 80_000_000],
    ['2026-11-20T04:00:00Z', 'budget', 100],
    ['2026-11-25T04:00:00Z', 'budget', 7],
  ]);
  // Twice the same hour adds up.
  await addSums(campaignId, [['2026-11-20T04:00:00Z', 'budget', 50]]);
  await addSums(otherCampaignId, [['2026-11-19T10:00:00Z', 'won', 999]]);
  await addHours(db, [
    { hourMs: Date.parse('2026-11-19T10:00:00Z'), traces: 26, decisions: 130, squares: 700 },
    { hourMs: Date.parse('2026-11-20T04:00:00Z'), traces: 4, decisions: 150, squares: 6_000 },
  ]);
  await addRequests('2026-11-19T10:00:00Z', 'filled', 70);
  await addRequests('2026-11-19T10:00:00Z', 'no-country', 20);
  await addRequests('2026-11-19T23:00:00Z', 'below-floor', 60);
  await addRequests('2026-11-20T04:00:00Z', 'no-country', 20);
});
afterAll(() => app.close());

const ask = async <Body>(user: MadeUser, path: string) => (await app.clientOf(user)).get<Body>(path);
const reasons = async (query: string, user = advertiser): Promise<CampaignReasons> => {
  const path = `/api/campaigns/${publicId('campaign', campaignId)}/reasons?${query}`;
  return campaignReasons.parse((await ask<CampaignReasons>(user, path)).body);
};
const noFill = async (query: string): Promise<ZoneNoFill> => {
  const path = `/api/zones/${publicId('zone', zoneId)}/no-fill?${query}`;
  return zoneNoFill.parse((await ask<ZoneNoFill>(publisher, path)).body);
};

test('why a campaign was not shown, as shares of what it lost', async () => {
  const found = await reasons('from=2026-11-19&to=2026-11-20');
  expect(found).toMatchObject({ timezone: 'UTC', traces: 30, decisions: 300, won: 40 });
  expect(found.lost).toEqual([
    { fate: 'budget', decisions: 150, share_ppm: 600_000 },
    { fate: 'outbid', decisions: 60, share_ppm: 240_000 },
    { fate: 'below-floor', decisions: 20, share_ppm: 80_000 },
    { fate: 'runner-up', decisions: 20, share_ppm: 80_000 },
  ]);
  expect(found.days).toEqual([
    { day: '2026-11-19', decisions: 150, won: 40, main_fate: 'outbid' },
    { day: '2026-11-20', decisions: 150, won: 0, main_fate: 'budget' },
  ]);
});

test('how much a bid missed by', async () => {
  const { price_gap } = await reasons('from=2026-11-19&to=2026-11-20');
  // By the middles of the steps, of a bid of $2.00: 2.5 % of it in 20, 7.5 % in 60, 200 % in 20.
  expect(price_gap).toMatchObject({ decisions: 100, mean_missing_micros: 900_000, median_percent: 10 });
  expect(price_gap?.steps).toEqual([
    { up_to_percent: 5, decisions: 20, share_ppm: 200_000 },
    { up_to_percent: 10, decisions: 60, share_ppm: 600_000 },
    { up_to_percent: 25, decisions: 0, share_ppm: 0 },
    { up_to_percent: 50, decisions: 0, share_ppm: 0 },
    { up_to_percent: 100, decisions: 0, share_ppm: 0 },
    { up_to_percent: 200, decisions: 0, share_ppm: 0 },
    { up_to_percent: null, decisions: 20, share_ppm: 200_000 },
  ]);
  expect((await reasons('from=2026-11-20&to=2026-11-20')).price_gap).toBeNull();
});

/** Another campaign that missed by this step alone, by so much of eCPM. */
async function missed(gap: number, missingMicros: number, given: Parameters<typeof makeCampaign>[1] = {}) {
  const { id } = await makeCampaign(app.db, { advertiser_id: advertiser.id, ...given });
  await addSums(id, [['2026-11-19T10:00:00Z', 'outbid', 100, gap, 100 * missingMicros]]);
  return id;
}
const gapOf = async (id: number) => {
  const path = `/api/campaigns/${publicId('campaign', id)}/reasons?from=2026-11-19&to=2026-11-20`;
  return campaignReasons.parse((await ask<CampaignReasons>(advertiser, path)).body).price_gap;
};

test('two rivals whose bids lie in the same step give the same answer', async () => {
  const near = await gapOf(await missed(2, 101_000));
  expect(near).toMatchObject({ decisions: 100, mean_missing_micros: 150_000 });
  expect(await gapOf(await missed(2, 199_000))).toEqual(near);
});

test('a fate behind fewer than three others is left out of what is told of the bid', async () => {
  const { id } = await makeCampaign(app.db, { advertiser_id: advertiser.id });
  const hour = '2026-11-19T10:00:00Z';
  await addSums(id, [[hour, 'runner-up', 20, 1]], 0b1);
  // Other decisions of the same step, to another rival.
  await addSums(id, [[hour, 'runner-up', 20, 1]], 0b10);
  expect(await gapOf(id)).toBeNull();
  await addSums(id, [[hour, 'outbid', 100, 3]], 0b11);
  expect(await gapOf(id)).toBeNull();
  await addSums(id, [[hour, 'below-floor', 60, 2]]);
  const floorAlone = { decisions: 60, mean_missing_micros: 150_000, median_percent: 10 };
  expect(await gapOf(id)).toMatchObject(floorAlone);
  await addSums(id, [[hour, 'runner-up', 10, 2]], 0b100);
  expect(await gapOf(id)).toMatchObject({ decisions: 110, median_percent: 10 });
});

test('what was missing of a bid for clicks or conversions, by what an impression of it is worth', async () => {
  // As one that nobody has seen: five clicks in a thousand impressions, and $1.00 a mille of dear conversions.
  const clicks = await missed(2, 1, { pricing: 'CPC', bid_micros: 400_000n });
  expect((await gapOf(clicks))?.mean_missing_micros).toBe(150_000);
  const conversions = await missed(2, 1, { pricing: 'CPA', bid_micros: 9_000_000n });
  expect((await gapOf(conversions))?.mean_missing_micros).toBeCloseTo(75_000, -2);
  await sql`INSERT INTO rollup_hourly (hour, campaign_id, creative_id, zone_id, country, device, advertiser_id,
      publisher_id, property_id, impressions, clicks)
    VALUES ('2026-11-19T10:00:00Z', ${clicks}, 1, ${zoneId}, 'DE', 1, ${advertiser.id}, ${publisher.id}, 1, 9000, 95)`.execute(
    app.db,
  );
  // A hundred of ten thousand, those of a new one among them.
  expect((await gapOf(clicks))?.mean_missing_micros).toBe(300_000);
});

test('days are days in the timezone', async () => {
  const berlin = await reasons('from=2026-11-20&to=2026-11-20&timezone=Europe/Berlin');
  // 23:00 in London is midnight there.
  expect(berlin.lost.map(({ fate }) => fate)).toEqual(['budget', 'below-floor']);
  const newYork = await reasons('from=2026-11-19&to=2026-11-20&timezone=America/New_York');
  expect(newYork.days.map(({ day, decisions }) => [day, decisions])).toEqual([
    ['2026-11-19', 300],
    ['2026-11-20', 0],
  ]);
  const { days } = await noFill('from=2026-11-19&to=2026-11-20&timezone=Europe/Berlin');
  expect(days).toEqual([
    { day: '2026-11-19', requests: 90, filled: 70, main_reason: 'no-country' },
    { day: '2026-11-20', requests: 80, filled: 0, main_reason: 'below-floor' },
  ]);
});

test('why a zone stayed empty: every request', async () => {
  expect(await noFill('from=2026-11-19&to=2026-11-20')).toEqual({
    from: '2026-11-19',
    to: '2026-11-20',
    timezone: 'UTC',
    requests: 170,
    filled: 70,
    reasons: [
      { reason: 'below-floor', requests: 60, share_ppm: 600_000 },
      { reason: 'no-country', requests: 40, share_ppm: 400_000 },
    ],
    days: [
      { day: '2026-11-19', requests: 150, filled: 70, main_reason: 'below-floor' },
      { day: '2026-11-20', requests: 20, filled: 0, main_reason: 'no-country' },
    ],
  });
});

test('without days it is the last seven', async () => {
  const { from, to, days } = await reasons('');
  expect([from, to, days.length]).toEqual(['2026-11-15', '2026-11-21', 7]);
});

test('nothing happened: nothing is divided by nothing', async () => {
  const query = 'from=2026-10-01&to=2026-10-01';
  expect(await reasons(query)).toMatchObject({ traces: 0, decisions: 0, won: 0, lost: [], price_gap: null });
  expect(await noFill(query)).toMatchObject({ requests: 0, filled: 0, reasons: [] });
});

test('only the owner and the operator ask', async () => {
  const campaign = `/api/campaigns/${publicId('campaign', campaignId)}/reasons`;
  const zone = `/api/zones/${publicId('zone', zoneId)}/no-fill`;
  const { db } = app;
  const status = async (user: MadeUser, path: string) => (await ask(user, path)).status;
  expect(await status(await makeAdvertiser(db), campaign)).toBe(404);
  expect(await status(publisher, campaign)).toBe(403);
  expect(await status(await makePublisher(db), zone)).toBe(404);
  expect(await status(advertiser, zone)).toBe(403);
  const admin = await makeAdmin(db);
  expect([await status(admin, campaign), await status(admin, zone)]).toEqual([200, 200]);
  expect(await status(advertiser, '/api/campaigns/c_zzzzzzzzz/reasons')).toBe(404);
});

test.each([
  ['from=2026-11-20&to=2026-11-19', 'to'],
  ['from=yesterday', 'from'],
  ['timezone=Middle/Earth', 'timezone'],
])('refuses %s', async (query, field) => {
  const path = `/api/campaigns/${publicId('campaign', campaignId)}/reasons?${query}`;
  const { status, body } = await ask<{ errors: Record<string, string[]> }>(advertiser, path);
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
});
