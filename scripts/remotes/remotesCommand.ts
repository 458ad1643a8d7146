import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import {
  assertMost,
  commandsHelp,
  helpLine,
  type Output,
  packCommand,
  readArguments,
  runReleaseCommand,
  tokenInput,
  UsageError,
} from '@ezdash/remote-kit/cli';
import { rootDir } from '../build/targets.mjs';

const PROGRAM = 'npm run remotes --';

const HELP = [
  `Usage: ${PROGRAM} COMMAND … [--json]`,
  ...commandsHelp(),
  helpLine('pack DIR', 'packs a build into the ZIP that the console publishes'),
  helpLine('tokens create --local …', 'the same on the server itself, on its database: for the first token'),
  `More of one: ${PROGRAM} COMMAND --help`,
  'REMOTES_URL (http://localhost:8080) and REMOTES_TOKEN say which network, and with what right.',
].join('\n');

interface Parts {
  env: NodeJS.ProcessEnv;
  output: Output;
}

const LOCAL_OPTIONS: ReadonlySet<string> = new Set(['local', 'remote', 'ops', 'label', 'days', 'json']);

/** Makes a token in the database of this server's settings: without one there is none to ask with. */
async function makeLocalToken(args: string[], { env }: Parts): Promise<number> {
  const read = readArguments(args);
  const unknown = read.given.filter((one) => !LOCAL_OPTIONS.has(one));
  if (unknown.length > 0)
    throw new UsageError(`tokens create --local does not know --${unknown.join(', --')}.`);
  assertMost(read.words, 1);
  const { remote, label, days } = tokenInput(read);
  const words = [
    ...(remote === null ? ['--ops'] : ['--remote', remote]),
    ...['--label', label],
    ...(days === undefined ? [] : ['--days', String(days)]),
    ...(read.switches.has('json') ? ['--json'] : []),
  ];
  const command = path.join(rootDir, 'api/src/cli/releaseTokens.ts');
  const started = ['--import', 'tsx', command, 'create', ...words];
  const child = spawn(process.execPath, started, { cwd: rootDir, env, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return typeof code === 'number' ? code : 1;
}

/** @returns the exit code. @throws UsageError, RefusedError */
export async function remotesCommand(args: string[], parts: Parts): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    parts.output.print(HELP);
    return name === undefined ? 2 : 0;
  }
  if (name === 'pack') {
    if (rest.includes('--help')) {
      parts.output.print(`${PROGRAM} pack DIR\n  packs a build into the ZIP that the console publishes`);
      return 0;
    }
    assertMost(rest, 1);
    const [build] = rest;
    if (build === undefined) throw new UsageError('Name the folder of a build: pack mf-publisher/dist');
    parts.output.print(packCommand(build));
    return 0;
  }
  if (name === 'tokens' && rest[0] === 'create' && rest.includes('--local'))
    return makeLocalToken(rest, parts);
  return runReleaseCommand(PROGRAM, name, rest, parts);
}
