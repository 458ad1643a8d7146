import { randomBytes } from 'node:crypto';
import { publicId } from '@ezdash/contracts';
import { silentLog } from '../../platform/log';
import { createTestDb, fakeClock, type TestDb, until } from '../../testing';
import { createCampaignsFeature, type PaceLine } from '../campaigns';
import { singleDay } from '../figures';
import { readAdvertiserDashboard } from '../reporting/advertiserDashboard';
import { createServing, type Serving } from './createServing';
import { insertCampaign, makeWorld, temporaryDir, type World } from './testWorld';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Nine in the morning of tomorrow: the rows of today were there all of that day. */
const NINE_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS + 9 * HOUR_MS;
const clock = fakeClock(new Date(NINE_MS).toISOString());
const ELAPSED = 9 / 24;
/** Of a day whose last six hours bring half of its traffic. */
const COME = 0.25;

let test_: TestDb;
let serving: Serving;
let data: Awaited<ReturnType<typeof temporaryDir>>;
let world: World;

/** Two weeks of ad requests, three times as many from six o'clock in the evening on. */
async function seeEvenings(): Promise<void> {
  const requests = Array.from({ length: 14 * 24 }, (_, ago) => {
    const hour = new Date(NINE_MS - (ago + 1) * HOUR_MS);
    return {
      hour,
      zone_id: world.zoneId,
      country: 'US',
      device: 1,
      publisher_id: world.publisherId,
      property_id: world.propertyId,
      reason: 0,
      requests: hour.getUTCHours() >= 18 ? 30_000n : 10_000n,
    };
  });
  await test_.db.insertInto('request_hourly').values(requests).execute();
}

beforeAll(async () => {
  test_ = await createTestDb();
  data = await temporaryDir();
  world = await makeWorld(test_.db, { pacing: 'even' });
  await seeEvenings();
  serving = createServing({
    db: test_.db,
    connection: test_.connection,
    dataDir: data.dir,
    log: silentLog,
    tokenKeys: [{ id: 1, secret: randomBytes(32) }],
    tagSource: '',
    now: clock.nowMs,
    background: false,
  });
});
afterAll(async () => {
  await serving.stop();
  await test_.drop();
  await data.remove();
});

test('the tick of a pace bar is the line of the ad server: before a busy evening less than the day that has passed', async () => {
  const hasty = await insertCampaign(test_.db, world.advertiserId, { pacing: 'asap' });
  const paused = await insertCampaign(test_.db, world.advertiserId, { pacing: 'even' });
  await test_.db
    .updateTable('campaign')
    .set({ state: 'paused' })
    .where('id', '=', paused.campaignId)
    .execute();
  const paceLine: PaceLine = (campaignId, now) => serving.dueShareOf(campaignId, now.getTime());
  const { campaigns, list } = createCampaignsFeature({ db: test_.db, clock, paceLine });
  const today = singleDay(clock.now());
  const dues = async () => {
    const page = await list.after(world.advertiserId, today, { limit: 10 });
    const byId = new Map(page.campaigns.map((campaign) => [campaign.id, campaign.today.due]));
    return [world, hasty, paused].map(({ campaignId }) => byId.get(publicId('campaign', campaignId)));
  };
  // Nobody serves yet.
  expect(await dues()).toEqual([ELAPSED, 0, 0]);
  await serving.start();
  // The forecast is read beside the first index.
  await until(dues, ([due]) => due !== ELAPSED, 'The forecast');
  // Of one that spends as fast as it can, or not at all, nothing is due.
  expect(await dues()).toEqual([COME, 0, 0]);
  const one = await campaigns.get(world.advertiserId, publicId('campaign', world.campaignId), today);
  expect(one.today.due).toBe(COME);
  const { pacing } = await readAdvertiserDashboard(
    test_.db,
    world.advertiserId,
    today,
    clock.now(),
    clock.now(),
    paceLine,
  );
  expect(new Map(pacing.map(({ id, due }) => [id, due]))).toEqual(
    new Map([
      [publicId('campaign', world.campaignId), COME],
      [publicId('campaign', hasty.campaignId), 0],
    ]),
  );
  // Whoever's clock tells another day gets no line and leaves those of the engine's day alone.
  expect(serving.dueShareOf(world.campaignId, NINE_MS + DAY_MS)).toBeNull();
  expect(serving.dueShareOf(world.campaignId, NINE_MS)).toBeCloseTo(COME, 6);
});
