import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRegions } from './openRegions';

/** As much of the MaxMind DB format as a database of one network needs. */
type Value = string | number | Value[] | { [key: string]: Value };
function encode(value: Value): Buffer {
  const head = (type: number, size: number) =>
    type < 8 ? Buffer.from([(type << 5) | size]) : Buffer.from([size, type - 7]);
  if (typeof value === 'string') return Buffer.concat([head(2, value.length), Buffer.from(value)]);
  if (typeof value === 'number')
    return Buffer.concat([head(6, 4), Buffer.from([0, 0, value >> 8, value & 255])]);
  if (Array.isArray(value)) return Buffer.concat([head(11, value.length), ...value.map(encode)]);
  const entries = Object.entries(value);
  return Buffer.concat([
    head(7, entries.length),
    ...entries.flatMap(([key, each]) => [encode(key), encode(each)]),
  ]);
}

/** Addresses below 128.0.0.0 lie where `record` says, the others nowhere. */
function database(record: Value): Buffer {
  const nodes = 1;
  const pointer = nodes + 16;
  const tree = Buffer.from([0, 0, pointer, 0, 0, nodes]);
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1,
    database_type: 'Test-City',
    ip_version: 4,
    languages: [],
    node_count: nodes,
    record_size: 24,
  });
  const marker = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')]);
  return Buffer.concat([tree, Buffer.alloc(16), encode(record), marker, metadata]);
}

let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ezdash-regions-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));
async function open(record: Value) {
  const file = join(dir, 'city.mmdb');
  await writeFile(file, database(record));
  const locate = await openRegions(file);
  return (address: string) => locate(address).code;
}

test('the region is the first subdivision with its country', async () => {
  const regionOf = await open({
    country: { iso_code: 'DE' },
    subdivisions: [{ iso_code: 'BY' }, { iso_code: 'XX' }],
  });
  expect(regionOf('80.128.0.1')).toBe('DE-BY');
  expect(regionOf('::ffff:80.128.0.1')).toBe('DE-BY');
  for (const address of ['200.1.1.1', '', 'nonsense', '::1']) expect(regionOf(address)).toBeNull();
});

test('it says which neighbours have the same', async () => {
  const file = join(dir, 'halves.mmdb');
  await writeFile(file, database({ country: { iso_code: 'DE' }, subdivisions: [{ iso_code: 'BY' }] }));
  const locate = await openRegions(file);
  expect(locate('80.128.0.1')).toEqual({ code: 'DE-BY', sharedBits: 1 });
  expect(locate('200.1.1.1')).toEqual({ code: null, sharedBits: 1 });
  expect(locate('nonsense')).toEqual({ code: null, sharedBits: 128 });
});

test.each([
  [{ country: { iso_code: 'DE' } }],
  [{ subdivisions: [{ iso_code: 'BY' }] }],
  [{ country: { iso_code: 'de' }, subdivisions: [{ iso_code: 'BY' }] }],
  [{ country: { iso_code: 'DE' }, subdivisions: [{ iso_code: 'much too long' }] }],
])('%j is no region', async (record) => {
  expect((await open(record as Value))('80.128.0.1')).toBeNull();
});

test('what is no database is refused', async () => {
  const file = join(dir, 'none.mmdb');
  await writeFile(file, 'nothing');
  await expect(openRegions(file)).rejects.toThrow();
  await expect(openRegions(join(dir, 'missing.mmdb'))).rejects.toThrow('ENOENT');
});
