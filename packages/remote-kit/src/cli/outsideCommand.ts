import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { BuildError } from '../build/compile';
import { DEPLOY_USAGE, type DeployedRemote, deployRemote } from './deployRemote';
import { startOverrideServer } from './dev/overrideServer';
import { RefusedError, UsageError, withUsage } from './failures';
import { initRemote } from './initRemote';
import { jestConfig } from './jestConfig';
import { packCommand } from './packCommand';
import { commitOf, problemOf, runProcess } from './processes';
import { createReleaseClient } from './releaseClient';
import { helpLine, type Output, runReleaseCommand } from './runCommand';
import { addressAndToken, addressOf, packageVersion, versionOf } from './values';

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
  if (!existsSync(folder)) return;
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

/** The commands of the folder that they are started in, and what stands behind their names. */
const LOCAL = {
  init: {
    usage: 'mf-NAME',
    help: 'makes this folder a remote: manifest, a page, its texts in two languages, a test',
  },
  build: { usage: '', help: 'builds it into dist' },
  test: { usage: '[OPTIONS OF JEST]', help: 'runs its tests' },
  check: { usage: '', help: 'types, then tests; with REMOTE VERSION: asks the gate' },
  pack: { usage: '', help: 'packs dist into the ZIP that operators publish in the console' },
  dev: {
    usage: '[--override]',
    help: 'serves it from its sources in front of the network, hot (DEV_PORT); or by a link to the network itself',
  },
} as const;
type Local = keyof typeof LOCAL;
const isLocal = (name: string): name is Local => Object.hasOwn(LOCAL, name);
const usageOf = (name: Local): string => `ezdash-remote ${name} ${LOCAL[name].usage}`.trim();

/** Each in a line. */
export const localHelp = (): string[] =>
  Object.entries(LOCAL).map(([name, { usage, help }]) => helpLine(`${name} ${usage}`.trim(), help));

/** Builds the remote of a folder into its `dist`, with the archive of its types. @throws BuildError, UsageError */
async function build(folder: string) {
  // On demand: the bundler takes a second to load.
  const { buildRemote } = await import('../build/buildRemote');
  const said = packageVersion(folder);
  if (!said) throw new UsageError('package.json says no version.');
  const version = versionOf(said, 'The version of package.json');
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

/** Of the manifest. @throws RefusedError when that is not in order */
async function nameOf(folder: string): Promise<string> {
  const { readManifest } = await import('../build/buildRemote');
  const { name } = await readManifest(folder).catch((error: unknown) => {
    throw error instanceof BuildError ? new RefusedError(error.message, { cause: error }) : error;
  });
  return name;
}

async function deployed(folder: string): Promise<DeployedRemote> {
  return {
    name: await nameOf(folder),
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

const DEV_PORT = 8090;

function portOf(env: NodeJS.ProcessEnv): number {
  const port = Number(env.DEV_PORT || DEV_PORT);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new UsageError(`DEV_PORT is no port: ${env.DEV_PORT}`);
}

/** The remote from its sources in front of the running network, in a shell that the kit brings. */
function inFront({ env, output }: OutsideParts) {
  const [target, port] = [addressOf(env), portOf(env)];
  return async (folder: string, name: string) => {
    const { developedRemote, startDevelopmentServer } = await import('../development');
    output.print(`${name} from its sources, the rest from ${target}`);
    const shell = { built: path.resolve(import.meta.dirname, '../../emulator') };
    const remotes = [await developedRemote(name, folder)];
    return startDevelopmentServer({ shell, remotes, port, target, own: false }, output.print);
  };
}

/** Nothing stands in front of the network: a signed link of it loads the remote's builds from this machine. */
function behindLink({ env, output: { print: log } }: OutsideParts) {
  const { url, token } = addressAndToken(env);
  const port = portOf(env);
  return (folder: string, name: string) => {
    log(`${name} from its sources, by a link to ${url}`);
    return startOverrideServer({
      remote: { name, folder, watched: [] },
      port,
      instead: ['npm run deploy -- --no-activate', `npx ezdash-remote link ${name} VERSION`],
      client: createReleaseClient({ url, token, log }),
      log,
    }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error;
      throw new RefusedError(`Port ${port} is in use; choose another with DEV_PORT`);
    });
  };
}

/** Until it is stopped. */
async function dev(folder: string, options: readonly string[], parts: OutsideParts): Promise<number> {
  const start = options.includes('--override') ? behindLink(parts) : inFront(parts);
  const name = await nameOf(folder);
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  const server = await start(folder, name);
  await stopped;
  await server.close();
  return 0;
}

async function buildCommand(folder: string, { print }: Output): Promise<number> {
  try {
    const { version, files } = await build(folder);
    print(`Built ${version} into dist: ${Object.keys(files).length} files`);
    return 0;
  } catch (error) {
    if (error instanceof BuildError) throw new RefusedError(error.message, { cause: error });
    throw error;
  }
}

/** A command of this folder, which is a remote's. */
async function runLocal(name: Exclude<Local, 'init'>, words: string[], parts: OutsideParts): Promise<number> {
  const { folder, output } = parts;
  assertRemote(folder);
  if (name === 'test') {
    const { code, output: said } = await tests(folder, words);
    output.print(said);
    return code;
  }
  const unknown = words.filter((word) => name !== 'dev' || word !== '--override');
  if (unknown.length > 0) throw new UsageError(`${name} does not know ${unknown.join(' ')}.`);
  if (name === 'check') return check(folder, output);
  if (name === 'dev') return dev(folder, words, parts);
  if (name === 'build') return buildCommand(folder, output);
  output.print(packCommand(path.join(folder, 'dist')));
  return 0;
}

/** `check` alone looks at this folder; with a remote and a version it is the one that asks the gate. */
const asksTheGate = (name: string, words: string[]) =>
  name === 'check' && words.some((word) => !word.startsWith('-'));

/** @returns the exit code. @throws UsageError, RefusedError */
export async function outsideCommand(args: string[], parts: OutsideParts): Promise<number> {
  const { folder, usage, output } = parts;
  const [name, ...rest] = args;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    output.print(usage);
    return name === undefined ? 2 : 0;
  }
  if (name === 'deploy') {
    if (rest.includes('--help')) {
      output.print(DEPLOY_USAGE);
      return 0;
    }
    assertRemote(folder);
    return deployRemote(await deployed(folder), rest, parts);
  }
  if (!isLocal(name) || asksTheGate(name, rest)) return runReleaseCommand('ezdash-remote', name, rest, parts);
  if (rest.includes('--help') || rest.includes('-h')) {
    output.print(`${usageOf(name)}\n  ${LOCAL[name].help}`);
    return 0;
  }
  return withUsage(usageOf(name), async () => {
    if (name !== 'init') return runLocal(name, rest, parts);
    for (const line of initRemote(folder, rest)) output.print(line);
    return 0;
  });
}
