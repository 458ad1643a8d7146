// ezdash-remote COMMAND: the commands of a remote in a repository of its own.
import { DEPLOY_USAGE } from './deployRemote';
import { outliveReaders } from './outliveReaders';
import { localHelp, outsideCommand } from './outsideCommand';
import { commandsHelp, consoleOutput, noteFailure } from './runCommand';

const USAGE = [
  'Usage: ezdash-remote COMMAND …',
  'Of the remote in this folder:',
  ...localHelp(),
  `  ${DEPLOY_USAGE.replaceAll('\n', '\n    ')}`,
  'Of what visitors get of it, with the same two settings:',
  ...commandsHelp(),
  'More of one: ezdash-remote COMMAND --help. How, and why: docs/remotes.md of the network.',
].join('\n');

outliveReaders();
const args = process.argv.slice(2);
const parts = { folder: process.cwd(), usage: USAGE, env: process.env, output: consoleOutput };
process.exitCode = await outsideCommand(args, parts).catch((error: unknown) =>
  noteFailure(error, consoleOutput, 'ezdash-remote --help shows every command.', args.includes('--json')),
);
