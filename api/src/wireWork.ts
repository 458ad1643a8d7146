import { createRequire } from 'node:module';
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

/** The pool for work over bytes that strangers send. */
export function wireWork({ metrics, onStop }: AppContext): Work {
  const pool = createWorkPool({ ...WORKER, registry: metrics.registry });
  onStop('The workers', pool.stop, STOP_MS);
  return pool;
}
