import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createWorkPool, type Work } from './platform/work';
import type { AppContext } from './startup/startApp';

const STOP_MS = 3_000;
const isSource = import.meta.url.endsWith('.ts');
/** Beside the server: built as it is, or read as TypeScript. */
export const WORKER = {
  file: fileURLToPath(new URL(isSource ? './worker.ts' : './worker.mjs', import.meta.url)),
  execArgv: isSource ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href] : [],
};

/** Each process of a browser has the memory of a task: an ad may take as much as it gets. */
const BROWSERS = { atOnce: 1, mostOfOwner: 8, mostWaiting: 16 };

/** The pool for work over bytes that strangers send, and the one for browsers that open what they send. */
export function wireWork({ config, metrics, onStop }: AppContext): { work: Work; browsers: Work } {
  // DATA_DIR is locked, so no other server's files are in there.
  const folder = path.join(config.dataDir, 'work');
  const pool = createWorkPool({ ...WORKER, folder, registry: metrics.registry });
  onStop('The workers', pool.stop, STOP_MS);
  const browsers = createWorkPool({
    ...WORKER,
    folder: path.join(folder, 'browsers'),
    registry: metrics.registry,
    name: 'browser_work',
    isIsolated: true,
    limits: BROWSERS,
  });
  onStop('The workers with browsers', browsers.stop, STOP_MS);
  return { work: pool, browsers };
}
