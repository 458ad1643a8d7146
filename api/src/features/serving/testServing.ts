import { randomBytes } from 'node:crypto';
import { silentLog } from '../../platform/log';
import { createTestDb, type TestDb } from '../../testing/createTestDb';
import { testAddresses } from '../../testing/testAddresses';
import { createServing, type Serving, type ServingOptions } from './createServing';
import { listen, temporaryDir } from './testWorld';

export interface TestServing {
  test: TestDb;
  serving: Serving;
  web: Awaited<ReturnType<typeof listen>>;
  close(): Promise<void>;
}

/** A started ad server at an address of its own, over a database and a journal of its own; `prepare` fills the database. */
export async function openServing(
  prepare: (test: TestDb) => Promise<void>,
  options: Partial<ServingOptions> = {},
): Promise<TestServing> {
  const test = await createTestDb();
  const data = await temporaryDir();
  await prepare(test);
  const serving = createServing({
    db: test.db,
    connection: test.connection,
    dataDir: data.dir,
    log: silentLog,
    tokenKeys: [{ id: 1, secret: randomBytes(32) }],
    tagSource: '"tag"',
    addresses: testAddresses(),
    ...options,
  });
  await serving.start();
  const web = await listen((req, res) => serving.handle(req, res));
  return {
    test,
    serving,
    web,
    close: async () => {
      await web.close();
      await serving.stop();
      await test.drop();
      await data.remove();
    },
  };
}
