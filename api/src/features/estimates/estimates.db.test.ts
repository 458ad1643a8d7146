import { type CampaignEstimate, campaignEstimate, publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import {
  type AppWorld,
  type FakeClock,
  fakeClock,
  type MadeUser,
  makeAdvertiser,
  makeCampaign,
  makeProperty,
  makePublisher,
  makeZone,
  openApp,
} from '../../testing';
import { packedTrace } from '../decisions/testDecisions';
import { insertTraces } from '../decisions/traces.repo';
import { NO_LEARNING } from '../serving/createLearner';
import { buildSnapshot } from '../serving/hot/index/buildSnapshot';
import type { Snapshot } from '../serving/hot/index/Snapshot';
import { readInput } from '../serving/snapshot.repo';
import { createEstimatesFeature } from '.';

const NOW = '2026-11-21T12:30:00.000Z';
const NOW_MS = Date.parse(NOW);
const DAY_MS = 86_400_000;
const PATH = '/api/campaigns/estimate';

let app: AppWorld;
let clock: FakeClock;
let ann: MadeUser;
let own: number;
let snapshot: Snapshot;
let zoneId: number;
let others: number[];

beforeAll(async () => {
  clock = fakeClock(NOW);
  app = await openApp(({ db }) => ({
    clock,
    mounts: createEstimatesFeature({ db, clock, engine: () => ({ snapshot }) }).mounts,
  }));
  const { db } = app;
  ann = await makeAdvertiser(db);
  own = (await makeCampaign(db, { advertiser_id: ann.id })).id;
  others = [];
  for (let at = 0; at < 3; at += 1) {
    const { id } = await makeAdvertiser(db);
    others.push((await makeCampaign(db, { advertiser_id: id })).id);
  }
  const publisher = await makePublisher(db);
  const property = await makeProperty(db, { publisher_id: publisher.id, state: 'approved' });
  zoneId = (await makeZone(db, { property_id: property.id, floor_micros: 0n })).id;
  snapshot = buildSnapshot(await readInput(db, NO_LEARNING));
  const traces = await Promise.all(
    Array.from({ length: 120 }, (_, at) =>
      packedTrace({
        decidedAtMs: NOW_MS - at * 60_000,
        zoneId,
        publisherId: publisher.id,
        fates: [],
        answer: {
          bids: [
            [own, 5_000_000],
            [others[at % 3] ?? 0, 1_000_000],
          ],
        },
      }),
    ),
  );
  // A trial of a tag, and one that nobody keeps any longer.
  const [first, second] = traces;
  if (!first || !second) throw new Error('There are no traces');
  first.test = true;
  second.decidedAtMs = NOW_MS - 8 * DAY_MS;
  await insertTraces(db, traces);
  for (let day = 1; day <= 7; day += 1)
    for (const [reason, requests] of [
      [0, 7_000],
      [12, 3_000],
      [11, 90_000],
    ])
      await sql`INSERT INTO request_hourly (hour, zone_id, country, device, publisher_id, property_id, reason, requests)
        VALUES (${new Date(Date.parse('2026-11-21T10:00:00Z') - (day - 1) * DAY_MS)}, ${zoneId}, 'DE', 2,
          ${publisher.id}, ${property.id}, ${reason}, ${requests})`.execute(db);
});
beforeEach(() => clock.advance(61_000));
afterAll(() => app.close());

const ask = async (request: object = {}, user = ann) => {
  const answer = await (await app.clientOf(user)).post(PATH, {
    targeting: {},
    pricing: 'CPM',
    bid_micros: 2_000_000,
    ...request,
  });
  expect(answer.status).toBe(200);
  return campaignEstimate.parse(answer.body);
};

test('what was recorded and counted of the last days, without robots, trials and what is old', async () => {
  const told: CampaignEstimate = await ask();
  expect(told).toMatchObject({ state: 'told', sampled: 120, days: 7, competition: 'told' });
  expect(told.reach?.per_day).toBe(10_000);
  // The advertiser's own campaign bids more.
  expect(told.bid?.share_ppm).toBe(0);
  const nobody = await ask({ targeting: { countries: { include: ['FR'] } } });
  expect(nobody).toMatchObject({ state: 'few', reach: null, bid: null });
  const phones = { targeting: { countries: { include: ['DE'] }, devices: { include: ['phone'] } } };
  expect((await ask(phones)).reach?.per_day).toBe(10_000);
});

test('a campaign that is changed steps aside for itself', async () => {
  const told = await ask({ campaign_id: publicId('campaign', own), daily_budget_micros: 5_000_000 });
  expect(told.bid).toMatchObject({ share_ppm: 1_000_000, held: true });
  expect(told.bid?.cost_micros.per_day).toBe(5_000_000);
});

test("somebody else's campaign does not exist, and nothing names who else bids", async () => {
  const stranger = await makeAdvertiser(app.db);
  const client = await app.clientOf(stranger);
  const body = { targeting: {}, pricing: 'CPM', campaign_id: publicId('campaign', own) };
  expect((await client.post(PATH, body)).status).toBe(404);
  const said = JSON.stringify(await ask({ bid_micros: null }, stranger));
  expect(said).not.toMatch(/c_|advertiser|campaign/);
});

test('the same question is answered from what is kept, for a minute; a stranger gets nothing of it', async () => {
  const before = await ask({ category: 'news' });
  await app.db.updateTable('campaign').set({ priority: 'house' }).where('id', 'in', others).execute();
  expect(await ask({ category: 'news' })).toEqual(before);
});

test('refuses what is no targeting, and publishers', async () => {
  const client = await app.clientOf(ann);
  const wrong = await client.post(PATH, { targeting: { countries: { include: ['DE'], exclude: ['DE'] } } });
  expect(wrong.status).toBe(422);
  expect((await (await app.clientOf(await makePublisher(app.db))).post(PATH, {})).status).toBe(403);
});
