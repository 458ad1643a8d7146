import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { remoteStates } from '@ezdash/contracts';
import { RefusedError } from './failures';
import { CallError, createReleaseClient } from './releaseClient';
import { refusal, refused, type StubAnswer, type StubServer, stubServer } from './testing/stubServer';

let server: StubServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const NONE = { body: { remotes: [] } };

async function clientOf(...answers: StubAnswer[]) {
  server = await stubServer((_, count) => answers[count - 1] ?? NONE);
  const paused: number[] = [];
  const lines: string[] = [];
  const client = createReleaseClient({
    url: server.url,
    token: 'rel_secret',
    log: (line) => lines.push(line),
    sleep: async (ms) => void paused.push(ms),
  });
  return { client, paused, lines, heard: server.heard };
}

test('a call carries the token, and is answered with what the server said', async () => {
  const { client, heard } = await clientOf();
  await expect(client.call('', remoteStates, { query: { before: 7, none: undefined } })).resolves.toEqual({
    remotes: [],
  });
  expect(heard).toMatchObject([
    { method: 'GET', path: '/api/releases?before=7', authorization: 'Bearer rel_secret' },
  ]);
});

test('who only reads asks again, later each time, or when the server says', async () => {
  const later = { status: 503, headers: { 'retry-after': '7' }, body: '' };
  const { client, paused, lines } = await clientOf(later, { status: 502, body: 'Bad gateway' });
  await client.call('', remoteStates);
  expect(paused[0]).toBe(7_000);
  expect(paused[1]).toBeGreaterThanOrEqual(750);
  expect(paused[1]).toBeLessThanOrEqual(1_250);
  expect(lines[0]).toMatch(/answered 503; trying again in 7\.0 s$/);
});

test('an answer that breaks off is asked for again, and is no crash', async () => {
  let asked = 0;
  const broken = http.createServer((_, res) => {
    asked += 1;
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
    res.write('{"remotes":', () => res.destroy());
  });
  await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
  const { port } = broken.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const client = createReleaseClient({ url, token: 'x', log: () => {}, sleep: async () => {} });
  await expect(client.call('', remoteStates)).rejects.toBeInstanceOf(RefusedError);
  expect(asked).toBe(5);
  await new Promise((resolve) => broken.close(resolve));
});

test('a server cannot make anybody wait for an hour', async () => {
  const { client, paused } = await clientOf({ status: 429, headers: { 'retry-after': '3600' }, body: '' });
  await client.call('', remoteStates);
  expect(paused).toEqual([30_000]);
});

test('what may have been done is not done twice, unless twice is the same as once', async () => {
  const gone = { status: 504, body: '' };
  const { client, heard } = await clientOf(gone, gone, NONE);
  const call = { method: 'POST' as const, body: {} };
  await expect(client.call('/x', remoteStates, call)).rejects.toMatchObject({ status: 504 });
  expect(heard).toHaveLength(1);
  await client.call('/x', remoteStates, { ...call, repeatable: true });
  expect(heard).toHaveLength(3);
});

test('what was put off was not done', async () => {
  const { client, heard } = await clientOf({ status: 429, body: '' });
  await client.call('/x', remoteStates, { method: 'POST', body: {} });
  expect(heard).toHaveLength(2);
});

test('a server that is not there is said to be so, after five tries', async () => {
  const { client, paused } = await clientOf();
  await server?.close();
  await expect(client.call('', remoteStates)).rejects.toThrow(/cannot be reached: connect ECONNREFUSED/);
  expect(paused).toHaveLength(4);
});

test('a server that does not answer is given up', async () => {
  let answerNow = () => {};
  const waiting = new Promise<void>((resolve) => {
    answerNow = resolve;
  });
  server = await stubServer(async () => {
    await waiting;
    return NONE;
  });
  const client = createReleaseClient({ url: server.url, token: 't', log: () => {} });
  const call = { method: 'POST' as const, body: {}, timeoutMs: 20 };
  await expect(client.call('/x', remoteStates, call)).rejects.toThrow(
    /cannot be reached: no answer in time$/,
  );
  answerNow();
});

test('a refusal keeps its code, every field and the gate’s verdict', async () => {
  const errors = { version: ['A version is written like 1.4.0'] };
  const { client } = await clientOf(refusal(409, 'GATE_REFUSED', { errors, verdict: refused }));
  const error: unknown = await client
    .call('/x', remoteStates, { method: 'POST', body: {} })
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(CallError);
  expect(error).toMatchObject({
    status: 409,
    code: 'GATE_REFUSED',
    message:
      'It is GATE_REFUSED (GATE_REFUSED, request req_test)\n  version: A version is written like 1.4.0',
    verdict: refused,
  });
});

test.each([
  ['a page of HTML', { body: '<!doctype html>' }, /does not understand/],
  ['other JSON', { body: { remotes: 7 } }, /does not understand/],
  ['a refusal that is no JSON', { status: 403, body: '<h1>No</h1>' }, /^The server answered 403$/],
  [
    'what another server does not know',
    { status: 404, body: '' },
    /^The server answered 404. Is REMOTES_URL/,
  ],
  ['a path of the network', refusal(404, 'NO_SUCH_ADDRESS'), /\nIs REMOTES_URL the address/],
  ['another team’s remote', refusal(404, 'NO_SUCH_REMOTE'), /\nA token of a team knows its own remote alone/],
])('%s is no answer', async (_, answer, message) => {
  const { client } = await clientOf(answer);
  await expect(client.call('', remoteStates)).rejects.toThrow(message);
});

test('a token goes to no other address', async () => {
  const other = await stubServer(() => NONE);
  const { client } = await clientOf(
    ...Array<StubAnswer>(5).fill({ status: 307, headers: { location: other.url }, body: '' }),
  );
  await expect(client.call('', remoteStates)).rejects.toThrow(/cannot be reached: it leads elsewhere/);
  expect(other.heard).toEqual([]);
  await other.close();
});

test('what will not change is not asked again', async () => {
  const { client, paused } = await clientOf();
  const [, port = ''] = /:(\d+)$/.exec(client.url) ?? [];
  for (const [url, reason] of [
    [`https://127.0.0.1:${port}`, /cannot be reached: it speaks no https there: http\?$/],
    ['http://127.0.0.1:1', /cannot be reached: no browser and no fetch goes to this port$/],
  ] as const) {
    const other = createReleaseClient({
      url,
      token: 'x',
      log: () => {},
      sleep: async () => void paused.push(1),
    });
    await expect(other.call('', remoteStates)).rejects.toThrow(reason);
  }
  expect(paused).toEqual([]);
});
