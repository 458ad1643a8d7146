import { sql } from 'kysely';
import type { Db } from '../../platform/db';
import { until } from '../until';

/** Columns that say whose a row is. */
const OWNER_COLUMNS = ['user_id', 'advertiser_id', 'publisher_id', 'owner_id', 'account_id'];
/**
 * What moves by itself: when somebody was seen, what a sign-in remembers, what the alerts last compared and told, how
 * far postings are summed up.
 */
const MOVING = [
  'session',
  'known_visitor',
  'passkey_challenge',
  'alert_funds',
  'alert_campaign',
  'notice',
  'earnings_fold',
  'earnings_day',
  'earnings_deduction',
  'funds_line',
  'funds_line_mark',
  'postback_log',
];

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

/** A fingerprint of each table with what the accounts own in it: one differs as soon as somebody changed any of it. */
export async function makeHoldings(
  db: Db,
  owners: readonly number[],
): Promise<() => Promise<Record<string, string>>> {
  const tables = await ownedTables(db);
  const ids = sql.join(owners);
  const parts = tables.map(
    ({ table, column }) =>
      // A token notes its use a moment after the call, a payment when a job asked its gateway.
      sql`SELECT ${table}::text AS name, (to_jsonb(t) - 'last_used_at' - 'asked_at')::text AS row FROM ${sql.table(table)} t WHERE ${sql.ref(`t.${column}`)} IN (${ids})`,
  );
  const children = [
    sql`SELECT 'app_user' AS name, (to_jsonb(u) - 'last_login_at' - 'updated_at')::text AS row FROM app_user u WHERE id IN (${ids})`,
    sql`SELECT 'creative' AS name, t::text AS row FROM creative t JOIN campaign c ON c.id = t.campaign_id WHERE c.advertiser_id IN (${ids})`,
    sql`SELECT 'support_message' AS name, t::text AS row FROM support_message t JOIN support_conversation c ON c.id = t.conversation_id WHERE c.user_id IN (${ids})`,
    sql`SELECT 'zone' AS name, t::text AS row FROM zone t JOIN property p ON p.id = t.property_id WHERE p.publisher_id IN (${ids})`,
  ];
  const all = sql.join([...parts, ...children], sql` UNION ALL `);
  // An archive that its owner asked for is made behind the call: what it changes is nobody else's doing.
  const waiting = async () => {
    const exports = db.selectFrom('data_export').where('user_id', 'in', [...owners]);
    return (await exports.where('state', '=', 'waiting').select('id').execute()).length;
  };
  return async () => {
    await until(waiting, (count) => count === 0, 'The archive');
    const { rows } = await sql<{ name: string; print: string }>`
      SELECT name, md5(string_agg(row, '|' ORDER BY row)) AS print FROM (${all}) every GROUP BY name`.execute(
      db,
    );
    return Object.fromEntries(rows.map(({ name, print }) => [name, print]));
  };
}
