// npm run remotes -- COMMAND …: what visitors get of each remote, for operators. How: docs/remotes.md.
//   REMOTES_URL   (http://localhost:8080) the running network
//   REMOTES_TOKEN                         an operators' token, or one of a remote's team
import { consoleOutput, noteFailure, outliveReaders } from '@ezdash/remote-kit/cli';
import { remotesCommand } from './remotes/remotesCommand';

outliveReaders();
const args = process.argv.slice(2);
process.exitCode = await remotesCommand(args, { env: process.env, output: consoleOutput }).catch(
  (error: unknown) =>
    noteFailure(
      error,
      consoleOutput,
      'npm run remotes -- --help shows every command.',
      args.includes('--json'),
    ),
);
