import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type Asset,
  type AssetUpload,
  type AssetUploadList,
  assetUpload,
  type ErrorBody,
  UPLOADS,
} from '@ezdash/contracts';
import { translateMessage } from '../../locales';
import {
  buildApp,
  createTestDb,
  fakeClock,
  type MadeUser,
  makeAdvertiser,
  type TestApp,
  type TestClient,
  type TestDb,
  until,
} from '../../testing';
import { testAddresses } from '../../testing/testAddresses';
import { type CreativesFeature, createCreativesFeature } from '.';
import { pngImage } from './testImages';
import { mp4Of } from './testVideo';
import { BUNDLE, zipOf } from './testZip';

const UPLOADS_PATH = '/api/assets/uploads';
const clock = fakeClock('2026-11-21T14:00:00.000Z');
let test_: TestDb;
let app: TestApp;
/** A second node over the same database and folder. */
let other: TestApp;
let feature: CreativesFeature;
let dataDir: string;
let owner: MadeUser;
let client: TestClient;

beforeAll(async () => {
  test_ = await createTestDb();
  dataDir = await mkdtemp(path.join(tmpdir(), 'ezdash-uploads-'));
  feature = createCreativesFeature({ db: test_.db, dataDir, addresses: testAddresses(), clock });
  app = await buildApp({ test: test_, mounts: feature.mounts, translate: translateMessage });
  const second = createCreativesFeature({ db: test_.db, dataDir, addresses: testAddresses(), clock });
  other = await buildApp({ test: test_, mounts: second.mounts });
});
beforeEach(async () => {
  owner = await makeAdvertiser(test_.db);
  client = app.client();
  await client.signIn(owner);
});
afterAll(async () => {
  await app.close();
  await other.close();
  await test_.drop();
  await rm(dataDir, { recursive: true });
});

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const VIDEO = mp4Of({ paddingBytes: 2 * UPLOADS.chunkBytes });
const inputOf = (bytes: Buffer, content_type = 'video/mp4', name = 'film.mp4') => ({
  name,
  content_type,
  bytes: bytes.length,
  sha256: sha256(bytes),
});
const open = (bytes: Buffer, by = client, type?: string) =>
  by.post<AssetUpload & ErrorBody>(UPLOADS_PATH, inputOf(bytes, type));

async function send<Body = AssetUpload & ErrorBody>(by: TestClient, at: string, bytes: Buffer) {
  const { body } = await by.get<{ csrf_token: string }>('/api/auth/me');
  return by.request<Body>(`${UPLOADS_PATH}/${at}`, {
    method: 'PUT',
    headers: {
      'Content-Type': 'application/octet-stream',
      'X-CSRF-TOKEN': body.csrf_token,
      'X-Requested-With': 'XMLHttpRequest',
    },
    body: new Uint8Array(bytes),
  });
}
const part = (bytes: Buffer, index: number) =>
  bytes.subarray(index * UPLOADS.chunkBytes, (index + 1) * UPLOADS.chunkBytes);
const parts = (bytes: Buffer) => Math.ceil(bytes.length / UPLOADS.chunkBytes);
async function sendAll(by: TestClient, id: string, bytes: Buffer, from = 0): Promise<void> {
  for (let index = from; index < parts(bytes); index += 1) {
    const { status } = await send(by, `${id}?offset=${index * UPLOADS.chunkBytes}`, part(bytes, index));
    expect(status).toBe(200);
  }
}
const finish = (id: string, by = client) => by.post<Asset & ErrorBody>(`${UPLOADS_PATH}/${id}/finish`, {});
const lying = () => readdir(path.join(dataDir, 'creatives/.uploads')).catch(() => [] as string[]);
const stored = async () =>
  (await readdir(path.join(dataDir, 'creatives')).catch(() => [] as string[])).filter(
    (name) => name !== '.uploads',
  );

test('a video arrives in parts and becomes an asset', async () => {
  const { status, body } = await open(VIDEO);
  expect(status).toBe(201);
  expect(assetUpload.parse(body)).toEqual(body);
  expect(body).toMatchObject({ received: 0, bytes: VIDEO.length, expires_at: '2026-11-22T14:00:00.000Z' });
  await sendAll(client, body.id, VIDEO);
  const asset = await finish(body.id);
  expect(asset).toMatchObject({ status: 201, body: { format: 'video', bytes: VIDEO.length } });
  expect(await lying()).toEqual([]);
  expect((await client.get<AssetUploadList>(UPLOADS_PATH)).body.uploads).toEqual([]);
  expect((await finish(body.id)).status).toBe(404);
});

test('after a lost connection it goes on where it was, on another node too', async () => {
  const { body } = await open(VIDEO);
  await send(client, `${body.id}?offset=0`, part(VIDEO, 0));
  const elsewhere = other.client();
  await elsewhere.signIn(owner);
  // Whoever comes again with the same file is told how far it is.
  const again = await open(VIDEO, elsewhere);
  expect(again.body).toMatchObject({ id: body.id, received: UPLOADS.chunkBytes });
  expect((await elsewhere.get<AssetUploadList>(UPLOADS_PATH)).body.uploads).toHaveLength(1);
  await sendAll(elsewhere, body.id, VIDEO, 1);
  expect((await finish(body.id, elsewhere)).status).toBe(201);
});

test('a part that is not next is refused and says which one is', async () => {
  const { body } = await open(VIDEO);
  await send(client, `${body.id}?offset=0`, part(VIDEO, 0));
  // Its answer was lost: the same part comes again.
  const twice = await send(client, `${body.id}?offset=0`, part(VIDEO, 0));
  expect(twice).toMatchObject({ status: 409, body: { code: 'UPLOAD_OFFSET', received: UPLOADS.chunkBytes } });
  expect((await send(client, `${body.id}?offset=${3 * UPLOADS.chunkBytes}`, part(VIDEO, 2))).status).toBe(
    409,
  );
  expect(await finish(body.id)).toMatchObject({ status: 409, body: { received: UPLOADS.chunkBytes } });
  for (const at of ['offset=-1', 'offset=x', 'offset=1.5', ''])
    expect((await send(client, `${body.id}?${at}`, part(VIDEO, 1))).status).toBe(422);
  await sendAll(client, body.id, VIDEO, 1);
  expect((await finish(body.id)).status).toBe(201);
});

test('two that send the same part at once: one is kept, ten times', async () => {
  for (let round = 0; round < 10; round += 1) {
    const bytes = mp4Of({ durationMs: 5_000 + round, paddingBytes: 3_000 });
    const { body } = await open(bytes);
    const answers = await Promise.all([1, 2, 3].map(() => send(client, `${body.id}?offset=0`, bytes)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await finish(body.id)).status).toBe(201);
  }
});

test.each<[string, object]>([
  ['4 GB of video', { content_type: 'video/mp4', bytes: 4 * 1024 ** 3 }],
  ['a zip file of 4 GB', { content_type: 'application/zip', bytes: 4 * 1024 ** 3 }],
  ['an image of 4 GB', { content_type: 'image/png', bytes: 4 * 1024 ** 3 }],
])('%s is refused before its first byte', async (_title, change) => {
  const { status, body } = await client.post<ErrorBody>(UPLOADS_PATH, { ...inputOf(VIDEO), ...change });
  expect([status, body.code]).toEqual([413, expect.stringMatching(/_REFUSED$/)]);
  expect(body.message).toMatch(/has more than \d+ (kB|MB)/);
  expect(await lying()).toEqual([]);
  expect((await client.get<AssetUploadList>(UPLOADS_PATH)).body.uploads).toEqual([]);
});

test.each<[string, object]>([
  ['nothing', { bytes: 0 }],
  ['less than nothing', { bytes: -1 }],
  ['more than a number holds', { bytes: 2 ** 60 }],
  ['a page', { content_type: 'text/html' }],
  ['an SVG', { content_type: 'image/svg+xml' }],
  ['half a hash', { sha256: 'ab' }],
  ['no name', { name: '  ' }],
])('%s is refused', async (_title, change) => {
  const { status } = await client.post<ErrorBody>(UPLOADS_PATH, { ...inputOf(VIDEO), ...change });
  expect([413, 422]).toContain(status);
});

/** 4 GB that come without saying so, as long as anybody reads them. Answers the status and how much was sent. */
async function flood(at: string, type: string, method: string): Promise<{ status: number; sent: number }> {
  const { body } = await client.get<{ csrf_token: string }>('/api/auth/me');
  const piece = Buffer.alloc(65_536, 1);
  return new Promise((resolve, reject) => {
    let sent = 0;
    let status = 0;
    const call = request(`${app.url}${at}`, {
      method,
      headers: {
        'Content-Type': type,
        'Transfer-Encoding': 'chunked',
        Cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'X-CSRF-TOKEN': body.csrf_token,
        'X-Requested-With': 'XMLHttpRequest',
      },
    });
    const more = () => {
      while (status === 0 && sent < 4 * 1024 ** 3) {
        sent += piece.length;
        if (!call.write(piece)) return;
      }
    };
    call.on('drain', more);
    call.on('response', (answer) => {
      status = answer.statusCode ?? 0;
      answer.resume();
      call.destroy();
      resolve({ status, sent });
    });
    call.on('error', (error) => (status === 0 ? reject(error) : undefined));
    more();
  });
}

test('4 GB that are not declared end at the limit, and nothing of them is kept', async () => {
  const before = await stored();
  const { body } = await open(VIDEO);
  const inPart = await flood(`${UPLOADS_PATH}/${body.id}?offset=0`, 'application/octet-stream', 'PUT');
  expect(inPart.status).toBe(413);
  const whole = await flood('/api/assets', 'video/mp4', 'POST');
  expect(whole.status).toBe(413);
  for (const { sent } of [inPart, whole]) expect(sent).toBeLessThan(1024 ** 3);
  expect(await stored()).toEqual(before);
  expect(await lying()).toEqual([]);
  expect((await client.get<AssetUpload>(`${UPLOADS_PATH}/${body.id}`)).body.received).toBe(0);
});

/** The answer's status; null for a body that is broken off half way. */
async function sendWhole(bytes: Buffer, { half = false, query = '' } = {}): Promise<number | null> {
  const { body } = await client.get<{ csrf_token: string }>('/api/auth/me');
  return new Promise((resolve) => {
    const call = request(`${app.url}/api/assets${query}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'video/mp4',
        'Content-Length': bytes.length,
        Cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'X-CSRF-TOKEN': body.csrf_token,
        'X-Requested-With': 'XMLHttpRequest',
      },
    });
    call.on('response', (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    call.on('error', () => resolve(null));
    if (!half) return void call.end(bytes);
    call.write(bytes.subarray(0, bytes.length / 2), () => void breakOff());
    const breakOff = async () => {
      // It has begun to arrive.
      await until(lying, (names) => names.length > 0, 'The file');
      call.destroy(new Error('Broken off'));
    };
  });
}

test('of a video that comes whole nothing but the creative is left, however its call ends', async () => {
  const film = mp4Of({ durationMs: 9_000, paddingBytes: 3_000_000 });
  const before = await stored();
  expect(await sendWhole(Buffer.alloc(1_000_000, 'no video'))).toBe(422);
  expect(await lying()).toEqual([]);
  expect(await sendWhole(film, { query: '?for=nothing' })).toBe(422);
  expect(await lying()).toEqual([]);
  expect(await sendWhole(film, { half: true })).toBeNull();
  await until(lying, (names) => names.length === 0, 'The end of the file');
  expect(await stored()).toEqual(before);
  expect(await sendWhole(film)).toBe(201);
  expect(await lying()).toEqual([]);
  const file = `${sha256(film)}.mp4`;
  expect((await stored()).filter((name) => !before.includes(name))).toEqual([file]);
  const kept = path.join(dataDir, 'creatives', file);
  expect((await readFile(kept)).equals(film)).toBe(true);
  expect((await stat(kept)).mode & 0o777).toBe(0o644);
});

test('more than was said is refused; something else than was said is thrown away', async () => {
  const bytes = mp4Of({ paddingBytes: 100 });
  const { body } = await open(bytes);
  expect((await send(client, `${body.id}?offset=0`, Buffer.concat([bytes, bytes]))).status).toBe(422);
  const damaged = Buffer.from(bytes);
  damaged.writeUInt8(7, bytes.length - 1);
  await send(client, `${body.id}?offset=0`, damaged);
  const before = await stored();
  expect(await finish(body.id)).toMatchObject({ status: 422, body: { code: 'UPLOAD_DAMAGED' } });
  expect(await stored()).toEqual(before);
  expect(await lying()).toEqual([]);
});

test('a file that is refused in the end leaves nothing behind', async () => {
  const before = await stored();
  const bomb = zipOf([...BUNDLE, { name: 'a.txt', text: 'x'.repeat(3_000_000) }]);
  const bundle = (await open(bomb, client, 'application/zip')).body;
  await sendAll(client, bundle.id, bomb);
  expect(await finish(bundle.id)).toMatchObject({ status: 422, body: { code: 'BUNDLE_REFUSED' } });
  const png = pngImage(300, 250);
  const liar = (await open(png, client, 'image/jpeg')).body;
  await sendAll(client, liar.id, png);
  expect((await finish(liar.id)).body.message).toMatch(/is a PNG image but was sent as JPEG/);
  expect(await stored()).toEqual(before);
  expect(await lying()).toEqual([]);
});

test('nobody else sees, fills, ends or takes an upload', async () => {
  const { body } = await open(VIDEO);
  const stranger = app.client();
  await stranger.signIn(await makeAdvertiser(test_.db));
  expect((await stranger.get(`${UPLOADS_PATH}/${body.id}`)).status).toBe(404);
  expect((await send(stranger, `${body.id}?offset=0`, part(VIDEO, 0))).status).toBe(404);
  expect((await finish(body.id, stranger)).status).toBe(404);
  expect((await stranger.delete(`${UPLOADS_PATH}/${body.id}`)).status).toBe(404);
  // The same file of somebody else is an upload of its own.
  expect((await open(VIDEO, stranger)).body.id).not.toBe(body.id);
  expect((await client.get(`${UPLOADS_PATH}/../${body.id}`)).status).toBe(404);
  expect((await client.get(`${UPLOADS_PATH}/not-an-id`)).status).toBe(422);
});

test('no more are open than may be, however many ask at once', async () => {
  const files = Array.from({ length: UPLOADS.mostOpen + 4 }, (_, index) =>
    mp4Of({ durationMs: 4_000 + index }),
  );
  const answers = await Promise.all(files.map((bytes) => open(bytes)));
  const kept = answers.filter(({ status }) => status === 201);
  expect(kept).toHaveLength(UPLOADS.mostOpen);
  expect(answers.find(({ status }) => status !== 201)).toMatchObject({
    status: 429,
    body: { code: 'UPLOADS_OPEN' },
  });
  const [first] = kept;
  expect((await client.delete(`${UPLOADS_PATH}/${first?.body.id}`)).status).toBe(204);
  expect((await open(mp4Of({ durationMs: 59_000 }))).status).toBe(201);
});

test('the one that nobody goes on with for the longest time makes room', async () => {
  const files = Array.from({ length: UPLOADS.mostOpen }, (_, index) => mp4Of({ durationMs: 6_000 + index }));
  const ids: string[] = [];
  for (const bytes of files) {
    ids.push((await open(bytes)).body.id);
    clock.advance(1_000);
  }
  const [first = '', second = '', ...others] = ids;
  clock.advance(4 * 60_000);
  // The oldest one goes on.
  expect((await send(client, `${first}?offset=0`, (files[0] ?? VIDEO).subarray(0, 100))).status).toBe(200);
  const refused = await open(mp4Of({ durationMs: 50_000 }));
  expect(refused).toMatchObject({ status: 429, body: { code: 'UPLOADS_OPEN' } });
  // The second one was begun 4 minutes and 9 seconds ago.
  expect(refused.headers.get('Retry-After')).toBe('51');
  clock.advance(51_000);
  expect((await open(mp4Of({ durationMs: 50_000 }))).status).toBe(201);
  expect((await client.get(`${UPLOADS_PATH}/${second}`)).status).toBe(404);
  for (const id of [first, ...others]) expect((await client.get(`${UPLOADS_PATH}/${id}`)).status).toBe(200);
});

test('what never ended is over after a day, and swept', async () => {
  const { body } = await open(VIDEO);
  await send(client, `${body.id}?offset=0`, part(VIDEO, 0));
  expect(await lying()).toContain(body.id);
  await feature.uploads.sweep();
  expect(await lying()).toContain(body.id);
  clock.advance(UPLOADS.keptMs);
  expect((await finish(body.id)).status).toBe(404);
  expect((await send(client, `${body.id}?offset=${UPLOADS.chunkBytes}`, part(VIDEO, 1))).status).toBe(404);
  // A body that is on its way has no row either: what was written to a moment ago stays.
  await feature.uploads.sweep();
  expect(await lying()).toContain(body.id);
  for (const id of await lying()) await utimes(path.join(dataDir, 'creatives/.uploads', id), 0, 0);
  await feature.uploads.sweep();
  expect(await lying()).toEqual([]);
  const rows = await test_.db.selectFrom('asset_upload').select('id').execute();
  expect(rows).toEqual([]);
});

test('what a killed server left half written is swept after an hour, and nothing else', async () => {
  const folder = path.join(dataDir, 'creatives');
  const hash = 'a'.repeat(64);
  const old = new Date(Date.now() - 61 * 60_000);
  const lay = async (name: string, at: Date) => {
    await mkdir(path.join(folder, name, 'js'), { recursive: true });
    await utimes(path.join(folder, name), at, at);
  };
  for (const name of [`.${hash}.0123456789ab`, `.${hash}.mp4.0123456789ab`, hash, '.other'])
    await lay(name, old);
  await lay(`.${hash}.ba9876543210`, new Date());
  await feature.sweep();
  const left = (await readdir(folder)).filter((name) => name.includes(hash) || name === '.other').sort();
  expect(left).toEqual([`.${hash}.ba9876543210`, '.other', hash]);
  for (const name of left) await rm(path.join(folder, name), { recursive: true });
});
