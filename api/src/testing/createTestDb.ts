import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { type Connection, createClient, type Db, openDb } from '../platform/db';
import { sharedConnection, TEMPLATE } from './database';

export interface TestDb {
  db: Db;
  pool: pg.Pool;
  /** For what opens its own connections: LISTEN, a child process. */
  connection: Connection;
  /** Closes the pool and removes the database; `afterAll(drop)`. */
  drop(): Promise<void>;
}

const MOST_CONNECTIONS = 8;

async function run(connection: Connection, sql: string): Promise<void> {
  const client = createClient(connection, { applicationName: 'ezdash tests' });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/**
 * A fresh database with all migrations, copied from the template in some ten milliseconds.
 * @param template another test's database to copy with what is in it; its own pool must be closed
 */
export async function createTestDb(template = TEMPLATE): Promise<TestDb> {
  const server = sharedConnection();
  const name = `test_${process.pid}_${randomBytes(5).toString('hex')}`;
  await run(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  const connection = { ...server, database: name };
  const { db, pool } = openDb(connection, { max: MOST_CONNECTIONS });
  return {
    db,
    pool,
    connection,
    drop: async () => {
      await db.destroy();
      await run(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}
