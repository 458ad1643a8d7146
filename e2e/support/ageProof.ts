import { createClient } from '../../api/src/platform/db/connection';
import { startEmbeddedPostgres } from '../../api/src/platform/embeddedPostgres';

const AGO_MS = 6 * 60_000;

/**
 * As if six minutes had gone by since the account proved who it is: the server's own clock counts, and nobody waits
 * for it in a test.
 */
export async function ageProof({ dataDir }: { dataDir: string }, email: string): Promise<void> {
  // The network's own database, which runs: it is adopted and left again.
  const { connection, stop } = await startEmbeddedPostgres({ dataDir });
  const client = createClient(connection);
  try {
    await client.connect();
    const { rowCount } = await client.query(
      `UPDATE session SET sess = jsonb_set(sess::jsonb, '{provenAt}', to_jsonb($1::bigint))::json
       WHERE user_id = (SELECT id FROM app_user WHERE email = $2)`,
      [Date.now() - AGO_MS, email],
    );
    if (!rowCount) throw new Error(`Nobody is signed in as ${email}`);
  } finally {
    await client.end();
    await stop();
  }
}
