import { Router } from 'express';
import { z } from 'zod';
import { buildApp, createTestDb, type TestApp, type TestDb } from '../../testing';
import { ForbiddenError } from '../errors';
import { createLog } from '../log';
import { createTracer, currentTrace, type KeptSpan } from '../trace';
import { route, traceCalls } from '.';

let test: TestDb;
let app: TestApp;
const spans: KeptSpan[] = [];
const lines: Record<string, unknown>[] = [];
const tracer = createTracer({
  insert: async (batch) => void spans.push(...batch),
  node: 'n1',
  log: { warn: () => {} },
});

function routes(): Router {
  const router = Router();
  const seen = () => ({ seen: currentTrace()?.correlationId ?? null });
  router.get('/things/:id', route(seen));
  router.post(
    '/things',
    route({ body: z.object({ text: z.string() }) }, ({ log }) => {
      log.info('of the call');
      return seen();
    }),
  );
  router.get(
    '/refused',
    route(() => Promise.reject(new ForbiddenError())),
  );
  for (const path of ['/log', '/user/update-property']) router.post(path, route(seen));
  for (const path of ['/verify', '/traces', '/xero/invoice/:id/pdf']) router.get(path, route(seen));
  return router;
}

beforeAll(async () => {
  test = await createTestDb();
  app = await buildApp({
    test,
    log: createLog({ production: true, write: (line) => void lines.push(JSON.parse(line)) }),
    mounts: ['/api/test', '/debug-tool'].map((path) => ({ path, router: routes(), csrf: false })),
    // A browser that debugs says so here by a cookie of its own.
    traceCalls: traceCalls(tracer, {
      read: ({ cookies }) => (cookies.debugs === 'yes' ? { session: 7, until: Date.now() + 1_000 } : null),
    }),
  });
});
beforeEach(async () => {
  await tracer.flush();
  spans.splice(0);
  lines.splice(0);
});
afterAll(async () => {
  await app.close();
  await test.drop();
});

const debugs = { Cookie: 'debugs=yes' };
async function call(path: string, init: RequestInit = {}) {
  const answer = await fetch(`${app.url}${path}`, init);
  const body = await answer.json().catch(() => null);
  return { status: answer.status, requestId: answer.headers.get('X-Request-Id'), body };
}
/** The answer's end is noted behind it. */
async function requests() {
  await new Promise((resolve) => setTimeout(resolve, 20));
  await tracer.flush();
  return spans.filter(({ kind }) => kind === 'request');
}

it('keeps a call by its route, with its status, under the id of the click or its own', async () => {
  const own = await call('/api/test/things/hunter2?secret=x', { headers: debugs });
  const follows = { ...debugs, 'X-Correlation-Id': 'click-12345678' };
  const clicked = await call('/api/test/refused', { headers: follows });
  expect(await requests()).toMatchObject([
    {
      name: 'GET /api/test/things/:id',
      correlationId: own.requestId,
      requestId: own.requestId,
      debugSessionId: 7,
      failed: false,
      detail: { status: 200 },
    },
    { name: 'GET /api/test/refused', correlationId: 'click-12345678', failed: true, detail: { status: 403 } },
  ]);
  expect(
    spans.find(({ kind, correlationId }) => kind === 'log' && correlationId === 'click-12345678'),
  ).toMatchObject({
    name: 'A call was refused',
    requestId: clicked.requestId,
  });
  expect(JSON.stringify(spans)).not.toMatch(/hunter2|secret/);
});

it.each([
  ['none', {}],
  ['one that is too short', { 'X-Correlation-Id': 'short' }],
  ['one that would be two', { 'X-Correlation-Id': 'click-12345678, click-87654321' }],
])('the id is the request’s own when the page gives %s', async (_name, headers) => {
  const { body, requestId } = await call('/api/test/things/1', { headers: { ...debugs, ...headers } });
  expect(body).toEqual({ seen: requestId });
});

it('is known behind the parser of a body that comes in parts, and stands in every line of the log', async () => {
  const text = 'x'.repeat(90_000);
  const parts = new ReadableStream({
    async start(controller) {
      for (const part of JSON.stringify({ text }).match(/.{1,20000}/gs) ?? []) {
        controller.enqueue(new TextEncoder().encode(part));
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      controller.close();
    },
  });
  const { body, requestId } = await call('/api/test/things', {
    method: 'POST',
    headers: { ...debugs, 'Content-Type': 'application/json', 'X-Correlation-Id': 'click-12345678' },
    body: parts,
    duplex: 'half',
  } as RequestInit);
  expect(body).toEqual({ seen: 'click-12345678' });
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'of the call', requestId, correlationId: 'click-12345678' }),
  );
});

it('keeps nothing of browsers that do not debug, and enters no context for them', async () => {
  const { body } = await call('/api/test/things', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Correlation-Id': 'click-12345678' },
    body: JSON.stringify({ text: 'x' }),
  });
  expect(body).toEqual({ seen: null });
  expect(await requests()).toEqual([]);
  // What the call itself writes names it all the same.
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'of the call', correlationId: 'click-12345678' }),
  );
});

it('keeps nothing of what the tool asks of itself, and of files', async () => {
  const post = { method: 'POST', headers: debugs };
  for (const path of ['/debug-tool/verify', '/debug-tool/traces', '/assets/app.js', '/favicon.ico'])
    await call(path, { headers: debugs });
  await call('/debug-tool/log', post);
  expect(await requests()).toEqual([]);
  await call('/debug-tool/user/update-property', post);
  await call('/debug-tool/xero/invoice/17/pdf', { headers: debugs });
  await call('/campaigns/c_1001', { headers: { ...debugs, 'Sec-Fetch-Dest': 'document' } });
  expect((await requests()).map(({ name }) => name)).toEqual([
    'POST /debug-tool/user/update-property',
    'GET /debug-tool/xero/invoice/:id/pdf',
    // No route answered: its address, without what names a thing.
    'GET /campaigns/:id',
  ]);
});
