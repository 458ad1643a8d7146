import type { Connection } from '../platform/db';

/** The migrated database every test's own one is copied from; nobody may be connected to it. */
export const TEMPLATE = 'ezdash_template';
const VARIABLE = 'EZDASH_TEST_DATABASE';

/** How each role gets into the test server. */
export interface SharedConnections {
  /** As the running app: what a test does, the app may do. */
  app: Connection;
  /** Of the tables, for fixtures that break rules on purpose. */
  owner: Connection;
  /** Makes and removes databases and roles. */
  superuser: Connection;
}

/** Jest starts the server in its own process and the tests in others: the environment carries the address. */
export function shareConnections(connections: SharedConnections | null): void {
  if (connections) process.env[VARIABLE] = JSON.stringify(connections);
  else delete process.env[VARIABLE];
}

export function sharedConnections(): SharedConnections {
  const text = process.env[VARIABLE];
  if (!text) throw new Error('The test database runs for *.db.test.ts alone: name the test file so');
  return JSON.parse(text) as SharedConnections;
}
