import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import express from 'express';
import { RawAnswers } from './rawAnswer';

const KEEP_ALIVE_MS = 7_000;
const LARGE = 'x'.repeat(32 * 1024 * 1024);

interface Told {
  url: string;
  /** Whether it was answered in one write. */
  raw: boolean;
  ended: string[];
}

let server: Server;
let told: Told[] = [];
/** Answers the ordinary way, as everything behind the ad server does. */
const app = express().use((req, res) => {
  setTimeout(() => res.type('text').send(`express ${req.url}`), 20);
});
const sockets = new Set<Socket>();

/** Answers `/raw…` as the ad server does (`/raw-none…` without a body), and leaves the rest to Express. */
function makeHandler(answers: RawAnswers) {
  const empties = new RawAnswers(204);
  const sendNothing = (res: ServerResponse, entry: Told) => {
    entry.raw = empties.send(res, '');
    if (entry.raw) return;
    res.writeHead(204, ['cache-control', 'no-store', 'content-length', '0']);
    empties.learn(res, 0);
    res.end();
  };
  return (req: IncomingMessage, res: ServerResponse) => {
    const url = req.url ?? '';
    if (!url.startsWith('/raw')) return app(req, res);
    const entry: Told = { url, raw: false, ended: [] };
    told.push(entry);
    for (const name of ['prefinish', 'finish', 'close']) res.on(name, () => entry.ended.push(name));
    if (url === '/raw-header') res.setHeader('x-early', 'kept');
    if (url.startsWith('/raw-none')) return sendNothing(res, entry);
    const body = url === '/raw-large' ? LARGE : `raw ${url}`;
    entry.raw = answers.send(res, body);
    if (entry.raw) return;
    res.writeHead(200, ['content-type', 'text/plain', 'content-length', String(body.length)]);
    answers.learn(res, body.length);
    res.end(body, 'latin1');
  };
}

async function listen(answers = new RawAnswers()): Promise<void> {
  server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, makeHandler(answers));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}
beforeEach(async () => {
  told = [];
  await listen();
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  server.closeAllConnections();
  server.close();
});

const ask = (path: string, more = '', version = '1.1', method = 'GET') =>
  `${method} ${path} HTTP/${version}\r\nHost: a.example\r\n${more}\r\n`;

class Client {
  readonly socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  text = '';
  constructor() {
    sockets.add(this.socket);
    this.socket.on('error', () => {});
    this.socket.on('data', (chunk) => {
      this.text += chunk.toString('latin1');
    });
  }
  /** Until what has come says so. */
  async until(isEnough: (text: string) => boolean): Promise<string> {
    while (!isEnough(this.text)) await Promise.race([once(this.socket, 'data'), once(this.socket, 'close')]);
    return this.text;
  }
  async get(request: string, end: string): Promise<string> {
    this.text = '';
    this.socket.write(request);
    return this.until((text) => text.endsWith(end));
  }
}
/** Asks until an answer was written in one go: the first of a second never is. */
async function warm(client: Client): Promise<void> {
  for (let index = 0; index < 200; index += 1) {
    await client.get(ask('/raw'), 'raw /raw');
    if (told.at(-1)?.raw) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('No answer was written in one go');
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 30));

test('answers over one connection, byte by byte as node writes them', async () => {
  const client = new Client();
  await warm(client);
  for (let attempt = 0; ; attempt += 1) {
    const raw = await client.get(ask('/raw-1'), 'raw /raw-1');
    const wasRaw = told.at(-1)?.raw;
    const ordinary = await client.get(ask('/raw-header'), 'raw /raw-header');
    expect(told.at(-1)?.raw).toBe(false);
    expect(ordinary).toContain('\r\nx-early: kept\r\n');
    const expected = ordinary
      .replace('x-early: kept\r\n', '')
      .replace('content-length: 15', 'content-length: 10')
      .replace('raw /raw-header', 'raw /raw-1');
    // Another second, another Date.
    if (attempt < 5 && (!wasRaw || expected !== raw)) continue;
    expect(raw).toBe(expected);
    expect(raw).toContain(`Keep-Alive: timeout=${KEEP_ALIVE_MS / 1_000}\r\n`);
    break;
  }
});

test('an answer without a body is as node writes it, and the next request is answered', async () => {
  const client = new Client();
  const heads = new Map<boolean, string>();
  for (let asked = 0; heads.size < 2 && asked < 200; asked += 1) {
    const head = await client.get(ask('/raw-none'), '\r\n\r\n');
    heads.set(told.at(-1)?.raw ?? false, head);
  }
  expect(heads.get(true)?.replace(/Date: [^\r]+/, '')).toBe(heads.get(false)?.replace(/Date: [^\r]+/, ''));
  expect(heads.get(true)).toMatch(/^HTTP\/1\.1 204 No Content\r\n/);
  expect(await client.get(ask('/raw-after'), 'raw /raw-after')).toContain('200 OK');
});

test('says prefinish, finish and close once, and that it is written', async () => {
  const client = new Client();
  await warm(client);
  await client.get(ask('/raw'), 'raw /raw');
  await settle();
  for (const { ended } of told) expect(ended).toEqual(['prefinish', 'finish', 'close']);
});

test('pipelined requests are answered in their order, whoever answers them', async () => {
  const client = new Client();
  await warm(client);
  client.text = '';
  client.socket.write(
    ['/raw-a', '/slow-b', '/raw-c', '/raw-d', '/slow-e', '/raw-f'].map((path) => ask(path)).join(''),
  );
  const text = await client.until((all) => all.endsWith('raw /raw-f'));
  expect(text.match(/(?:raw|express) \/\S+?(?=HTTP|$)/g)).toEqual([
    'raw /raw-a',
    'express /slow-b',
    'raw /raw-c',
    'raw /raw-d',
    'express /slow-e',
    'raw /raw-f',
  ]);
  // Behind an answer that is not out yet nothing is written directly.
  expect(told.filter(({ url }) => /-[cdf]$/.test(url)).map(({ raw }) => raw)).toEqual([false, false, false]);
  expect(await client.get(ask('/raw-g'), 'raw /raw-g')).toContain('200 OK');
});

test.each([
  ['a connection that is to be closed', ask('/raw', 'Connection: close\r\n'), 'Connection: close'],
  ['HTTP/1.0', ask('/raw', '', '1.0'), 'Connection: close'],
  ['HTTP/1.0 that is kept alive', ask('/raw', 'Connection: keep-alive\r\n', '1.0'), 'Connection: keep-alive'],
  ['POST', ask('/raw', 'Content-Length: 0\r\n', '1.1', 'POST'), 'Connection: keep-alive'],
])('%s is answered the ordinary way', async (_, request, expected) => {
  await warm(new Client());
  const client = new Client();
  expect(await client.get(request, 'raw /raw')).toContain(`\r\n${expected}\r\n`);
  expect(told.at(-1)?.raw).toBe(false);
  if (expected !== 'Connection: close') return;
  if (!client.socket.closed) await once(client.socket, 'close');
});

test('HEAD gets no body', async () => {
  await warm(new Client());
  const client = new Client();
  const text = await client.get(ask('/raw', '', '1.1', 'HEAD'), '\r\n\r\n');
  expect(text).toContain('content-length: 8');
  expect(told.at(-1)?.raw).toBe(false);
});

test('the last request of a connection says so, and the number that is left is node’s', async () => {
  server.maxRequestsPerSocket = 3;
  const connections = [new Client(), new Client(), new Client(), new Client()];
  for (const client of connections)
    for (let index = 1; index <= 3; index += 1) {
      const text = await client.get(ask('/raw'), 'raw /raw');
      expect(text).toContain(index < 3 ? 'Keep-Alive: timeout=7, max=3\r\n' : 'Connection: close\r\n');
    }
  expect(told.some(({ raw }) => raw)).toBe(true);
});

test('who reads slowly gets everything, and it is finished when it is taken', async () => {
  await warm(new Client());
  const client = new Client();
  client.socket.pause();
  do {
    await new Client().get(ask('/raw'), 'raw /raw');
  } while (!told.at(-1)?.raw);
  client.socket.write(ask('/raw-large'));
  await settle();
  const entry = told.at(-1);
  expect(entry).toMatchObject({ url: '/raw-large', ended: ['prefinish'] });
  client.socket.resume();
  let bytes = 0;
  client.socket.removeAllListeners('data');
  client.socket.on('data', (chunk) => {
    bytes += chunk.length;
  });
  while (bytes < LARGE.length) await once(client.socket, 'data');
  await settle();
  expect(entry?.ended).toEqual(['prefinish', 'finish', 'close']);
});

test('who leaves in the middle of an answer takes nobody with it', async () => {
  const other = new Client();
  await warm(other);
  for (let index = 0; index < 5; index += 1) {
    const client = new Client();
    await once(client.socket, 'connect');
    client.socket.pause();
    client.socket.write(ask('/raw-large'));
    await settle();
    client.socket.destroy();
  }
  await settle();
  const left = told.filter(({ url }) => url === '/raw-large');
  expect(left.map(({ ended }) => ended.at(-1))).toEqual(new Array(5).fill('close'));
  expect(await other.get(ask('/raw'), 'raw /raw')).toContain('200 OK');
});

test('a server that closes ends idle connections and lets answers out', async () => {
  const idle = new Client();
  await warm(idle);
  const busy = new Client();
  busy.socket.write(ask('/slow-a') + ask('/raw-b'));
  await once(server, 'request');
  const closed = once(server, 'close');
  server.close();
  await once(idle.socket, 'close');
  expect(await busy.until((text) => text.endsWith('raw /raw-b'))).toContain('express /slow-a');
  // It stays until its keep-alive time is over, as any other does, and may ask once more.
  expect(await busy.get(ask('/raw-c'), 'raw /raw-c')).toContain('200 OK');
  await settle();
  server.closeIdleConnections();
  await closed;
});

test('an idle connection is closed after the keep-alive time', async () => {
  server.keepAliveTimeout = 100;
  const client = new Client();
  await warm(client);
  await once(client.socket, 'close');
});

test('where node calls its insides otherwise, it writes every answer', async () => {
  const request = { method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1 } as IncomingMessage;
  const answers = new RawAnswers(200, () => 1_800_000_000_000);
  const res = new ServerResponse(request);
  res.writeHead(200, ['content-length', '2', 'date', new Date(1_800_000_000_000).toUTCString()]);
  for (const change of [
    {},
    { _header: undefined },
    { _header: 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n' },
    { _headerSent: undefined },
    { maxRequestsOnConnectionReached: undefined },
    { _expect_continue: undefined },
  ])
    answers.learn(Object.assign(Object.create(res), change), 2);
  const answered = Object.assign(new ServerResponse(request), { socket: {} });
  expect(answers.send(answered, '{}')).toBe(false);
});
