import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listen, temporaryDir } from '../testWorld';
import { createCreativeFiles } from './staticFiles';

const FOLDER = 'c'.repeat(64);
const VIDEO = `${'d'.repeat(64)}.mp4`;

let data: Awaited<ReturnType<typeof temporaryDir>>;
let server: Awaited<ReturnType<typeof listen>>;

beforeAll(async () => {
  data = await temporaryDir();
  await mkdir(join(data.dir, FOLDER, 'js'), { recursive: true });
  await writeFile(join(data.dir, FOLDER, 'index.html'), '<p>An ad</p>');
  await writeFile(join(data.dir, FOLDER, 'js', 'ad.js'), 'void 0');
  await writeFile(join(data.dir, `${FOLDER}.zip`), 'the archive');
  await writeFile(join(data.dir, VIDEO), '0123456789');
  await writeFile(join(data.dir, '..', 'outside.txt'), 'nothing to see').catch(() => {});
  const files = createCreativeFiles(data.dir);
  server = await listen((req, res) => {
    files(req, res, (req.url ?? '').slice('/creatives/'.length).split('?', 1)[0] ?? '');
    return true;
  });
});
afterAll(async () => {
  await server.close();
  await data.remove();
});

test('a bundle’s page runs without an origin and loads nothing but its own folder', async () => {
  const answer = await server.ask(`/creatives/${FOLDER}/index.html?clickTag=https%3A%2F%2Fx`);
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  const policy = String(answer.headers['content-security-policy']);
  expect(policy).toContain('sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox');
  expect(policy).not.toContain('allow-same-origin');
  expect(policy).toContain(`script-src 'unsafe-inline' 127.0.0.1:${server.port}/creatives/${FOLDER}/;`);
  expect(policy).toContain("default-src 'none'");
  expect((await server.ask(`/creatives/${FOLDER}/js/ad.js`)).headers['content-type']).toContain('javascript');
});

test('what a host header says becomes part of no policy', async () => {
  const headers = { host: 'x; script-src *' };
  const answer = await server.ask(`/creatives/${FOLDER}/index.html`, { headers });
  expect(answer.headers['content-security-policy']).not.toContain('*');
});

test.each([
  ['https://ads.example', 'evil.example', 'ads.example'],
  ['https://ads.example:8443', 'evil.example', 'ads.example:8443'],
  // Where one tries things out, the host that is asked.
  ['http://localhost:8080', '127.0.0.1:8080', '127.0.0.1:8080'],
  [undefined, 'asked.example', 'asked.example'],
])('of %s, asked as %s, the policy names %s', async (origin, host, named) => {
  const files = createCreativeFiles(data.dir, origin);
  const own = await listen((req, res) => {
    files(req, res, `${FOLDER}/index.html`);
    return true;
  });
  const answer = await own.ask('/', { headers: { host } });
  await own.close();
  expect(answer.headers['content-security-policy']).toContain(
    `script-src 'unsafe-inline' ${named}/creatives/${FOLDER}/;`,
  );
});

test.each(['[::1]:8080', '[::1]'])('a policy cannot name the address %s: it names itself', async (host) => {
  const answer = await server.ask(`/creatives/${FOLDER}/index.html`, { headers: { host } });
  expect(answer.headers['content-security-policy']).toContain("script-src 'unsafe-inline' 'self';");
});

test.each([
  [`${FOLDER}.zip`],
  [`${FOLDER}/`],
  [`${FOLDER}/../${FOLDER}/index.html`],
  [`${FOLDER}/js/../../../outside.txt`],
  [`${FOLDER}/%2e%2e/outside.txt`],
  [`${FOLDER}/.hidden.js`],
  [`${FOLDER}/index.exe`],
  [`${FOLDER}/missing.js`],
  [`${FOLDER}/constructor.constructor`],
])('/creatives/%s is not there', async (name) => {
  expect((await server.ask(`/creatives/${name}`)).status).toBe(404);
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
