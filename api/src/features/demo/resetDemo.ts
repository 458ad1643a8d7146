import { rm } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { APPEND_ONLY, type Db, inTransaction, type Trx } from '../../platform/db';
import { DEMO_PEOPLE } from './demoPeople';

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
  'traffic_reversal',
  'conversion_price',
  'rollup_hourly',
  'request_hourly',
  'traffic_hourly',
  'invalid_hourly',
  'invalid_sub_hourly',
  'sub_id_use',
  'rollup_daily',
  'request_daily',
  'rollup_day',
  'decision_trace',
  'campaign_fate_hourly',
  'traced_hourly',
];

/** The journal of the seeding; every other one is of real visitors. */
const PAST_NODE = 'past';

/** Somebody signed up, or real visits were counted. */
async function isInUse(trx: Trx): Promise<boolean> {
  const emails = DEMO_PEOPLE.map((person) => person.email);
  const { rows } = await sql<{ used: boolean }>`
    SELECT EXISTS (SELECT FROM app_user WHERE lower(email) <> ALL(${emails}::text[]))
      OR EXISTS (SELECT FROM journal_checkpoint WHERE node <> ${PAST_NODE}) AS used`.execute(trx);
  return rows[0]?.used !== false;
}

async function switchTriggers(trx: Trx, to: 'DISABLE' | 'ENABLE'): Promise<void> {
  for (const table of APPEND_ONLY)
    await sql`ALTER TABLE ${sql.table(table)} ${sql.raw(to)} TRIGGER USER`.execute(trx);
}

/**
 * Takes away what an interrupted seeding left, so that it can begin again. Answers false, and takes nothing, when the
 * network has been used since. Append-only tables refuse that even to their owner, while their triggers are on.
 * @param db of the role that owns the tables
 */
export async function resetDemo(db: Db, dataDir: string): Promise<boolean> {
  const tables = sql.join(TABLES.map((table) => sql.table(table)));
  const emptied = await inTransaction(db, async (trx) => {
    // Nobody signs up between the look and the emptying.
    await sql`LOCK TABLE app_user, journal_checkpoint IN ACCESS EXCLUSIVE MODE`.execute(trx);
    if (await isInUse(trx)) return false;
    await switchTriggers(trx, 'DISABLE');
    await sql`TRUNCATE ${tables} RESTART IDENTITY CASCADE`.execute(trx);
    await switchTriggers(trx, 'ENABLE');
    return true;
  });
  if (emptied) await rm(path.join(dataDir, 'journal', 'past'), { recursive: true, force: true });
  return emptied;
}
