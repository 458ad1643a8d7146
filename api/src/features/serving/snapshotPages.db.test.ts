import { sql } from 'kysely';
import { createTestDb, makeAdvertiser, makeZone, type TestDb } from '../../testing';
import { NO_LEARNING } from './createLearner';
import { PAGE } from './mapPages';
import { readInput, readZones } from './snapshot.repo';

/** What is read for the index comes a page at a time. */

let test: TestDb;
beforeAll(async () => {
  test = await createTestDb();
});
afterAll(() => test.drop());

const idsOf = async (table: 'campaign' | 'creative' | 'zone') =>
  (await test.db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id);

/** So many more campaigns with a creative each, and properties with a zone each. */
async function grow(by: number): Promise<void> {
  const { id: owner } = await makeAdvertiser(test.db);
  const { property_id: property } = await makeZone(test.db);
  await sql`
    WITH asset AS (
      INSERT INTO creative_asset (owner_id, sha256, content_type, byte_count, width, height)
      VALUES (${owner}, ${owner.toString(16).padStart(64, 'a')}, 'image/png', 20000, 300, 250) RETURNING id),
    made AS (
      INSERT INTO campaign (advertiser_id, name, pricing, bid_micros, daily_budget_micros, landing_url, state, pacing)
      SELECT ${owner}, 'Campaign ' || n, 'CPM', 5000000, 1000000000, 'https://shop.example/', 'approved', 'asap'
      FROM generate_series(1, ${by}::int) n RETURNING id)
    INSERT INTO creative (campaign_id, asset_id, name, state)
    SELECT made.id, asset.id, 'Creative', 'approved' FROM made, asset`.execute(test.owner);
  await sql`
    WITH made AS (
      INSERT INTO property (publisher_id, name, domain, category)
      SELECT publisher_id, 'Property ' || n, 'site' || n || '.example', category
      FROM property, generate_series(1, ${by}::int - 1) n WHERE id = ${property} RETURNING id)
    INSERT INTO zone (property_id, name, width, height) SELECT id, 'Zone', 300, 250 FROM made`.execute(
    test.owner,
  );
}

it.each([PAGE - 1, 1, 1, PAGE - 1, 1])('after %i more, each is read once and in order', async (by) => {
  await grow(by);
  const input = await readInput(test.db, NO_LEARNING);
  const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
  expect(ids(input.campaigns)).toEqual(await idsOf('campaign'));
  expect(ids(input.creatives)).toEqual(await idsOf('creative'));
  expect(ids(input.zones)).toEqual(await idsOf('zone'));
  expect(ids(await readZones(test.db, { zones: await idsOf('zone'), properties: [] }))).toEqual(
    await idsOf('zone'),
  );
});
