// npm run money-chaos -- [--runs 1000] [--kill-every-ms 4000] [--seed N]: deposits while the server is killed (kill -9) at
// random moments, the bank and the local Xero refuse, hang and cut, and notices come early, late and many times. Then the
// books of all three are compared. Prints one line of JSON with the seed; exit 1 when a credit is double or missing, an
// invoice is, the ledger differs by a micro, or an exchange with Xero is against its description.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { apiConfig, compile, rootDir } from '@ezdash/remote-kit/build';
import { runChaos } from '../api/src/features/xero/chaos/runChaos';
import { openDb } from '../api/src/platform/db';
import { startEmbeddedPostgres } from '../api/src/platform/embeddedPostgres';
import { silentLog } from '../api/src/platform/log';
import { prepareDatabase } from '../api/src/startup/prepareDatabase';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    'kill-every-ms': { type: 'string', default: '4000' },
    seed: { type: 'string' },
  },
});
const runs = Number(values.runs);
const killEveryMs = Number(values['kill-every-ms']);
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
if (!Number.isSafeInteger(runs) || runs < 1 || !(killEveryMs > 0) || !Number.isSafeInteger(seed)) {
  console.error('Give --runs, --kill-every-ms and --seed as numbers above 0.');
  process.exit(2);
}

/** As the server of `npm start` is made: it starts ten times as fast as from its sources. */
async function compileChild(): Promise<string> {
  const outDir = path.join(rootDir, 'node_modules/.cache/ezdash-chaos');
  const config = apiConfig({ folder: path.join(rootDir, 'api/src/features/xero/chaos'), outDir });
  await compile({ ...config, entry: { chaosChild: './chaosChild.ts' } });
  return path.join(outDir, 'chaosChild.mjs');
}

const PROGRESS_EVERY = 50;
const dataDir = mkdtempSync(path.join(tmpdir(), 'ezdash-chaos-'));
const postgres = await startEmbeddedPostgres({ dataDir });
const { db } = openDb(postgres.connection, { max: 4 });
let isFine = false;
try {
  await prepareDatabase(postgres, silentLog);
  console.error(`Seed ${seed}`);
  const result = await runChaos({
    db,
    connection: postgres.connection,
    childFile: await compileChild(),
    runs,
    killEveryMs,
    seed,
    onProgress: (done, kills) => {
      if (done % PROGRESS_EVERY === 0) console.error(`${done} of ${runs} deposits, ${kills} kills`);
    },
  });
  console.log(JSON.stringify(result));
  const { paid, completed, invoices, invoicePayments, kills, mostAtOnce } = result;
  const wrong =
    result.duplicateInvoices +
    result.missingInvoices +
    result.wrongBalances +
    result.doubleCredits +
    result.ledgerDifferences +
    result.invalidExchanges +
    result.refusedWebhooks;
  const isWhole = paid === runs && completed === paid && invoices === paid && invoicePayments === paid;
  isFine = isWhole && wrong === 0 && kills > 0 && mostAtOnce <= 5;
} finally {
  await db.destroy();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(isFine ? 0 : 1);
