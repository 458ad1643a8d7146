import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { pack, unpack } from './largeBytes';

let folder: string;
const file = () => path.join(folder, 'bytes');
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'bytes-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Slices of one buffer, as node pools them: what is sent must not carry their neighbors along. */
const pooled = Buffer.alloc(100_000, 'abc');
it.each<[string, unknown, number]>([
  ['nothing', null, 0],
  ['few bytes', { file: pooled.subarray(0, 100), own: null }, 0],
  ['bytes alone', pooled.subarray(10, 70_010), 1],
  [
    'files by name',
    {
      digest: 'a',
      files: new Map([
        ['App.js', pooled],
        ['a', pooled.subarray(3)],
      ]),
    },
    1,
  ],
  ['bytes beside rows', { file: pooled, own: new Map([['c_1', { at: new Date(1), list: [1] }]]) }, 1],
])('%s come back as they were', async (_, value, files) => {
  const parcel = deserialize(serialize(await pack(value, file())));
  expect(serialize(parcel).length).toBeLessThan(1_000);
  expect(await unpack(parcel)).toEqual(value);
  expect(await readdir(folder)).toHaveLength(files);
});
