import { createTestDb, type TestDb } from '../../testing';
import { readBudgets } from './snapshot.repo';
import { insertCampaign, makeWorld, type World } from './testWorld';

const HOUR_MS = 3_600_000;
const MIDNIGHT_MS = Date.UTC(2026, 10, 21);
const at = (hours: number) => new Date(MIDNIGHT_MS + hours * HOUR_MS);
const DAY = '2026-11-21';

let test_: TestDb;
let world: World;

beforeAll(async () => {
  test_ = await createTestDb();
  world = await makeWorld(test_.db);
});
afterAll(() => test_.drop());

interface Fields {
  createdAt?: Date;
  reviewedAt?: Date | null;
  startsAt?: Date | null;
  /** Hours of the day in which it spent a cent, or below 0 of the day before. */
  hours?: readonly number[];
}

/** Since when it has been spending today, as the ad server is told at three in the afternoon. */
async function spentFrom({ createdAt, reviewedAt = null, startsAt = null, hours = [] }: Fields) {
  const { db } = test_;
  const { campaignId, creativeId } = await insertCampaign(db, world.advertiserId, { pacing: 'even' });
  await db
    .updateTable('campaign')
    .set({ created_at: createdAt ?? at(-48), reviewed_at: reviewedAt, starts_at: startsAt })
    .where('id', '=', campaignId)
    .execute();
  for (const hour of hours)
    await db
      .insertInto('rollup_hourly')
      .values({
        hour: at(hour),
        campaign_id: campaignId,
        creative_id: creativeId,
        zone_id: world.zoneId,
        country: 'US',
        device: 1,
        advertiser_id: world.advertiserId,
        publisher_id: world.publisherId,
        property_id: world.propertyId,
        impressions: 2n,
        spend_micros: 10_000n,
        payout_micros: 8_000n,
      })
      .execute();
  const today = hours.filter((hour) => hour >= 0).length * 10_000;
  await db
    .insertInto('campaign_spend')
    .values({ campaign_id: campaignId, day: DAY, spend_micros: BigInt(today), impressions: 2n })
    .execute();
  const { campaigns } = await readBudgets(db, at(15).getTime());
  const sum = campaigns.find(({ id }) => id === campaignId);
  expect(sum?.todayMicros).toBe(today);
  return sum?.spentFromMs ?? null;
}

test('approved anew, it has been spending since the first hour of the day that cost it something', async () => {
  expect(await spentFrom({ reviewedAt: at(12), hours: [-3, 2, 3, 13] })).toBe(at(2).getTime());
  expect(await spentFrom({ startsAt: at(12), reviewedAt: at(-20), hours: [2] })).toBe(at(2).getTime());
});

test('first approved today, its day does not begin before it was made', async () => {
  expect(await spentFrom({ createdAt: at(9.25), reviewedAt: at(12), hours: [9, 12] })).toBe(
    at(9.25).getTime(),
  );
});

test('what was spent in the hour of the approval and behind it began with the approval', async () => {
  expect(await spentFrom({ reviewedAt: at(12.75), hours: [12, 13] })).toBeNull();
});

test('a campaign that was approved before today has its whole day', async () => {
  expect(await spentFrom({ reviewedAt: at(-2), hours: [-3, 2] })).toBeNull();
  expect(await spentFrom({ reviewedAt: null, hours: [2] })).toBeNull();
  expect(await spentFrom({ reviewedAt: at(12), hours: [-3] })).toBeNull();
});
