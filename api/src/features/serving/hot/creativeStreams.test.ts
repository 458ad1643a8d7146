import fs from 'node:fs';
import promises, { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type listen, temporaryDir } from '../testWorld';
import { listenForFiles } from './testCreativeFiles';

const MEGABYTE = 1024 * 1024;
const VIDEO = `${'e'.repeat(64)}.mp4`;
const IMAGE = `${'f'.repeat(64)}.png`;
const bytes = Buffer.alloc(20 * MEGABYTE, 'abcdefghij');

let data: Awaited<ReturnType<typeof temporaryDir>>;
let server: Awaited<ReturnType<typeof listen>>;

beforeAll(async () => {
  data = await temporaryDir();
  await writeFile(join(data.dir, VIDEO), bytes);
  await writeFile(join(data.dir, IMAGE), 'a picture');
  server = await listenForFiles({ dir: data.dir });
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  await server.close();
  await data.remove();
});

/** What is read of the disk, by whichever way. */
function watchReads() {
  return { whole: jest.spyOn(promises, 'readFile'), streams: jest.spyOn(fs, 'createReadStream') };
}

test.each<[string, string, Record<string, string>, number, string]>([
  ['asked for its size', 'HEAD', {}, 200, String(bytes.length)],
  ['known already', 'GET', { 'if-none-match': `"${'e'.repeat(64)}"` }, 304, 'undefined'],
  ['asked for beyond its end', 'GET', { range: `bytes=${bytes.length}-` }, 416, 'undefined'],
])('a video %s is not read', async (_title, method, headers, status, length) => {
  const { whole, streams } = watchReads();
  const answer = await server.ask(`/creatives/${VIDEO}`, { method, headers });
  expect([answer.status, String(answer.headers['content-length']), answer.text]).toEqual([
    status,
    length,
    '',
  ]);
  expect(whole).not.toHaveBeenCalled();
  expect(streams).not.toHaveBeenCalled();
});

test('of a video no more is read than is asked for', async () => {
  const { whole, streams } = watchReads();
  const first = await server.ask(`/creatives/${VIDEO}`, { headers: { range: 'bytes=0-0' } });
  expect([first.status, first.text]).toEqual([206, 'a']);
  const answer = await server.ask(`/creatives/${VIDEO}`, { headers: { range: 'bytes=10000003-10000006' } });
  expect([answer.status, answer.text]).toEqual([206, 'defg']);
  expect(whole).not.toHaveBeenCalled();
  expect(streams.mock.calls.map(([, options]) => options)).toEqual([
    expect.objectContaining({ start: 0, end: 0 }),
    expect.objectContaining({ start: 10_000_003, end: 10_000_006 }),
  ]);
});

test('a whole video arrives whole', async () => {
  const { text } = await server.ask(`/creatives/${VIDEO}`);
  expect(text.length).toBe(bytes.length);
  expect(Buffer.from(text).equals(bytes)).toBe(true);
});

test('who takes nothing costs no more than a piece, and who hangs up ends the reading', async () => {
  const { streams } = watchReads();
  const client = connect(server.port, '127.0.0.1');
  client.write(`GET /creatives/${VIDEO} HTTP/1.1\r\nHost: a\r\n\r\n`);
  await new Promise<void>((resolve) => client.once('readable', () => resolve()));
  const stream = streams.mock.results[0]?.value as fs.ReadStream;
  const closed = new Promise<void>((resolve) => stream.once('close', () => resolve()));
  expect(stream.destroyed).toBe(false);
  expect(stream.bytesRead).toBeLessThan(bytes.length);
  client.destroy();
  await closed;
  expect(stream.destroyed).toBe(true);
});

test('many who ask for a small file at once share one reading', async () => {
  const { whole } = watchReads();
  const answers = await Promise.all(Array.from({ length: 8 }, () => server.ask(`/creatives/${IMAGE}`)));
  expect(answers.map(({ text }) => text)).toEqual(Array.from({ length: 8 }, () => 'a picture'));
  const again = await server.ask(`/creatives/${IMAGE}`);
  expect(again.text).toBe('a picture');
  // One at most was late for the others and early for what is kept.
  expect(whole.mock.calls.length).toBeLessThanOrEqual(2);
});
