import type { Connection } from '../platform/db';

/** The migrated database every test's own one is copied from; nobody may be connected to it. */
export const TEMPLATE = 'ezdash_template';
const VARIABLE = 'EZDASH_TEST_DATABASE';

/** Jest starts the server in its own process and the tests in others: the environment carries the address. */
export function shareConnection(connection: Connection | null): void {
  if (connection) process.env[VARIABLE] = JSON.stringify(connection);
  else delete process.env[VARIABLE];
}

export function sharedConnection(): Connection {
  const text = process.env[VARIABLE];
  if (!text) throw new Error('The test database runs for *.db.test.ts alone: name the test file so');
  return JSON.parse(text) as Connection;
}
