import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { answerClientErrors } from './clientErrors';

let server: Server;
const counted: string[] = [];
beforeAll(async () => {
  const timeouts = { headersTimeout: 300, requestTimeout: 400, connectionsCheckingInterval: 50 };
  server = createServer(timeouts, (req, res) => {
    if (req.url === '/waits-for-all') {
      req.on('end', () => res.end('late')).resume();
      return;
    }
    req.resume();
    if (req.url === '/stream') {
      res.write('begun');
      setTimeout(() => res.end('ended'), 200);
    } else if (req.url?.startsWith('/e/')) setTimeout(() => res.writeHead(204).end(), 200);
    else res.end('fine');
  });
  answerClientErrors(server, ({ code }) => counted.push(code));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  counted.length = 0;
});

/** Sends bytes (piece by piece) and answers all that came back until the server hung up. */
async function send(pieces: readonly (string | Buffer)[], pauseMs = 0): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.on('data', (part: Buffer) => {
    answer += part.toString('latin1');
  });
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  for (const piece of pieces) {
    if (socket.destroyed) break;
    socket.write(piece);
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  await closed;
  return answer;
}
const HEAD = 'GET / HTTP/1.1\r\nHost: x\r\n';

test.each<[string, readonly (string | Buffer)[], number, string]>([
  ['no HTTP at all', ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'], 400, 'REQUEST_MALFORMED'],
  ['random bytes', [Buffer.from([0xff, 0x00, 0x80, 0x0a, 0x0d])], 400, 'REQUEST_MALFORMED'],
  ['a method nobody knows', ['STEAL / HTTP/1.1\r\nHost: x\r\n\r\n'], 400, 'REQUEST_MALFORMED'],
  ['a null byte in the address', ['GET /serve?\0 HTTP/1.1\r\nHost: x\r\n\r\n'], 400, 'REQUEST_MALFORMED'],
  ['a null byte in a header', [`${HEAD}X-A: a\0b\r\n\r\n`], 400, 'REQUEST_MALFORMED'],
  [
    'an expectation nobody knows, and a body without an end',
    ['POST / HTTP/1.1\r\nHost: x\r\nExpect: more\r\nContent-Length: 9000000\r\n\r\n', 'x'.repeat(1_000)],
    417,
    'EXPECTATION_UNKNOWN',
  ],
  ['no host', ['GET / HTTP/1.1\r\n\r\n'], 400, ''],
  [
    'two lengths of a body',
    [`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
    400,
    'REQUEST_MALFORMED',
  ],
  [
    'a length and chunks',
    ['POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    400,
    'REQUEST_MALFORMED',
  ],
  [
    'an address of a megabyte',
    [`GET /?${'x'.repeat(1_048_576)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    431,
    'HEADERS_TOO_LARGE',
  ],
  ['a header of a megabyte', [`${HEAD}Cookie: ${'x'.repeat(1_048_576)}\r\n\r\n`], 431, 'HEADERS_TOO_LARGE'],
])('%s', async (_, pieces, status, code) => {
  const answer = await send(pieces);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  if (code === '') return;
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))).toEqual({
    code,
    message: expect.any(String),
  });
  expect(counted).toEqual([code]);
});

test('headers that trickle in are cut off, and so is a body', async () => {
  const slowHead = await send([HEAD, ...Array.from({ length: 30 }, () => 'X-A: b\r\n')], 50);
  expect(slowHead).toMatch(/^HTTP\/1\.1 408 /);
  const slowBody = await send(
    ['POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n', ...'abcdefghijklmnop'],
    50,
  );
  expect(slowBody).toMatch(/HTTP\/1\.1 (200|408) /);
  expect(counted[0]).toBe('REQUEST_TOO_SLOW');
});

test('rubbish behind a request: that one is answered', async () => {
  expect(await send([`${HEAD}\r\n`, 'rubbish\r\n\r\n'], 100)).toMatch(/^HTTP\/1\.1 200 OK\r\n.*fine/s);
  expect(counted).toEqual(['REQUEST_MALFORMED']);
});

describe('an answer is under way', () => {
  const event = 'POST /e/i/T HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n';
  const stream = 'GET /stream HTTP/1.1\r\nHost: x\r\n\r\n';
  test.each<[string, readonly string[], RegExp]>([
    ['one not begun, rubbish at once', [`${event}rubbish\r\n\r\n`], /^$/],
    ['one not begun, rubbish later', [event, 'rubbish\r\n\r\n'], /^$/],
    ['two not begun', [event + event, 'rubbish\r\n\r\n'], /^$/],
    ['a stream, rubbish at once', [`${stream}rubbish\r\n\r\n`], /^(HTTP\/1\.1 200 .*begun\s*)?$/s],
    ['a stream, rubbish later', [stream, 'rubbish\r\n\r\n'], /^HTTP\/1\.1 200 .*begun\s*$/s],
    [
      'a stream to a body that breaks',
      ['POST /stream HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n', 'zz\r\n'],
      /^HTTP\/1\.1 200 .*begun\s*$/s,
    ],
  ])('%s: nothing is mixed into it, the connection ends', async (_, pieces, expected) => {
    const answer = await send(pieces, 60);
    expect(answer).toMatch(expected);
    expect(answer).not.toContain(' 400 ');
    expect(counted).toEqual(['REQUEST_MALFORMED']);
  });

  test('a request whose own body breaks is told so', async () => {
    const head = 'POST /waits-for-all HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
    expect(await send([head, 'zz\r\n'], 60)).toMatch(/^HTTP\/1\.1 400 .*REQUEST_MALFORMED/s);
  });
});

test('who hangs up is not held against anybody, and others are answered all the while', async () => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(HEAD);
  socket.resetAndDestroy();
  await once(socket, 'close');
  expect(await send([`${HEAD}Connection: close\r\n\r\n`])).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(counted).toEqual([]);
});
