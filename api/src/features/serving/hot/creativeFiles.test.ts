import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HTML5_FILE_TYPES } from '@ezdash/contracts';
import { FILES_ORIGIN, testAddresses } from '../../../testing/testAddresses';
import type { Viewer } from '../../creatives';
import { temporaryDir } from '../testWorld';
import type { FileStanding } from './fileStanding';
import { listenForFiles } from './testCreativeFiles';

const FOLDER = 'c'.repeat(64);
const VIDEO = `${'d'.repeat(64)}.mp4`;
const IMAGE = `${'a'.repeat(64)}.png`;
const DRAWING = `${'b'.repeat(64)}.svg`;
const PAGE = `/creatives/${FOLDER}/index.html`;
/** One file of each type that a bundle may have, the page a second time in a folder. */
const BUNDLE = [
  ...Object.keys(HTML5_FILE_TYPES).map((kind) => `file.${kind}`),
  'index.html',
  'more/login.html',
];
const NAMES = ['a b/Schuhe (rot) & grün+1.js', '50%.js', '靴.js'];
const FRAME = { 'sec-fetch-dest': 'iframe' };

let data: Awaited<ReturnType<typeof temporaryDir>>;
let server: Awaited<ReturnType<typeof listenForFiles>>;
let standing: FileStanding = 'approved';
let isReady = true;
const START_MS = Date.UTC(2027, 0, 1);
let nowMs = START_MS;
const now = () => new Date(nowMs);
const local = testAddresses(now, 'http://localhost:8082', 'http://localhost:8080');

beforeAll(async () => {
  data = await temporaryDir();
  await mkdir(join(data.dir, FOLDER, 'more'), { recursive: true });
  for (const name of BUNDLE) await writeFile(join(data.dir, FOLDER, name), '<p>An ad</p>');
  await mkdir(join(data.dir, FOLDER, 'a b'));
  for (const name of NAMES) await writeFile(join(data.dir, FOLDER, name), name);
  await writeFile(join(data.dir, `${FOLDER}.zip`), 'the archive');
  await writeFile(join(data.dir, VIDEO), '0123456789');
  await writeFile(join(data.dir, IMAGE), 'a picture');
  await writeFile(join(data.dir, DRAWING), '<svg/>');
  await writeFile(join(data.dir, '..', 'outside.txt'), 'nothing to see').catch(() => {});
  server = await listenForFiles({
    dir: data.dir,
    addresses: local,
    standingOf: () => standing,
    ready: () => isReady,
  });
});
beforeEach(() => {
  standing = 'approved';
  isReady = true;
  nowMs = START_MS;
});
afterAll(async () => {
  await server.close();
  await data.remove();
});

const previewOf = (file: string, viewer: Viewer = 'preview') =>
  new URL(local.toPreview(file, viewer)).pathname;
const policyOf = async (path: string, headers: Record<string, string> = FRAME) =>
  String((await server.ask(path, { headers })).headers['content-security-policy']);

test('a bundle’s page runs without an origin, in frames, and loads nothing but its own folder', async () => {
  const answer = await server.ask(PAGE, { headers: FRAME });
  expect(answer).toMatchObject({ status: 200, text: '<p>An ad</p>' });
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  const policy = String(answer.headers['content-security-policy']);
  expect(policy).toMatch(/sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox$/);
  expect(policy).toContain(`script-src 'unsafe-inline' 127.0.0.1:${server.port}/creatives/${FOLDER}/;`);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain('frame-ancestors http: https:;');
});

test.each(BUNDLE)('%s of a bundle is never opened as a page of its own', async (name) => {
  const path = `/creatives/${FOLDER}/${name}`;
  for (const each of [path, previewOf(`${FOLDER}/${name}`)]) {
    const top = await server.ask(each, { headers: { 'sec-fetch-dest': 'document' } });
    expect([top.status, top.headers.vary, JSON.parse(top.text).code]).toEqual([
      403,
      'sec-fetch-dest',
      'FRAMES_ONLY',
    ]);
    const framed = await server.ask(each, { headers: FRAME });
    expect([framed.status, framed.headers.vary]).toEqual([200, 'sec-fetch-dest']);
  }
});

test.each(NAMES)('%s is found by its address, however that is written', async (name) => {
  const parts = name.split('/').map(encodeURIComponent).join('/');
  const every = [...Buffer.from(name)].map((byte) =>
    byte === 47 ? '/' : `%${byte.toString(16).padStart(2, '0')}`,
  );
  const apart = name.normalize('NFD').split('/').map(encodeURIComponent).join('/');
  for (const path of [parts, every.join(''), apart, encodeURI(name).replace('%25', '%')]) {
    const answer = await server.ask(`/creatives/${FOLDER}/${path}`, { headers: FRAME });
    expect([path, answer.status, answer.text]).toEqual([path, 200, name]);
    const preview = await server.ask(`${previewOf(`${FOLDER}/`)}${path}`, { headers: FRAME });
    expect(String(preview.headers['content-security-policy'])).toContain(previewOf(`${FOLDER}/`));
  }
});

test.each([
  '%2e%2e/outside.txt',
  '..%2foutside.txt',
  '%2e%2e%5coutside.txt',
  'a%00.txt',
  '%252e%252e/outside.txt',
  'more%2f%2e%2e%2ffile.txt',
  '.hidden.txt',
])('no address leads out of the folder: %s', async (path) => {
  const { status, text } = await server.ask(`/creatives/${FOLDER}/${path}`, { headers: FRAME });
  expect([status, text]).not.toEqual([200, expect.anything()]);
  expect(text).not.toContain('nothing to see');
});

test('a drawing runs nothing and opens in pages alone', async () => {
  for (const path of [`/creatives/${DRAWING}`, `/creatives/${FOLDER}/file.svg`]) {
    expect((await server.ask(path, { headers: { 'sec-fetch-dest': 'document' } })).status).toBe(403);
    expect(await policyOf(path)).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox");
  }
});

test('where a browser does not say what it opens, each page of a bundle decides first', async () => {
  for (const name of BUNDLE.filter((each) => each.endsWith('.html'))) {
    const { text, headers } = await server.ask(`/creatives/${FOLDER}/${name}`);
    expect(text).toMatch(/^<!doctype html><script>if\(self===top\).*<\/script><p>An ad<\/p>$/);
    expect(headers['content-length']).toBe(String(text.length));
  }
  expect((await server.ask(`/creatives/${FOLDER}/file.js`)).text).toBe('<p>An ad</p>');
});

test.each([PAGE, `/creatives/${FOLDER}/file.js`, `/creatives/${IMAGE}`, `/creatives/${VIDEO}`])(
  'an isolated page may show %s',
  async (path) => {
    expect((await server.ask(path, { headers: FRAME })).headers).toMatchObject({
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    });
  },
);

describe.each([
  IMAGE,
  VIDEO,
  DRAWING,
  `${FOLDER}/index.html`,
  `${FOLDER}/more/login.html`,
  `${FOLDER}/file.js`,
])('%s', (file) => {
  const path = `/creatives/${file}`;
  const ask = (at: string, headers: Record<string, string> = FRAME) => server.ask(at, { headers });

  test('goes to visitors once it is approved, and leaves caches within minutes', async () => {
    const answer = await ask(path);
    expect([answer.status, answer.headers['cache-control']]).toEqual([
      200,
      'public, max-age=300, stale-while-revalidate=300',
    ]);
    const again = await ask(path, { ...FRAME, 'if-none-match': String(answer.headers.etag) });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test('goes to nobody before, unless by a signed address, which ends', async () => {
    standing = 'private';
    expect((await ask(path)).status).toBe(404);
    const preview = previewOf(file);
    const answer = await ask(preview);
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'private, max-age=300']);
    nowMs += 30 * 60_000;
    expect((await ask(preview)).status).toBe(200);
    nowMs += 30 * 60_000;
    const ended = await ask(preview);
    expect([ended.status, JSON.parse(ended.text).code]).toEqual([403, 'PREVIEW_ENDED']);
  });

  test('is gone when the network has stopped it, also for caches that ask again', async () => {
    const { headers } = await ask(path);
    standing = 'stopped';
    const stopped = await ask(path, { ...FRAME, 'if-none-match': String(headers.etag) });
    expect([stopped.status, stopped.headers['cache-control'], JSON.parse(stopped.text).code]).toEqual([
      410,
      'no-store',
      'AD_STOPPED',
    ]);
    const byOwner = await ask(previewOf(file));
    expect([byOwner.status, JSON.parse(byOwner.text).code]).toEqual([410, 'AD_STOPPED']);
    // Reviewers still see what it was, by a signature of their own.
    const review = previewOf(file, 'review');
    expect(review).not.toBe(previewOf(file));
    expect([(await ask(review)).status, (await ask(review)).headers['cache-control']]).toEqual([
      200,
      'private, max-age=300',
    ]);
    nowMs += 60 * 60_000;
    expect((await ask(review)).status).toBe(410);
  });

  test('waits until it is known what is approved', async () => {
    isReady = false;
    const answer = await ask(path);
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
  });
});

describe('a signature', () => {
  const other = 'e'.repeat(64);
  const good = previewOf(`${FOLDER}/index.html`);
  test.each([
    ['of another file', good.replaceAll(FOLDER, other)],
    ['with another expiry', good.replace(/~(\d)/, '~9')],
    ['that was changed', good.replace(/\.(.)/, (_, first) => `.${first === 'A' ? 'B' : 'A'}`)],
    [
      'of another key',
      new URL(testAddresses(now).toPreview(`${FOLDER}/index.html`, 'preview')).pathname.replace(
        /\.(.)/,
        '.-',
      ),
    ],
    ['cut off', good.replace(/\.[\w-]{22}/, '.AAAA')],
    ['of nothing', good.replace(/~[^/]+/, '~')],
  ])('%s opens nothing', async (_title, path) => {
    standing = 'private';
    expect((await server.ask(path, { headers: FRAME })).status).toBe(404);
  });

  test('opens all of a bundle, and its pages name it in their policy', async () => {
    standing = 'private';
    const page = await server.ask(good, { headers: FRAME });
    const folder = good.slice(0, -'index.html'.length);
    expect(page.headers['content-security-policy']).toContain(` 127.0.0.1:${server.port}${folder};`);
    expect((await server.ask(`${folder}file.js`)).status).toBe(200);
  });

  test('lets the app alone frame the preview', async () => {
    expect(await policyOf(good)).toMatch(/frame-ancestors http:\/\/localhost:\* http:\/\/127\.0\.0\.1:\*;/);
    const addresses = testAddresses(now);
    const named = await listenForFiles({ dir: data.dir, addresses });
    const path = new URL(addresses.toPreview(`${FOLDER}/index.html`, 'preview')).pathname;
    const { headers } = await named.ask(path, { headers: FRAME });
    await named.close();
    expect(headers['content-security-policy']).toContain('frame-ancestors https://ads.example;');
  });

  const CROSS = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' };
  test.each<[string, Record<string, string>, number, number]>([
    ['the app, on a host of its own site', { ...CROSS, 'sec-fetch-site': 'same-site' }, 200, 200],
    ['the app, on another site', { ...CROSS, referer: 'https://ads.example/' }, 403, 200],
    ['the app on this machine', { ...CROSS, referer: 'http://localhost:8080/' }, 200, 403],
    ['another site', { ...CROSS, referer: 'https://other.example/' }, 403, 403],
    ['another site that does not say who it is', CROSS, 403, 403],
    ['another site, in a browser that does not say how', { referer: 'https://other.example/' }, 403, 403],
    ['a name that begins as the app’s', { referer: 'https://ads.example.other.example/' }, 403, 403],
    ['the person, by a link', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' }, 200, 200],
    ['a program', {}, 200, 200],
  ])('of what is not approved is for %s or not', async (_title, headers, atHome, elsewhere) => {
    standing = 'private';
    const addresses = testAddresses(now);
    const named = await listenForFiles({ dir: data.dir, addresses, standingOf: () => standing });
    const path = new URL(addresses.toPreview(IMAGE, 'preview')).pathname;
    const statuses = [
      (await server.ask(previewOf(IMAGE), { headers })).status,
      (await named.ask(path, { headers })).status,
    ];
    await named.close();
    expect(statuses).toEqual([atHome, elsewhere]);
    standing = 'approved';
    expect((await server.ask(previewOf(IMAGE), { headers })).status).toBe(200);
  });

  test('opens what is not approved so many times an hour', async () => {
    const few = await listenForFiles({
      dir: data.dir,
      standingOf: () => standing,
      mostPreviews: 2,
      addresses: local,
    });
    const statuses = async () => {
      const answers = [];
      for (let time = 0; time < 3; time += 1) answers.push((await few.ask(previewOf(IMAGE))).status);
      return answers;
    };
    standing = 'private';
    expect(await statuses()).toEqual([200, 200, 429]);
    expect((await few.ask(previewOf(VIDEO))).status).toBe(200);
    // Reviewers are not shut out by those who have the same bytes.
    expect((await few.ask(previewOf(IMAGE, 'review'))).status).toBe(200);
    standing = 'approved';
    expect(await statuses()).toEqual([200, 200, 200]);
    await few.close();
  });

  test('is the same for half an hour, so that browsers keep what they loaded', () => {
    const at = (minute: number) =>
      testAddresses(() => new Date(Date.UTC(2027, 0, 1, 0, minute))).toPreview(IMAGE, 'preview');
    expect(at(0)).toBe(at(29));
    expect(at(0)).not.toBe(at(30));
    expect(at(0)).toMatch(new RegExp(`^${FILES_ORIGIN}/~\\d{10}\\.[\\w-]{22}/creatives/${IMAGE}$`));
  });
});

describe('where a bundle’s clicks may lead', () => {
  const at = (click: string) => `${PAGE}?clickTag=${encodeURIComponent(click)}`;
  test.each([
    'http://localhost:8080/e/c/token',
    'http://127.0.0.1:8080/e/c/token?sub=a',
    'http://[::1]:1/e/c/t',
  ])('to %s', async (click) => {
    expect((await server.ask(at(click), { headers: FRAME })).status).toBe(200);
  });

  test.each([
    'https://evil.example/e/c/token',
    'http://localhost:8080/e/i/token',
    'http://localhost:8080/serve',
    'javascript:alert(1)//e/c/',
    'ftp://localhost/e/c/token',
    '',
    'no address',
  ])('not to %s: the ad is shown and leads nowhere', async (click) => {
    const answer = await server.ask(at(click), { headers: FRAME });
    expect([answer.status, answer.headers.location]).toEqual([302, PAGE]);
  });

  test('to the app alone where its host is known', async () => {
    const named = await listenForFiles({ dir: data.dir, addresses: testAddresses(now) });
    const statusOf = async (click: string) => (await named.ask(at(click), { headers: FRAME })).status;
    expect(await statusOf('https://ads.example/e/c/token')).toBe(200);
    expect(await statusOf('http://localhost:8080/e/c/token')).toBe(302);
    await named.close();
  });
});

test('what a host header says becomes part of no policy', async () => {
  expect(await policyOf(PAGE, { ...FRAME, host: 'x; script-src *' })).not.toContain('*');
});

test.each([
  [FILES_ORIGIN, 'evil.example', 'files.example'],
  ['https://files.example:8443', 'evil.example', 'files.example:8443'],
  // Where one tries things out, the host that is asked.
  ['http://localhost:8082', '127.0.0.1:8082', '127.0.0.1:8082'],
])('of %s, asked as %s, the policy names %s', async (origin, host, named) => {
  const own = await listenForFiles({ dir: data.dir, addresses: testAddresses(now, origin) });
  const answer = await own.ask(PAGE, { headers: { ...FRAME, host } });
  await own.close();
  expect(answer.headers['content-security-policy']).toContain(
    `script-src 'unsafe-inline' ${named}/creatives/${FOLDER}/;`,
  );
});

test.each(['[::1]:8082', '[::1]'])('a policy cannot name the address %s: it names itself', async (host) => {
  expect(await policyOf(PAGE, { ...FRAME, host })).toContain("script-src 'unsafe-inline' 'self';");
});

test.each([
  `${'c'.repeat(64)}.png`,
  `${FOLDER}.zip`,
  `${FOLDER}/`,
  `${FOLDER}/../${FOLDER}/index.html`,
  `${FOLDER}/more/../../../outside.txt`,
  `${FOLDER}/%2e%2e/outside.txt`,
  `${FOLDER}/.hidden.js`,
  `${FOLDER}/index.exe`,
  `${FOLDER}/missing.js`,
  `${FOLDER}/constructor.constructor`,
  '../secrets.json',
  '%2e%2e/secrets.json',
  '',
])('/creatives/%s is not there', async (name) => {
  expect((await server.ask(`/creatives/${name}`)).status).toBe(404);
});

test.each(['PUT', 'POST', 'OPTIONS', 'DELETE'])('%s is no way to ask for a file', async (method) => {
  expect((await server.ask(PAGE, { method })).status).toBe(405);
});

test.each([
  ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
  ['bytes=8-', 206, '89', 'bytes 8-9/10'],
  ['bytes=-3', 206, '789', 'bytes 7-9/10'],
  ['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
  ['bytes=10-', 416, '', 'bytes */10'],
  ['bytes=4-2', 416, '', 'bytes */10'],
  ['pages=1-2', 200, '0123456789', undefined],
  ['bytes=0-1,4-5', 200, '0123456789', undefined],
])('a player asks for %s of a video', async (range, status, text, contentRange) => {
  const answer = await server.ask(`/creatives/${VIDEO}`, { headers: { range } });
  expect([answer.status, answer.text, answer.headers['content-range']]).toEqual([status, text, contentRange]);
});

test('a page that was written anew is not taken for the one before', async () => {
  const path = `/creatives/${FOLDER}/more/renewed.html`;
  await writeFile(join(data.dir, FOLDER, 'more/renewed.html'), 'before');
  const before = await server.ask(path, { headers: FRAME });
  await writeFile(join(data.dir, FOLDER, 'more/renewed.html'), 'renewed');
  const after = await server.ask(path, {
    headers: { ...FRAME, 'if-none-match': String(before.headers.etag) },
  });
  expect([after.status, after.text]).toEqual([200, 'renewed']);
});
