import { createHmac } from 'node:crypto';
import pg from 'pg';

/** Owns the database and its tables, and migrates them. */
export const OWNER = 'ezdash_owner';
/** The running app: reads and writes what it was granted, and owns nothing. */
export const APP = 'ezdash_app';

/** Neither role is a way to the superuser's password or to the other's. */
export const passwordFor = (role: string, superuserPassword: string): string =>
  createHmac('sha256', superuserPassword).update(role).digest('base64url');

async function asSuperuser(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<void>) {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 });
  await client.connect();
  await work(client).finally(() => client.end());
}

/** At every start: a role may change its own password and settings, so that both are set again. */
const roleSql = (role: string, password: string) => `
  DO $$ BEGIN
    IF to_regrole('${role}') IS NULL THEN CREATE ROLE ${role}; END IF;
  END $$;
  ALTER ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD '${password}';
  ALTER ROLE ${role} RESET ALL;`;

/**
 * Everything in the database becomes the owner's: before roles were apart, the superuser made it. Its objects cannot be
 * reassigned in one statement (REASSIGN OWNED refuses the first superuser's). Columns' sequences, indexes and row types
 * follow their table.
 */
const OWNERSHIP_SQL = `
  DO $$ DECLARE command text; BEGIN
    FOR command IN
      WITH ours AS (
        SELECT oid, nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'
      )
      SELECT format('ALTER SCHEMA %I OWNER TO ${OWNER}', nspname) FROM ours WHERE nspname <> 'public'
      UNION ALL SELECT format('ALTER TABLE %s OWNER TO ${OWNER}', c.oid::regclass) FROM pg_class c
        JOIN ours ON ours.oid = c.relnamespace WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
          AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid
            AND c.relkind = 'S' AND d.deptype IN ('a', 'i'))
      UNION ALL SELECT format('ALTER ROUTINE %s OWNER TO ${OWNER}', p.oid::regprocedure) FROM pg_proc p
        JOIN ours ON ours.oid = p.pronamespace
      UNION ALL SELECT format('ALTER TYPE %s OWNER TO ${OWNER}', t.oid::regtype) FROM pg_type t
        JOIN ours ON ours.oid = t.typnamespace WHERE t.typtype IN ('e', 'd')
      UNION ALL SELECT format('ALTER DATABASE %I OWNER TO ${OWNER}', current_database())
    LOOP EXECUTE command; END LOOP;
  END $$`;

/** The two roles and the database, which belongs to the owner; what a release before made is handed over. */
export async function prepareRoles(superuser: pg.ClientConfig & { password: string }, database: string) {
  let owner: string | undefined;
  await asSuperuser({ ...superuser, database: 'postgres' }, async (client) => {
    for (const role of [OWNER, APP]) await client.query(roleSql(role, passwordFor(role, superuser.password)));
    const { rows } = await client.query<{ owner: string }>(
      'SELECT datdba::regrole::text AS owner FROM pg_database WHERE datname = $1',
      [database],
    );
    owner = rows[0]?.owner;
    if (owner === OWNER) return;
    await client.query('REVOKE ALL ON DATABASE postgres, template1 FROM PUBLIC');
    if (owner === undefined) await client.query(`CREATE DATABASE ${database} OWNER ${OWNER}`);
  });
  if (owner !== undefined && owner !== OWNER)
    await asSuperuser({ ...superuser, database }, async (client) => {
      await client.query(OWNERSHIP_SQL);
    });
}
