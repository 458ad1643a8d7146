import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { UsageError } from './failures';
import { outsideCommand } from './outsideCommand';
import { runProcess } from './processes';
import { listen, refused, stubServer } from './testing/stubServer';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ezdash-command-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const run = (args: string[], env: NodeJS.ProcessEnv = {}) =>
  outsideCommand(args, { folder, usage: 'USAGE', env, output: listen() });

test.each(['build', 'test', 'check', 'deploy', 'dev', 'pack'])(
  '%s is for the folder of a remote',
  async (name) => {
    const running = run([name], { REMOTES_TOKEN: 'rel_x' });
    await expect(running).rejects.toThrow('is no remote: it has no remote.manifest.ts');
    await expect(running).rejects.toBeInstanceOf(UsageError);
  },
);

test('check of a release asks the gate, and not this folder', async () => {
  const server = await stubServer(() => ({ body: refused }));
  const env = { REMOTES_URL: server.url, REMOTES_TOKEN: 'rel_x' };
  expect(await run(['check', 'mf-weather', '1.4.0'], env)).toBe(1);
  expect(server.heard.map(({ path: at }) => at)).toEqual(['/api/releases/mf-weather/check']);
  await server.close();
});

test.each(['init', 'build', 'test', 'check', 'dev', 'pack', 'deploy'])(
  '%s --help says what it does, and does nothing',
  async (name) => {
    const output = listen();
    expect(await outsideCommand([name, '--help'], { folder, usage: 'USAGE', env: {}, output })).toBe(0);
    expect(output.printed[0]).toMatch(name);
    expect(output.printed.length).toBeGreaterThan(1);
  },
);

const VALID =
  "export default { name: 'mf-weather', namespace: 'weather', contractVersion: 1, pages: [], navigation: [] };";

/** As it is typed: a manifest is a module of its own. */
const started = (name: string) =>
  runProcess(process.execPath, [path.join(__dirname, '../../bin/ezdash-remote.mjs'), name], {
    cwd: folder,
    env: { REMOTES_TOKEN: 'rel_x', REMOTES_URL: 'http://127.0.0.1:1' },
  });

test.each([
  ['deploy', "export default { name: 'weather' };", /remote\.manifest\.ts: name: A remote is named/],
  ['dev', 'export default defineRemote({});', /remote\.manifest\.ts: defineRemote is not defined/],
  ['build', 'export default {', /remote\.manifest\.ts: Transform failed/],
  ['build', VALID, /has no src\/expose\.tsx/],
])('%s says what is wrong with a manifest', async (name, source, message) => {
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module", "version": "1.0.0" }');
  writeFileSync(path.join(folder, 'remote.manifest.ts'), source);
  const { code, output } = await started(name);
  expect(output).toMatch(message);
  expect(output).not.toMatch(/^ +at /m);
  expect(code).toBe(1);
});

test.each([
  [['dev', 'mf-weather'], {}, 'dev does not know mf-weather.'],
  [['build', 'dist'], {}, 'build does not know dist.'],
  [['init'], {}, 'Say its name: ezdash-remote init mf-weather'],
  [['pack', 'dist'], {}, 'pack does not know dist.'],
  [['pack'], {}, 'has no release.json: it is not a build of a remote.'],
  [['dev', '--override'], {}, /^REMOTES_TOKEN is unset/],
  [['dev'], { REMOTES_URL: 'soon' }, 'REMOTES_URL is no address: soon'],
  [['dev'], { DEV_PORT: 'soon' }, 'DEV_PORT is no port: soon'],
  [['dev'], { REMOTES_TOKEN: 'rel_x', DEV_PORT: '70000' }, 'DEV_PORT is no port: 70000'],
])('%j with %j is typed wrongly, and nothing is built', async (args, env, message) => {
  writeFileSync(path.join(folder, 'remote.manifest.ts'), 'export default {};');
  const running = run(args, env);
  await expect(running).rejects.toThrow(message);
  await expect(running).rejects.toBeInstanceOf(UsageError);
});
