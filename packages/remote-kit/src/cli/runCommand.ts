import { COMMANDS, type Command } from './commands';
import { RefusedError, UsageError } from './failures';
import { CallError, createReleaseClient } from './releaseClient';
import {
  type Arguments,
  addressAndToken,
  optionUsage,
  readArguments,
  type Switch,
  type TextOption,
} from './values';
import { failedChecks, verdictLines } from './words';

/** Where a command's words go; tests listen. */
export interface Output {
  /** What was asked for. */
  print: (line: string) => void;
  /** What happens meanwhile, and what went wrong: never part of the answer. */
  note: (line: string) => void;
}

export const consoleOutput: Output = {
  print: (line) => console.log(line),
  note: (line) => console.error(line),
};

export interface CommandParts {
  env: NodeJS.ProcessEnv;
  output: Output;
  sleep?: (ms: number) => Promise<void>;
}

const usageOf = (program: string, name: string, { usage, options }: Command): string =>
  [program, name, usage, ...[...options, 'json' as const].map((one) => `[${optionUsage(one)}]`)]
    .filter(Boolean)
    .join(' ');

/** One line a command. */
export function commandsHelp(): string[] {
  const width = Math.max(...Object.entries(COMMANDS).map(([name, { usage }]) => `${name} ${usage}`.length));
  return Object.entries(COMMANDS).map(
    ([name, { usage, help }]) => `  ${`${name} ${usage}`.padEnd(Math.min(width, 30))}  ${help}`,
  );
}

/** @throws UsageError for an option that the command does not know */
function assertKnown(name: string, { options }: Command, { given }: Arguments): void {
  const known = new Set<TextOption | Switch>([...options, 'json', 'help']);
  const unknown = given.filter((one) => !known.has(one));
  if (unknown.length > 0) throw new UsageError(`${name} does not know --${unknown.join(', --')}.`);
}

/**
 * One command on releases.
 * @param program what was typed before it, for the usage
 * @returns the exit code
 * @throws UsageError, RefusedError
 */
export async function runReleaseCommand(
  program: string,
  name: string,
  args: string[],
  { env, output, sleep }: CommandParts,
): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new UsageError(`There is no command ${name}.`);
  const read = readArguments(args);
  if (read.switches.has('help')) {
    output.print(`${usageOf(program, name, command)}\n  ${command.help}`);
    return 0;
  }
  assertKnown(name, command, read);
  const client = createReleaseClient({ ...addressAndToken(env), log: output.note, sleep });
  const { answer, lines, refused } = await command.run(client, read);
  if (read.switches.has('json')) output.print(JSON.stringify(answer));
  else for (const line of lines) output.print(line);
  return refused ? 1 : 0;
}

/**
 * What went wrong, and the checks that failed when it was the gate; for machines what the server answered.
 * @returns the exit code: 2 for what was typed wrongly, 1 for what was refused
 */
export function noteFailure(error: unknown, output: Output, usage: string, json: boolean): number {
  if (error instanceof UsageError) {
    output.note(`${error.message}\n${usage}`);
    return 2;
  }
  if (!(error instanceof RefusedError)) throw error;
  if (json && error instanceof CallError && error.body) output.print(JSON.stringify(error.body));
  if (error instanceof CallError && error.verdict) {
    for (const line of verdictLines(error.verdict)) output.note(line);
    output.note(`Refused: ${failedChecks(error.verdict)}`);
  }
  output.note(error.message);
  return 1;
}
