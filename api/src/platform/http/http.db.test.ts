import type { ErrorBody } from '@ezdash/contracts';
import { Router } from 'express';
import { z } from 'zod';
import {
  buildApp,
  createTestDb,
  makeAdmin,
  makeAdvertiser,
  makePublisher,
  type TestApp,
  type TestDb,
} from '../../testing';
import { requireAdmin, requireRole } from '../auth';
import { ConflictError, ForbiddenError, TooManyRequestsError } from '../errors';
import { createLog } from '../log';
import { rawBody, reply, route } from '.';

let test: TestDb;
let app: TestApp;

function testRoutes(): Router {
  const router = Router();
  const item = {
    params: z.object({ id: z.coerce.number().int() }),
    query: z.object({ from: z.iso.date(), to: z.iso.date() }),
  };
  router.get(
    '/items/:id',
    route(item, ({ params, query }) => ({ params, query })),
  );
  router.post(
    '/items',
    route({ body: z.strictObject({ name: z.string().min(1), size: z.number().int() }) }, ({ body }) =>
      reply(201, body),
    ),
  );
  router.delete(
    '/items',
    route(() => undefined),
  );
  router.get(
    '/mine',
    route(({ user }) => ({ id: user.id })),
  );
  router.get(
    '/broken',
    route(() => Promise.reject(new Error('the reason, which stays inside'))),
  );
  router.get(
    '/conflict',
    route(() => Promise.reject(new ConflictError('Somebody was faster'))),
  );
  router.get(
    '/forbidden',
    route(() => Promise.reject(new ForbiddenError('Your session is not valid here'))),
  );
  router.get(
    '/limited',
    route(() => Promise.reject(new TooManyRequestsError('Too many', 7))),
  );
  router.post(
    '/image',
    rawBody({ type: 'image/*', limitBytes: 10 }),
    route(({ req }) => ({ bytes: (req.body as Buffer).length })),
  );
  router.all(
    '/advertisers',
    requireRole('advertiser'),
    route(() => ({ ok: true })),
  );
  router.all(
    '/operators',
    requireAdmin,
    route(() => ({ ok: true })),
  );
  return router;
}

beforeAll(async () => {
  test = await createTestDb();
  const translate = (locale: string, text: string) =>
    locale === 'de' && text === 'Somebody was faster' ? 'Jemand war schneller' : text;
  const page = Router();
  page.get('/page', (_req, res) => {
    res.send('a page');
  });
  const mounts = [
    { path: '/', router: page },
    { path: '/api/test', router: testRoutes() },
  ];
  app = await buildApp({
    test,
    mounts,
    translate,
    handle: (req, res) => req.url === '/fast' && Boolean(res.end('fast')),
  });
});
afterAll(async () => {
  await app.close();
  await test.drop();
});

describe('the one body of errors', () => {
  it.each<[string, string, number, string]>([
    ['GET', '/api/test/broken', 500, 'INTERNAL'],
    ['GET', '/api/test/conflict', 409, 'CONFLICT'],
    ['GET', '/api/test/limited', 429, 'TOO_MANY_REQUESTS'],
    ['GET', '/api/nothing', 404, 'NO_SUCH_ADDRESS'],
    ['POST', '/api/nothing', 404, 'NO_SUCH_ADDRESS'],
    ['GET', '/debug-tool/nothing', 404, 'NO_SUCH_ADDRESS'],
    ['GET', '/api/test/items/%E0%A4%A', 400, 'MALFORMED_ADDRESS'],
  ])('%s %s → %i %s', async (method, path, status, code) => {
    const answer = await app.client().request<ErrorBody>(path, { method });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(answer.body.message).toEqual(expect.any(String));
    expect(answer.body.requestId).toBe(answer.headers.get('X-Request-Id'));
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
  });

  it('keeps the reason of a failure inside', async () => {
    expect((await app.client().get('/api/test/broken')).text).not.toContain('the reason');
  });

  it('never speaks of sessions or validity in a refusal', async () => {
    const { status, body } = await app.client().get<ErrorBody>('/api/test/forbidden');
    expect([status, body.message]).toEqual([403, 'Your account may not do this']);
  });

  it('tells when to come back', async () => {
    expect((await app.client().get('/api/test/limited')).headers.get('Retry-After')).toBe('7');
  });

  it('speaks the language of the page', async () => {
    const client = app.client();
    client.setHeader('Accept-Language', 'fr, de-AT;q=0.8, en;q=0.5');
    expect((await client.get<ErrorBody>('/api/test/conflict')).body.message).toBe('Jemand war schneller');
  });
});

describe('routes', () => {
  it('lists every field of every part that is wrong', async () => {
    const { status, body } = await app.client().get<ErrorBody>('/api/test/items/abc?from=yesterday');
    expect(status).toBe(422);
    expect(Object.keys(body.errors ?? {}).sort()).toEqual(['from', 'id', 'to']);
  });

  it('hands over what the schemas made of the input', async () => {
    const { body } = await app.client().get('/api/test/items/7?from=2026-11-01&to=2026-11-02');
    expect(body).toEqual({ params: { id: 7 }, query: { from: '2026-11-01', to: '2026-11-02' } });
  });

  it.each(['from=2026-11-01&from=2026-11-03', 'from[]=2026-11-01', 'from[a]=2026-11-01'])(
    'takes no list for one value: %s',
    async (query) => {
      const { status, body } = await app.client().get<ErrorBody>(`/api/test/items/7?${query}&to=2026-11-02`);
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['from']]);
    },
  );

  it('names unknown fields', async () => {
    const { body } = await app
      .client()
      .post<ErrorBody>('/api/test/items', { name: 'a', size: 1, colour: 'red' });
    expect(body.errors).toEqual({ colour: ['This field is not known'] });
  });

  it('repeats nothing that cannot be seen', async () => {
    const sent = { name: 'a', size: 1, 'co\u200Blo\u202Eur': 'red' };
    const { body } = await app.client().post<ErrorBody>('/api/test/items', sent);
    expect(body.errors).toEqual({ colour: ['This field is not known'] });
  });

  it.each(['__proto__', 'constructor'])('names a field called %s', async (field) => {
    const client = app.client();
    const { body: me } = await client.get<{ csrf_token: string }>('/api/auth/me');
    const answer = await client.request<ErrorBody>('/api/test/items', {
      method: 'POST',
      body: `{"name":"a","size":1,"${field}":{"size":2}}`,
      headers: { 'Content-Type': 'application/json', 'X-CSRF-TOKEN': me.csrf_token },
    });
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]]);
  });

  it('sends the status asked for, and 204 for nothing', async () => {
    const client = app.client();
    expect((await client.post('/api/test/items', { name: 'a', size: 1 })).status).toBe(201);
    expect((await client.delete('/api/test/items')).status).toBe(204);
  });

  it('answers 401 where a person is needed', async () => {
    expect((await app.client().get('/api/test/mine')).status).toBe(401);
  });
});

describe('bodies', () => {
  const send = async (path: string, type: string, body: string, method = 'POST') => {
    const client = app.client();
    const { body: me } = await client.get<{ csrf_token: string }>('/api/auth/me');
    return client.request<ErrorBody & { bytes: number }>(path, {
      method,
      body,
      headers: { 'Content-Type': type, 'X-CSRF-TOKEN': me.csrf_token },
    });
  };
  it('refuses broken JSON', async () => {
    const { status, body } = await send('/api/test/items', 'application/json', '{"name"');
    expect([status, body.code]).toEqual([400, 'MALFORMED_BODY']);
  });
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'refuses %s where JSON is read',
    async (type) => {
      const { status, body } = await send('/api/test/items', type, 'name=a');
      expect([status, body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    },
  );
  it('refuses text where nothing is read, and takes nothing, whatever it is called', async () => {
    const refused = await send('/api/test/items', 'text/plain', 'name=a', 'DELETE');
    expect([refused.status, refused.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    expect((await send('/api/test/items', 'text/plain', '', 'DELETE')).status).toBe(204);
    expect((await send('/api/test/items', 'application/json', '{}', 'DELETE')).status).toBe(204);
  });
  it('refuses JSON beyond 100 kB', async () => {
    const { status, body } = await send(
      '/api/test/items',
      'application/json',
      JSON.stringify({ name: 'x'.repeat(110_000) }),
    );
    expect([status, body.code]).toEqual([413, 'TOO_LARGE']);
  });
  it('takes bytes up to the limit of the route', async () => {
    expect((await send('/api/test/image', 'image/png', '0123456789')).body.bytes).toBe(10);
    expect((await send('/api/test/image', 'image/png', '0123456789a')).status).toBe(413);
  });
});

it('notes in the log what was refused, to whom, and why', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = createLog({ production: true, write: (line) => void lines.push(JSON.parse(line)) });
  const logged = await buildApp({ test, log, mounts: [{ path: '/api/test', router: testRoutes() }] });
  const client = logged.client();
  const user = await makePublisher(test.db);
  await client.get('/api/test/mine');
  await client.signIn(user);
  await client.get('/api/test/operators?secret=1');
  await logged.close();
  const refused = lines.filter(({ event }) => String(event).startsWith('access.'));
  expect(refused).toMatchObject([
    { event: 'access.unauthorized', method: 'GET', path: '/api/test/mine', userId: null },
    { event: 'access.forbidden', code: 'WRONG_ROLE', path: '/api/test/operators', userId: user.id },
  ]);
});

describe('who may', () => {
  it.each([
    ['a guest', null, [401, 401, 401]],
    ['an advertiser', 'advertiser', [200, 200, 403]],
    ['a suspended advertiser', 'suspended', [200, 403, 403]],
    ['a publisher', 'publisher', [403, 403, 403]],
    ['an admin', 'admin', [403, 403, 200]],
  ] as const)('%s', async (_, who, expected) => {
    const client = app.client();
    if (who === 'advertiser') await client.signIn(await makeAdvertiser(test.db));
    if (who === 'suspended') await client.signIn(await makeAdvertiser(test.db, { status: 'suspended' }));
    if (who === 'publisher') await client.signIn(await makePublisher(test.db));
    if (who === 'admin') await client.signIn(await makeAdmin(test.db));
    const answers = [
      await client.get('/api/test/advertisers'),
      await client.post('/api/test/advertisers'),
      await client.post('/api/test/operators'),
    ];
    expect(answers.map(({ status }) => status)).toEqual(expected);
    for (const { text } of answers) expect(text).not.toMatch(/session|valid/i);
  });
});

it('has health, readiness and figures without a session', async () => {
  const client = app.client();
  expect((await client.get('/healthz')).body).toEqual({ status: 'ok' });
  expect((await client.get('/readyz')).status).toBe(200);
  expect((await client.get('/metrics')).text).toContain('http_request_duration_seconds_count');
  expect(client.cookies.size).toBe(0);
});

it('sets the headers that keep answers from being misused', async () => {
  const { headers } = await app.client().get('/api/auth/me');
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(headers.get('Content-Security-Policy')).toBe(
    "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
  );
  expect(headers.get('X-Powered-By')).toBeNull();
  const cookie = headers.getSetCookie().find((each) => each.startsWith('ez.guest='));
  expect(cookie).toMatch(/HttpOnly/);
  expect(cookie).toMatch(/SameSite=Lax/);
});

it('asks the fast path first, and gives pages what is left', async () => {
  expect((await app.client().get('/fast')).text).toBe('fast');
  expect((await app.client().get('/page')).text).toBe('a page');
});

it('limits the calls of one address', async () => {
  const limited = await buildApp({ test, callsPerMinute: 3 });
  const statuses: number[] = [];
  for (let call = 0; call < 4; call++) statuses.push((await limited.client().get('/api/auth/me')).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  await limited.close();
});

it('keeps a caller of too many calls waiting, and nobody else', async () => {
  const limited = await buildApp({ test, callsPerMinute: 1, tooManyAfterMs: 3_000 });
  await limited.client().get('/api/auth/me');
  const heard: number[] = [];
  const refused = limited
    .client()
    .get('/api/auth/me')
    .then(({ status }) => heard.push(status));
  heard.push((await limited.client().get('/healthz')).status);
  await refused;
  expect(heard).toEqual([200, 429]);
  await limited.close();
});
