// npm run kill-test -- [--rounds 200] [--minutes M]: kill -9 on the ad server at random moments while
// events flow, on a durable database and journal of its own. Prints one line of JSON; exit 1 when an event that was
// answered is lost or billed other than once, when the ledger differs by a micro after any of the kills, or when it was
// not verified after each of them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { apiConfig, compile, rootDir } from '@ezdash/remote-kit/build';
import { runKills } from '../api/src/features/serving/killRounds';
import { makeWorld } from '../api/src/features/serving/testWorld';
import { openDb } from '../api/src/platform/db';
import { startEmbeddedPostgres } from '../api/src/platform/embeddedPostgres';
import { silentLog } from '../api/src/platform/log';
import { prepareDatabase } from '../api/src/startup/prepareDatabase';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '200' }, minutes: { type: 'string', default: '60' } },
});
const kills = Number(values.rounds);
const endMs = Date.now() + Number(values.minutes) * 60_000;
if (!Number.isSafeInteger(kills) || kills < 1 || !(endMs > Date.now())) {
  console.error('Give --rounds and --minutes as numbers above 0.');
  process.exit(2);
}

const LONGEST_MS = 1_500;

/** As the server of `npm start` is made: it starts ten times as fast as from its sources. */
async function compileChild(): Promise<string> {
  const outDir = path.join(rootDir, 'node_modules/.cache/ezdash-kill');
  const config = apiConfig({ folder: path.join(rootDir, 'api/src/features/serving'), outDir });
  await compile({ ...config, entry: { crashChild: './crashChild.ts' } });
  return path.join(outDir, 'crashChild.mjs');
}

const dataDir = mkdtempSync(path.join(tmpdir(), 'ezdash-kill-'));
const postgres = await startEmbeddedPostgres({ dataDir });
const { db } = openDb(postgres.connection, { max: 2 });
let isFine = false;
try {
  await prepareDatabase(postgres, silentLog);
  const world = await makeWorld(db, { cashMicros: 1_000_000_000_000n, dailyBudgetMicros: 1_000_000_000_000 });
  const result = await runKills({
    db,
    connection: postgres.connection,
    dataDir,
    world,
    childFile: await compileChild(),
    kills,
    longestMs: LONGEST_MS,
    isOver: () => Date.now() > endMs,
  });
  console.log(JSON.stringify(result));
  const { lost, doubleBilled, ledgerDifferences, surprises } = result;
  const isWhole =
    result.kills > 0 &&
    result.verifications === result.kills &&
    result.comparisons === result.kills - result.earlyKills;
  isFine = isWhole && lost + doubleBilled + ledgerDifferences + surprises.length === 0;
} finally {
  await db.destroy();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(isFine ? 0 : 1);
