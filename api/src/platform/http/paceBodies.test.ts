import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { paceBodies } from './paceBodies';

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const agent = new Agent({ keepAlive: true });
let server: Server;
beforeAll(async () => {
  // A body of 1 MB beyond what comes at once takes a second.
  const pace = paceBodies(
    (req) => String(req.headers['x-forwarded-for']),
    (req) => req.headers.authorization === 'Bearer known',
    { bytesPerSecond: 1_000_000, atOnceBytes: 100_000 },
  );
  const app = express()
    .post('/refused', (_req, res) => void res.status(429).end('no'))
    .post('/counted', async (req, res) => {
      let bytes = 0;
      for await (const piece of req) bytes += (piece as Buffer).length;
      res.end(String(bytes));
    })
    .use(express.raw({ limit: '5mb', type: () => true }), (req, res) => void res.end(digest(req.body)));
  server = createServer((req, res) => {
    pace(req);
    app(req, res);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  agent.destroy();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

interface Way {
  chunked?: boolean;
  headers?: Record<string, string>;
  agent?: Agent;
}
async function send(path: string, body: Buffer, from: string, way: Way = {}): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const { chunked = false } = way;
  const sent = request({ port, host: '127.0.0.1', agent, path, method: 'POST', ...way });
  sent.setHeader('X-Forwarded-For', from);
  if (!chunked) sent.setHeader('Content-Length', body.length);
  if (chunked) sent.write(body.subarray(0, 10));
  sent.end(chunked ? body.subarray(10) : body);
  const [answer] = await once(sent, 'response');
  const pieces: Buffer[] = [];
  for await (const piece of answer) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}

const LARGE = randomBytes(1_000_000);

it('what is paced arrives whole, declared and in chunks, in one read and piece by piece', async () => {
  const whole = digest(LARGE);
  expect(await send('/', LARGE, '10.0.0.1')).toBe(whole);
  expect(await send('/', LARGE, '10.0.0.2', { chunked: true })).toBe(whole);
  expect(await send('/counted', LARGE, '10.0.0.3')).toBe(String(LARGE.length));
});

it.each([false, true])('a flood waits for itself, and for nobody else (chunked: %s)', async (chunked) => {
  const from = chunked ? '10.0.1.2' : '10.0.1.1';
  const heard: string[] = [];
  const tell = (who: string) => () => void heard.push(who);
  const flood = [
    send('/', LARGE, from, { chunked }).then(tell('flood')),
    send('/', LARGE, from, { chunked }).then(tell('flood')),
  ];
  await send('/', LARGE.subarray(0, 90_000), '10.0.2.9').then(tell('other'));
  await send('/', Buffer.from('small'), from).then(tell('small'));
  await Promise.all(flood);
  expect(heard).toEqual(['other', 'small', 'flood', 'flood']);
});

it('an exchange has a wider lane beside its address, by a key that is known', async () => {
  const heard: string[] = [];
  const bring = (key: string) =>
    send('/', LARGE.subarray(0, 700_000), '10.0.6.1', { headers: { Authorization: `Bearer ${key}` } }).then(
      () => void heard.push(key),
    );
  await Promise.all([bring('invented'), bring('known')]);
  expect(heard).toEqual(['known', 'invented']);
});

it('what nobody reads is paced as well, and the connection is good for the next call', async () => {
  const heard: string[] = [];
  const one = new Agent({ keepAlive: true, maxSockets: 1 });
  const next = Buffer.from('next');
  heard.push(await send('/refused', LARGE, '10.0.3.1', { agent: one }));
  const behind = send('/', next, '10.0.3.1', { agent: one }).then((said) => heard.push(said));
  await send('/', LARGE.subarray(0, 90_000), '10.0.3.2').then(() => heard.push('other'));
  await behind;
  expect(heard).toEqual(['no', 'other', digest(next)]);
  one.destroy();
});

it('of chunks of one byte a few kilobytes count as much as a megabyte', async () => {
  const { port } = server.address() as AddressInfo;
  const heard: string[] = [];
  const tiny = request({ port, host: '127.0.0.1', path: '/counted', method: 'POST' });
  tiny.setHeader('X-Forwarded-For', '10.0.5.1');
  tiny.setHeader('Transfer-Encoding', 'chunked');
  tiny.flushHeaders();
  const [socket] = await once(tiny, 'socket');
  socket.write(`${'1\r\na\r\n'.repeat(2_000)}0\r\n\r\n`);
  const answered = once(tiny, 'response').then(() => heard.push('tiny'));
  await send('/', LARGE.subarray(0, 90_000), '10.0.5.2').then(() => heard.push('other'));
  await answered;
  expect(heard).toEqual(['other', 'tiny']);
});

it('a caller who leaves in the middle harms nothing', async () => {
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, host: '127.0.0.1', path: '/', method: 'POST' });
  sent.setHeader('X-Forwarded-For', '10.0.4.1');
  sent.setHeader('Content-Length', LARGE.length);
  sent.write(LARGE.subarray(0, 400_000));
  await new Promise((resolve) => setImmediate(resolve));
  sent.destroy();
  await once(sent, 'error');
  expect(await send('/', Buffer.from('next'), '10.0.4.1')).toBe(digest(Buffer.from('next')));
});
