import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Asset, ErrorBody } from '@ezdash/contracts';
import { IMAGE_MAX_BYTES } from '@ezdash/contracts';
import { translateMessage } from '../../locales';
import {
  buildApp,
  createTestDb,
  type MadeUser,
  makeAdvertiser,
  makePublisher,
  type TestApp,
  type TestClient,
  type TestDb,
} from '../../testing';
import { createCreativesFeature } from '.';
import { pngImage } from './testImages';

let test_: TestDb;
let app: TestApp;
let dataDir: string;
let advertiser: MadeUser;
let client: TestClient;

beforeAll(async () => {
  test_ = await createTestDb();
  dataDir = await mkdtemp(path.join(tmpdir(), 'ezdash-creatives-'));
  const feature = createCreativesFeature({ db: test_.db, dataDir });
  app = await buildApp({ test: test_, mounts: feature.mounts, translate: translateMessage });
  advertiser = await makeAdvertiser(test_.db);
  client = app.client();
  await client.signIn(advertiser);
});
afterAll(async () => {
  await app.close();
  await test_.drop();
  await rm(dataDir, { recursive: true });
});

/** The body goes out as bytes, with the token that the client has from signing in. */
async function upload<Body>(
  by: TestClient,
  bytes: Buffer,
  type = 'image/png',
  headers: Record<string, string> = {},
) {
  const { body } = await by.get<{ csrf_token: string }>('/api/auth/me');
  return by.request<Body>('/api/assets', {
    method: 'POST',
    headers: {
      'Content-Type': type,
      'X-CSRF-TOKEN': body.csrf_token,
      'X-Requested-With': 'XMLHttpRequest',
      ...headers,
    },
    body: new Uint8Array(bytes),
  });
}

test('an image is kept under its hash, once, and answered as an asset', async () => {
  const bytes = pngImage(300, 250);
  const first = await upload<Asset>(client, bytes);
  expect(first.status).toBe(201);
  expect(first.body).toEqual({
    id: expect.stringMatching(/^a_/),
    url: expect.stringMatching(/^\/creatives\/[0-9a-f]{64}\.png$/),
    content_type: 'image/png',
    bytes: bytes.length,
    width: 300,
    height: 250,
  });
  const file = path.basename(first.body.url);
  expect((await readFile(path.join(dataDir, 'creatives', file))).equals(bytes)).toBe(true);
  expect((await upload<Asset>(client, bytes)).body).toEqual(first.body);
  expect(await readdir(path.join(dataDir, 'creatives'))).toEqual([file]);
});

test('the same image of another advertiser is an asset of its own', async () => {
  const bytes = pngImage(300, 250, { shade: 30 });
  const mine = await upload<Asset>(client, bytes);
  const other = app.client();
  await other.signIn(await makeAdvertiser(test_.db));
  const theirs = await upload<Asset>(other, bytes);
  expect(theirs.body.id).not.toBe(mine.body.id);
  expect(theirs.body.url).toBe(mine.body.url);
});

test('a picture of twice the pixels is stored at the size it is sold', async () => {
  const { body } = await upload<Asset>(client, pngImage(640, 100));
  expect(body).toMatchObject({ width: 320, height: 50 });
});

test.each([
  ['a wrong size', pngImage(301, 250), 'image/png', /Use one of these sizes: 970×250/],
  ['too heavy', pngImage(300, 250, { paddingBytes: IMAGE_MAX_BYTES }), 'image/png', /the most is 150 kB/],
  ['no image', Buffer.from('{}'), 'image/png', /not an image/],
  ['bytes that say nothing', Buffer.from('{}'), 'application/octet-stream', /not an image/],
  ['an empty body', Buffer.alloc(0), 'image/png', /not an image|empty/],
])('%s is refused with a sentence', async (_title, bytes, type, sentence) => {
  const { status, body } = await upload<ErrorBody>(client, bytes, type);
  expect(status).toBe(422);
  expect(body).toMatchObject({ code: 'IMAGE_REFUSED', message: expect.stringMatching(sentence) });
  expect(body.errors?.image).toEqual([expect.stringMatching(sentence)]);
});

test.each(['application/json', 'text/html', 'multipart/form-data; boundary=x'])(
  '%s is not what an image comes as',
  async (type) => {
    const { status, body } = await upload<ErrorBody>(client, Buffer.from('{}'), type);
    expect([status, body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  },
);

test('a flood is not read to its end', async () => {
  const { status, body } = await upload<ErrorBody>(client, Buffer.alloc(IMAGE_MAX_BYTES * 17, 1));
  expect(status).toBe(413);
  expect(body).toMatchObject({
    code: 'IMAGE_REFUSED',
    message: 'The image has more than 150 kB. Save it smaller',
  });
});

test('the sentence speaks the language of the page', async () => {
  const { body } = await upload<ErrorBody>(client, Buffer.from('x'), 'image/png', {
    'Accept-Language': 'de',
  });
  expect(body.message).toBe('Dieses Bild können wir nicht zeigen. Verwenden Sie PNG, JPEG, GIF oder WebP');
});

test('only advertisers upload', async () => {
  const publisher = app.client();
  await publisher.signIn(await makePublisher(test_.db));
  expect((await upload(publisher, pngImage(300, 250))).status).toBe(403);
  expect((await upload(app.client(), pngImage(300, 250))).status).toBe(401);
});
