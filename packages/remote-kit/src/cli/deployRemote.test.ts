import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { type DeployedRemote, deployRemote } from './deployRemote';
import { noteFailure } from './runCommand';
import { makeBuild } from './testing/makeBuild';
import {
  info,
  listen,
  passed,
  refusal,
  refused,
  type StubAnswer,
  type StubServer,
  state,
  stubServer,
} from './testing/stubServer';

let folder: string;
let server: StubServer;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ezdash-deploy-'));
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const CHANGED = { body: { state: state(), verdict: passed } };
const ANSWERS: Record<string, StubAnswer> = {
  '/api/releases': { body: { remotes: [] } },
  '': { status: 201, body: info() },
  '/activate': CHANGED,
  '/canary': {
    body: {
      state: state({ canary: { version: '1.4.0', percent: 5, since: info().published_at } }),
      verdict: passed,
    },
  },
  '/check': { body: passed },
};

async function deploy(
  args: string[],
  answers: Record<string, StubAnswer> = {},
  change: Partial<DeployedRemote> = {},
  interruptedAt?: string,
) {
  const told = { ...ANSWERS, ...answers };
  const signals = new EventEmitter();
  const codes: number[] = [];
  server = await stubServer(({ path }) => {
    const at = path.replace(/^\/api\/releases\/mf-weather|\?.*$/g, '');
    if (at === interruptedAt) signals.emit('SIGINT');
    return told[at] ?? refusal(404, 'NOT_FOUND');
  });
  const output = listen();
  const done: string[] = [];
  const remote: DeployedRemote = {
    name: 'mf-weather',
    checks: ['types', 'tests'].map((name) => ({
      name,
      run: async () => {
        done.push(name);
        return null;
      },
    })),
    build: async () => {
      done.push('build');
      makeBuild(folder);
      return null;
    },
    dist: folder,
    program: 'npx ezdash-remote',
    versionFile: 'mf-weather/package.json',
    commit: async () => 'c'.repeat(40),
    ...change,
  };
  const env = { REMOTES_URL: server.url, REMOTES_TOKEN: 'rel_x' };
  const parts = { env, output, sleep: async () => {}, signals, exit: (one: number) => void codes.push(one) };
  const code = await deployRemote(remote, args, parts).catch((error: unknown) =>
    noteFailure(error, output, 'USAGE', args.includes('--json')),
  );
  // The first call asks whether the token is taken at all.
  const paths = server.heard
    .map(({ path: at }) => at.replace('/api/releases/mf-weather', ''))
    .filter((at) => at !== '/api/releases');
  return { code, codes, done, paths, waiting: signals.listenerCount('SIGINT'), ...output };
}

test('it checks, builds, publishes and activates, and says what visitors get', async () => {
  const { code, done, paths, printed, noted } = await deploy(['--why', 'Launch']);
  expect([code, done]).toEqual([0, ['types', 'tests', 'build']]);
  expect(paths).toEqual([`?commit=${'c'.repeat(40)}`, '/activate']);
  expect(Object.keys(unzipSync(server.heard[1]?.body ?? Buffer.alloc(0)))).toContain('release.json');
  expect(JSON.parse(String(server.heard[2]?.body))).toEqual({ version: '1.4.0', why: 'Launch' });
  expect(printed).toContain('Everybody gets mf-weather 1.4.0, since 2026-11-22 18:05 UTC');
  expect(printed).toContain('The gate lets it pass');
  const steps = noted.map((line) => /^ {2}(\w+) +\d+\.\d s$/.exec(line)?.[1]);
  expect(steps).toEqual(['types', 'tests', 'build', 'pack', 'publish', 'gate']);
});

test('for a share of the visitors', async () => {
  const { code, paths, printed } = await deploy(['--canary', '5', '--commit', 'abcdef0']);
  expect([code, paths]).toEqual([0, ['?commit=abcdef0', '/canary']]);
  expect(JSON.parse(String(server.heard[2]?.body))).toEqual({ version: '1.4.0', percent: 5 });
  expect(printed).toContain('5 % of the visitors get 1.4.0, since 2026-11-22 18:05 UTC');
});

const KEPT =
  '1.4.0 stays published, and nobody gets it: what is mended needs a higher version in mf-weather/package.json';

test('for nobody yet: the gate is asked all the same', async () => {
  const { code, paths, printed } = await deploy(['--no-activate'], {}, { commit: async () => null });
  expect([code, paths]).toEqual([0, ['', '/check']]);
  expect(printed.at(-1)).toBe(
    'Nobody gets it yet. For everybody: npx ezdash-remote activate mf-weather 1.4.0',
  );
  await server.close();
  const bad = await deploy(['--no-activate'], { '/check': { body: refused } });
  expect([bad.code, bad.noted.slice(-2)]).toEqual([1, ['The gate would refuse it: shared, render', KEPT]]);
});

test('machines read one line, which is the answers', async () => {
  const { code, printed } = await deploy(['--json']);
  expect(code).toBe(0);
  expect(printed.map((line) => JSON.parse(line))).toEqual([
    { release: info(), verdict: passed, state: state() },
  ]);
});

test('every check runs, those that fail are named, and nothing is built', async () => {
  const failing = (name: string) => ({ name, run: async () => `${name} say: no` });
  const checks = [failing('types'), { name: 'lint', run: async () => null }, failing('tests')];
  const { code, done, paths, noted } = await deploy([], {}, { checks });
  expect([code, done, paths]).toEqual([1, [], []]);
  expect(noted).toEqual(expect.arrayContaining(['types say: no', 'tests say: no']));
  expect(noted.at(-1)).toBe('Not deployed. What failed: types, tests');
});

test('a build that fails says why, and sends nothing', async () => {
  const { code, paths, noted } = await deploy([], {}, { build: async () => 'App.tsx: no such file' });
  expect([code, paths]).toEqual([1, []]);
  expect(noted.slice(-2)).toEqual(['mf-weather does not build:', 'App.tsx: no such file']);
});

test('a version that is taken is to be raised', async () => {
  const { code, paths, noted } = await deploy([], { '': refusal(409, 'VERSION_TAKEN') });
  expect([code, paths.length]).toEqual([1, 1]);
  expect(noted.at(-1)).toBe(
    'mf-weather 1.4.0 was published before, with other bytes: raise the version in mf-weather/package.json',
  );
});

test('the gate’s refusal names every failing check', async () => {
  const { code, noted } = await deploy([], {
    '/activate': refusal(409, 'GATE_REFUSED', { verdict: refused }),
  });
  expect(code).toBe(1);
  expect(noted).toContain('Refused: shared, render');
  expect(noted).toContain('  ✗ render    App threw: no');
  expect(noted.at(-1)).toBe(KEPT);
});

test.each([
  [['--canary', '5', '--no-activate'], 'Either --canary or --no-activate, not both.'],
  [['--canary', 'some'], '--canary is missing, or no number.'],
  [['now', '--at', '+2h'], 'deploy does not know now, --at.'],
  [['--commit', 'main'], '--commit takes 7 to 64 of the digits 0-9 and a-f: main is no commit.'],
])('%j is typed wrongly: 2, before anything is done', async (args, message) => {
  const { code, done, paths, noted } = await deploy(args);
  const usage = 'Usage: deploy [--canary PERCENT | --no-activate] [--why TEXT] [--commit ID] [--json]';
  expect([code, done, paths, noted]).toEqual([2, [], [], [message, usage]]);
});

test.each([
  ['a token that is not taken', refusal(401, 'TOKEN_REFUSED'), /TOKEN_REFUSED/],
  ['another server', { status: 404, body: '<h1>Not here</h1>' }, /^The server answered 404. Is REMOTES_URL/],
  ['another page', { body: '<!doctype html>' }, /does not understand. Is REMOTES_URL/],
])('%s is said before anything is checked', async (_, answer, message) => {
  const { code, done, paths, noted } = await deploy([], { '/api/releases': answer });
  expect([code, done, paths]).toEqual([1, [], []]);
  expect(noted.at(-1)).toMatch(message);
});

test('that no commit goes with it is said', async () => {
  const { noted } = await deploy([], {}, { commit: async () => null });
  expect(noted).toContain('  commit     none: not everything in this folder is committed');
});

test.each([
  ['/api/releases', [], 'Stopped. Nothing was sent'],
  [
    '',
    [],
    'Stopped while it was sent. It may be published, and nobody gets it: npx ezdash-remote show mf-weather',
  ],
  [
    '/activate',
    [],
    'Stopped waiting. 1.4.0 is published, and the network may still give it to visitors: npx ezdash-remote show mf-weather',
  ],
  ['/check', ['--no-activate'], 'Stopped waiting. 1.4.0 is published, and nobody gets it'],
])('who stops it during %s hears how far it came', async (at, args, words) => {
  const { codes, noted, waiting } = await deploy(args, {}, {}, at);
  expect(codes).toEqual([130]);
  expect(noted).toContain(words);
  expect(waiting).toBe(0);
});
