import { NO_FILL_REASONS } from '@ezdash/contracts';
import { createTestDb, type TestDb } from '../../testing';
import { cubeFor } from '../events';
import { createForecaster } from './createForecaster';
import { createLearner } from './createLearner';
import { TrafficShares } from './hot/pacing/TrafficShares';
import { insertCampaign, makeWorld, type World } from './testWorld';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A Thursday. */
const NOW_MS = Date.UTC(2027, 0, 14, 13, 20);
const dayOf = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);

let test_: TestDb;
let world: World;
let nowMs = NOW_MS;
const now = () => nowMs;

beforeEach(async () => {
  nowMs = NOW_MS;
  test_ = await createTestDb();
  world = await makeWorld(test_.db, { pricing: 'CPC', bidMicros: 500_000 });
});
afterEach(() => test_.drop());

interface Place {
  campaignId: number;
  creativeId: number;
}
const figures = ({ campaignId, creativeId }: Place, impressions: number, clicks: number) => ({
  campaign_id: campaignId,
  creative_id: creativeId,
  advertiser_id: world.advertiserId,
  publisher_id: world.publisherId,
  property_id: world.propertyId,
  zone_id: world.zoneId,
  country: 'DE',
  device: 1,
  impressions,
  clicks,
});

/** Figures of an hour, so many days ago. */
async function seeHour(place: Place, timeMs: number, impressions: number, clicks: number) {
  const { impressions: shown, clicks: clicked, ...rest } = figures(place, impressions, clicks);
  await test_.db
    .insertInto('rollup_hourly')
    .values({
      ...rest,
      hour: new Date(Math.floor(timeMs / HOUR_MS) * HOUR_MS),
      impressions: BigInt(shown),
      clicks: BigInt(clicked),
    })
    .execute();
}

/** A day that is folded, with other figures in its hours: nobody may read those. */
async function seeFolded(place: Place, timeMs: number, impressions: number, clicks: number) {
  const { publisher_id, advertiser_id, property_id, zone_id, ...rest } = figures(place, impressions, clicks);
  await test_.db
    .insertInto('rollup_daily')
    .values({
      ...rest,
      cube: cubeFor('advertiser_id', ['campaign_id', 'creative_id'])?.id ?? 0,
      owner_id: advertiser_id,
      day: dayOf(timeMs),
      viewables: 0,
      conversions: 0,
      invalid: 0,
      spend_micros: 0n,
      payout_micros: 0n,
    })
    .execute();
  await test_.db
    .insertInto('rollup_day')
    .values({ day: dayOf(timeMs) })
    .execute();
  await seeHour(place, timeMs, 999_999, 7);
}

describe('what is learnt of click rates', () => {
  const learner = (explores = false) => createLearner({ db: test_.db, now, explores });

  test('of folded days by the day, of the others by the hour, each worth half as much every ten days', async () => {
    await seeFolded(world, NOW_MS - 20 * DAY_MS, 4_000, 400);
    await seeFolded(world, NOW_MS - 10 * DAY_MS, 2_000, 20);
    // Not folded yet.
    await seeHour(world, NOW_MS - DAY_MS, 1_000, 10);
    await seeHour(world, NOW_MS, 100, 1);
    await seeHour(world, NOW_MS - 31 * DAY_MS, 50_000, 5_000);
    const { creatives } = await learner().read();
    const { impressions = 0, clicks = 0 } = creatives.get(world.creativeId) ?? {};
    expect(impressions).toBeCloseTo(1_000 + 1_000 + 1_000 * 0.5 ** 0.1 + 100, 6);
    expect(clicks).toBeCloseTo(100 + 10 + 10 * 0.5 ** 0.1 + 1, 6);
  });

  test('new figures show at the next reading, those of older hours within the hour', async () => {
    await seeHour(world, NOW_MS - 5 * HOUR_MS, 1_000, 10);
    const learning = learner();
    const before = (await learning.read()).creatives.get(world.creativeId);
    expect((await learning.read()).creatives.get(world.creativeId)).toBe(before);
    await seeHour(world, NOW_MS, 50, 3);
    await seeHour(world, NOW_MS - 5 * HOUR_MS, 500, 5);
    expect((await learning.read()).creatives.get(world.creativeId)).toEqual({
      impressions: 1_050,
      clicks: 13,
    });
    nowMs += HOUR_MS;
    expect((await learning.read()).creatives.get(world.creativeId)).toEqual({
      impressions: 1_550,
      clicks: 18,
    });
  });

  test('a campaign nobody has seen stands at the mean of all that pay for clicks, one with figures at its own', async () => {
    const other = await insertCampaign(test_.db, world.advertiserId, { pricing: 'CPC' });
    const shown = await insertCampaign(test_.db, world.advertiserId, { pricing: 'CPM' });
    await seeHour(world, NOW_MS, 99_000, 195);
    // What pays for impressions says nothing of the others.
    await seeHour(shown, NOW_MS, 1_000_000, 500_000);
    const { ctrPpm } = await learner().read();
    expect(ctrPpm(other.campaignId)).toBe(2_000);
    expect(ctrPpm(world.campaignId)).toBe(Math.round((197 / 100_000) * 1e6));
  });

  test('young campaigns rank by a drawn rate now and then, when that is wanted', async () => {
    const learning = learner(true);
    const found: number[] = [];
    for (let span = 0; span < 40; span += 1) {
      found.push((await learning.read()).ctrPpm(world.campaignId));
      nowMs += 60_000 * 5;
    }
    expect(Math.min(...found)).toBe(5_000);
    expect(Math.max(...found)).toBeGreaterThan(5_000);
    expect(Math.max(...found)).toBeLessThanOrEqual(10_000);
  });
});

describe('the traffic forecast', () => {
  async function seeRequests(timeMs: number, country: string, requests: number, reason = 0) {
    await test_.db
      .insertInto('request_hourly')
      .values({
        hour: new Date(Math.floor(timeMs / HOUR_MS) * HOUR_MS),
        zone_id: world.zoneId,
        country,
        device: 1,
        publisher_id: world.publisherId,
        property_id: world.propertyId,
        reason,
        requests: BigInt(requests),
      })
      .execute();
  }
  const forecaster = () => createForecaster({ db: test_.db, now });

  test('follows what was asked for in the last weeks, by country, without robots', async () => {
    for (let hour = 1; hour <= 14 * 24; hour += 1) {
      const timeMs = NOW_MS - hour * HOUR_MS;
      const isDay = new Date(timeMs).getUTCHours() >= 12;
      await seeRequests(timeMs, 'US', isDay ? 30_000 : 10_000);
      await seeRequests(timeMs, 'JP', isDay ? 1_000 : 9_000);
      await seeRequests(timeMs, 'US', 500_000, NO_FILL_REASONS.bot);
    }
    const forecast = await forecaster().read();
    if (!forecast) throw new Error('no forecast');
    const traffic = new TrafficShares();
    traffic.take(forecast);
    const midnight = Date.UTC(2027, 0, 14);
    const atNoon = (key: string) =>
      traffic.share(key, null, midnight, midnight + DAY_MS, midnight + DAY_MS / 2);
    expect(atNoon('US')).toBeCloseTo(0.25, 2);
    expect(atNoon('JP')).toBeGreaterThan(0.88);
    expect(atNoon('')).toBeCloseTo(19 / 50, 2);
  });

  test('is made once an hour, takes what came late, and forgets after weeks', async () => {
    await seeRequests(NOW_MS - 2 * HOUR_MS, 'DE', 100);
    const forecasts = forecaster();
    expect(await forecasts.read()).not.toBeNull();
    expect(await forecasts.read()).toBeNull();
    await seeRequests(NOW_MS - HOUR_MS, 'DE', 60);
    await test_.db
      .updateTable('request_hourly')
      .set({ requests: 140n })
      .where('hour', '=', new Date(Date.UTC(2027, 0, 14, 11)))
      .execute();
    await test_.db
      .insertInto('traffic_hourly')
      .values({ hour: new Date(NOW_MS - 90 * DAY_MS), country: 'DE', requests: 1n })
      .execute();
    nowMs += HOUR_MS;
    expect(await forecasts.read()).not.toBeNull();
    const kept = await test_.db.selectFrom('traffic_hourly').select('requests').orderBy('hour').execute();
    expect(kept.map(({ requests }) => Number(requests))).toEqual([140, 60]);
  });

  test('without any history every hour is like every other', async () => {
    const forecast = await forecaster().read();
    expect(new Set(forecast?.network).size).toBe(1);
  });

  test('of two nodes at once, both have it', async () => {
    for (let hour = 1; hour < 48; hour += 1) await seeRequests(NOW_MS - hour * HOUR_MS, 'DE', hour);
    const both = await Promise.all([forecaster().read(), forecaster().read()]);
    expect(both[0]).not.toBeNull();
    expect(both[1]?.network).toEqual(both[0]?.network);
  });
});
