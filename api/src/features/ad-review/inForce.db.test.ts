import { setTimeout as pause } from 'node:timers/promises';
import { type BlockInput, publicId } from '@ezdash/contracts';
import { sql } from 'kysely';
import { systemClock } from '../../platform/clock';
import { openServing, type TestServing } from '../serving/testServing';
import { makeWorld, type World } from '../serving/testWorld';
import { createAdReviewFeature } from '.';
import type { BlocksService } from './blocks.service';

/** From the call to the ad server: what was blocked is not served, and what was taken back is. */

const PROMISED_MS = 5_000;
let opened: TestServing;
let world: World;
let blocks: BlocksService;

beforeAll(async () => {
  opened = await openServing(async ({ db }) => {
    world = await makeWorld(db);
    await sql`UPDATE campaign SET category = 'shopping', approved_landing_url = landing_url`.execute(db);
    await sql`INSERT INTO rollup_hourly (hour, campaign_id, creative_id, zone_id, country, device, advertiser_id,
        publisher_id, property_id, impressions)
      VALUES (date_trunc('hour', now()), ${world.campaignId}, ${world.creativeId}, ${world.zoneId}, 'DE', 1,
        ${world.advertiserId}, ${world.publisherId}, ${world.propertyId}, 1)`.execute(db);
  });
  ({ blocks } = createAdReviewFeature({ db: opened.test.db, clock: systemClock }));
  await until('filled');
});
afterAll(() => opened.close());

const ask = async () => {
  const [ad] = await opened.web.serve(`zones=${publicId('zone', world.zoneId)}&test=1`);
  return ad?.candidates.length ? 'filled' : ad?.reason;
};

/** Answers how long it took. */
async function until(wanted: string): Promise<number> {
  const start = performance.now();
  while ((await ask()) !== wanted) {
    if (performance.now() - start > PROMISED_MS) throw new Error(`${await ask()} instead of ${wanted}`);
    await pause(25);
  }
  return performance.now() - start;
}

it.each<[BlockInput['kind'], () => string]>([
  ['creative', () => publicId('creative', world.creativeId)],
  ['advertiser', () => publicId('advertiser', world.advertiserId)],
  ['category', () => 'shopping'],
  ['domain', () => 'shop.example'],
])('%s: blocked and taken back, both within five seconds', async (kind, value) => {
  const input = { kind, value: value(), properties: null };
  const property = publicId('property', world.propertyId);
  expect(await blocks.block(world.publisherId, input)).toEqual({ properties: [property] });
  await until('blocked');
  expect(await blocks.unblock(world.publisherId, input)).toEqual({ properties: [property] });
  await until('filled');
});

it('a creative that is gone takes its entry with it', async () => {
  const { db } = opened.test;
  const { rows } = await sql<{ id: number }>`
    INSERT INTO creative (campaign_id, asset_id, name, alt, state)
    SELECT campaign_id, asset_id, 'Twice', 'Twice', 'approved' FROM creative WHERE id = ${world.creativeId}
    RETURNING id`.execute(db);
  const twin = rows[0]?.id ?? 0;
  await sql`INSERT INTO property_block (property_id, kind, creative_id, created_at)
    VALUES (${world.propertyId}, 'creative', ${twin}, now()), (${world.propertyId}, 'creative', ${world.creativeId}, now())`.execute(
    db,
  );
  await until('blocked');
  await sql`DELETE FROM creative WHERE id = ${twin}`.execute(db);
  const kept = await sql<{
    blocks: unknown;
  }>`SELECT blocks FROM property WHERE id = ${world.propertyId}`.execute(db);
  expect(kept.rows[0]?.blocks).toEqual({ creatives: [world.creativeId] });
  await sql`DELETE FROM property_block`.execute(opened.test.owner);
  await until('filled');
});
