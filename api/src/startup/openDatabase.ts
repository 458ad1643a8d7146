import type { Config, Warning } from '../config';
import { type Connection, createClient, errorDetail, type OpenDb, openDb } from '../platform/db';
import { startEmbeddedPostgres } from '../platform/embeddedPostgres';
import type { Log } from '../platform/log';
import { type DatabaseRoles, prepareDatabase } from './prepareDatabase';
import { StartError } from './StartError';

/** Of the second pool: the ad server's background work and the sessions of calls take turns on these. */
const VITAL_CONNECTIONS = 6;

export interface OpenDatabase extends DatabaseRoles, OpenDb {
  /**
   * For what keeps ads and sign-ins going: connections that no call can hold. A call that waits for a row keeps its
   * connection, and enough of them would leave none to read a stop or a session with.
   */
  vital: OpenDb;
  /** A new embedded database, with nothing in it but tables. */
  created: boolean;
  warning: Warning | null;
  close(): Promise<void>;
}

/** Without the password. */
function nameOf(connectionString: string): string {
  const { hostname, port, pathname } = new URL(connectionString);
  return `${hostname || 'the socket'}${port && `:${port}`}${pathname}`;
}

async function assertReachable(variable: string, connectionString: string): Promise<void> {
  const client = createClient({ connectionString });
  try {
    await client.connect();
  } catch (error) {
    const reason = error instanceof AggregateError ? error.errors.map(String).join(', ') : String(error);
    throw new StartError(
      `The database of ${variable} (${nameOf(connectionString)}) cannot be reached: ${reason.replace(/^(\w*Error): /, '')}.`,
      { cause: error },
    );
  } finally {
    await client.end().catch(() => {});
  }
}

/** Where the database is: DATABASE_URL, else the embedded one, which is started or adopted. */
export async function findDatabase({ databaseUrl, migrationsDatabaseUrl, dataDir }: Config, log: Log) {
  if (databaseUrl === undefined) return startEmbeddedPostgres({ dataDir, log });
  await assertReachable('DATABASE_URL', databaseUrl);
  if (migrationsDatabaseUrl !== undefined)
    await assertReachable('MIGRATIONS_DATABASE_URL', migrationsDatabaseUrl);
  const connection: Connection = { connectionString: databaseUrl };
  const owner =
    migrationsDatabaseUrl === undefined ? connection : { connectionString: migrationsDatabaseUrl };
  return { connection, owner, created: false, stop: async () => {} };
}

/** The migrated database, open. */
export async function openDatabase(config: Config, log: Log): Promise<OpenDatabase> {
  const { connection, owner, created, stop } = await findDatabase(config, log);
  const warning = await prepareDatabase({ connection, owner }, log).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  let closing = false;
  const onError = (error: Error) => {
    // A server that stops ends its connections; at that point nobody misses them.
    if (!closing) log.warn(errorDetail(error), 'A connection to the database broke and is replaced');
  };
  const { db, pool } = openDb(connection, { onError });
  const vital = openDb(connection, {
    max: VITAL_CONNECTIONS,
    applicationName: 'ezdash vital',
    onError,
  });
  return {
    connection,
    owner,
    db,
    pool,
    vital,
    created,
    warning,
    close: async () => {
      closing = true;
      await Promise.all([db.destroy(), vital.db.destroy()]);
      await stop();
    },
  };
}
