/** What publishes releases and handles them from a command line: of this repository and of others. Runs in Node. */
export { COMMANDS, tokenInput, tokenMadeLines } from './commands';
export { type Check, DEPLOY_USAGE, type DeployedRemote, deployRemote } from './deployRemote';
export { startOverrideServer } from './dev/overrideServer';
export { UsageError } from './failures';
export { outliveReaders } from './outliveReaders';
export { packCommand } from './packCommand';
export { commitOf, problemOf, runProcess } from './processes';
export { CallError, createReleaseClient } from './releaseClient';
export {
  commandsHelp,
  consoleOutput,
  helpLine,
  noteFailure,
  type Output,
  runReleaseCommand,
} from './runCommand';
export { assertMost, readArguments, remoteOf } from './values';
