import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Asset, ErrorBody } from '@ezdash/contracts';
import { IMAGE_MAX_BYTES } from '@ezdash/contracts';
import type sharpModule from 'sharp';
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
import { FILES_ORIGIN, testAddresses } from '../../testing/testAddresses';
import { createCreativesFeature } from '.';
import { BODIES_BEFORE } from './clickTag';
import type { TriedClick } from './clickTrials';
import { pngImage } from './testImages';
import { mp4Of } from './testVideo';
import { BUNDLE, zipOf } from './testZip';

const SEEN: TriedClick = {
  ok: true,
  click: { by: 'gate', at: '2026-11-21T14:00:00.000Z', x: 150, y: 125 },
};
/** What the gate's browser sees of the next bundles; null without one. */
let tried: TriedClick | null = null;
const clicks = { try: jest.fn<Promise<TriedClick | null>, unknown[]>(async () => tried) };

let test_: TestDb;
let app: TestApp;
let dataDir: string;
let advertiser: MadeUser;
let client: TestClient;

beforeAll(async () => {
  test_ = await createTestDb();
  dataDir = await mkdtemp(path.join(tmpdir(), 'ezdash-creatives-'));
  const feature = createCreativesFeature({ db: test_.db, dataDir, addresses: testAddresses(), clicks });
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

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
/** Where the app leads its owner: the path on the creatives' host. */
async function fileOf(by: TestClient, { url }: Pick<Asset, 'url'>): Promise<string> {
  const { status, headers } = await by.request(url, { redirect: 'manual' });
  expect(status).toBe(302);
  return headers.get('location') ?? '';
}

test('an image is kept under its hash, once, and answered as an asset', async () => {
  const bytes = pngImage(300, 250);
  const first = await upload<Asset>(client, bytes);
  expect(first.status).toBe(201);
  expect(first.body).toEqual({
    id: expect.stringMatching(/^a_/),
    url: `/api/assets/${first.body.id}/file`,
    content_type: 'image/png',
    bytes: bytes.length,
    width: 300,
    height: 250,
    format: 'image',
    parts: null,
  });
  const file = `${hashOf(bytes)}.png`;
  expect((await readFile(path.join(dataDir, 'creatives', file))).equals(bytes)).toBe(true);
  expect((await upload<Asset>(client, bytes)).body).toEqual(first.body);
  expect(await readdir(path.join(dataDir, 'creatives'))).toEqual([file]);
});

test.each([
  ['image/jpg', 'jpeg'],
  ['image/pjpeg', 'jpeg'],
  ['IMAGE/JPG; charset=binary', 'jpeg'],
  ['image/x-png', 'png'],
] as const)('an image may be called %s', async (type, format) => {
  const sharp = createRequire(__filename)('sharp') as typeof sharpModule;
  const create = { width: 300, height: 250, channels: 3, background: '#0b5345' } as const;
  const bytes = await sharp({ create }).toFormat(format).toBuffer();
  expect(await upload<Asset>(client, bytes, type)).toMatchObject({
    status: 201,
    body: { content_type: `image/${format}` },
  });
});

test('the same image of another advertiser is an asset of its own', async () => {
  const bytes = pngImage(300, 250, { shade: 30 });
  const mine = await upload<Asset>(client, bytes);
  const other = app.client();
  await other.signIn(await makeAdvertiser(test_.db));
  const theirs = await upload<Asset>(other, bytes);
  expect(theirs.body.id).not.toBe(mine.body.id);
  expect(await fileOf(other, theirs.body)).toBe(await fileOf(client, mine.body));
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

test('its owner alone is led to a file, by an address that ends', async () => {
  const bytes = pngImage(300, 250, { shade: 60 });
  const { body } = await upload<Asset>(client, bytes);
  const address = await fileOf(client, body);
  const opened = new URL(address);
  expect(opened.origin).toBe(FILES_ORIGIN);
  expect(testAddresses().parsePath(opened.pathname)).toEqual({
    file: `${hashOf(bytes)}.png`,
    signature: 'preview',
  });
  const other = app.client();
  await other.signIn(await makeAdvertiser(test_.db));
  for (const [by, status] of [
    [other, 404],
    [app.client(), 401],
  ] as const)
    expect((await by.get(body.url)).status).toBe(status);
  expect((await client.get('/api/assets/a_none/file')).status).toBe(404);
});

test('only advertisers upload', async () => {
  const publisher = app.client();
  await publisher.signIn(await makePublisher(test_.db));
  expect((await upload(publisher, pngImage(300, 250))).status).toBe(403);
  expect((await upload(app.client(), pngImage(300, 250))).status).toBe(401);
});

describe('HTML5 and video', () => {
  const zip = zipOf(BUNDLE);

  test('a bundle lies unpacked in a folder of its own, its archive beside it', async () => {
    const { status, body } = await upload<Asset>(client, zip, 'application/zip');
    expect(status).toBe(201);
    expect(body).toMatchObject({
      format: 'html5',
      url: `/api/assets/${body.id}/file`,
      width: 300,
      height: 250,
      parts: { files: 4, click_chain: null },
    });
    const folder = path.join(dataDir, 'creatives', hashOf(zip), 'index.html');
    expect(await readFile(folder, 'utf8')).toContain('clickTag');
    expect((await readdir(path.dirname(folder), { recursive: true })).sort()).toEqual([
      'index.html',
      'js',
      'js/ad.js',
      'shoe.svg',
      'style.css',
    ]);
    expect((await readFile(`${path.dirname(folder)}.zip`)).equals(zip)).toBe(true);
    expect((await upload<Asset>(client, zip, 'application/x-zip-compressed')).body).toEqual(body);
  });

  test('a bundle that was stored with the script before gets that of today, once', async () => {
    await upload<Asset>(client, zip, 'application/zip');
    const file = path.join(dataDir, 'creatives', hashOf(zip), 'index.html');
    const today = await readFile(file, 'utf8');
    const before = today.replace(
      /<script>.*?<\/script>/,
      () => `<script>(function(k){${BODIES_BEFORE[0]}})(null)</script>`,
    );
    expect(before).not.toBe(today);
    await writeFile(file, before);
    const feature = createCreativesFeature({ db: test_.db, dataDir, addresses: testAddresses() });
    await feature.sweep();
    expect(await readFile(file, 'utf8')).toBe(today);
    expect((await readdir(path.dirname(file))).sort()).toEqual(['index.html', 'js', 'shoe.svg', 'style.css']);
    await writeFile(file, before);
    await feature.sweep();
    expect(await readFile(file, 'utf8')).toBe(before);
    await createCreativesFeature({ db: test_.db, dataDir, addresses: testAddresses() }).sweep();
  });

  test('a bundle is kept with the click that the gate saw, and the same bytes are clicked once', async () => {
    const other = app.client();
    await other.signIn(await makeAdvertiser(test_.db));
    const bytes = zipOf([...BUNDLE, { name: 'a.txt', text: 'clicked' }]);
    const send = async (by: TestClient) => (await upload<Asset>(by, bytes, 'application/zip')).body;
    const unseen = await send(client);
    expect(unseen.parts).toEqual({ files: 5, click_chain: null });
    tried = SEEN;
    clicks.try.mockClear();
    expect(await send(client)).toEqual({ ...unseen, parts: { ...unseen.parts, click: SEEN.click } });
    expect((await send(other)).parts).toMatchObject({ click: SEEN.click });
    expect(await send(client)).toMatchObject({ id: unseen.id, parts: { click: SEEN.click } });
    expect(clicks.try).toHaveBeenCalledTimes(1);
    tried = null;
  });

  test('one whose click does nothing is refused with the reason, and leaves nothing behind', async () => {
    const before = await readdir(path.join(dataDir, 'creatives'));
    tried = { ok: false, problem: 'A click on the ad opens nothing' };
    const bytes = zipOf([...BUNDLE, { name: 'a.txt', text: 'dead' }]);
    expect(await upload<ErrorBody>(client, bytes, 'application/zip')).toMatchObject({
      status: 422,
      body: { code: 'BUNDLE_REFUSED', errors: { bundle: ['A click on the ad opens nothing'] } },
    });
    expect(await readdir(path.join(dataDir, 'creatives'))).toEqual(before);
    tried = null;
  });

  test('a bundle that is refused leaves nothing behind', async () => {
    const before = await readdir(path.join(dataDir, 'creatives'));
    const { status, body } = await upload<ErrorBody>(client, zipOf(BUNDLE.slice(1)), 'application/zip');
    expect(status).toBe(422);
    expect(body).toMatchObject({
      code: 'BUNDLE_REFUSED',
      errors: { bundle: [expect.stringContaining('index.html')] },
    });
    expect(await readdir(path.join(dataDir, 'creatives'))).toEqual(before);
  });

  test('a bundle too heavy to be read to its end is told so', async () => {
    const { status, body } = await upload<ErrorBody>(
      client,
      Buffer.alloc(3 * 1024 * 1024),
      'application/zip',
    );
    expect([status, body.code]).toEqual([413, 'BUNDLE_REFUSED']);
  });

  test('a video is kept with how long it runs', async () => {
    const { status, body } = await upload<Asset>(client, mp4Of({ paddingBytes: 1_000_000 }), 'video/mp4');
    expect(status).toBe(201);
    expect(body).toMatchObject({
      format: 'video',
      parts: { duration_ms: 15_000 },
    });
  });
});

describe('native and text', () => {
  const words = {
    title: 'Shoes that fit',
    body: 'Made to measure in a day.',
    call_to_action: 'Try them',
    sponsored_by: 'Rivet',
    image_asset_id: null,
    icon_asset_id: null,
    click_chain: null,
  };
  const picture = async (by: TestClient, bytes: Buffer, use: string) => {
    const { body } = await by.get<{ csrf_token: string }>('/api/auth/me');
    return by.request<Asset>(`/api/assets?for=${use}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'image/png',
        'X-CSRF-TOKEN': body.csrf_token,
        'X-Requested-With': 'XMLHttpRequest',
      },
      body: new Uint8Array(bytes),
    });
  };

  test('words are kept with the pictures they name; the same words are kept once', async () => {
    const image = await picture(client, pngImage(1200, 628), 'native-image');
    expect(image.body).toMatchObject({ format: 'picture', width: 1200, height: 628 });
    const icon = await picture(client, pngImage(80, 80), 'native-icon');
    const input = { ...words, image_asset_id: image.body.id, icon_asset_id: icon.body.id };
    const { status, body } = await client.post<Asset>('/api/assets/native', input);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      format: 'native',
      url: '',
      width: 0,
      height: 0,
      parts: {
        title: 'Shoes that fit',
        image: { asset_id: image.body.id, url: image.body.url, width: 1200, height: 628 },
        icon: { url: icon.body.url },
      },
    });
    expect((await client.post<Asset>('/api/assets/native', input)).body).toEqual(body);
  });

  test('a picture of the wrong shape says which one is right', async () => {
    const image = await picture(client, pngImage(600, 600, { shade: 7 }), 'native-image');
    expect(image.body).toMatchObject({ message: expect.stringContaining('Use 1200×628') });
    const icon = await picture(client, pngImage(80, 81), 'native-icon');
    expect(icon.body).toMatchObject({ message: expect.stringContaining('a square of 80 to 512') });
  });

  test('another advertiser’s picture is none, and a banner is no picture', async () => {
    const other = app.client();
    await other.signIn(await makeAdvertiser(test_.db));
    const theirs = await picture(other, pngImage(1200, 628), 'native-image');
    const banner = await upload<Asset>(client, pngImage(300, 250));
    const answer = await client.post<ErrorBody>('/api/assets/native', {
      ...words,
      image_asset_id: theirs.body.id,
    });
    expect(answer.status).toBe(422);
    expect(answer.body.errors?.image_asset_id).toEqual(['No such image. Upload it again']);
    const second = await client.post<ErrorBody>('/api/assets/native', {
      ...words,
      icon_asset_id: banner.body.id,
    });
    expect(second.body.errors?.icon_asset_id).toHaveLength(1);
  });

  test('every wrong field of a text ad is named', async () => {
    const { status, body } = await client.post<ErrorBody>('/api/assets/text', {
      headline: 'x'.repeat(41),
      description: '',
      display_url: 'rivet.example',
      click_chain: 'https://count.example/c?to={click_id}',
    });
    expect(status).toBe(422);
    expect(Object.keys(body.errors ?? {}).sort()).toEqual(['click_chain', 'description', 'headline']);
  });
});
