/** What publishes releases and handles them from a command line: of this repository and of others. Runs in Node. */
export { COMMANDS, tokenInput, tokenMadeLines } from './commands';
export { type Check, DEPLOY_USAGE, type DeployedRemote, deployRemote } from './deployRemote';
export { UsageError } from './failures';
export { commitOf, problemOf, runProcess } from './processes';
export { CallError, createReleaseClient } from './releaseClient';
export { commandsHelp, consoleOutput, noteFailure, type Output, runReleaseCommand } from './runCommand';
export { readArguments, remoteOf } from './values';
