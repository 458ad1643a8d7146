import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestDb, type TestDb } from '../../testing/createTestDb';
import { runKills } from './killRounds';
import { makeWorld, temporaryDir } from './testWorld';

/** The long form: `npm run kill-test -- --rounds 200`. */
const KILLS = 10;
const LONGEST_MS = 1_400;

let test_: TestDb;
let data: Awaited<ReturnType<typeof temporaryDir>>;
beforeAll(async () => {
  test_ = await createTestDb();
  data = await temporaryDir();
});
afterAll(async () => {
  await test_.drop();
  await data.remove();
});

test('kill -9, ten times while events flow: every answered event is stored and billed exactly once', async () => {
  const { db, connection } = test_;
  const result = await runKills({
    db,
    connection,
    dataDir: data.dir,
    world: await makeWorld(db, { cashMicros: 100_000_000_000n, dailyBudgetMicros: 1_000_000_000 }),
    childFile: join(__dirname, 'crashChild.ts'),
    kills: KILLS,
    longestMs: LONGEST_MS,
  });
  expect(result).toMatchObject({
    kills: KILLS,
    lost: 0,
    doubleBilled: 0,
    ledgerDifferences: 0,
    verifications: KILLS,
    comparisons: KILLS - result.earlyKills,
    surprises: [],
  });
  expect(result.answered).toBeGreaterThan(100);
  expect(result.stored).toBeGreaterThanOrEqual(result.answered);
}, 300_000);

test('a server that ends while it starts is told, not waited for', async () => {
  const { db, connection } = test_;
  const childFile = join(data.dir, 'endsAtOnce.mjs');
  await writeFile(childFile, 'process.exit(3);');
  const started = runKills({
    db,
    connection,
    dataDir: data.dir,
    world: await makeWorld(db),
    childFile,
    kills: 1,
    longestMs: 1,
  });
  await expect(started).rejects.toThrow('The server ended with 3');
});
