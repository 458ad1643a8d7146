import { rm } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../../platform/db';

/** Everything a seeding writes; whatever refers to it goes with it. */
const TABLES = [
  'app_user',
  'campaign',
  'creative',
  'creative_asset',
  'property',
  'zone',
  'ledger_posting',
  'ledger_transaction',
  'ledger_account',
  'ad_event',
  'event_batch',
  'journal_checkpoint',
  'campaign_spend',
  'rollup_hourly',
  'request_hourly',
  'invalid_hourly',
];

/**
 * Takes away what an interrupted seeding left, so that it can begin again. Only ever called on a network whose seeding
 * has not ended: nobody has used it yet. (TRUNCATE passes the ledger's append-only triggers, which guard rows.)
 */
export async function resetDemo(db: Db, dataDir: string): Promise<void> {
  const tables = sql.join(TABLES.map((table) => sql.table(table)));
  await sql`TRUNCATE ${tables} RESTART IDENTITY CASCADE`.execute(db);
  await rm(path.join(dataDir, 'journal', 'past'), { recursive: true, force: true });
}
