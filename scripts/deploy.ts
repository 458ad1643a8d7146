// npm run deploy -w mf-NAME [-- --canary 5 | --no-activate | --why TEXT | --commit ID | --json]
// Checks, builds, publishes and activates one remote of this repository. How: docs/remotes.md.
import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  type Check,
  commitOf,
  consoleOutput,
  DEPLOY_USAGE,
  deployRemote,
  noteFailure,
  outliveReaders,
  problemOf,
  runProcess,
  UsageError,
} from '@ezdash/remote-kit/cli';
import { rootDir } from './build/targets.mjs';

outliveReaders();
const [, , name = '', ...args] = process.argv;
const bin = (tool: string) => path.join(rootDir, 'node_modules/.bin', tool);
const run = (command: string, words: string[], env?: NodeJS.ProcessEnv) =>
  problemOf(runProcess(command, words, { cwd: rootDir, env }));

/** What `npm run check` and `npm test` look at, of this folder alone. */
const checks: Check[] = [
  { name: 'types', run: () => run(bin('tsc'), ['-p', `${name}/tsconfig.json`]) },
  { name: 'lint', run: () => run(bin('biome'), ['ci', '--colors=off', name]) },
  { name: 'imports', run: () => run(process.execPath, ['scripts/imports.mjs', name]) },
  {
    name: 'tests',
    run: () =>
      run(bin('jest'), ['--selectProjects', 'unit', 'pages', '--silent', '--passWithNoTests', `/${name}/`]),
  },
];

async function main(): Promise<number> {
  if (!/^mf-[a-z]+$/.test(name) || !existsSync(path.join(rootDir, name, 'remote.manifest.ts')))
    throw new UsageError('Say which remote: npm run deploy -w mf-advertiser');
  const remote = {
    name,
    checks,
    build: () => run(process.execPath, ['scripts/build.mjs', name], { RELEASE_TYPES: '1' }),
    dist: path.join(rootDir, name, 'dist'),
    program: 'npm run remotes --',
    versionFile: `${name}/package.json`,
    commit: () => commitOf(rootDir),
  };
  return deployRemote(remote, args, { env: process.env, output: consoleOutput });
}

process.exitCode = await main().catch((error: unknown) =>
  noteFailure(error, consoleOutput, `npm run ${DEPLOY_USAGE}`, args.includes('--json')),
);
