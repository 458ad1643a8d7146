import pg from 'pg';

/** Where the database is: the embedded one's socket, or DATABASE_URL as `connectionString`. */
export type Connection = Pick<
  pg.ClientConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database'
>;

const INT8 = 20;
const DATE = 1082;

/**
 * int8 as bigint (money must not pass through floating point), date as its text (a day has no time zone);
 * everything else as pg has it.
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary' && oid === INT8) return BigInt;
    if (format !== 'binary' && oid === DATE) return String;
    return pg.types.getTypeParser(oid, format);
  }) as typeof pg.types.getTypeParser,
};

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 30_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000;

export interface ClientOptions {
  /** Shown in pg_stat_activity. */
  applicationName?: string;
  /** Ends a statement that runs longer; 0 for work that may take its time, such as migrations. */
  statementTimeoutMs?: number;
}

/** The settings every connection of ours has. */
export function clientConfig(connection: Connection, options: ClientOptions = {}): pg.ClientConfig {
  return {
    ...connection,
    types,
    application_name: options.applicationName ?? 'ezdash',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
    options: '-c timezone=UTC',
  };
}

/** One connection of its own, for LISTEN, COPY or long work; the caller connects and ends it. */
export function createClient(connection: Connection, options?: ClientOptions): pg.Client {
  return new pg.Client(clientConfig(connection, options));
}
