import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Client } from 'pg';
import { projectRoot } from '../projectRoot';
import { type Connection, createClient } from './connection';

const TABLE = 'schema_migration';
/** Serialises concurrent starts; held by this session until it ends. */
const LOCK_KEY = 735_208_114;

export interface MigrateOptions {
  log?: { info(text: string): void };
  /** Folder of `0001_name.sql` files, forward only. */
  dir?: string;
}

export const migrationsDir = () => path.join(projectRoot(), 'api/migrations');

/** Names without `.sql`, in order. */
function namesIn(dir: string): string[] {
  return readdirSync(dir)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .sort();
}

async function namesApplied(client: Client): Promise<Set<string>> {
  const { rows } = await client.query<{ known: string | null }>('SELECT to_regclass($1)::text AS known', [
    TABLE,
  ]);
  if (!rows[0]?.known) return new Set();
  const applied = await client.query<{ name: string }>(`SELECT name FROM ${TABLE}`);
  return new Set(applied.rows.map(({ name }) => name));
}

/**
 * Applies what is missing, one transaction for all of it. Returns how many files ran; with none missing it costs two
 * queries. Throws when the database knows migrations that this version does not: it belongs to a newer one.
 */
export async function migrate(connection: Connection, options: MigrateOptions = {}): Promise<number> {
  const { log, dir = migrationsDir() } = options;
  const client = createClient(connection, { applicationName: 'ezdash migrate', statementTimeoutMs: 0 });
  await client.connect();
  try {
    const names = namesIn(dir);
    if (isCurrent(names, await namesApplied(client))) return 0;
    await client.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
    // Another process may have been faster.
    if (isCurrent(names, await namesApplied(client))) return 0;
    const { runner } = await import('node-pg-migrate');
    const silent = () => {};
    const ran = await runner({
      dbClient: client,
      dir,
      direction: 'up',
      migrationsTable: TABLE,
      checkOrder: true,
      singleTransaction: true,
      noLock: true,
      logger: { debug: silent, info: silent, warn: silent, error: silent },
    });
    for (const { name } of ran) log?.info(`Migrated the database: ${name}`);
    return ran.length;
  } finally {
    await client.end();
  }
}

function isCurrent(names: string[], applied: Set<string>): boolean {
  const known = new Set(names);
  const unknown = [...applied].filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new Error(
      `The database was changed by a newer version (${unknown.join(', ')}): start that version.`,
    );
  return names.every((name) => applied.has(name));
}
