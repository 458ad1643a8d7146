import { COMMANDS, type Command } from './commands';
import { RefusedError, UsageError, withUsage } from './failures';
import { CallError, createReleaseClient } from './releaseClient';
import {
  type Arguments,
  addressAndToken,
  assertMost,
  optionUsage,
  readArguments,
  type Switch,
  type TextOption,
} from './values';
import { failedChecks, jsonLine, plain, verdictLines } from './words';

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

const HELP_WIDTH = 30;

/** A command and what it does; below it where it is too long for one line. */
export const helpLine = (written: string, help: string): string =>
  written.length > HELP_WIDTH
    ? `  ${written}\n${' '.repeat(HELP_WIDTH + 4)}${help}`
    : `  ${written.padEnd(HELP_WIDTH)}  ${help}`;

/** Every command. */
export const commandsHelp = (): string[] =>
  Object.entries(COMMANDS).map(([name, { usage, help }]) => helpLine(`${name} ${usage}`.trim(), help));

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
  const usage = usageOf(program, name, command);
  const read = await withUsage(usage, () => readArguments(args));
  if (read.switches.has('help')) {
    output.print(`${usage}\n  ${command.help}`);
    return 0;
  }
  await withUsage(usage, () => {
    assertKnown(name, command, read);
    assertMost(read.words, command.most);
  });
  const client = createReleaseClient({ ...addressAndToken(env), log: output.note, sleep });
  const { answer, lines, refused } = await withUsage(usage, () => command.run(client, read));
  if (read.switches.has('json')) output.print(jsonLine(answer));
  else for (const line of lines) output.print(line);
  return refused ? 1 : 0;
}

/**
 * What went wrong, and the checks that failed when it was the gate; for machines what the server answered.
 * @returns the exit code: 2 for what was typed wrongly, 1 for what was refused
 */
export function noteFailure(error: unknown, output: Output, usage: string, json: boolean): number {
  if (error instanceof UsageError) {
    output.note(`${error.message}\n${error.usage === null ? usage : `Usage: ${error.usage}`}`);
    return 2;
  }
  if (!(error instanceof RefusedError)) throw error;
  if (json && error instanceof CallError && error.body) output.print(jsonLine(error.body));
  if (error instanceof CallError && error.verdict) {
    for (const line of verdictLines(error.verdict)) output.note(line);
    output.note(`Refused: ${failedChecks(error.verdict)}`);
  }
  // What a server says may be what a team wrote; what a build says is one's own.
  const lines = error.message.split('\n');
  output.note((error instanceof CallError ? lines.map(plain) : lines).join('\n'));
  return 1;
}
