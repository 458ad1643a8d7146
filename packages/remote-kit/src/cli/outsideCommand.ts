import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { BuildError } from '../build/compile';
import { type DeployedRemote, deployRemote } from './deployRemote';
import { RefusedError, UsageError } from './failures';
import { initRemote } from './initRemote';
import { jestConfig } from './jestConfig';
import { commitOf, problemOf, runProcess } from './processes';
import { type Output, runReleaseCommand } from './runCommand';
import { packageVersion } from './values';

export interface OutsideParts {
  /** Of the remote, absolute. */
  folder: string;
  usage: string;
  env: NodeJS.ProcessEnv;
  output: Output;
}

const require = createRequire(import.meta.url);
/** Program of an installed package, by what its package.json says. */
function binOf(packageName: string, name: string): string {
  const file = require.resolve(`${packageName}/package.json`);
  const { bin } = JSON.parse(readFileSync(file, 'utf8')) as { bin: Record<string, string> | string };
  return path.join(path.dirname(file), typeof bin === 'string' ? bin : (bin[name] ?? ''));
}

function* sourcesIn(folder: string): Generator<string> {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* sourcesIn(file);
    else if (entry.isFile() && !/\.test\.tsx?$/.test(entry.name)) yield file;
  }
}

/** First 12 hex digits of the hash of all that decides about a build: sources, manifest, packages. */
export function buildIdOf(folder: string): string {
  const hash = createHash('sha256');
  const single = ['package.json', 'package-lock.json', 'remote.manifest.ts']
    .map((name) => path.join(folder, name))
    .filter((file) => existsSync(file));
  for (const file of [...single, ...sourcesIn(path.join(folder, 'src'))])
    hash
      .update(`${path.relative(folder, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return hash.digest('hex').slice(0, 12);
}

function assertRemote(folder: string): void {
  if (existsSync(path.join(folder, 'remote.manifest.ts'))) return;
  throw new UsageError(
    `${folder} is no remote: it has no remote.manifest.ts. ezdash-remote init mf-NAME makes it one.`,
  );
}

/** Builds the remote of a folder into its `dist`, with the archive of its types. @throws BuildError, UsageError */
async function build(folder: string) {
  // On demand: the bundler takes a second to load.
  const { buildRemote } = await import('../build/buildRemote');
  const version = packageVersion(folder);
  if (!version) throw new UsageError('package.json says no version.');
  return buildRemote({
    folder,
    outDir: path.join(folder, 'dist'),
    version,
    buildId: buildIdOf(folder),
    types: true,
  });
}

const types = (folder: string) =>
  problemOf(
    runProcess(process.execPath, [binOf('typescript', 'tsc'), '--noEmit', '-p', '.'], { cwd: folder }),
  );

const tests = (folder: string, more: string[] = []) =>
  runProcess(
    process.execPath,
    [binOf('jest', 'jest'), '--config', JSON.stringify(jestConfig(folder)), '--passWithNoTests', ...more],
    { cwd: folder },
  );

const checksOf = (folder: string) => [
  { name: 'types', run: () => types(folder) },
  { name: 'tests', run: () => problemOf(tests(folder, ['--silent'])) },
];

async function deployed(folder: string): Promise<DeployedRemote> {
  const { readManifest } = await import('../build/buildRemote');
  const { name } = await readManifest(folder);
  return {
    name,
    checks: checksOf(folder),
    async build() {
      try {
        await build(folder);
        return null;
      } catch (error) {
        if (error instanceof BuildError) return error.message;
        throw error;
      }
    },
    dist: path.join(folder, 'dist'),
    program: 'npx ezdash-remote',
    versionFile: 'package.json',
    commit: () => commitOf(folder),
  };
}

async function check(folder: string, { print, note }: Output): Promise<number> {
  let failed = 0;
  for (const { name, run } of checksOf(folder)) {
    const problem = await run();
    if (problem === null) print(`  ${name}: passed`);
    else {
      failed += 1;
      note(`${problem}\n  ${name}: failed`);
    }
  }
  return failed === 0 ? 0 : 1;
}

/** @returns the exit code. @throws UsageError, RefusedError */
export async function outsideCommand(args: string[], parts: OutsideParts): Promise<number> {
  const { folder, usage, output } = parts;
  const [name, ...rest] = args;
  if (name === undefined || name === 'help' || name === '--help') {
    output.print(usage);
    return name === undefined ? 2 : 0;
  }
  if (name === 'init') {
    for (const line of initRemote(folder, rest)) output.print(line);
    return 0;
  }
  if (!['build', 'test', 'check', 'deploy'].includes(name))
    return runReleaseCommand('ezdash-remote', name, rest, parts);
  assertRemote(folder);
  if (name === 'deploy') return deployRemote(await deployed(folder), rest, parts);
  if (name === 'check') return check(folder, output);
  if (name === 'test') {
    const { code, output: said } = await tests(folder, rest);
    output.print(said);
    return code;
  }
  try {
    const { version, files } = await build(folder);
    output.print(`Built ${version} into dist: ${Object.keys(files).length} files`);
    return 0;
  } catch (error) {
    if (error instanceof BuildError) throw new RefusedError(error.message);
    throw error;
  }
}
