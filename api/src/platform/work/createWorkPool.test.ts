import childProcess, { type ChildProcess } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { serialize } from 'node:v8';
import { Registry } from 'prom-client';
import { until } from '../../testing/until';
import { createWorkPool, type WorkPool, type WorkPoolOptions } from './createWorkPool';
import { type Deed, testTask } from './testTasks';

const FILE = path.join(__dirname, 'testTasks.ts');
const LOADER = ['--import', pathToFileURL(require.resolve('tsx')).href];
const TIMEOUT_MS = 20_000;
let registry: Registry;
let pool: WorkPool;
let folder: string;

async function open(options: Partial<WorkPoolOptions> = {}): Promise<void> {
  registry = new Registry();
  pool = createWorkPool({
    file: FILE,
    execArgv: LOADER,
    folder: path.join(folder, 'bytes'),
    registry,
    timeoutMs: () => TIMEOUT_MS,
    ...options,
    limits: { atOnce: 1, mostHeapMb: 64, mostMemoryMb: 700, ...options.limits },
  });
}
const run = (deed: Deed, value?: unknown, owner = 1) => pool.run(testTask, { deed, value }, owner);
const filesBelow = async (place: string) =>
  (await readdir(place, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'work-'));
  await open();
});
afterEach(async () => {
  await pool.stop();
  await rm(folder, { recursive: true });
});

test('gives plain data and bytes there and back', async () => {
  const value = {
    list: [1, 'a', null],
    bytes: Buffer.from('hello'),
    at: new Date(7),
    map: new Map([['a', 1]]),
  };
  const back = (await run('echo', value)) as typeof value;
  expect(back).toEqual(value);
  expect(Buffer.isBuffer(back.bytes)).toBe(true);
});

test('many bytes lie in a file on their way there and back, and no file is left', async () => {
  const fork = jest.spyOn(childProcess, 'fork');
  await run('echo', 1);
  const send = jest.spyOn(fork.mock.results[0]?.value as ChildProcess, 'send');
  fork.mockRestore();
  const files = new Map([1, 2, 3].map((name) => [String(name), Buffer.alloc(5_000_000, name)]));
  const back = (await run('echo', { files, note: 'as it is' })) as { files: typeof files; note: string };
  expect([back.note, [...back.files.keys()]]).toEqual(['as it is', ['1', '2', '3']]);
  for (const [name, bytes] of files) expect(back.files.get(name)?.equals(bytes)).toBe(true);
  const sizes = send.mock.calls.map(([message]) => serialize(message).length);
  expect(sizes.length).toBeGreaterThan(0);
  expect(Math.max(...sizes)).toBeLessThan(5_000);
  expect(await filesBelow(folder)).toEqual([]);
});

test('where each task has a process, one that has become nobody is left behind', async () => {
  await pool.stop();
  await open({ isIsolated: true });
  const isRoot = process.getuid?.() === 0;
  type Answer = { wasRoot: boolean; user: number; groups: number[]; pid: number };
  const first = (await run('becomeNobody')) as Answer;
  const second = (await run('becomeNobody')) as Answer;
  expect(second.pid).not.toBe(first.pid);
  for (const { wasRoot, user, groups } of [first, second]) {
    expect(wasRoot).toBe(isRoot);
    expect(user).toBe(isRoot ? 65_534 : process.getuid?.());
    if (isRoot) expect(groups).toEqual([65_534]);
  }
});

test('what a killed server left is removed at the next start, and the folder at the end', async () => {
  const bytes = path.join(folder, 'bytes');
  const [own = ''] = await readdir(bytes);
  const sign = path.join(folder, 'go-on');
  const running = run('waitAndAnswer', { bytes: Buffer.alloc(100_000), sign });
  await until(
    () => filesBelow(bytes),
    (files) => files.length === 1,
    'The bytes',
  );
  expect((await stat(path.join(bytes, own))).mode & 0o077).toBe(0);
  const next = createWorkPool({ file: FILE, execArgv: LOADER, folder: bytes, registry: new Registry() });
  expect(await filesBelow(bytes)).toEqual([]);
  expect(await readdir(bytes)).not.toContain(own);
  // The worker of the one that was killed finds no folder for its answer.
  await writeFile(sign, '');
  await expect(running).rejects.toThrow();
  expect(await filesBelow(bytes)).toEqual([]);
  await next.stop();
  expect(await readdir(folder)).not.toContain('bytes');
});

test('workers know nothing of the settings, and stand behind the server in the queue for a core', async () => {
  process.env.SECRET_OF_TESTS = 'x';
  const { env, niceness } = (await run('environment')) as { env: string[]; niceness: number };
  expect(env).not.toContain('SECRET_OF_TESTS');
  expect(env).not.toContain('DATABASE_URL');
  expect(niceness).toBeGreaterThan(os.getPriority());
});

test('a refusal crosses as it was thrown, a bug as an error of ours', async () => {
  await expect(run('refuse')).rejects.toMatchObject({ status: 422, code: 'NO', errors: { bundle: ['No'] } });
  const bug = await run('bug').catch((error: Error) => error);
  expect(bug).toMatchObject({ message: 'The task bundle failed: a bug' });
  expect(bug).not.toHaveProperty('status');
});

test.each<Deed>(['fillHeap', 'fillMemory', 'leave'])(
  '%s ends its process alone, and the next task has another',
  async (deed) => {
    await expect(run(deed)).rejects.toMatchObject({
      status: 422,
      code: 'TOO_COSTLY',
      errors: { bundle: [expect.any(String)] },
    });
    expect(await run('echo', 'next')).toBe('next');
  },
);

test('what a process prints at its end stands in no log of the server', async () => {
  const written = [process.stdout, process.stderr].map((stream) => jest.spyOn(stream, 'write'));
  await expect(run('fillHeap')).rejects.toMatchObject({ code: 'TOO_COSTLY' });
  const said = written.flatMap(({ mock }) => mock.calls.map(([chunk]) => String(chunk))).join('');
  for (const spy of written) spy.mockRestore();
  expect(said).not.toMatch(/FATAL|Last few GCs|JS stack/);
});

test('a task that never ends is killed when its time is over; the server goes on meanwhile', async () => {
  await pool.stop();
  await open({ timeoutMs: () => 3_000 });
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
  }, 0);
  await expect(run('forEver')).rejects.toMatchObject({ status: 422, code: 'TOO_COSTLY' });
  clearInterval(counting);
  expect(turns).toBeGreaterThan(1);
  await pool.stop();
  await open();
  expect(await run('echo', 'next')).toBe('next');
});

test('a stop kills what runs', async () => {
  const file = path.join(folder, 'pid');
  const running = run('begin', file).catch((error: Error) => error);
  const pid = Number(
    await until(
      () => readFile(file, 'utf8').catch(() => ''),
      (text) => text !== '',
      'The task',
    ),
  );
  expect(isAlive(pid)).toBe(true);
  await pool.stop();
  expect(await running).toBeInstanceOf(Error);
  await until(
    async () => isAlive(pid),
    (alive) => !alive,
    'The end of the process',
  );
});

test('too many are told so: one owner 429, everybody 503; figures say what waits', async () => {
  await pool.stop();
  await open({ limits: { mostOfOwner: 2, mostWaiting: 3 } });
  const sign = path.join(folder, 'go-on');
  const bring = (owner: number) => run('waitFor', sign, owner);
  const first = [bring(1), bring(1), bring(1)];
  await expect(bring(1)).rejects.toMatchObject({
    status: 429,
    code: 'WORK_WAITING',
    headers: { 'Retry-After': '5' },
  });
  const second = bring(2);
  await expect(bring(2)).rejects.toMatchObject({
    status: 503,
    code: 'WORK_BUSY',
    headers: { 'Retry-After': '5' },
  });
  expect(await registry.metrics()).toMatch(/ezdash_work_waiting 3\n[\s\S]*ezdash_work_running 1\n/);
  await writeFile(sign, '');
  expect(await Promise.all([...first, second])).toEqual(Array(4).fill('done'));
  expect(await registry.metrics()).toContain('ezdash_work_seconds_count{task="bundle",outcome="done"} 4');
});

test('without a process the answer is 503, and nothing is said of the bytes', async () => {
  await pool.stop();
  await open({ execArgv: ['--no-such-option'] });
  await expect(run('echo', 1)).rejects.toMatchObject({ status: 503, code: 'WORK_NOT_STARTED' });
});
