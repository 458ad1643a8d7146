import { createClient } from '../../api/src/platform/db/connection';
import { startEmbeddedPostgres } from '../../api/src/platform/embeddedPostgres';

/** As if the campaign had been made and approved so many days before: a rule looks at nothing that was not shown for its windows. */
export async function ageCampaign(
  { dataDir }: { dataDir: string },
  name: string,
  days: number,
): Promise<void> {
  // The network's own database, which runs: it is adopted and left again.
  const { owner, stop } = await startEmbeddedPostgres({ dataDir });
  const client = createClient(owner);
  try {
    await client.connect();
    const { rowCount } = await client.query(
      `WITH moved AS (
        UPDATE campaign_change SET at = at - make_interval(days => $1)
        WHERE campaign_id = (SELECT id FROM campaign WHERE name = $2))
      UPDATE campaign SET created_at = created_at - make_interval(days => $1) WHERE name = $2`,
      [days, name],
    );
    if (rowCount !== 1) throw new Error(`${rowCount ?? 0} campaigns are called ${name}`);
  } finally {
    await client.end();
    await stop();
  }
}
