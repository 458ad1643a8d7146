// node scripts/types.mjs FILE…: the types of the projects that the files belong to; what the hook in front of a commit runs.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root, run } from './lib/run.mjs';

const files = process.argv.slice(2).map((file) => path.relative(root, path.resolve(file)));
/** A folder or a file that a project names, with all in it. */
const isOf = (file, named) =>
  named === '.' || file === named || file.startsWith(`${named.replace(/\/\*\*.*$/, '')}/`);

let failed = false;
for (const project of ['tsconfig.web.json', 'tsconfig.node.json']) {
  const { include = [] } = JSON.parse(readFileSync(path.join(root, project), 'utf8'));
  if (!files.some((file) => include.some((named) => isOf(file, named)))) continue;
  const cache = path.join(root, 'node_modules/.cache', `types-${project}`);
  const { code } = await run(
    path.join(root, 'node_modules/.bin/tsc'),
    ['-p', project, '--noEmit', '--incremental', '--tsBuildInfoFile', cache],
    { stdio: 'inherit' },
  );
  failed ||= code !== 0;
}
process.exit(failed ? 1 : 0);
