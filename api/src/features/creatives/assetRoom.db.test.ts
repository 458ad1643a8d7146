import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ASSETS } from '@ezdash/contracts';
import { createTestDb, type MadeUser, makeAdvertiser, makeAsset, type TestDb } from '../../testing';
import { testAddresses } from '../../testing/testAddresses';
import { type CreativesFeature, createCreativesFeature } from '.';
import { pngImage } from './testImages';
import { BUNDLE, zipOf } from './testZip';

const ZIP = 'application/zip';
const ROW_BYTES = 2 ** 30;
const ROOM_BYTES = 100_000;
let test_: TestDb;
let dataDir: string;
let owner: MadeUser;
let feature: CreativesFeature;

beforeAll(async () => {
  test_ = await createTestDb();
});
afterAll(() => test_.drop());
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'ezdash-room-'));
  await mkdir(path.join(dataDir, 'creatives'));
  feature = createCreativesFeature({ db: test_.db, dataDir, addresses: testAddresses() });
  owner = await makeAdvertiser(test_.db);
});
afterEach(() => rm(dataDir, { recursive: true }));

/** Leaves the owner so much room. */
async function fill(roomBytes: number): Promise<void> {
  let left = ASSETS.mostBytes - roomBytes;
  for (; left > ROW_BYTES; left -= ROW_BYTES)
    await makeAsset(test_.db, { owner_id: owner.id, byte_count: ROW_BYTES });
  if (left > 0) await makeAsset(test_.db, { owner_id: owner.id, byte_count: left });
}
/** Small packed, large unpacked. */
const heavyZip = (mark: number) =>
  zipOf([...BUNDLE, { name: 'more.js', text: `var a${mark};${' '.repeat(500_000)}` }]);
const inStore = () => readdir(path.join(dataDir, 'creatives'));
const tooMany = { status: 409, code: 'TOO_MANY_ASSETS' };

test('a bundle counts as what it unpacks to, and leaves nothing in the store without room for it', async () => {
  await fill(ROOM_BYTES);
  const answers = await Promise.allSettled(
    [1, 2, 3, 4].map((mark) => feature.assets.upload(owner.id, heavyZip(mark), ZIP)),
  );
  for (const answer of answers) expect(answer).toMatchObject({ status: 'rejected', reason: tooMany });
  expect(await inStore()).toEqual([]);
  expect(await feature.assets.upload(owner.id, zipOf(BUNDLE), ZIP)).toMatchObject({ format: 'html5' });
});

test.each<[string, Buffer, 'application/zip' | 'image/png']>([
  ['An image', pngImage(300, 250), 'image/png'],
  ['A bundle', heavyZip(0), ZIP],
])('%s that its owner stores already needs no room', async (_title, bytes, type) => {
  const stored = await feature.assets.upload(owner.id, bytes, type);
  await fill(0);
  expect(await feature.assets.upload(owner.id, bytes, type)).toEqual(stored);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const parts = { name: 'again', content_type: type, bytes: bytes.length, sha256 };
  expect(await feature.uploads.open(owner.id, parts)).toMatchObject({ sha256 });
  await expect(
    feature.assets.upload(owner.id, pngImage(300, 250, { shade: 9 }), 'image/png'),
  ).rejects.toMatchObject(tooMany);
});

test('words that their owner stores already need no room', async () => {
  const words = {
    headline: 'Shoes',
    description: 'For the rain',
    display_url: 'shoes.example',
    click_chain: null,
  };
  const stored = await feature.assets.addText(owner.id, words);
  await fill(0);
  expect(await feature.assets.addText(owner.id, words)).toEqual(stored);
});
