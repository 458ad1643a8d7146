import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import {
  commandsHelp,
  type Output,
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
  '  tokens create --local …         the same on the server itself, on its database: for the first token',
  `More of one: ${PROGRAM} COMMAND --help`,
  'REMOTES_URL (http://localhost:8080) and REMOTES_TOKEN say which network, and with what right.',
].join('\n');

interface Parts {
  env: NodeJS.ProcessEnv;
  output: Output;
}

/** Makes a token in the database of this server's settings: without one there is none to ask with. */
async function makeLocalToken(args: string[], { env }: Parts): Promise<number> {
  const read = readArguments(args);
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
  if (name === undefined) throw new UsageError('Say what to do.');
  if (name === '--help' || name === 'help') {
    parts.output.print(HELP);
    return 0;
  }
  if (name === 'tokens' && rest[0] === 'create' && rest.includes('--local'))
    return makeLocalToken(rest, parts);
  return runReleaseCommand(PROGRAM, name, rest, parts);
}
