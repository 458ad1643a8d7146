import type { Client } from 'pg';
import { type Connection, createClient } from './connection';
import { type ObjectKind, SCHEMAS, TABLE_PRIVILEGES, wantedPrivileges } from './privileges';

/** Serialises servers that start together; held to the end of the transaction. */
const LOCK_KEY = 735_208_116;

/** Where what a role may do differs from what the app uses. */
export interface PrivilegeGap {
  kind: ObjectKind;
  /** `schema.name`, a function's without its arguments. */
  name: string;
  /** As GRANT takes it. */
  target: string;
  missing: string[];
  extra: string[];
}

/**
 * All privileges that the role $1 has, however it came by them: its own, PUBLIC's, those of roles it belongs to, an
 * owner's. Only objects that the asking role owns or the app uses ($3): what else lies in these schemas is not ours.
 */
const PRIVILEGES = `
  WITH object (kind, name, target, owner, acl, oid) AS (
    SELECT 'DATABASE', datname::text, quote_ident(datname), datdba, coalesce(datacl, acldefault('d', datdba)), NULL::oid
    FROM pg_database WHERE datname = current_database()
    UNION ALL
    SELECT 'SCHEMA', nspname::text, quote_ident(nspname), nspowner, coalesce(nspacl, acldefault('n', nspowner)), NULL
    FROM pg_namespace WHERE nspname = ANY($2)
    UNION ALL
    SELECT CASE c.relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, n.nspname || '.' || c.relname,
      format('%I.%I', n.nspname, c.relname), c.relowner,
      coalesce(c.relacl, acldefault(CASE c.relkind WHEN 'S' THEN 's' ELSE 'r' END::"char", c.relowner)), c.oid
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = ANY($2) AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
    UNION ALL
    SELECT 'FUNCTION', n.nspname || '.' || p.proname,
      format('%I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)), p.proowner,
      coalesce(p.proacl, acldefault('f', p.proowner)), NULL
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = ANY($2)
  ), entry AS (
    SELECT o.kind, o.target, a.grantee, a.privilege_type AS privilege FROM object o, aclexplode(o.acl) a
    UNION ALL
    SELECT o.kind, o.target, a.grantee, format('%s (%I)', a.privilege_type, c.attname)
    FROM object o JOIN pg_attribute c ON c.attrelid = o.oid, aclexplode(c.attacl) a
  )
  SELECT o.kind, o.name, o.target, array_agg(DISTINCT e.privilege) FILTER (WHERE e.privilege IS NOT NULL) AS held
  FROM object o LEFT JOIN entry e ON e.kind = o.kind AND e.target = o.target
    AND CASE WHEN e.grantee = 0 THEN true ELSE pg_has_role($1, e.grantee, 'USAGE') END
  WHERE o.name = ANY($3) OR o.kind IN ('DATABASE', 'SCHEMA') OR pg_has_role(o.owner, 'USAGE')
  GROUP BY o.kind, o.name, o.target ORDER BY o.kind, o.name`;

/** Empty when the role may do exactly what `privileges.ts` says. */
export async function findPrivilegeGaps(client: Client, role: string): Promise<PrivilegeGap[]> {
  const { rows } = await client.query<{
    kind: ObjectKind;
    name: string;
    target: string;
    held: string[] | null;
  }>(PRIVILEGES, [role, SCHEMAS, [...TABLE_PRIVILEGES.keys()]]);
  const found = new Set(rows.map(({ name }) => name));
  const absent = [...TABLE_PRIVILEGES.keys()].filter((name) => !found.has(name));
  return [...rows, ...absent.map((name) => ({ kind: 'TABLE' as const, name, target: name, held: null }))]
    .map(({ held, ...object }) => {
      const wanted = wantedPrivileges(object.kind, object.name);
      const has = held ?? [];
      return {
        ...object,
        // What is held on the table is held on its columns.
        missing: wanted.filter((each) => !has.includes(each) && !has.includes(each.replace(/ \(.*/, ''))),
        extra: has.filter((each) => !wanted.includes(each)),
      };
    })
    .filter(({ missing, extra }) => missing.length + extra.length > 0);
}

/** Gives the role what the app uses and takes the rest away. Nothing is taken from the owner itself. */
export async function grantPrivileges(owner: Connection, role: string): Promise<void> {
  const client = createClient(owner, { applicationName: 'ezdash grant' });
  await client.connect();
  try {
    const { rows } = await client.query<{ isOwner: boolean }>('SELECT current_user = $1 AS "isOwner"', [
      role,
    ]);
    if (rows[0]?.isOwner) return;
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK_KEY]);
    const grantee = client.escapeIdentifier(role);
    for (const { kind, target, missing, extra } of await findPrivilegeGaps(client, role)) {
      if (extra.length > 0)
        await client.query(`REVOKE ${extra.join(', ')} ON ${kind} ${target} FROM ${grantee}, PUBLIC`);
      if (missing.length > 0)
        await client.query(`GRANT ${missing.join(', ')} ON ${kind} ${target} TO ${grantee}`);
    }
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}
