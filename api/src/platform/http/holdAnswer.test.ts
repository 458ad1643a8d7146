import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import compression from 'compression';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { holdAnswer } from './holdAnswer';

/** What was told before an answer went out, and what the caller had by then. */
const told: number[] = [];
let release: () => void = () => {};
let before: (status: number) => Promise<void>;
let server: Server;
let url: string;

const MEGABYTES = 3;
const pieces = () =>
  Readable.from(
    (function* () {
      for (let piece = 0; piece < MEGABYTES * 16; piece++) yield Buffer.alloc(65_536, piece);
    })(),
  );
const ANSWERS: Record<string, RequestHandler> = {
  '/json': (_req, res) => void res.status(201).json({ a: 1 }),
  '/nothing': (_req, res) => void res.status(204).end(),
  '/bytes': (_req, res) => void res.type('application/pdf').attachment('a.pdf').end(Buffer.from('%PDF')),
  '/head': (_req, res) => void res.writeHead(202, { 'X-A': 'b' }).end('done'),
  '/stream': async (_req, res) => {
    res.type('text/csv').attachment('a.csv').cookie('a', 'b');
    await pipeline(pieces(), res);
  },
  '/refused': () => {
    throw new Error('refused');
  },
  '/impossible': (_req, res) => void res.writeHead(200, 'No\nstatus text').end('done'),
  '/twice': (_req, res) => {
    res.json({ first: true });
    if (!res.headersSent) res.status(500).json({ first: false });
  },
};
const onError: ErrorRequestHandler = ({ message }: Error, _req, res, _next) =>
  void res.status(message === 'refused' ? 409 : 500).json({ message });

beforeAll(async () => {
  const app = express();
  app.use(compression());
  app.use((req, res, next) => {
    holdAnswer(
      res,
      (status) => before(status),
      (error) => onError(error, req, res, next),
    );
    next();
  });
  for (const [path, answer] of Object.entries(ANSWERS)) app.get(path, answer);
  app.use(onError);
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  told.length = 0;
  before = async (status) => {
    told.push(status);
  };
});

it.each([
  ['/json', 201, '{"a":1}'],
  ['/nothing', 204, ''],
  ['/bytes', 200, '%PDF'],
  ['/head', 202, 'done'],
  ['/refused', 409, '{"message":"refused"}'],
  ['/twice', 200, '{"first":true}'],
])('%s goes out behind what comes before it, once, as it was given', async (path, status, text) => {
  const answer = await fetch(url + path);
  expect([answer.status, await answer.text()]).toEqual([status, text]);
  expect(told).toEqual([status]);
});

it('a stream goes out whole, and keeps what its handler said of it', async () => {
  const answer = await fetch(`${url}/stream`);
  expect((await answer.arrayBuffer()).byteLength).toBe(MEGABYTES * 16 * 65_536);
  expect(answer.headers.get('Content-Disposition')).toContain('a.csv');
  expect(told).toEqual([200]);
});

it.each(['/json', '/stream', '/head'])('not a byte of %s goes out before', async (path) => {
  const asked = new Promise<void>((resolve) => {
    before = () => {
      resolve();
      return new Promise<void>((done) => {
        release = done;
      });
    };
  });
  let isThere = false;
  const answer = fetch(url + path).then(async (got) => {
    isThere = true;
    return got.text();
  });
  await asked;
  // Another call is answered in the meantime: had a byte of the first gone out, it would be here.
  before = async () => {};
  expect((await fetch(`${url}/nothing`)).status).toBe(204);
  expect(isThere).toBe(false);
  release();
  expect((await answer).length).toBeGreaterThan(0);
});

it('breaks off what cannot be sent, and answers others', async () => {
  await expect(fetch(`${url}/impossible`)).rejects.toThrow('fetch failed');
  expect((await fetch(`${url}/json`)).status).toBe(201);
});

it.each(Object.keys(ANSWERS))('nothing of %s goes out when that fails', async (path) => {
  before = () => Promise.reject(new Error('not written'));
  const answer = await fetch(url + path);
  expect([answer.status, await answer.text()]).toEqual([500, '{"message":"not written"}']);
  for (const name of ['Content-Disposition', 'Set-Cookie', 'X-A'])
    expect(answer.headers.get(name)).toBeNull();
  expect(answer.headers.get('Content-Type')).toMatch(/^application\/json/);
});
