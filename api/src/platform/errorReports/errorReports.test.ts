import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { type EnvelopeSink, startEnvelopeSink } from '../../testing/envelopeSink';
import { AppError } from '../errors';
import { errorHandler, requestContext } from '../http';
import { silentLog } from '../log';
import { createErrorReports, type ErrorReports, noErrorReports } from '.';

let sink: EnvelopeSink;
const opened: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  sink = await startEnvelopeSink();
});
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
  await sink.close();
});

async function open(more: Partial<Parameters<typeof createErrorReports>[0]> = {}): Promise<ErrorReports> {
  const reports = await createErrorReports({
    dsn: sink.dsn(9),
    environment: 'staging',
    release: 'api@1.2.3',
    nodeName: 'n1',
    log: silentLog,
    ...more,
  });
  opened.push(() => reports.close(100));
  return reports;
}

/** A server whose calls are traced and whose errors are reported, as the app's are. */
async function serve(
  reports: ErrorReports,
): Promise<(path: string, init?: RequestInit) => Promise<Response>> {
  const app = express();
  app.use(requestContext(silentLog));
  app.use('/api', reports.trace, express.json());
  app.use((req, _res, next) => {
    if (req.get('X-As')) req.authUser = { id: Number(req.get('X-As')) } as typeof req.authUser;
    next();
  });
  app.post('/api/things/:id', () => {
    throw new Error('no column "x" for ines@demo.test at https://app.test/p?token=abc', {
      cause: new TypeError('the first reason'),
    });
  });
  app.get('/api/fine', (_req, res) => void res.json({}));
  app.get('/api/refused', () => {
    throw new AppError(409, 'CONFLICT', 'Somebody was faster');
  });
  app.get('/api/away', () => {
    throw new AppError(503, 'AWAY', 'It is away');
  });
  app.use(errorHandler(undefined, reports.captureCall));
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push(() => new Promise((resolve) => server.close(resolve).closeAllConnections()));
  return (path, init) => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, init);
}

test('a call that failed is reported with its request id, its route and who called, and nothing they typed', async () => {
  const call = await serve(await open());
  const answer = await call('/api/things/secret-thing-7?password=hush', {
    method: 'POST',
    body: JSON.stringify({ note: 'typed by hand' }),
    headers: {
      'Content-Type': 'application/json',
      'X-Request-Id': 'request-0001',
      'X-As': '7',
      Cookie: 'sid=of-somebody',
      Authorization: 'Bearer of-somebody',
      'User-Agent': 'a browser of its own kind',
      'sentry-trace': `${'a'.repeat(32)}-${'b'.repeat(16)}-0`,
    },
  });
  expect(answer.status).toBe(500);
  await sink.until(() => sink.events().length === 1 && sink.envelopes.length === 2);
  const [{ project, event } = { project: '', event: null }] = sink.events();
  expect(project).toBe('9');
  expect(event).toMatchObject({
    release: 'api@1.2.3',
    environment: 'staging',
    server_name: 'n1',
    level: 'error',
    transaction: 'POST /api/things/:id',
    tags: { request_id: 'request-0001' },
    user: { id: 'u_1007' },
    contexts: { trace: { trace_id: 'a'.repeat(32) } },
  });
  expect(event?.exception?.values.map(({ type, value }) => [type, value])).toEqual([
    ['TypeError', 'the first reason'],
    ['Error', 'no column "x" for [email] at https://app.test/p'],
  ]);
  expect(event?.request).toBeUndefined();
  const all = sink.envelopes.map(({ text }) => text).join();
  for (const secret of [
    'hush',
    'secret-thing',
    'typed by',
    'of-somebody',
    'ines@',
    'token=abc',
    'of its own kind',
    '127.0.0.1"',
  ])
    expect(all).not.toContain(secret);
});

test('how long calls take is reported too, by route, in the trace of the page that called', async () => {
  const call = await serve(await open());
  const traceId = 'c'.repeat(32);
  await call('/api/fine?x=1', { headers: { 'sentry-trace': `${traceId}-${'d'.repeat(16)}` } });
  await sink.until(() => sink.envelopes.length === 1);
  expect(sink.envelopes[0]?.items[0]).toMatchObject({
    type: 'transaction',
    payload: {
      transaction: 'GET /api/fine',
      contexts: { trace: { trace_id: traceId, parent_span_id: 'd'.repeat(16), op: 'http.server' } },
    },
  });
});

test('what a caller did wrong, and what is known to be away, is no error to report', async () => {
  const call = await serve(await open());
  expect((await call('/api/refused')).status).toBe(409);
  expect((await call('/api/away')).status).toBe(503);
  expect((await call('/api/things/1', { method: 'POST' })).status).toBe(500);
  await sink.until(() => sink.events().length > 0);
  expect(sink.events()).toHaveLength(1);
});

test('errors that speak of "Network" are dropped, causes included', async () => {
  const reports = await open();
  expect(reports.capture(new Error('Network is unreachable'))).toBeNull();
  reports.capture(new Error('It failed', { cause: new Error('Network Error') }));
  const id = reports.capture(new Error('the network is down'));
  await reports.close(2_000);
  expect(sink.events().map(({ event }) => event.event_id)).toEqual([id]);
});

test('a bug that repeats itself is reported so often a minute and no more', async () => {
  const reports = await open({ reportsPerMinute: 3 });
  const ids = [1, 2, 3, 4, 5].map((each) => reports.capture(new Error(`bug ${each}`)));
  expect(ids.map((id) => id !== null)).toEqual([true, true, true, false, false]);
  await reports.close(2_000);
  expect(sink.events()).toHaveLength(3);
});

test('an answer of 5xx is asked once more, with the same id', async () => {
  sink.answerWith(502);
  const reports = await open();
  const id = reports.capture(new Error('down'));
  await sink.until(() => sink.requests() === 1);
  sink.answerWith(200);
  await sink.until(() => sink.requests() === 2);
  expect(sink.events().map(({ event }) => event.event_id)).toEqual([id, id]);
});

test.each([
  ['hangs', () => sink.answerWith('hang')],
  ['is not there', () => sink.close()],
  ['fails', () => sink.answerWith(500)],
])('when the receiver %s, calls are answered all the same and the stop ends in time', async (_, harm) => {
  const reports = await open({ timeoutMs: 200 });
  const call = await serve(reports);
  await harm();
  expect((await call('/api/things/1', { method: 'POST' })).status).toBe(500);
  expect((await call('/api/fine')).status).toBe(200);
  const startedAt = performance.now();
  await reports.close(300);
  // The limit of the stop, not the sum of all that waits behind it (two tries with a second between them).
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});

test('without a DSN nothing of the SDK is loaded', async () => {
  const load = jest.fn();
  expect(await createErrorReports({ ...given(), dsn: null }, load)).toBe(noErrorReports);
  expect(load).not.toHaveBeenCalled();
});

test('an SDK that does not load leaves the server without reports', async () => {
  const reports = await createErrorReports(given(), () => Promise.reject(new Error('no such package')));
  expect(reports).toBe(noErrorReports);
});

test('an SDK that throws harms nobody', async () => {
  const sentry = await import('@sentry/node');
  const reports = await createErrorReports(given(), async () => ({
    ...sentry,
    startInactiveSpan: () => {
      throw new Error('a bug of the SDK');
    },
    Scope: class extends sentry.Scope {
      override captureException(): string {
        throw new Error('a bug of the SDK');
      }
      override clone() {
        return this;
      }
    },
  }));
  opened.push(() => reports.close(100));
  const call = await serve(reports);
  expect((await call('/api/things/1', { method: 'POST' })).status).toBe(500);
  expect((await call('/api/fine')).status).toBe(200);
  expect(reports.capture(new Error('down'))).toBeNull();
});

function given() {
  const about = { environment: 'test', release: 'api@1', nodeName: 'n1', log: silentLog };
  return { dsn: sink.dsn(9), ...about };
}

test('no asynchronous context is entered: it would slow down every promise of the ad server', async () => {
  const { AsyncLocalStorage } = await import('node:async_hooks');
  const entered = jest.spyOn(AsyncLocalStorage.prototype, 'run');
  const call = await serve(await open());
  await call('/api/things/1', { method: 'POST' });
  await sink.until(() => sink.events().length === 1);
  expect(entered).not.toHaveBeenCalled();
  entered.mockRestore();
});
