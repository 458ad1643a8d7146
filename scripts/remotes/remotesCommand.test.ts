import { COMMANDS, type Output, UsageError } from '@ezdash/remote-kit/cli';
import { remotesCommand } from './remotesCommand';

function listen(): Output & { printed: string[] } {
  const printed: string[] = [];
  return { printed, print: (line) => void printed.push(...line.split('\n')), note: () => {} };
}

test('the help names every command, and what it needs', async () => {
  const output = listen();
  expect(await remotesCommand(['--help'], { env: {}, output })).toBe(0);
  const named = output.printed.map((line) => /^ {2}(\w+)/.exec(line)?.[1]);
  for (const name of Object.keys(COMMANDS)) expect(named).toContain(name);
  expect(output.printed.join('\n')).toContain('REMOTES_TOKEN');
});

test.each([
  [[], 'Say what to do.'],
  [['paint'], 'There is no command paint.'],
  [['list'], /^REMOTES_TOKEN is unset/],
  [['tokens', 'create', '--local'], 'Say whose it is: --label "Weather team".'],
  [['tokens', 'create', '--local', '--label', 'x', '--ops', '--remote', 'mf-weather'], /^Say what it opens/],
])('%j is typed wrongly', async (args, message) => {
  const running = remotesCommand(args, { env: {}, output: listen() });
  await expect(running).rejects.toThrow(message);
  await expect(running).rejects.toBeInstanceOf(UsageError);
});
