import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The thread that serves ads starts no process and packs, draws or hashes nothing large in one go: that is for workers,
 * which read `tasks.ts` of the features. Follows every import from main.ts, those of types apart.
 */
const HEAVY =
  /^(?:node:)?(?:child_process|worker_threads)$|^(?:sharp|pdfkit|unpdf|tinypool|playwright-core|fflate)\b/;
const SYNC =
  /\b(?:\w*(?:[dD]eflate|[iI]nflate|[gG](?:un)?zip|[cC]ompress|nzip)\w*|scrypt|pbkdf2|generateKeyPair)Sync\b/;
const IMPORTS = /(?:^|\n)(?:import|export)\s(?!type\b)[^;'"]*?(?:from\s+)?'([^']+)'|\bimport\(\s*'([^']+)'/g;

/** File → why its work may be there. */
const ALLOWED: Readonly<Record<string, string>> = {
  'platform/embeddedPostgres/cluster.ts': 'makes the database before anything is served',
  'platform/embeddedPostgres/postmaster.ts': 'starts the database',
  'platform/embeddedPostgres/processIdentity.ts': 'looks at the database’s process at the start',
  'platform/work/createWorkPool.ts': 'starts the workers',
  'platform/work/worker.ts': 'runs in the workers, and has the types of their answers',
  'features/creatives/decodeImage.ts': 'its task runs in a worker',
  'features/remotes/gate/staticChecks.ts': 'its task runs in a worker',
  'features/remotes/publish/withCopies.ts': 'its task runs in a worker',
  'platform/browser/openBrowser.ts': 'starts the browser of a trial, one of each kind at a time',
  'features/privacy/exports/createArchive.ts': 'packs 64 kB at a time, with turns between them',
  'features/serving/hot/staticFiles.ts': 'packs our own files at the start',
  'features/demo/drawBundle.ts': 'packs the demo’s own ads of some kilobytes',
  'features/openrtb/answers.ts': 'packs a bid of some kilobytes',
};

const resolve = (from: string, name: string): string | undefined =>
  [`${name}.ts`, `${name}/index.ts`]
    .map((each) => path.join(path.dirname(from), each))
    .find((each) => existsSync(each));

function reachable(): Map<string, string> {
  const sources = new Map<string, string>();
  const waiting = [path.join(__dirname, 'main.ts')];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (sources.has(file) || path.basename(file) === 'tasks.ts') continue;
    const source = readFileSync(file, 'utf8');
    sources.set(file, source);
    for (const [, named, loaded] of source.matchAll(IMPORTS)) {
      const name = named ?? loaded ?? '';
      const next = name.startsWith('.') ? resolve(file, name) : undefined;
      if (next) waiting.push(next);
    }
  }
  return sources;
}

test('the server’s own thread does no work that is a worker’s', () => {
  const sources = reachable();
  const heavy = [...sources].filter(
    ([, source]) =>
      SYNC.test(source) ||
      [...source.matchAll(IMPORTS)].some(([, named, loaded]) => HEAVY.test(named ?? loaded ?? '')),
  );
  expect(heavy.map(([file]) => path.relative(__dirname, file)).sort()).toEqual(Object.keys(ALLOWED).sort());
});
