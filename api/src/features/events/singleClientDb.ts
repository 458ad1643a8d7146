import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import type { Client } from 'pg';
import type { Database, Db } from '../../platform/db';

/**
 * A typed Db on one connection that the caller owns, so that COPY (which needs the connection itself) and typed
 * queries share a transaction. One query at a time; never destroyed, the caller ends the connection.
 */
export function singleClientDb(client: Client): Db {
  const connection = { query: client.query.bind(client), release: () => {} } as unknown as PostgresPoolClient;
  const pool: PostgresPool = { connect: async () => connection, end: async () => {} };
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}
