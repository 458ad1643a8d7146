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
/** Beyond the server's own limit a missing answer means that the server or the way to it stands still. */
const ANSWER_GRACE_MS = 5_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_AFTER_MS = 10_000;

export interface ClientOptions {
  /** Shown in pg_stat_activity. */
  applicationName?: string;
  /** Ends a statement that runs longer; 0 for work that may take its time, such as migrations. */
  statementTimeoutMs?: number;
  /**
   * Gives a connection up that has not answered a query by then; 0 never. By default a little more than
   * `statementTimeoutMs`.
   */
  queryTimeoutMs?: number;
}

/** The settings every connection of ours has. */
export function clientConfig(connection: Connection, options: ClientOptions = {}): pg.ClientConfig {
  const statementTimeoutMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS;
  const queryTimeoutMs =
    options.queryTimeoutMs ?? (statementTimeoutMs === 0 ? 0 : statementTimeoutMs + ANSWER_GRACE_MS);
  return {
    ...connection,
    types,
    application_name: options.applicationName ?? 'ezdash',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: statementTimeoutMs,
    query_timeout: queryTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    options: '-c timezone=UTC',
  };
}

/** Closes a connection without asking the server: whatever waits on it fails at once. */
export function cutConnection(client: pg.Client): void {
  client.connection.stream.destroy();
}

const isUnanswered = (error: unknown) => error instanceof Error && error.message === 'Query read timeout';

/**
 * pg lets a connection live whose query ran out of time, and everything behind it would wait for the same answer.
 * Here such a connection is cut; a pool replaces it.
 */
export function cutWhenUnanswered(client: pg.Client): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const guarded = (...args: unknown[]): unknown => {
    const result = query(...args);
    if (result instanceof Promise)
      result.catch((error: unknown) => {
        // Ends at once: pg closes the socket of a client whose query is still open. The pool sees that it is ending.
        if (isUnanswered(error)) client.end().catch(() => {});
      });
    return result;
  };
  client.query = guarded as typeof client.query;
}

/** One connection of its own, for LISTEN, COPY or long work; the caller connects and ends it. */
export function createClient(connection: Connection, options?: ClientOptions): pg.Client {
  const client = new pg.Client(clientConfig(connection, options));
  cutWhenUnanswered(client);
  // Without a listener a connection that breaks while idle would end the process; its next query tells the owner.
  client.on('error', () => {});
  return client;
}
