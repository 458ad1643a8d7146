import { mkdtempSync, readdirSync, readFileSync, rmSync, unlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { filesOf } from '../publish/testArchive';
import { makeRelease, writeDist } from '../testReleases';
import { wrongFiles } from './checkFiles';
import { createDiskStore } from './diskStore';
import { readBuiltRelease } from './readBuiltRelease';

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
  const file = path.join(scratch, 'remotes', NAME, '1.0.0', 'App.js');
  unlinkSync(file);
  await store().install(filesOf('one'), '1.0.0');
  expect(() => readFileSync(file)).toThrow('ENOENT');
});

it('puts the release that was published in the place of what another publication left', async () => {
  await store().install(filesOf('left behind'), '1.0.0');
  await store().install(filesOf('one'), '1.0.0');
  expect((await store().read(NAME, '1.0.0', 'App.js')).toString()).toContain('"one"');
  expect(there()).toEqual(['1.0.0']);
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
