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
  const nothing = listen();
  expect(await remotesCommand([], { env: {}, output: nothing })).toBe(2);
  expect(nothing.printed).toEqual(output.printed);
});

test.each([
  [['paint'], 'There is no command paint.'],
  [['pack'], 'Name the folder of a build: pack mf-publisher/dist'],
  [['pack', 'a', 'b'], 'This is too much: b'],
  [['pack', 'scripts'], 'scripts has no release.json: it is not a build of a remote.'],
  [['list'], /^REMOTES_TOKEN is unset/],
  [['tokens', 'create', '--local'], 'Say whose it is: --label "Weather team".'],
  [['tokens', 'create', '--local', '--label', 'x', '--ops', '--remote', 'mf-weather'], /^Say what it opens/],
  [['tokens', 'create', 'mf-weather', '--local', '--label', 'x', '--ops'], 'This is too much: mf-weather'],
  [
    ['tokens', 'create', '--local', '--label', 'x', '--ops', '--why', 'y'],
    'tokens create --local does not know --why.',
  ],
])('%j is typed wrongly', async (args, message) => {
  const running = remotesCommand(args, { env: {}, output: listen() });
  await expect(running).rejects.toThrow(message);
  await expect(running).rejects.toBeInstanceOf(UsageError);
});
