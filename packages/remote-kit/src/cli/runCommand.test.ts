import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { COMMANDS } from './commands';
import { commandsHelp, noteFailure, runReleaseCommand } from './runCommand';
import {
  info,
  listen,
  passed,
  refusal,
  refused,
  type StubServer,
  state,
  stubServer,
} from './testing/stubServer';

const NOW = '2026-11-22T18:05:00.000Z';
const TOKEN = {
  id: 4,
  remote: 'mf-weather',
  label: 'Weather team',
  created_at: NOW,
  expires_at: NOW,
  last_used_at: null,
  revoked_at: null,
};
const CHANGED = { state: state(), verdict: passed };
const PLANNED = state({ planned: [{ id: 9, version: '1.5.0', at: NOW, why: 'Launch', by: 'ops' }] });
const SHOWN = {
  state: PLANNED,
  releases: [info(), info({ version: '1.3.0', verdict: refused })],
  next: null,
};
const HISTORY = {
  events: [
    {
      id: 3,
      event: 'canary',
      version: '1.4.0',
      percent: 5,
      subject: null,
      at: null,
      by: 'ops',
      why: 'Careful',
      happened_at: NOW,
    },
  ],
  next: 2,
};

let server: StubServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** What a command sent, said and ended with; `answer` is what the server says. */
async function run(args: string[], answer: unknown, status = 200) {
  server = await stubServer(() => ({ status, body: answer }));
  const output = listen();
  const [name = '', ...rest] = args;
  const parts = { env: { REMOTES_URL: server.url, REMOTES_TOKEN: 'rel_x' }, output, sleep: async () => {} };
  const code = await runReleaseCommand('remotes', name, rest, parts).catch((error: unknown) =>
    noteFailure(error, output, 'USAGE', args.includes('--json')),
  );
  const sent = server.heard.map(({ method, path: at, body }) => [
    `${method} ${at.replace('/api/releases', '')}`,
    body.length > 0 && at !== '/api/releases/mf-weather?commit=abcdef0' ? JSON.parse(body.toString()) : null,
  ]);
  return { code, sent, ...output };
}

const post = (path: string, body: object) => [[`POST ${path}`, body]];

const CALLS: [string, unknown, unknown[][]][] = [
  ['list', { remotes: [{ ...state(), team: 'weather', trouble: info().trouble }] }, [['GET ', null]]],
  ['show mf-weather', SHOWN, [['GET /mf-weather', null]]],
  ['show mf-weather --before 1.3.0', SHOWN, [['GET /mf-weather?before=1.3.0', null]]],
  ['check mf-weather 1.4.0', passed, post('/mf-weather/check', { version: '1.4.0' })],
  [
    'activate mf-weather 1.4.0 --why Launch',
    CHANGED,
    post('/mf-weather/activate', { version: '1.4.0', why: 'Launch' }),
  ],
  [
    'activate mf-weather 1.4.0 --at 2026-12-01T06:00:00Z',
    CHANGED,
    post('/mf-weather/activate', { version: '1.4.0', at: '2026-12-01T06:00:00Z' }),
  ],
  ['canary mf-weather 1.4.0 5%', CHANGED, post('/mf-weather/canary', { version: '1.4.0', percent: 5 })],
  ['stop mf-weather --why Slow', CHANGED, post('/mf-weather/canary/stop', { why: 'Slow' })],
  [
    'pin mf-weather 1.4.0 --user ines@halden.test',
    CHANGED,
    post('/mf-weather/pin', { version: '1.4.0', subject: { user: 'ines@halden.test' }, until: null }),
  ],
  ['unpin mf-weather --session abc', CHANGED, post('/mf-weather/unpin', { subject: { session: 'abc' } })],
  ['rollback mf-weather', CHANGED, post('/mf-weather/rollback', {})],
  ['rollback mf-weather --to 1.2.0', CHANGED, post('/mf-weather/rollback', { to: '1.2.0' })],
  ['history mf-weather --before 7', HISTORY, [['GET /mf-weather/history?before=7', null]]],
  ['plans cancel mf-weather 9', CHANGED, post('/mf-weather/plans/9/cancel', {})],
  [
    'link mf-weather 1.4.0 --minutes 30',
    { url: 'https://ads.example.com/x', ends_at: NOW },
    post('/mf-weather/override-links', { version: '1.4.0', minutes: 30 }),
  ],
  ['tokens', { tokens: [TOKEN] }, [['GET /tokens', null]]],
  [
    'tokens create --remote mf-weather --label Weather --days 30',
    { token: TOKEN, secret: 'rel_new' },
    post('/tokens', { remote: 'mf-weather', label: 'Weather', days: 30 }),
  ],
  [
    'tokens create --ops --label Night',
    { token: { ...TOKEN, remote: null }, secret: 'rel_new' },
    post('/tokens', { remote: null, label: 'Night' }),
  ],
  ['tokens revoke 4', { tokens: [TOKEN] }, post('/tokens/4/revoke', {})],
];

test.each(CALLS)('%s asks the server, and says what it answered', async (line, answer, sent) => {
  const words = await run(line.split(' '), answer);
  expect([words.code, words.noted]).toEqual([0, []]);
  expect(words.sent).toEqual(sent);
  expect(words.printed.length).toBeGreaterThan(0);
  expect(words.printed.join()).not.toMatch(/undefined|null|\[object/);
  await server?.close();
  const machine = await run([...line.split(' '), '--json'], answer);
  expect(machine.printed.map((each) => JSON.parse(each))).toEqual([answer]);
});

test('every command has a call of its own among these, and says how it is used', async () => {
  const tried = new Set([...CALLS.map(([line]) => line.split(' ')[0]), 'publish']);
  expect([...tried].sort()).toEqual(Object.keys(COMMANDS).sort());
  for (const [name, { help }] of Object.entries(COMMANDS)) {
    const { code, printed } = await run([name, '--help'], {});
    expect([code, printed[0]]).toEqual([0, expect.stringMatching(`^remotes ${name}`)]);
    expect(printed[1]).toContain(help);
    await server?.close();
  }
});

test('publish sends a build, with its commit', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ezdash-publish-'));
  const release = {
    name: 'mf-weather',
    version: '1.4.0',
    buildId: '0123456789ab',
    manifest: { name: 'mf-weather', namespace: 'weather', contractVersion: 1, pages: [], navigation: [] },
    locales: {},
    entry: 'remoteEntry.js',
    type: 'var',
    global: 'mf_weather',
    modules: {},
    files: {},
    shared: {},
    pluginVersion: '2.9.2',
  };
  writeFileSync(path.join(folder, 'release.json'), JSON.stringify(release));
  const { code, sent, printed } = await run(['publish', folder, '--commit', 'abcdef0'], info());
  rmSync(folder, { recursive: true });
  expect([code, sent]).toEqual([0, [['POST /mf-weather?commit=abcdef0', null]]]);
  expect(server?.heard[0]).toMatchObject({ type: 'application/zip' });
  expect(printed).toEqual(['mf-weather 1.4.0 is published, 4.2 kB by brotli']);
});

test('plans tells what is to come, and nothing when nothing is', async () => {
  const { printed, sent } = await run(['plans', 'mf-weather'], SHOWN);
  expect(sent).toEqual([['GET /mf-weather', null]]);
  expect(printed[1]).toMatch(/^9 +1\.5\.0 +2026-11-22 18:05 UTC +ops +Launch$/);
  await server?.close();
  expect((await run(['plans', 'mf-weather'], { ...SHOWN, state: state() })).printed).toEqual([
    'Nothing is planned',
  ]);
});

test('the gate’s refusal names every check that failed, and ends with 1', async () => {
  const { code, noted } = await run(
    ['activate', 'mf-weather', '1.4.0'],
    refusal(409, 'GATE_REFUSED', { verdict: refused }).body,
    409,
  );
  expect(code).toBe(1);
  expect(noted).toEqual([
    'The gate refuses it',
    '  ✓ integrity 12 files',
    '  ✗ shared    needs react ^20.0.0, the shell has 19.3.1',
    '  ✗ render    App threw: no',
    'Refused: shared, render',
    'It is GATE_REFUSED (GATE_REFUSED, request req_test)',
  ]);
});

test('what a release threw, and why somebody did something, cannot steer a terminal', async () => {
  const checks = [
    { check: 'render', outcome: 'failed', detail: 'App threw: \u001b[2J\u009b2Jgone\nThe gate' },
  ];
  const { printed } = await run(['check', 'mf-weather', '1.4.0'], { ...refused, checks });
  expect(printed).toEqual(['The gate refuses it', '  ✗ render    App threw:  [2J 2Jgone The gate']);
  await server?.close();
  const made = { token: { ...TOKEN, label: 'Night\u001b[2J\u202e' }, secret: 'rel_new' };
  const told = await run(['tokens', 'create', '--ops', '--label', 'Night'], made);
  expect(told.printed[0]).toMatch(/^Token "Night \[2J " for /);
  await server?.close();
  const machine = await run(['tokens', 'create', '--ops', '--label', 'Night', '--json'], {
    ...made,
    secret: 'a\u009b2J',
  });
  expect(machine.printed.join()).not.toMatch(/[\p{Cc}\u202e]/u);
  expect(JSON.parse(machine.printed.join())).toEqual({ ...made, secret: 'a\u009b2J' });
  await server?.close();
  const said = refusal(409, 'X', { message: 'No\u001b[2J\nway' }).body;
  expect((await run(['show', 'mf-weather'], said, 409)).noted[0]).toBe('No [2J');
  await server?.close();
  const events = HISTORY.events.map((event) => ({ ...event, why: 'a\u001b]0;b\u0007\nc' }));
  expect((await run(['history', 'mf-weather'], { events, next: null })).printed[1]).toMatch(/ {2}a \]0;b c$/);
});

test('check ends with 1 when the gate refuses, and machines read its verdict', async () => {
  const { code, printed } = await run(['check', 'mf-weather', '1.4.0', '--json'], refused);
  expect([code, printed.map((line) => JSON.parse(line))]).toEqual([1, [refused]]);
});

test('machines read a refusal as the server wrote it', async () => {
  const { body } = refusal(404, 'NO_SUCH_REMOTE');
  const { code, printed } = await run(['show', 'mf-nobody', '--json'], body, 404);
  expect([code, printed.map((line) => JSON.parse(line))]).toEqual([1, [body]]);
});

test.each([
  [['paint'], 'There is no command paint.'],
  [['constructor'], 'There is no command constructor.'],
  [['list', '--why', 'x'], 'list does not know --why.'],
  [['activate', 'weather', '1.0.0'], 'The remote: A remote is named mf-<letters>.'],
  [['activate'], 'Say which remote: mf-NAME.'],
  [['activate', 'mf-weather'], 'The version is missing: 1.4.0.'],
  [['activate', 'mf-weather', 'v1.4.0'], 'The version: A version is written like 1.4.0.'],
  [['activate', 'mf-weather', '1.4.0', '--whi', 'x'], "Unknown option '--whi'"],
  [['canary', 'mf-weather', '1.4.0'], 'The share is missing, or no number.'],
  [
    ['pin', 'mf-weather', '1.4.0'],
    'Say for whom: --user with an e-mail or account id, or --session with a session.',
  ],
  [['publish'], 'Say which folder: publish mf-weather/dist.'],
  [['publish', '/nowhere'], '/nowhere has no release.json: it is not a build of a remote.'],
  [['tokens', 'create', '--ops'], 'Say whose it is: --label "Weather team".'],
  [['tokens', 'create', '--label', 'x'], 'Say what it opens: --remote mf-NAME, or --ops for every remote.'],
  [['tokens', 'burn'], 'tokens burn is no command.'],
  [['list', 'mf-weather'], 'This is too much: mf-weather'],
  [['activate', 'mf-weather', '1.4.0', '5'], 'This is too much: 5'],
  [['rollback', 'mf-weather', '1.3.0'], 'A release to go back to is said with --to: --to 1.3.0'],
  [['unpin', 'mf-weather', 'ines@halden.test'], 'This is too much: ines@halden.test'],
  [['plans', 'mf-weather', '9'], 'This is too much: 9'],
  [['tokens', 'create', 'mf-weather', '--ops', '--label', 'x'], 'This is too much: mf-weather'],
  [['tokens', 'revoke', '4', '5'], 'This is too much: 5'],
])('%j is typed wrongly: 2, and no call is made', async (args, message) => {
  const { code, noted, sent } = await run(args, {});
  expect([code, sent]).toEqual([2, []]);
  const [name = ''] = args;
  const usage = Object.hasOwn(COMMANDS, name) ? expect.stringMatching(`^Usage: remotes ${name}`) : 'USAGE';
  expect(noted).toEqual([message, usage]);
});

test('going back says where to', async () => {
  const events = HISTORY.events.map((event) => ({ ...event, event: 'rolled_back', percent: null }));
  expect((await run(['history', 'mf-weather'], { events, next: null })).printed[1]).toContain(
    'rolled back to 1.4.0 ',
  );
});

test('the history says who: an account by its address where that is told, an admin for a team', async () => {
  const [event] = HISTORY.events;
  const events = [
    {
      ...event,
      event: 'pinned',
      percent: null,
      subject: 'u_10ru',
      subject_email: 'ines@halden.example',
      by: 'admin',
    },
  ];
  const { printed } = await run(['history', 'mf-weather'], { events, next: null });
  expect(printed[1]).toMatch(/ an operator +pinned 1\.4\.0 \(ines@halden\.example\)/);
});

test('in the help, what a command does stands below the others’ where its own words are long', () => {
  const lines = commandsHelp().join('\n').split('\n');
  const columns = lines.map((line) => /^ {2}\S.*? {2,}(?=\S)|^ {3,}/.exec(line)?.[0].length ?? null);
  expect(new Set(columns.filter((one) => one !== null))).toEqual(new Set([34]));
  expect(lines.filter((_, at) => columns[at] === null)).toEqual([
    '  plans REMOTE | plans cancel REMOTE PLAN',
    expect.stringMatching(/^ {2}tokens list \| create/),
  ]);
});
