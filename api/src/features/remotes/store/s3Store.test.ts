import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { silentLog } from '../../../platform/log';
import { fakeClock } from '../../../testing/fakeClock';
import { filesOf } from '../publish/testArchive';
import { withCopies } from '../publish/withCopies';
import type { ReleaseStore } from '../releases.types';
import { createReleaseStore } from './releaseStore';
import { startTestBucket, type TestBucket } from './testBucket';

const NAME = 'mf-advertiser';
const RELEASE = `${NAME}/1.0.0`;
const clock = fakeClock('2026-11-23T12:00:00.000Z');
let scratch = '';
let bucket: TestBucket;
let nodes = 0;
/** What the database says was published. */
const published = new Map<string, string>();

beforeEach(async () => {
  scratch = mkdtempSync(path.join(os.tmpdir(), 'bucket-'));
  bucket = await startTestBucket(path.join(scratch, 's3'));
  published.clear();
});
afterEach(async () => {
  await bucket.stop();
  rmSync(scratch, { recursive: true, force: true });
});

const digestInDatabase = async (name: string, version: string): Promise<string | null> =>
  published.get(`${name}/${version}`) ?? null;

/** A server with an empty folder of its own. */
function node(digestOf = digestInDatabase): ReleaseStore {
  nodes += 1;
  return createReleaseStore(
    { folder: path.join(scratch, `node-${nodes}`), bucket: bucket.place },
    {
      clock,
      log: silentLog,
      publishedDigest: digestOf,
    },
  );
}

async function publish(store: ReleaseStore, word: string) {
  const files = await withCopies(filesOf(word));
  await store.install(files, '1.0.0');
  published.set(RELEASE, files.digest);
  return files;
}

it('keeps a release in the bucket and on the server that it was sent to', async () => {
  const store = node();
  const { files } = await publish(store, 'one');
  expect(bucket.names(RELEASE)).toEqual([...files.keys()].sort());
  expect(bucket.names(RELEASE)).toContain('App.js.br');
  expect(await store.has(NAME, '1.0.0')).toBe(true);
  expect(await store.read(NAME, '1.0.0', 'App.js')).toEqual(files.get('App.js'));
});

it('brings a release to a server that has not got it, once for whoever asks', async () => {
  const { files } = await publish(node(), 'one');
  const second = node();
  expect(existsSync(second.folder)).toBe(false);
  const answers = await Promise.all([1, 2, 3].map(() => second.has(NAME, '1.0.0')));
  expect(answers).toEqual([true, true, true]);
  expect(readdirSync(path.join(second.folder, RELEASE)).sort()).toEqual([...files.keys()].sort());
  expect(readdirSync(path.join(second.folder, NAME))).toEqual(['1.0.0']);
  for (const [name, bytes] of files) expect(await second.read(NAME, '1.0.0', name)).toEqual(bytes);
  await expect(second.read(NAME, '1.0.0', 'Missing.js')).rejects.toThrow('ENOENT');
  await expect(second.read(NAME, '9.9.9', 'App.js')).rejects.toThrow('is not on this server');
});

it('brings it again where its folder has gone', async () => {
  const store = node();
  await publish(store, 'one');
  expect(await store.has(NAME, '1.0.0')).toBe(true);
  rmSync(path.join(store.folder, RELEASE), { recursive: true });
  expect(await store.has(NAME, '1.0.0')).toBe(true);
  expect(existsSync(path.join(store.folder, RELEASE, 'App.js'))).toBe(true);
});

it.each([
  ['a file', 'App.js', Buffer.from('console.log("other");'.padEnd(3_000, '/'))],
  ['a file that is longer', 'App.js', Buffer.alloc(5_000, 'x')],
  ['a compressed copy', 'App.js.br', Buffer.from('nothing that unpacks')],
  ['what describes it', 'release.json', Buffer.from('{}')],
])('refuses other bytes than were published: %s', async (_, file, bytes) => {
  await publish(node(), 'one');
  const kept = filesOf('one').files.get(file);
  const right = kept ?? (await withCopies(filesOf('one'))).files.get(file);
  bucket.change(`${RELEASE}/${file}`, bytes);
  const second = node();
  expect(await second.has(NAME, '1.0.0')).toBe(false);
  expect(existsSync(path.join(second.folder, RELEASE))).toBe(false);
  // Put right, it is found after a while: nobody asks the bucket for every page.
  bucket.change(`${RELEASE}/${file}`, right ?? Buffer.alloc(0));
  expect(await second.has(NAME, '1.0.0')).toBe(false);
  clock.advance(6_000);
  expect(await second.has(NAME, '1.0.0')).toBe(true);
});

it('keeps nothing of what was asked for while the database was away', async () => {
  await publish(node(), 'one');
  let isAway = true;
  const second = node(async (name, version) => {
    if (isAway) throw new Error('The database is away');
    return digestInDatabase(name, version);
  });
  expect(await second.has(NAME, '1.0.0')).toBe(false);
  isAway = false;
  expect(await second.has(NAME, '1.0.0')).toBe(true);
});

it('takes a file that is missing in the bucket for a broken release', async () => {
  await publish(node(), 'one');
  bucket.remove(`${RELEASE}/App.css`);
  expect(await node().has(NAME, '1.0.0')).toBe(false);
});

it('puts a file back into the bucket that was lost there, when the same release is sent again', async () => {
  const { files } = await publish(node(), 'one');
  bucket.remove(`${RELEASE}/App.css`);
  await publish(node(), 'one');
  expect(bucket.names(RELEASE)).toEqual([...files.keys()].sort());
  expect(await node().has(NAME, '1.0.0')).toBe(true);
});

it('serves nothing that was not published, whatever lies in the bucket', async () => {
  await publish(node(), 'one');
  published.clear();
  expect(await node().has(NAME, '1.0.0')).toBe(false);
  for (const [name, version] of [
    ['..', '1.0.0'],
    [NAME, '..'],
    [NAME, '1.0.0/../1.0.0'],
    ['advertiser', '1.0.0'],
  ] as const)
    expect(await node().has(name, version)).toBe(false);
});

it('replaces what a publication left that failed, in the bucket and on a server', async () => {
  const first = node();
  const left = await withCopies(filesOf('left behind', { buildId: 'ffffffffffff' }));
  const extra = new Map([...left.files, ['Extra.js', Buffer.from('more')] as const]);
  await first.install({ ...left, files: extra }, '1.0.0');
  // Without release.json, as when it ended in the middle.
  bucket.remove(`${RELEASE}/release.json`);
  const { files } = await publish(node(), 'one');
  expect(bucket.names(RELEASE)).toEqual([...files.keys()].sort());
  expect(await first.has(NAME, '1.0.0')).toBe(true);
  expect(readFileSync(path.join(first.folder, RELEASE, 'App.js'), 'utf8')).toContain('"one"');
  expect(await node().has(NAME, '1.0.0')).toBe(true);
});

it('is not there while half of it is', async () => {
  const { files } = await publish(node(), 'one');
  bucket.remove(`${RELEASE}/release.json`);
  const second = node();
  expect(await second.has(NAME, '1.0.0')).toBe(false);
  expect(existsSync(second.folder)).toBe(false);
  await second.install(await withCopies(filesOf('one')), '1.0.0');
  expect(bucket.names(RELEASE)).toEqual([...files.keys()].sort());
});

describe('without the bucket', () => {
  it('serves what is on the server, and refuses to publish', async () => {
    const store = node();
    await publish(store, 'one');
    expect(await store.has(NAME, '1.0.0')).toBe(true);
    await bucket.stop();
    expect(await store.has(NAME, '1.0.0')).toBe(true);
    expect((await store.read(NAME, '1.0.0', 'App.js')).toString()).toContain('"one"');
    await expect(store.install(filesOf('two'), '1.1.0')).rejects.toMatchObject({
      status: 503,
      code: 'RELEASE_STORE_AWAY',
    });
    expect(existsSync(path.join(store.folder, NAME, '1.1.0'))).toBe(false);
    expect(await node().has(NAME, '1.0.0')).toBe(false);
  });

  it('waits for no answer that does not come', async () => {
    const signal = AbortSignal.timeout(50);
    // Takes connections, and says nothing.
    const { createServer } = await import('node:net');
    const silent = createServer(() => {});
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
    const address = silent.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const { openBucket } = await import('./s3Bucket');
    const mute = openBucket({ ...bucket.place, endpoint: `http://127.0.0.1:${port}` });
    await expect(mute.list('', signal)).rejects.toThrow('abort');
    silent.close();
  });
});
