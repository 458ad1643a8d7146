import type { Client } from 'pg';
import { createTestDb, type TestDb } from '../../testing/createTestDb';
import { sharedConnections } from '../../testing/database';
import { createJobs } from '../jobs';
import { silentLog } from '../log';
import { type Connection, createClient } from './connection';
import { findPrivilegeGaps, grantPrivileges } from './grants';
import { APPEND_ONLY, TABLE_PRIVILEGES } from './privileges';

const APP = String(sharedConnections().app.user);
const REFUSED = '42501';
const KEPT_BY_TRIGGER = '23001';
const TABLE_WORDS = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER', 'MAINTAIN'];

let test_: TestDb;
const clients: Client[] = [];
let app: Client;
let owner: Client;
let superuser: Client;

async function open(connection: Connection): Promise<Client> {
  const client = createClient(connection);
  clients.push(client);
  await client.connect();
  return client;
}

/** SQLSTATE of what the database answers; 'done' when it does what it is told. */
const outcome = (client: Client, text: string): Promise<string> =>
  client.query(text).then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  );

const column = async (client: Client, text: string, values: unknown[] = []): Promise<unknown[]> =>
  (await client.query({ text, values, rowMode: 'array' })).rows.map(([value]) => value);

beforeAll(async () => {
  test_ = await createTestDb();
  app = await open(test_.connection);
  owner = await open(test_.ownerConnection);
  superuser = await open({ ...sharedConnections().superuser, database: test_.connection.database });
});
afterAll(async () => {
  for (const client of clients) await client.end();
  await test_.drop();
});

describe('the declaration and the catalogue', () => {
  it('name the same tables', async () => {
    const tables = await column(
      owner,
      `SELECT n.nspname || '.' || c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname IN ('public', 'pgboss') AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
        AND (NOT c.relispartition OR c.relname = 'ad_event_other') ORDER BY 1`,
    );
    const unused = ['pgboss.schedule', 'pgboss.subscription'];
    expect(tables).toEqual([...TABLE_PRIVILEGES.keys(), ...unused].sort());
  });

  it('agree on every privilege of the app on every relation and column', async () => {
    const { rows } = await owner.query<{ name: string; word: string }>(
      `SELECT n.nspname || '.' || c.relname AS name, word FROM pg_class c
        JOIN pg_namespace n ON n.oid = c.relnamespace, unnest($2::text[]) word
      WHERE n.nspname IN ('public', 'pgboss') AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
        AND has_table_privilege($1, c.oid, word)
      UNION ALL
      SELECT n.nspname || '.' || c.relname, word || ' (' || a.attname || ')' FROM pg_attribute a
        JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace,
        unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'REFERENCES']) word
      WHERE n.nspname IN ('public', 'pgboss') AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND a.attnum > 0
        AND has_column_privilege($1, c.oid, a.attnum, word) AND NOT has_table_privilege($1, c.oid, word)`,
      [APP, TABLE_WORDS],
    );
    const inDatabase = rows.map(({ name, word }) => `${name} ${word}`).sort();
    const declared = [...TABLE_PRIVILEGES].flatMap(([name, words]) => words.map((word) => `${name} ${word}`));
    expect(inDatabase).toEqual(declared.sort());
    expect(await findPrivilegeGaps(owner, APP)).toEqual([]);
  });

  it('leave the app nothing that it owns, no attribute and no membership', async () => {
    const [owned] = await column(
      superuser,
      `SELECT count(*)::int FROM pg_shdepend WHERE refobjid = $1::regrole AND deptype = 'o'`,
      [APP],
    );
    const [attributes] = await column(
      superuser,
      `SELECT rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls FROM pg_roles WHERE rolname = $1`,
      [APP],
    );
    const [memberships] = await column(
      superuser,
      'SELECT count(*)::int FROM pg_auth_members WHERE member = $1::regrole',
      [APP],
    );
    expect([owned, attributes, memberships]).toEqual([0, false, 0]);
  });

  it('keep the search path of every function that runs as its owner, and let the app call those alone it needs', async () => {
    const { rows } = await owner.query<{
      name: string;
      isDefiner: boolean;
      isFixed: boolean;
      isApps: boolean;
    }>(
      `SELECT p.proname AS name, prosecdef AS "isDefiner", has_function_privilege($1, p.oid, 'EXECUTE') AS "isApps",
        coalesce(array_to_string(proconfig, ' '), '') ~ '^search_path=.*pg_temp$' AS "isFixed"
      FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname IN ('public', 'pgboss')`,
      [APP],
    );
    expect(rows.filter(({ isDefiner, isFixed }) => isDefiner !== isFixed)).toEqual([]);
    const names = (which: 'isDefiner' | 'isApps') =>
      rows
        .filter((row) => row[which])
        .map(({ name }) => name)
        .sort();
    expect(names('isDefiner')).toEqual([
      'close_event_day',
      'create_queue',
      'drop_event_day',
      'ensure_event_partitions',
    ]);
    expect(names('isApps')).toEqual([
      'close_event_day',
      'create_queue',
      'deduction_cause',
      'ensure_event_partitions',
      'tell_realtime',
    ]);
  });
});

describe('the role of the app is refused', () => {
  it.each([
    "COPY (SELECT 1) TO PROGRAM 'cat'",
    "COPY network_fact (key) FROM PROGRAM 'id'",
    "COPY (SELECT 1) TO '/tmp/ezdash-copied'",
    "COPY network_fact (key) FROM '/etc/passwd'",
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT pg_ls_dir('.')",
    "SELECT lo_import('/etc/passwd')",
    'CREATE TABLE another (id int)',
    'CREATE TEMP TABLE another (id int)',
    'CREATE VIEW another AS SELECT * FROM session',
    'CREATE SCHEMA another',
    'CREATE SEQUENCE another',
    'CREATE TYPE another AS ENUM ()',
    'CREATE FUNCTION another() RETURNS int LANGUAGE sql AS $$SELECT 1$$',
    'CREATE TABLE pgboss.another (id int)',
    'CREATE INDEX another ON campaign (name)',
    'CREATE TRIGGER another AFTER INSERT ON campaign EXECUTE FUNCTION refuse_change()',
    'CREATE RULE another AS ON INSERT TO campaign DO INSTEAD NOTHING',
    'CREATE EXTENSION pg_trgm',
    'CREATE ROLE another',
    'CREATE DATABASE another',
    'CREATE PUBLICATION another FOR TABLE campaign',
    'ALTER TABLE ledger_posting DISABLE TRIGGER USER',
    'ALTER TABLE campaign ADD COLUMN another int',
    'ALTER TABLE ad_event DETACH PARTITION ad_event_other',
    'ALTER FUNCTION refuse_change() RENAME TO another',
    'ALTER SCHEMA public RENAME TO another',
    'ALTER SYSTEM SET fsync = off',
    `ALTER ROLE ${APP} SUPERUSER`,
    `ALTER DEFAULT PRIVILEGES FOR ROLE ezdash_owner GRANT ALL ON TABLES TO ${APP}`,
    'DROP TABLE campaign',
    'DROP FUNCTION refuse_change() CASCADE',
    'DROP TRIGGER ledger_posting_append_only ON ledger_posting',
    'DROP SCHEMA public CASCADE',
    'SET ROLE ezdash_owner',
    'SET SESSION AUTHORIZATION ezdash',
    'SET session_replication_role = replica',
    "SELECT pgboss.delete_queue('mail')",
    "SELECT setval('campaign_id_seq', 1)",
    'UPDATE schema_migration SET name = name',
    'UPDATE closed_event_sum SET events = 0',
    'UPDATE ad_event SET publisher_id = 1',
    'UPDATE ledger_account SET owner_id = 1',
    'UPDATE api_token SET scopes = scopes',
    'UPDATE payout SET amount_micros = 1',
    'UPDATE payout SET publisher_id = 1',
    'UPDATE payout SET method_id = method_id',
    'UPDATE payment SET user_id = 1',
    'UPDATE credit_statement SET owed_micros = 0',
    'UPDATE earnings_hold SET publisher_id = 1',
    'UPDATE hold_case SET opened_at = now()',
    'UPDATE debug_view SET user_id = 1',
    'DELETE FROM ad_event',
    'DELETE FROM ad_event_other',
    'DELETE FROM app_user',
    'DELETE FROM account_type',
  ])('%s', async (text) => {
    expect(await outcome(app, text)).toBe(REFUSED);
  });

  it.each([...TABLE_PRIVILEGES.keys()])('TRUNCATE %s', async (table) => {
    // A view has nothing to truncate.
    expect([REFUSED, '42809']).toContain(await outcome(app, `TRUNCATE ${table} CASCADE`));
  });

  it.each(APPEND_ONLY)('UPDATE and DELETE of %s', async (table) => {
    const [first] = await column(
      owner,
      `SELECT attname FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND attidentity = '' LIMIT 1`,
      [table],
    );
    expect(await outcome(app, `UPDATE ${table} SET ${first} = ${first}`)).toBe(REFUSED);
    expect(await outcome(app, `DELETE FROM ${table}`)).toBe(REFUSED);
  });
});

describe('append-only tables', () => {
  it('are those whose triggers refuse UPDATE, DELETE and TRUNCATE', async () => {
    // Bits of tgtype: row 1, before 2, delete 8, update 16, truncate 32.
    const { rows } = await owner.query<{ name: string; types: number[] }>(
      `SELECT tgrelid::regclass::text AS name, array_agg(tgtype::int ORDER BY tgtype) AS types FROM pg_trigger
      WHERE tgfoid = 'refuse_change'::regproc AND tgenabled = 'O' GROUP BY tgrelid ORDER BY 1`,
    );
    expect(rows).toEqual([...APPEND_ONLY].sort().map((name) => ({ name, types: [1 + 2 + 8 + 16, 2 + 32] })));
  });

  it.each(APPEND_ONLY)(
    '%s refuses TRUNCATE to who was granted it, to the owner and to the superuser',
    async (table) => {
      const role = `granted_${test_.connection.database}`;
      await superuser.query(`CREATE ROLE ${role}; GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`);
      try {
        await superuser.query(`SET ROLE ${role}`);
        expect(await outcome(superuser, `TRUNCATE ${table} CASCADE`)).toBe(KEPT_BY_TRIGGER);
        await superuser.query('RESET ROLE');
        expect(await outcome(superuser, `TRUNCATE ${table} CASCADE`)).toBe(KEPT_BY_TRIGGER);
        expect(await outcome(owner, `TRUNCATE ${table} CASCADE`)).toBe(KEPT_BY_TRIGGER);
      } finally {
        await superuser.query(`RESET ROLE; DROP OWNED BY ${role}; DROP ROLE ${role}`);
      }
    },
  );
});

describe('grants', () => {
  it('give back what is missing and take away what is too much, also when several servers start', async () => {
    await owner.query(`GRANT ALL ON ledger_posting, schema_migration TO ${APP}; GRANT SELECT ON session TO PUBLIC;
      GRANT UPDATE (detail) ON debug_audit TO ${APP}; GRANT ALL ON SEQUENCE campaign_id_seq TO ${APP};
      GRANT EXECUTE ON FUNCTION refuse_change() TO PUBLIC; GRANT CREATE ON SCHEMA pgboss TO ${APP};
      REVOKE INSERT ON campaign FROM ${APP}; REVOKE UPDATE (price_micros) ON ad_event FROM ${APP};
      GRANT TEMPORARY ON DATABASE ${test_.connection.database} TO PUBLIC`);
    const gaps = await findPrivilegeGaps(owner, APP);
    expect(gaps.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['public.ledger_posting', 'public.campaign', 'public.ad_event', 'pgboss']),
    );
    await Promise.all([1, 2, 3].map(() => grantPrivileges(test_.ownerConnection, APP)));
    expect(await findPrivilegeGaps(owner, APP)).toEqual([]);
    expect(await outcome(app, 'CREATE TEMP TABLE another (id int)')).toBe(REFUSED);
  });

  it('take nothing from an owner that is the app too', async () => {
    await grantPrivileges(test_.ownerConnection, String(test_.ownerConnection.user));
    expect(await outcome(owner, 'SELECT 1 FROM campaign')).toBe('done');
  });

  it('are not needed for days and queues that the app has made', async () => {
    await app.query("SELECT ensure_event_partitions('2026-02-03', '2026-02-04')");
    await app.query("SELECT pgboss.create_queue('made-by-the-app', '{}')");
    const made = await column(
      owner,
      `SELECT pg_get_userbyid(relowner) FROM pg_class WHERE relname IN ('ad_event_20260203', 'ad_event_20260204')
      UNION ALL SELECT pg_get_userbyid(c.relowner) FROM pgboss.queue q JOIN pg_class c ON c.relname = q.partition_name
      WHERE q.name = 'made-by-the-app'`,
    );
    expect(made).toEqual(Array(3).fill('ezdash_owner'));
    expect(await findPrivilegeGaps(owner, APP)).toEqual([]);
    expect(await outcome(app, 'SELECT FROM ad_event_20260203')).toBe(REFUSED);
  });
});

it('gives the app a role that queues, works and forgets jobs with', async () => {
  const jobs = createJobs({ connection: test_.connection, log: silentLog, pollMs: 20 });
  await jobs.start();
  await jobs.stop();
  expect(await findPrivilegeGaps(owner, APP)).toEqual([]);
});
