import { sql } from 'kysely';
import { openDb } from '../../../api/src/platform/db';
import { startEmbeddedPostgres } from '../../../api/src/platform/embeddedPostgres';

/** Gives an advertiser so many campaigns of every kind, in the database of a server that runs. */
export async function makeCampaigns(dataDir: string, email: string, count: number): Promise<void> {
  // The server's own database: it is adopted, and left with it.
  const { connection, stop } = await startEmbeddedPostgres({ dataDir });
  const open = openDb(connection);
  try {
    await sql`
      WITH owner AS (SELECT id FROM app_user WHERE email = ${email}), made AS (
        INSERT INTO campaign (advertiser_id, name, pricing, bid_micros, daily_budget_micros, landing_url, pacing, state)
        SELECT owner.id, 'Bench ' || n || ' winter shells, US and CA desktop', (ARRAY['CPM', 'CPC'])[1 + n % 2],
          1000000 + n * 100, 5000000 + n * 10000, 'https://example.com/', (ARRAY['even', 'asap'])[1 + n % 2],
          (ARRAY['approved', 'paused', 'draft', 'in_review', 'rejected'])[1 + n % 5]
        FROM owner, generate_series(1, ${count}::int) n RETURNING id)
      INSERT INTO campaign_spend (campaign_id, day, spend_micros)
      SELECT id, (now() AT TIME ZONE 'UTC')::date, id * 1000 FROM made WHERE id % 3 = 0`.execute(open.db);
  } finally {
    await open.db.destroy();
    await stop();
  }
}
