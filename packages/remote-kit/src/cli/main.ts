// ezdash-remote COMMAND: the commands of a remote in a repository of its own.
import { DEPLOY_USAGE } from './deployRemote';
import { outsideCommand } from './outsideCommand';
import { commandsHelp, consoleOutput, noteFailure } from './runCommand';

const USAGE = [
  'Usage: ezdash-remote COMMAND …',
  '  init mf-NAME                    makes this folder a remote: manifest, a page, its texts in two languages, a test',
  '  build                           builds it into dist',
  '  test                            runs its tests',
  '  check                           types, then tests',
  `  ${DEPLOY_USAGE}`,
  'What visitors get of it, with the same two settings:',
  ...commandsHelp(),
].join('\n');

const args = process.argv.slice(2);
const parts = { folder: process.cwd(), usage: USAGE, env: process.env, output: consoleOutput };
process.exitCode = await outsideCommand(args, parts).catch((error: unknown) =>
  noteFailure(error, consoleOutput, 'ezdash-remote --help shows every command.', args.includes('--json')),
);
