import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  unlinkSync,
  utimesSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createLog } from '../../../platform/log';
import { until } from '../../../testing/until';
import { filesOf } from '../publish/testArchive';
import type { ReleaseStore } from '../releases.types';
import { makeRelease, writeDist } from '../testReleases';
import { wrongFiles } from './checkFiles';
import { createDiskStore } from './diskStore';
import { readBuiltRelease } from './readBuiltRelease';
import { sayingNoRoom } from './releaseStore';

const NAME = 'mf-advertiser';
let scratch = '';
beforeEach(() => {
  scratch = mkdtempSync(path.join(os.tmpdir(), 'releases-'));
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));
const store = () => createDiskStore(path.join(scratch, 'remotes'));
const there = () => readdirSync(path.join(scratch, 'remotes', NAME));

it('keeps what a build has made, its compressed copies included', async () => {
  const dist = writeDist(path.join(scratch, 'dist'), makeRelease());
  const built = await readBuiltRelease(dist);
  await store().install(built, '1.0.0');
  expect(await store().has(NAME, '1.0.0')).toBe(true);
  expect(await store().digest(NAME, '1.0.0')).toBe(built.digest);
  expect((await store().read(NAME, '1.0.0', 'App.js')).toString()).toBe('App.js one');
  expect((await store().read(NAME, '1.0.0', 'App.js.br')).toString()).toBe('br of App.js');
  expect(there()).toEqual(['1.0.0']);
});

it('takes a build without one of its files for none', async () => {
  const dist = writeDist(path.join(scratch, 'dist'), makeRelease());
  unlinkSync(path.join(dist, 'App.css'));
  await expect(readBuiltRelease(dist)).rejects.toThrow('App.css is missing');
});

it('writes a release once, whoever writes it meanwhile', async () => {
  await Promise.all([1, 2, 3].map(() => store().install(filesOf('one'), '1.0.0')));
  expect(there()).toEqual(['1.0.0']);
  const before = statSync(path.join(scratch, 'remotes', NAME, '1.0.0'));
  await store().install(filesOf('one'), '1.0.0');
  expect(statSync(path.join(scratch, 'remotes', NAME, '1.0.0')).ino).toBe(before.ino);
});

it.each([
  ['was lost', (file: string) => unlinkSync(file)],
  ['was cut off', (file: string) => truncateSync(file, 7)],
])('brings a file back that %s', async (_, spoil) => {
  await store().install(filesOf('one'), '1.0.0');
  const file = path.join(scratch, 'remotes', NAME, '1.0.0', 'App.js');
  const before = readFileSync(file);
  spoil(file);
  await store().install(filesOf('one'), '1.0.0');
  expect(readFileSync(file)).toEqual(before);
  expect(there()).toEqual(['1.0.0']);
});

it('puts the release that was published in the place of what another publication left', async () => {
  await store().install(filesOf('left behind'), '1.0.0');
  await store().install(filesOf('one'), '1.0.0');
  expect((await store().read(NAME, '1.0.0', 'App.js')).toString()).toContain('"one"');
  expect(there()).toEqual(['1.0.0']);
});

it('says that its disk takes nothing more, and nothing else in such words', async () => {
  const failing = (code: string): ReleaseStore => ({
    ...store(),
    install: () => Promise.reject(Object.assign(new Error('no'), { code })),
  });
  const lines: string[] = [];
  const log = createLog({ production: true, level: 'info', write: (line) => lines.push(line) });
  await expect(sayingNoRoom(failing('ENOSPC'), log).install(filesOf('one'), '1.0.0')).rejects.toMatchObject({
    status: 503,
    code: 'RELEASE_STORE_FULL',
  });
  expect(lines.join('')).toContain('"event":"release.not-stored"');
  await expect(sayingNoRoom(failing('EACCES'), log).install(filesOf('one'), '1.0.0')).rejects.toMatchObject({
    code: 'EACCES',
  });
});

const HOUR_MS = 3_600_000;
const draftsThere = () => there().filter((name) => name.startsWith('.draft-'));

it('takes away what a killed publication left, an hour later, and nothing else', async () => {
  const folder = path.join(scratch, 'remotes');
  await store().install(filesOf('one'), '1.0.0');
  const child = fork(path.join(__dirname, 'installChild.ts'), [folder, '1.1.0'], {
    execArgv: ['--import', 'tsx'],
  });
  const gone = once(child, 'exit');
  await until(
    async () => draftsThere().flatMap((draft) => readdirSync(path.join(folder, NAME, draft))).length,
    (written) => written > 10,
    'Some of the files',
  );
  child.kill('SIGKILL');
  // It had not ended by itself.
  expect((await gone)[1]).toBe('SIGKILL');
  const [draft = ''] = draftsThere();
  expect(there().sort()).toEqual([draft, '1.0.0']);
  expect(await store().has(NAME, '1.1.0')).toBe(false);

  const anHourAgo = new Date(Date.now() - HOUR_MS);
  expect(await store().removeDrafts(anHourAgo)).toBe(0);
  expect(draftsThere()).toEqual([draft]);
  for (const name of [draft, '1.0.0'])
    utimesSync(
      path.join(folder, NAME, name),
      anHourAgo.getTime() / 1_000 - 60,
      anHourAgo.getTime() / 1_000 - 60,
    );
  expect(await store().removeDrafts(anHourAgo)).toBe(1);
  expect(there()).toEqual(['1.0.0']);
  await store().install(filesOf('one'), '1.1.0');
  expect(there()).toEqual(['1.0.0', '1.1.0']);
});

it('has no drafts where nothing was published yet', async () => {
  expect(await store().removeDrafts(new Date())).toBe(0);
});

it.each(['../../secrets.json', '..', '', 'a/b'])('reads and writes no file named "%s"', async (name) => {
  await store().install(filesOf('one'), '1.0.0');
  await expect(store().read(NAME, '1.0.0', name)).rejects.toThrow('not the name of a file');
  const files = new Map([[name, Buffer.from('x')]]);
  await expect(store().install({ ...filesOf('two'), files }, '1.1.0')).rejects.toThrow(
    'not the name of a file',
  );
  expect(await store().has('..', '..')).toBe(false);
  expect(there()).toEqual(['1.0.0']);
});

it('names every file that is not what release.json says', async () => {
  const { release, files } = filesOf('one');
  const changed = new Map(files);
  changed.delete('App.css');
  changed.set('App.js', Buffer.from('shorter'));
  changed.set('remoteEntry.js', Buffer.alloc(release.files['remoteEntry.js']?.byteCount ?? 0, 'x'));
  expect(await wrongFiles(release, files)).toEqual(new Map());
  expect(Object.fromEntries(await wrongFiles(release, changed))).toEqual({
    'App.css': 'It is missing',
    'App.js': 'It has 7 bytes, release.json says 3000',
    'remoteEntry.js': 'Its hash is not the one in release.json',
  });
});
