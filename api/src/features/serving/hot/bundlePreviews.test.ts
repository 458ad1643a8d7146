import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testAddresses } from '../../../testing/testAddresses';
import { temporaryDir } from '../testWorld';
import type { FileStanding } from './fileStanding';
import { listenForFiles } from './testCreativeFiles';

const FOLDER = 'c'.repeat(64);
const NAMES = ['index.html', 'a.js', 'a.css', 'font.woff2', 'data.json', 'a.png'];
const addresses = testAddresses();

let data: Awaited<ReturnType<typeof temporaryDir>>;
let server: Awaited<ReturnType<typeof listenForFiles>>;
let standing: FileStanding;

beforeAll(async () => {
  data = await temporaryDir();
  await mkdir(join(data.dir, FOLDER));
  for (const name of NAMES) await writeFile(join(data.dir, FOLDER, name), 'a part');
  server = await listenForFiles({ dir: data.dir, addresses, standingOf: () => standing });
});
beforeEach(() => {
  standing = 'private';
});
afterAll(async () => {
  await server.close();
  await data.remove();
});

type Headers = Record<string, string>;
const ask = (name: string, headers: Headers) =>
  server.ask(new URL(addresses.toPreview(`${FOLDER}/${name}`, 'preview')).pathname, { headers });
const CROSS = { 'sec-fetch-site': 'cross-site' };
const ELSEWHERE = { ...CROSS, referer: 'https://other.example/' };

test.each<[string, string, Headers]>([
  ['a script', 'a.js', { ...ELSEWHERE, 'sec-fetch-dest': 'script' }],
  ['a module', 'a.js', { ...CROSS, 'sec-fetch-dest': 'script', origin: 'https://other.example' }],
  ['a style', 'a.css', { ...ELSEWHERE, 'sec-fetch-dest': 'style' }],
  ['a picture', 'a.png', { ...ELSEWHERE, 'sec-fetch-dest': 'image' }],
  ['data', 'data.json', { ...CROSS, 'sec-fetch-dest': 'empty', origin: 'https://other.example' }],
  ['a worker', 'a.js', { ...ELSEWHERE, 'sec-fetch-dest': 'worker' }],
  ['a script, in a browser that does not say how', 'a.js', { referer: 'https://other.example/' }],
  ['a script of a name that begins as ours', 'a.js', { referer: 'https://ads.example.other.example/' }],
  ['a script of a page whose name is none', 'a.js', { referer: 'nowhere' }],
])('another site gets no part of a preview: %s', async (_title, name, headers) => {
  const { status, text } = await ask(name, headers);
  expect([status, JSON.parse(text).code]).toEqual([403, 'PREVIEW_ELSEWHERE']);
  standing = 'approved';
  const approved = await ask(name, headers);
  expect([approved.status, approved.headers['access-control-allow-origin']]).toEqual([200, '*']);
});

test.each(['script', 'style', 'image', 'empty', 'object', 'worker'])(
  'a page of a preview is no %s',
  async (place) => {
    expect((await ask('index.html', { ...CROSS, 'sec-fetch-dest': place })).status).toBe(403);
    standing = 'approved';
    expect((await ask('index.html', { ...CROSS, 'sec-fetch-dest': place })).status).toBe(200);
  },
);

/** What Chromium sends from a frame without an origin, whose page has no referrer, either. */
test.each<[string, string, Headers, string | undefined]>([
  ['its page', 'index.html', { 'sec-fetch-dest': 'iframe', referer: 'https://ads.example/' }, undefined],
  ['its next page', 'index.html', { 'sec-fetch-dest': 'iframe' }, undefined],
  ['a script', 'a.js', { 'sec-fetch-dest': 'script' }, undefined],
  ['a module', 'a.js', { 'sec-fetch-dest': 'script', origin: 'null' }, 'null'],
  ['a style', 'a.css', { 'sec-fetch-dest': 'style' }, undefined],
  ['a font', 'font.woff2', { 'sec-fetch-dest': 'font', origin: 'null' }, 'null'],
  ['data', 'data.json', { 'sec-fetch-dest': 'empty', origin: 'null' }, 'null'],
  ['a picture', 'a.png', { 'sec-fetch-dest': 'image', referer: 'https://files.example/' }, undefined],
])('the frame of a preview gets %s', async (_title, name, headers, allowed) => {
  const answer = await ask(name, { ...CROSS, ...headers });
  expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, allowed]);
  expect(answer.headers).toMatchObject({
    vary: 'sec-fetch-dest, origin',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
});

test('a browser that does not say where a page opens gets the check in front of it', async () => {
  const { status, text } = await ask('index.html', { referer: 'https://ads.example/' });
  expect([status, text]).toEqual([200, expect.stringMatching(/^<!doctype html><script>if\(self===top\)/)]);
});
