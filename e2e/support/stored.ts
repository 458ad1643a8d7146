import { createClient } from '../../api/src/platform/db/connection';
import { startEmbeddedPostgres } from '../../api/src/platform/embeddedPostgres';

/** How many files and words for creatives an account has stored: no address lists those that are in no campaign. */
export async function storedAssets({ dataDir }: { dataDir: string }, email: string): Promise<number> {
  // The network's own database, which runs: it is adopted and left again.
  const { connection, stop } = await startEmbeddedPostgres({ dataDir });
  const client = createClient(connection);
  try {
    await client.connect();
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM creative_asset
       WHERE owner_id = (SELECT id FROM app_user WHERE email = $1)`,
      [email],
    );
    return rows[0]?.count ?? Number.NaN;
  } finally {
    await client.end();
    await stop();
  }
}
