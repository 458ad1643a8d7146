import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { type ClientOptions, type Connection, clientConfig, cutWhenUnanswered } from './connection';
import { noteQuery } from './noteQuery';
import type { Database } from './schema.gen';
import { tracedPool } from './tracedPool';

/** Typed access to the tables. A transaction is a Db too, so that a service can be built on either. */
export type Db = Kysely<Database>;
export type Trx = Transaction<Database>;

export interface DbOptions extends ClientOptions {
  /** Most connections at a time. */
  max?: number;
  /** Told about connections that broke while idle; they are replaced by themselves. */
  onError?: (error: Error) => void;
}

const MOST_CONNECTIONS = 16;
const IDLE_MS = 30_000;

/** The pool beneath a Db, for what needs pg itself (the session store, COPY). `db.destroy()` ends both. */
export interface OpenDb {
  db: Db;
  pool: pg.Pool;
}

export function openDb(connection: Connection, options: DbOptions = {}): OpenDb {
  const pool = new pg.Pool({
    ...clientConfig(connection, options),
    max: options.max ?? MOST_CONNECTIONS,
    idleTimeoutMillis: IDLE_MS,
  });
  // Without a listener a connection that breaks while idle would end the process.
  pool.on('error', (error) => options.onError?.(error));
  pool.on('connect', (client) => {
    cutWhenUnanswered(client);
    // The pool listens to idle ones alone; whoever works on this one hears of it from the query.
    client.on('error', () => {});
  });
  const dialect = new PostgresDialect({ pool: tracedPool(pool) });
  return { db: new Kysely<Database>({ dialect, log: noteQuery }), pool };
}

/** Opens lazily: the first query connects. End with `db.destroy()`. */
export function createDb(connection: Connection, options?: DbOptions): Db {
  return openDb(connection, options).db;
}
