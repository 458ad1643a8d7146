import { UPLOADS } from '@ezdash/contracts/constants';
import { forgetParts, uploadInParts } from './uploadInParts';

const SIZE = UPLOADS.chunkBytes * 2 + 100;
const file = new File([new Uint8Array(SIZE)], 'film.mp4', { type: 'video/mp4' });
const ASSET = { id: 'a_1', url: '/creatives/a.mp4' };
const HASH = '0'.repeat(64);

interface Seen {
  method: string;
  path: string;
}
let seen: Seen[];
/** What a server has of the file; a status in `failures` is answered first, once each, null is a lost line. */
let received: number;
let failures: (number | null)[];
/** Statuses of checks that still run, answered first. */
let finishes: number[];

beforeEach(() => {
  finishes = [];
  seen = [];
  received = 0;
  failures = [];
  Object.defineProperty(globalThis, 'crypto', {
    configurable: true,
    value: { ...globalThis.crypto, subtle: { digest: async () => new ArrayBuffer(32) } },
  });
  File.prototype.arrayBuffer ??= async () => new ArrayBuffer(0);
  globalThis.fetch = jest.fn(async (path: string, { method = 'GET' }: RequestInit = {}) => {
    seen.push({ method, path });
    const said = (status: number, body: object) => new Response(JSON.stringify(body), { status });
    if (method === 'PUT' && failures.length > 0) {
      const failure = failures.shift();
      if (failure === null || failure === undefined) throw new TypeError('lost');
      return said(failure, failure === 409 ? { received } : { message: 'No' });
    }
    if (path.endsWith('/finish')) {
      const status = finishes.shift();
      return status ? said(status, { code: 'UPLOAD_FINISHING' }) : said(201, ASSET);
    }
    if (method === 'DELETE') return new Response(null, { status: 204 });
    if (method === 'PUT') {
      received = Math.min(SIZE, Number(/offset=(\d+)/.exec(path)?.[1]) + UPLOADS.chunkBytes);
      return said(200, { id: 'u', received });
    }
    return said(201, { id: 'u', received });
  }) as unknown as typeof fetch;
});

const send = (signal = new AbortController().signal, onProgress = (_share: number): void => {}) =>
  uploadInParts(file, signal, onProgress);
const offsets = () =>
  seen.filter(({ method }) => method === 'PUT').map(({ path }) => Number(/offset=(\d+)/.exec(path)?.[1]));

test('a file goes part by part, and its share is told', async () => {
  const shares: number[] = [];
  expect(await send(undefined, (share) => shares.push(share))).toEqual({ asset: ASSET });
  expect(offsets()).toEqual([0, UPLOADS.chunkBytes, UPLOADS.chunkBytes * 2]);
  expect(shares[0]).toBe(0);
  expect(shares.at(-1)).toBe(1);
  expect(HASH).toHaveLength(64);
});

test('what the server has already is not sent again', async () => {
  received = UPLOADS.chunkBytes;
  await send();
  expect(offsets()).toEqual([UPLOADS.chunkBytes, UPLOADS.chunkBytes * 2]);
});

test('after a lost line it asks where to go on', async () => {
  failures = [null];
  expect(await send()).toEqual({ asset: ASSET });
  expect(seen.filter(({ method, path }) => method === 'POST' && path === '/api/assets/uploads')).toHaveLength(
    2,
  );
});

test('a part that is not next goes on where the server is', async () => {
  failures = [409];
  received = 0;
  expect(await send()).toEqual({ asset: ASSET });
  expect(offsets().slice(0, 2)).toEqual([0, 0]);
});

test('what the server refuses is not tried again', async () => {
  failures = [422];
  expect(await send()).toMatchObject({ failure: { status: 422, message: 'No' } });
  expect(offsets()).toEqual([0]);
});

test('one who leaves stops it', async () => {
  const stop = new AbortController();
  failures = [null];
  const sent = send(stop.signal);
  stop.abort();
  expect(await sent).toEqual({ failure: { status: 'aborted', message: '' } });
});

const deleted = () => seen.filter(({ method }) => method === 'DELETE').map(({ path }) => path);

test('what the server has of a file that is taken out is thrown away', async () => {
  failures = [422];
  await send();
  await forgetParts(file);
  expect(deleted()).toEqual(['/api/assets/uploads/u']);
  await forgetParts(file);
  expect(deleted()).toHaveLength(1);
});

test('also of one that is taken out before the server has answered', async () => {
  const stop = new AbortController();
  const sent = send(stop.signal);
  while (seen.length === 0) await Promise.resolve();
  stop.abort();
  await forgetParts(file);
  expect(await sent).toEqual({ failure: { status: 'aborted', message: '' } });
  expect([offsets(), deleted()]).toEqual([[], ['/api/assets/uploads/u']]);
});

test('of one that has arrived, or never went, nothing is thrown away', async () => {
  await send();
  await forgetParts(file);
  await forgetParts(new File(['x'], 'other.mp4'));
  expect(deleted()).toEqual([]);
});

test('a file that can no longer be read is told as such', async () => {
  Object.defineProperty(globalThis, 'crypto', {
    configurable: true,
    value: { subtle: { digest: () => Promise.reject(new DOMException('gone', 'NotReadableError')) } },
  });
  expect(await send()).toEqual({ failure: { status: 'gone', message: '' } });
  expect(seen).toEqual([]);
});

test('a check that still runs is asked for again', async () => {
  jest.useFakeTimers();
  try {
    finishes = [409];
    const sent = send();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await sent).toEqual({ asset: ASSET });
    expect(seen.filter(({ path }) => path.endsWith('/finish'))).toHaveLength(2);
  } finally {
    jest.useRealTimers();
  }
});
