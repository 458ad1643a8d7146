import type { Db } from '../platform/db';
import { type BuildOptions, buildApp, type TestApp } from './buildApp';
import { createTestDb, type TestDb } from './createTestDb';
import type { MadeUser } from './factories';
import type { TestClient } from './testClient';

export interface AppWorld extends TestApp {
  test: TestDb;
  db: Db;
  /** The person's one client, signed in at the first call. */
  clientOf(user: MadeUser): Promise<TestClient>;
}

/** buildApp() on a database of its own, which goes when the app is closed; `parts` says what stands on it. */
export async function openApp(parts: (test: TestDb) => Omit<BuildOptions, 'test'>): Promise<AppWorld> {
  const test = await createTestDb();
  const app = await buildApp({ ...parts(test), test });
  const clients = new Map<number, TestClient>();
  return {
    ...app,
    test,
    db: test.db,
    clientOf: async (user) => {
      const client = clients.get(user.id) ?? app.client();
      if (!clients.has(user.id)) await client.signIn(user);
      clients.set(user.id, client);
      return client;
    },
    close: async () => {
      await app.close();
      await test.drop();
    },
  };
}
