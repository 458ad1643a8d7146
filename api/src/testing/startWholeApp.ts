import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '../config';
import { wireFeatures } from '../features';
import { systemClock } from '../platform/clock';
import type { Db } from '../platform/db';
import { type Mount, PLACES } from '../platform/http';
import { type Log, silentLog } from '../platform/log';
import { startApp } from '../startup/startApp';
import { createTestDb, type TestDb } from './createTestDb';
import { databaseUrl } from './databaseUrl';
import { makeParts } from './makeParts';
import { createTestClient, type TestClient } from './testClient';

export interface WholeApp {
  url: string;
  test: TestDb;
  /** The connections that the server's calls share. */
  callsDb: Db;
  /** All that the server is made of, as it was mounted. */
  mounts: readonly Mount[];
  client(): TestClient;
  close(): Promise<void>;
}

/**
 * The server as it is started for people, every feature wired by the one composition root, on a database and a folder
 * of its own. `X-Forwarded-For` is believed (unless TRUST_PROXY is given, empty for unset), so that each client can have an address of its own.
 */
export async function startWholeApp(env: NodeJS.ProcessEnv = {}, log: Log = silentLog): Promise<WholeApp> {
  const test = await createTestDb();
  const folder = mkdtempSync(path.join(tmpdir(), 'ezdash-whole-'));
  const config = readConfig({
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl(test.connection),
    MIGRATIONS_DATABASE_URL: databaseUrl(test.ownerConnection),
    HOST: '127.0.0.1',
    APP_URL: 'http://localhost:8080',
    SANDBOX_GATEWAY: '1',
    TRUST_PROXY: 'loopback',
    ...env,
  });
  const leave = async () => {
    await test.drop();
    rmSync(folder, { recursive: true, force: true });
  };
  let mounts: readonly Mount[] = [];
  let callsDb: Db | undefined;
  const running = await startApp({
    config: { ...config, port: 0 },
    log,
    clock: systemClock,
    beginAfterMs: 0,
    // Tests send what is wrong again and again.
    callsAtOnce: { ...PLACES, refusedKeepsMs: 0 },
    wire: async (context) => {
      const features = await wireFeatures(context, makeParts(folder));
      ({ mounts } = features);
      callsDb = context.db;
      return features;
    },
  }).catch(async (error: unknown) => {
    await leave();
    throw error;
  });
  const url = `http://127.0.0.1:${running.port}`;
  return {
    url,
    test,
    callsDb: callsDb ?? test.db,
    mounts,
    client: () => createTestClient(url),
    close: async () => {
      await running.stop();
      await leave();
    },
  };
}
