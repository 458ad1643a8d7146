import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createImageStore, writeFolder } from './imageStore';

type Handle = Awaited<ReturnType<typeof fs.open>>;

let root: string;
let folder: string;
/** Folders whose names were written to the disk, and files that got their names, as they came. */
let done: string[];

beforeEach(async () => {
  root = await fs.mkdtemp(path.join(tmpdir(), 'ezdash-store-'));
  folder = path.join(root, 'creatives');
  done = [];
});
afterEach(async () => {
  jest.restoreAllMocks();
  await fs.rm(root, { recursive: true });
});

/** From here on it is noted what is synced and renamed. */
async function watch(): Promise<void> {
  const probe = await fs.open(root, 'r');
  const prototype: Handle = Object.getPrototypeOf(probe);
  await probe.close();
  const { sync } = prototype;
  jest.spyOn(prototype, 'sync').mockImplementation(async function (this: Handle) {
    const target = await fs.readlink(`/proc/self/fd/${this.fd}`);
    done.push(`sync ${path.relative(root, target).replaceAll(/\.[0-9a-f]{64}\.\w+/g, 'temporary')}`);
    await sync.call(this);
  });
}

const BYTES = Buffer.from('picture');

test('a file’s name is on the disk when it answers', async () => {
  await watch();
  const { file } = await createImageStore(folder).put(BYTES, 'image/png');
  expect(done.at(-1)).toBe('sync creatives');
  expect((await fs.readFile(path.join(folder, file))).equals(BYTES)).toBe(true);
});

test('also where somebody else has just put it there', async () => {
  const store = createImageStore(folder);
  await store.put(BYTES, 'image/png');
  await store.putBundle(BYTES, (to) => writeFolder(to, [{ name: 'index.html', bytes: BYTES }]));
  await watch();
  await store.put(BYTES, 'image/png');
  expect(done).toEqual(['sync creatives']);
  await store.putBundle(BYTES, (to) => writeFolder(to, [{ name: 'index.html', bytes: BYTES }]));
  expect(done.at(-1)).toBe('sync creatives');
  expect((await fs.readdir(folder)).sort()).toHaveLength(3);
});

test('of a bundle, all its folders are', async () => {
  await watch();
  await createImageStore(folder).putBundle(BYTES, (to) =>
    writeFolder(to, [
      { name: 'index.html', bytes: BYTES },
      { name: 'js/lib/ad.js', bytes: BYTES },
    ]),
  );
  const temporary = path.join('creatives', 'temporary');
  for (const each of [temporary, path.join(temporary, 'js'), path.join(temporary, 'js', 'lib')])
    expect(done).toContain(`sync ${each}`);
  expect(done.at(-1)).toBe('sync creatives');
});
