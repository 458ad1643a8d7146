import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GeoDatabaseError, openRegions } from './openRegions';

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

const BAVARIA = { country: { iso_code: 'DE' }, subdivisions: [{ iso_code: 'BY' }] };

/** Addresses below 128.0.0.0 lie where `record` says, the others where `other` does, or nowhere. */
function database(record: Value, other?: Value): Buffer {
  const nodes = 1;
  const pointer = nodes + 16;
  const data = encode(record);
  const tree = Buffer.from([0, 0, pointer, 0, 0, other === undefined ? nodes : pointer + data.length]);
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
  const records = other === undefined ? data : Buffer.concat([data, encode(other)]);
  return Buffer.concat([tree, Buffer.alloc(16), records, marker, metadata]);
}

let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ezdash-regions-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));
async function open(record: Value, other?: Value) {
  const file = join(dir, 'city.mmdb');
  await writeFile(file, database(record, other));
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
  await writeFile(file, database(BAVARIA));
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
  expect((await open(record as Value, BAVARIA))('80.128.0.1')).toBeNull();
});

const COUNTRIES = createRequire(__filename).resolve(
  '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
);
/** A tree whose first node leads to itself. */
const circle = () => {
  const bytes = database(BAVARIA);
  bytes.fill(0, 0, 6);
  return bytes;
};

test.each([
  ['empty', () => '', /damaged or not in MaxMind's format/],
  ['a text', () => 'nothing', /damaged or not in MaxMind's format/],
  ['cut off', () => database(BAVARIA).subarray(0, 40), /damaged or not in MaxMind's format/],
  ['cut off within its metadata', () => database(BAVARIA).subarray(0, -9), /damaged or not/],
  ['without its beginning', () => database(BAVARIA).subarray(20), /damaged or not/],
  ['without an end', circle, /damaged or not/],
  ['one of countries', () => readFile(COUNTRIES), /type "country ipvAll" and names no region: set a city/],
  ['one of networks', () => database({ autonomous_system_number: 3320 }), /names no region/],
])('a database that is %s is refused in a sentence', async (_, content, sentence) => {
  const file = join(dir, 'none.mmdb');
  await writeFile(file, await content());
  const error: unknown = await openRegions(file).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(GeoDatabaseError);
  expect((error as Error).message).toMatch(sentence);
  expect((error as Error).message).toContain(file);
});

test.each([
  ['missing', () => join(dir, 'missing.mmdb'), 'ENOENT'],
  ['a directory', () => dir, 'EISDIR'],
])('a database that is %s is refused in a sentence', async (_, file, code) => {
  const error: unknown = await openRegions(file()).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(GeoDatabaseError);
  expect((error as Error).message).toContain(code);
});
