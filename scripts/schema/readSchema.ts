import type pg from 'pg';

export interface Column {
  name: string;
  /** As PostgreSQL writes it: `character(2)`, `bigint[]`. */
  type: string;
  nullable: boolean;
  default: string | null;
  /** GENERATED ALWAYS AS IDENTITY: may not be inserted. */
  identity: boolean;
  comment: string | null;
  /** Values of a `CHECK (column IN (…))` over texts. */
  values: string[] | null;
}

export interface Table {
  name: string;
  comment: string | null;
  /** `RANGE (decided_at)`, null for an ordinary table. */
  partitionKey: string | null;
  columns: Column[];
  /** Primary key, unique, foreign keys, checks, as PostgreSQL writes them. */
  constraints: { name: string; definition: string }[];
  /** Those no constraint makes. */
  indexes: { name: string; definition: string }[];
  triggers: string[];
}

export interface Schema {
  tables: Table[];
  functions: string[];
}

/** Partitions look like the table they belong to; the list of migrations is node-pg-migrate's own. */
const TABLES = `
  SELECT c.oid, c.relname AS name, obj_description(c.oid, 'pg_class') AS comment, pg_get_partkeydef(c.oid) AS "partitionKey"
  FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND c.relname <> 'schema_migration'
  ORDER BY c.relname`;
const COLUMNS = `
  SELECT a.attrelid AS oid, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, NOT a.attnotnull AS nullable,
    pg_get_expr(d.adbin, d.adrelid) AS "default", a.attidentity = 'a' AS identity,
    col_description(a.attrelid, a.attnum) AS comment
  FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  WHERE a.attnum > 0 AND NOT a.attisdropped
  ORDER BY a.attrelid, a.attnum`;
const CONSTRAINTS = `
  SELECT conrelid AS oid, conname AS name, pg_get_constraintdef(oid) AS definition
  FROM pg_constraint WHERE contype IN ('p', 'u', 'f', 'c')
  ORDER BY position(contype::text IN 'pufc'), conname`;
const INDEXES = `
  SELECT i.indrelid AS oid, c.relname AS name,
    regexp_replace(pg_get_indexdef(i.indexrelid), '^.* USING ', '') || CASE WHEN i.indisunique THEN ' unique' ELSE '' END AS definition
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  WHERE NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid)
  ORDER BY c.relname`;
const TRIGGERS = `
  SELECT tgrelid AS oid, regexp_replace(pg_get_triggerdef(oid), ' ON public\\.\\S+', '') AS definition
  FROM pg_trigger WHERE NOT tgisinternal ORDER BY tgname`;
const FUNCTIONS = `
  SELECT p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ') → ' || pg_get_function_result(p.oid) AS definition
  FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace ORDER BY 1`;

type OfTable<T> = T & { oid: number };

/** The public schema as the database itself describes it. */
export async function readSchema(client: pg.Client): Promise<Schema> {
  const rows = async <T extends object>(sql: string) => (await client.query<OfTable<T>>(sql)).rows;
  const tables = await rows<Omit<Table, 'columns' | 'constraints' | 'indexes' | 'triggers'>>(TABLES);
  const columns = await rows<Omit<Column, 'values'>>(COLUMNS);
  const constraints = await rows<{ name: string; definition: string }>(CONSTRAINTS);
  const indexes = await rows<{ name: string; definition: string }>(INDEXES);
  const triggers = await rows<{ definition: string }>(TRIGGERS);
  const functions = await rows<{ definition: string }>(FUNCTIONS);
  return {
    functions: functions.map(({ definition }) => definition),
    tables: tables.map(({ oid, ...table }) => {
      const own = <T extends { oid: number }>(list: T[]) => list.filter((each) => each.oid === oid);
      const checks = own(constraints);
      return {
        ...table,
        columns: own(columns).map((column) => ({ ...column, values: allowedValues(column.name, checks) })),
        constraints: checks,
        indexes: own(indexes),
        triggers: own(triggers).map(({ definition }) => definition),
      };
    }),
  };
}

function allowedValues(column: string, checks: { definition: string }[]): string[] | null {
  const start = `CHECK ((${column} = ANY (ARRAY[`;
  const list = checks.find(({ definition }) => definition.startsWith(start))?.definition.slice(start.length);
  if (!list) return null;
  const values = [...list.matchAll(/'((?:[^']|'')*)'::text/g)].map((match) =>
    (match[1] ?? '').replaceAll("''", "'"),
  );
  return values.length > 0 ? values : null;
}
