import { csrfToken, setCsrfToken } from './browser';
import { type SendFileOptions, sendFile } from './sendFile';

/** Requests that the test answers. */
class FakeRequest {
  static sent: FakeRequest[] = [];
  url = '';
  status = 0;
  responseText = '';
  timeout = 0;
  body: unknown;
  headers: Record<string, string> = {};
  upload: { onprogress: ((event: object) => void) | null } = { onprogress: null };
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  ontimeout: (() => void) | null = null;
  onabort: (() => void) | null = null;
  open(_method: string, url: string) {
    this.url = url;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getResponseHeader(name: string) {
    return name === 'X-Request-Id' ? 'req_9' : null;
  }
  abort() {
    this.onabort?.();
  }
  send(body: unknown) {
    this.body = body;
    FakeRequest.sent.push(this);
  }
  answer(status: number, body: string) {
    this.status = status;
    this.responseText = body;
    this.onload?.();
  }
}

const realRequest = globalThis.XMLHttpRequest;
const realFetch = globalThis.fetch;
const file = new File(['abc'], 'a.txt');
const onProgress = jest.fn();
const start = (stop = new AbortController(), more: Partial<SendFileOptions> = {}) => ({
  stop,
  done: sendFile('/api/x?name=a.txt', file, { personId: 7, signal: stop.signal, onProgress, ...more }),
});
const sent = (index: number): FakeRequest => {
  const request = FakeRequest.sent[index];
  if (!request) throw new Error(`No request ${index}`);
  return request;
};
/** Lets what waits for an answer go on. */
const settle = async (wanted: number) => {
  for (let turn = 0; turn < 50 && FakeRequest.sent.length < wanted; turn++) await Promise.resolve();
};
const renewsFor = (id: number | null) => {
  globalThis.fetch = async () => Response.json({ user: id === null ? null : { id }, csrf_token: 'fresh' });
};

beforeEach(() => {
  FakeRequest.sent = [];
  onProgress.mockReset();
  setCsrfToken('old');
  globalThis.XMLHttpRequest = FakeRequest as unknown as typeof XMLHttpRequest;
});
afterEach(() => {
  globalThis.XMLHttpRequest = realRequest;
  globalThis.fetch = realFetch;
});

test('the file is the body; what went out is told', async () => {
  const { done } = start();
  const request = sent(0);
  expect([request.url, request.body, request.headers['X-CSRF-TOKEN']]).toEqual([
    '/api/x?name=a.txt',
    file,
    'old',
  ]);
  expect(request.timeout).toBeGreaterThan(60_000);
  request.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 });
  request.upload.onprogress?.({ lengthComputable: false, loaded: 2, total: 0 });
  expect(onProgress.mock.calls).toEqual([[0.25]]);
  request.answer(201, '{"id":"af_1"}');
  expect(await done).toEqual({ data: { id: 'af_1' }, status: 201 });
});

test('says what it sends, and waits as long as it may, where that is told', async () => {
  const told = start(undefined, { contentType: 'application/zip', timeoutMs: 9_000 });
  expect([sent(0).headers['Content-Type'], sent(0).timeout]).toEqual(['application/zip', 9_000]);
  sent(0).answer(200, '{}');
  expect(await told.done).toEqual({ data: {}, status: 200 });
  start();
  expect(sent(1).headers['Content-Type']).toBe('application/octet-stream');
});

test.each([
  [422, '{"message":"Not taken","code":"X","errors":{"file":["Send an image"]}}', 'Not taken', 'X'],
  [502, '<html>', '', 'HTTP_502'],
])('a refusal of %i is told as every other call tells it', async (status, body, message, code) => {
  const { done } = start();
  sent(0).answer(status, body);
  expect(await done).toEqual({
    error: expect.objectContaining({ status, message, code, requestId: 'req_9' }),
  });
});

test('a lost connection, a slow one, and one that was given up', async () => {
  const lost = start();
  sent(0).onerror?.();
  expect(await lost.done).toMatchObject({ error: { status: 'network' } });
  const slow = start();
  sent(1).ontimeout?.();
  expect(await slow.done).toMatchObject({ error: { status: 'timeout' } });
  const left = start();
  left.stop.abort();
  expect(await left.done).toMatchObject({ error: { code: 'ABORTED' } });
  expect(await start(left.stop).done).toMatchObject({ error: { code: 'ABORTED' } });
});

test('a token that has become too old is renewed, once, for the same person', async () => {
  renewsFor(7);
  const { done } = start();
  sent(0).answer(419, '{"message":"Page expired","code":"PAGE_EXPIRED"}');
  await settle(2);
  expect([sent(1).headers['X-CSRF-TOKEN'], csrfToken()]).toEqual(['fresh', 'fresh']);
  sent(1).answer(201, '{"id":"af_1"}');
  expect(await done).toEqual({ data: { id: 'af_1' }, status: 201 });
});

test.each([[8], [null]])('and for nobody else: %p', async (id) => {
  renewsFor(id);
  const { done } = start();
  sent(0).answer(419, '{"message":"Page expired","code":"PAGE_EXPIRED"}');
  expect(await done).toMatchObject({ error: { status: 419 } });
  expect([FakeRequest.sent.length, csrfToken()]).toEqual([1, 'old']);
});
