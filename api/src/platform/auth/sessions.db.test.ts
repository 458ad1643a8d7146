import type { SessionAnswer } from '@ezdash/contracts';
import { type Request, Router } from 'express';
import { buildApp, createTestDb, makeAdmin, makeAdvertiser, type TestApp, type TestDb } from '../../testing';
import { startWholeApp } from '../../testing/startWholeApp';
import { route } from '../http';
import { type AuthUser, holdLogIn, proveAgain, requireRecentProof, signIn } from '.';

const HOUR_MS = 3_600_000;
let test: TestDb;
let app: TestApp;

/** Routes that age the session, ask for a proof and give one. */
function testRoutes(): Router {
  const router = Router();
  router.post(
    '/age',
    route(({ req }) => {
      const { signedInMs, usedMs, provenMs } = req.body as Record<string, number | undefined>;
      const nowMs = Date.now();
      if (signedInMs !== undefined) req.session.signedInAt = nowMs - signedInMs;
      if (usedMs !== undefined) req.session.renewedAt = nowMs - usedMs;
      if (provenMs !== undefined) req.session.provenAt = nowMs - provenMs;
      return {};
    }),
  );
  router.post(
    '/prove',
    route(async ({ req }) => ({ until: await proveAgain(req) })),
  );
  /** Whether the row stands that the next page would ask for. */
  const stands = async ({ sessionID }: Request) =>
    (await test.db.selectFrom('session').select('sid').where('sid', '=', sessionID).execute()).length === 1;
  const someone = { id: 0, email: '', username: '', passwordSetAtMs: 0 };
  router.post(
    '/enter/:id',
    route(async ({ req }) => {
      const user = { ...someone, role: 'advertiser', id: Number(req.params.id) } as unknown as AuthUser;
      await signIn(req, user);
      const entered = await stands(req);
      await holdLogIn(req, user);
      return { entered, held: await stands(req) };
    }),
  );
  router.get(
    '/dangerous',
    route(({ req }) => {
      requireRecentProof(req);
      return { done: true };
    }),
  );
  return router;
}

beforeAll(async () => {
  test = await createTestDb();
  app = await buildApp({ test, mounts: [{ path: '/api/test', router: testRoutes() }] });
});
afterAll(async () => {
  await app.close();
  await test.drop();
});

const isSignedIn = async (client: ReturnType<TestApp['client']>) =>
  (await client.get<SessionAnswer>('/api/auth/me')).body.user !== null;

describe('a sign-in lasts', () => {
  it.each`
    who             | age                                                   | lasts
    ${'advertiser'} | ${{ signedInMs: 80 * 24 * HOUR_MS, usedMs: HOUR_MS }} | ${true}
    ${'advertiser'} | ${{ signedInMs: 91 * 24 * HOUR_MS, usedMs: HOUR_MS }} | ${false}
    ${'admin'}      | ${{ signedInMs: 11 * HOUR_MS, usedMs: HOUR_MS }}      | ${true}
    ${'admin'}      | ${{ signedInMs: 13 * HOUR_MS, usedMs: 1 }}            | ${false}
    ${'admin'}      | ${{ signedInMs: 4 * HOUR_MS, usedMs: 3 * HOUR_MS }}   | ${false}
  `('for $who after $age: $lasts', async ({ who, age, lasts }) => {
    const client = app.client();
    await client.signIn(await (who === 'admin' ? makeAdmin : makeAdvertiser)(test.db));
    await client.post('/api/test/age', age);
    expect(await isSignedIn(client)).toBe(lasts);
  });
});

it('ends the rows of operators with their day, not with a customer’s month', async () => {
  const [admin, customer] = [await makeAdmin(test.db), await makeAdvertiser(test.db)];
  for (const person of [admin, customer]) await app.client().signIn(person);
  const hours = async (userId: number) => {
    const { expire } = await test.db
      .selectFrom('session')
      .select('expire')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    return Math.round((expire.getTime() - Date.now()) / HOUR_MS);
  };
  expect(await hours(admin.id)).toBe(2);
  expect(await hours(customer.id)).toBe(30 * 24 + 6);
});

it('stands before the answer leaves: a browser follows a redirection by its head alone', async () => {
  const { id } = await makeAdvertiser(test.db);
  const { body } = await app.client().post(`/api/test/enter/${id}`, {});
  expect(body).toEqual({ entered: true, held: true });
});

describe('a proof given again', () => {
  it('opens what is dangerous under a new name of the session; the old name does not, and soon opens nothing', async () => {
    const client = app.client();
    await client.signIn(await makeAdvertiser(test.db));
    await client.post('/api/test/age', { provenMs: HOUR_MS });
    expect((await client.get('/api/test/dangerous')).status).toBe(403);
    const stolen = `ez.sid=${client.cookies.get('ez.sid')}`;
    expect((await client.post('/api/test/prove')).status).toBe(200);
    expect((await client.get('/api/test/dangerous')).status).toBe(200);
    expect(`ez.sid=${client.cookies.get('ez.sid')}`).not.toBe(stolen);
    const sid = decodeURIComponent(stolen).replace(/^ez\.sid=s:([^.]+)\..*$/, '$1');
    const withOldName = () => {
      const thief = app.client();
      thief.setHeader('Cookie', stolen);
      return thief;
    };
    // What was on its way arrives; the proof is not the old name's.
    expect((await withOldName().get('/api/test/dangerous')).status).toBe(403);
    const { expire } = await test.db
      .selectFrom('session')
      .select('expire')
      .where('sid', '=', sid)
      .executeTakeFirstOrThrow();
    expect(expire.getTime() - Date.now()).toBeLessThanOrEqual(10_000);
    await test.db
      .updateTable('session')
      .set({ expire: new Date(0) })
      .where('sid', '=', sid)
      .execute();
    expect(await isSignedIn(withOldName())).toBe(false);
  });

  it('twice at once leaves one session', async () => {
    const client = app.client();
    const user = await makeAdvertiser(test.db);
    await client.signIn(user);
    const answers = await Promise.all([client.post('/api/test/prove'), client.post('/api/test/prove')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const rows = await test.db.selectFrom('session').select('sess').where('user_id', '=', user.id).execute();
    expect(rows.filter(({ sess }) => !(sess as { moved?: boolean }).moved)).toHaveLength(1);
    expect(await isSignedIn(client)).toBe(true);
  });

  it('keeps the token of the page, since other tabs have it too, and the time of the sign-in', async () => {
    const client = app.client();
    await client.signIn(await makeAdvertiser(test.db));
    await client.post('/api/test/age', { signedInMs: 89 * 24 * HOUR_MS });
    const before = (await client.get<SessionAnswer>('/api/auth/me')).body.csrf_token;
    await client.post('/api/test/prove');
    expect((await client.get<SessionAnswer>('/api/auth/me')).body.csrf_token).toBe(before);
    await client.post('/api/test/age', { usedMs: 31 * 24 * HOUR_MS });
    expect(await isSignedIn(client)).toBe(false);
  });
});

it.each([
  ['says nothing of it', {}, true],
  ['says https', { 'X-Forwarded-Proto': 'https' }, true],
  ['says that the visitor came without', { 'X-Forwarded-Proto': 'http' }, false],
])('behind https, a proxy that %s: a cookie %#', async (_, headers, comesIn) => {
  const whole = await startWholeApp({ APP_URL: 'https://ads.example.test' });
  const client = whole.client();
  for (const [name, value] of Object.entries(headers)) client.setHeader(name, value);
  await client.get('/api/auth/me');
  await client.signIn(await makeAdvertiser(whole.test.db)).catch(() => {});
  expect(client.cookies.has('__Host-ez.sid')).toBe(comesIn);
  await whole.close();
});
