import { sql } from 'kysely';
import type { Db } from '../../platform/db';

/** Columns that say whose a row is. */
const OWNER_COLUMNS = ['user_id', 'advertiser_id', 'publisher_id', 'owner_id', 'account_id'];
/** What moves by itself: when somebody was seen, what a sign-in remembers, what the alerts last compared. */
const MOVING = ['session', 'known_visitor', 'passkey_challenge', 'alert_funds', 'alert_campaign'];

interface OwnedTable {
  table: string;
  column: string;
}

async function ownedTables(db: Db): Promise<OwnedTable[]> {
  const { rows } = await sql<OwnedTable>`
    SELECT c.table_name AS "table", c.column_name AS "column"
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
      AND c.column_name IN (${sql.join(OWNER_COLUMNS)}) AND c.table_name NOT IN (${sql.join(MOVING)})
    ORDER BY 1, 2`.execute(db);
  return rows;
}

/** A fingerprint of all that the accounts own: it differs as soon as somebody changed any of it. */
export async function makeHoldings(db: Db, owners: readonly number[]): Promise<() => Promise<string>> {
  const tables = await ownedTables(db);
  const ids = sql.join(owners);
  const parts = tables.map(
    ({ table, column }) =>
      // A token notes its use a moment after the call.
      sql`SELECT (to_jsonb(t) - 'last_used_at')::text AS row FROM ${sql.table(table)} t WHERE ${sql.ref(`t.${column}`)} IN (${ids})`,
  );
  const children = [
    sql`SELECT (to_jsonb(u) - 'last_login_at' - 'updated_at')::text AS row FROM app_user u WHERE id IN (${ids})`,
    sql`SELECT t::text AS row FROM creative t JOIN campaign c ON c.id = t.campaign_id WHERE c.advertiser_id IN (${ids})`,
    sql`SELECT t::text AS row FROM zone t JOIN property p ON p.id = t.property_id WHERE p.publisher_id IN (${ids})`,
  ];
  const all = sql.join([...parts, ...children], sql` UNION ALL `);
  return async () => {
    const { rows } = await sql<{ print: string }>`
      SELECT md5(coalesce(string_agg(row, '|' ORDER BY row), '')) AS print FROM (${all}) every`.execute(db);
    return rows[0]?.print ?? '';
  };
}
