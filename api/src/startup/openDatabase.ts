import type pg from 'pg';
import type { Config } from '../config';
import { type Connection, createClient, type Db, errorDetail, migrate, openDb } from '../platform/db';
import { startEmbeddedPostgres } from '../platform/embeddedPostgres';
import type { Log } from '../platform/log';
import { StartError } from './StartError';

export interface OpenDatabase {
  connection: Connection;
  db: Db;
  pool: pg.Pool;
  /** A new embedded database, with nothing in it but tables. */
  created: boolean;
  close(): Promise<void>;
}

/** Without the password. */
function nameOf(connectionString: string): string {
  const { hostname, port, pathname } = new URL(connectionString);
  return `${hostname || 'the socket'}${port && `:${port}`}${pathname}`;
}

async function assertReachable(connectionString: string): Promise<void> {
  const client = createClient({ connectionString });
  try {
    await client.connect();
  } catch (error) {
    const reason = error instanceof AggregateError ? error.errors.map(String).join(', ') : String(error);
    throw new StartError(
      `The database of DATABASE_URL (${nameOf(connectionString)}) cannot be reached: ${reason.replace(/^(\w*Error): /, '')}.`,
      { cause: error },
    );
  } finally {
    await client.end().catch(() => {});
  }
}

/** Where the database is: DATABASE_URL, else the embedded one, which is started or adopted. */
export async function findDatabase({ databaseUrl, dataDir }: Config, log: Log) {
  if (databaseUrl !== undefined) {
    await assertReachable(databaseUrl);
    return { connection: { connectionString: databaseUrl }, created: false, stop: async () => {} };
  }
  const { connection, created, stop } = await startEmbeddedPostgres({ dataDir, log });
  return { connection, created, stop };
}

/** The migrated database, open. */
export async function openDatabase(config: Config, log: Log): Promise<OpenDatabase> {
  const { connection, created, stop } = await findDatabase(config, log);
  try {
    await migrate(connection, { log });
  } catch (error) {
    await stop();
    throw error;
  }
  let closing = false;
  const onError = (error: Error) => {
    // A server that stops ends its connections; at that point nobody misses them.
    if (!closing) log.warn(errorDetail(error), 'A connection to the database broke and is replaced');
  };
  const { db, pool } = openDb(connection, { onError });
  return {
    connection,
    db,
    pool,
    created,
    close: async () => {
      closing = true;
      await db.destroy();
      await stop();
    },
  };
}
