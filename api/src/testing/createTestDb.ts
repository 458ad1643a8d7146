import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { type Connection, createClient, createDb, type Db, openDb } from '../platform/db';
import { sharedConnections, TEMPLATE } from './database';

export interface TestDb {
  /** As the app's role: it may do what the app may. */
  db: Db;
  pool: pg.Pool;
  /** For what opens its own connections: LISTEN, a child process. */
  connection: Connection;
  /** As the owner of the tables, for fixtures that do what the app never does. */
  owner: Db;
  ownerConnection: Connection;
  /** Closes the pool and removes the database; `afterAll(drop)`. */
  drop(): Promise<void>;
}

const MOST_CONNECTIONS = 8;

async function run(connection: Connection, ...statements: string[]): Promise<void> {
  const client = createClient(connection, { applicationName: 'ezdash tests' });
  await client.connect();
  try {
    for (const sql of statements) await client.query(sql);
  } finally {
    await client.end();
  }
}

/**
 * A fresh database with all migrations, copied from the template in some ten milliseconds.
 * @param template another test's database to copy with what is in it; its own pool must be closed
 */
export async function createTestDb(template = TEMPLATE): Promise<TestDb> {
  const { app, owner, superuser } = sharedConnections();
  const name = `test_${process.pid}_${randomBytes(5).toString('hex')}`;
  await run(
    superuser,
    `CREATE DATABASE ${name} OWNER ${owner.user} TEMPLATE ${template} STRATEGY FILE_COPY`,
    // Privileges on a database are not copied with it.
    `REVOKE ALL ON DATABASE ${name} FROM PUBLIC; GRANT CONNECT ON DATABASE ${name} TO ${app.user}`,
  );
  const connection = { ...app, database: name };
  const ownerConnection = { ...owner, database: name };
  const { db, pool } = openDb(connection, { max: MOST_CONNECTIONS });
  const ownerDb = createDb(ownerConnection, { max: 2 });
  return {
    db,
    pool,
    connection,
    owner: ownerDb,
    ownerConnection,
    drop: async () => {
      await db.destroy();
      await ownerDb.destroy();
      await run(superuser, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}
