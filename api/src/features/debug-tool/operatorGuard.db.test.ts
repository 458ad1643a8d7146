import { type DebugSession, debugSessions, type ErrorBody, operatorAudit } from '@ezdash/contracts';
import { Router } from 'express';
import { sql } from 'kysely';
import { requireAdmin } from '../../platform/auth';
import { ConflictError } from '../../platform/errors';
import { type Mount, route } from '../../platform/http';
import {
  type Answer,
  buildApp,
  createTestDb,
  enterConsole,
  type FakeClock,
  fakeClock,
  type MadeUser,
  makeAdmin,
  makeAdvertiser,
  type TestApp,
  type TestClient,
  type TestDb,
} from '../../testing';
import { createDebugToolFeature } from '.';

const PDF = Buffer.from('%PDF-1.7 of somebody');
let done = 0;

/** A desk of the console as any feature has one, with every kind of answer. */
function desk(): Mount {
  const router = Router();
  router.use(requireAdmin);
  router.get(
    '/',
    route(() => ({ waiting: 3 })),
  );
  router.get(
    '/:id.pdf',
    route(({ res }) => {
      res.type('application/pdf').attachment('a.pdf');
      return PDF;
    }),
  );
  router.post(
    '/:id',
    route(() => {
      done++;
      throw new ConflictError('Somebody was faster', 'TAKEN');
    }),
  );
  router.put(
    '/:id',
    route(() => {
      done++;
    }),
  );
  return { path: '/api/operator/desk', router };
}

let test: TestDb;
let app: TestApp;
let clock: FakeClock;
let admin: MadeUser;

beforeEach(async () => {
  test = await createTestDb();
  clock = fakeClock();
  const feature = createDebugToolFeature({ db: test.db, clock, secret: 'a secret', secure: false });
  app = await buildApp({
    test,
    clock,
    mounts: [...feature.mounts, desk()],
    operatorGuard: feature.operatorGuard,
    trustProxy: ['loopback'],
  });
  admin = await makeAdmin(test.db);
  done = 0;
});
afterEach(async () => {
  await app.close();
  await test.drop();
});

async function signedIn(user = admin): Promise<TestClient> {
  const client = app.client();
  await client.signIn(user);
  return client;
}
async function atTheConsole(user = admin): Promise<TestClient> {
  const client = await signedIn(user);
  await enterConsole(client, user);
  return client;
}
const codeOf = ({ status, body }: Answer<ErrorBody>) => [status, body?.code];
async function audited() {
  const rows = await test.db
    .selectFrom('debug_audit')
    .selectAll()
    .where('path', 'like', '/api/operator/%')
    .orderBy('id')
    .execute();
  return rows.map(({ method, path, status, admin_id }) => [method, path, status, admin_id]);
}

it('lets an admin in with both halves, and has each call in the audit as it was answered', async () => {
  const client = await atTheConsole();
  expect((await client.get('/api/operator/desk?secret=hunter2')).body).toEqual({ waiting: 3 });
  const pdf = await client.get('/api/operator/desk/7.pdf');
  expect([pdf.text, pdf.headers.get('Content-Disposition')]).toEqual([
    String(PDF),
    'attachment; filename=a.pdf',
  ]);
  expect(codeOf(await client.post('/api/operator/desk/7'))).toEqual([409, 'TAKEN']);
  expect((await client.put('/api/operator/desk/7')).status).toBe(204);
  expect((await client.get(`/api/operator/desk/nothing/${'x'.repeat(40)}`)).status).toBe(404);
  expect(await audited()).toEqual([
    ['GET', '/api/operator/desk', 200, admin.id],
    ['GET', '/api/operator/desk/7.pdf', 200, admin.id],
    ['POST', '/api/operator/desk/7', 409, admin.id],
    ['PUT', '/api/operator/desk/7', 204, admin.id],
    ['GET', '/api/operator/desk/nothing/[hidden]', 404, admin.id],
  ]);
  const rows = await test.db.selectFrom('debug_audit').selectAll().execute();
  expect(rows.filter(({ debug_session_id }) => debug_session_id !== null)).toHaveLength(6);
  expect(rows.map(({ path }) => path).join()).not.toContain('hunter2');
});

it('has in the audit what comes without the page’s own token against forgery', async () => {
  const client = await atTheConsole();
  const forged = await client.request<ErrorBody>('/api/operator/desk/7', { method: 'PUT' });
  expect([forged.status, done]).toEqual([419, 0]);
  expect(await audited()).toEqual([['PUT', '/api/operator/desk/7', 419, admin.id]]);
});

it('is closed without a token, with one that is over, and with another admin’s', async () => {
  const client = await signedIn();
  const other = await atTheConsole(await makeAdmin(test.db));
  const tokenless = await client.get<ErrorBody>('/api/operator/desk');
  expect([...codeOf(tokenless), tokenless.body.message]).toEqual([
    403,
    'CONSOLE_LOCKED',
    'Sign in to the console first',
  ]);
  const { body } = await other.post<DebugSession>('/debug-tool/activate', {
    admin_email: admin.email,
    admin_password: admin.password,
  });
  other.setHeader('X-Debug-Token', body.session_token);
  const foreign = await other.get<ErrorBody>('/api/operator/desk');
  expect([...codeOf(foreign), foreign.body.message]).toEqual([
    401,
    'CONSOLE_LOCKED',
    'Your sign-in to the console is over. Sign in again to go on',
  ]);
  client.setHeader('X-Debug-Token', body.session_token);
  expect((await client.get('/api/operator/desk')).status).toBe(200);
  clock.advance(15 * 60_000);
  expect(codeOf(await client.put('/api/operator/desk/7'))).toEqual([401, 'CONSOLE_LOCKED']);
  client.setHeader('X-Debug-Token', 'made up');
  expect(codeOf(await client.get('/api/operator/desk'))).toEqual([401, 'CONSOLE_LOCKED']);
  expect(done).toBe(0);
  expect((await audited()).map(([, , status]) => status)).toEqual([403, 401, 200, 401, 401]);
});

it('needs the sign-in of the page beside the token: neither opens anything alone', async () => {
  const client = await atTheConsole();
  const token = await client.post<DebugSession>('/debug-tool/activate', {
    admin_email: admin.email,
    admin_password: admin.password,
  });
  const thief = app.client();
  thief.setHeader('X-Debug-Token', token.body.session_token);
  expect(codeOf(await thief.get('/api/operator/desk'))).toEqual([401, 'SIGN_IN_REQUIRED']);
  const person = await makeAdvertiser(test.db);
  await thief.signIn(person);
  expect(codeOf(await thief.get('/api/operator/desk'))).toEqual([403, 'WRONG_ROLE']);
  expect(await audited()).toEqual([]);
});

it('is used by each call: fourteen minutes later it is open, and after two hours it is not', async () => {
  const client = await atTheConsole();
  const statuses: number[] = [];
  for (let round = 0; round < 12; round++) {
    clock.advance(10 * 60_000);
    statuses.push((await client.get('/api/operator/desk')).status);
  }
  expect(statuses).toEqual([...Array(11).fill(200), 401]);
});

it('closes at once when the admin is one no longer', async () => {
  const client = await atTheConsole();
  await test.db.updateTable('app_user').set({ status: 'suspended' }).where('id', '=', admin.id).execute();
  expect(codeOf(await client.get('/api/operator/desk'))).toEqual([403, 'ACCOUNT_NOT_ACTIVE']);
});

it('answers nothing that it could not write down', async () => {
  const client = await atTheConsole();
  await sql`ALTER TABLE debug_audit ADD CONSTRAINT full_disk CHECK (path NOT LIKE '/api/operator/%') NOT VALID`.execute(
    test.owner,
  );
  for (const path of ['/api/operator/desk', '/api/operator/desk/7.pdf', '/api/operator/desk/nothing/x']) {
    const { status, text, headers } = await client.get<ErrorBody>(path);
    expect([path, status, text.includes('INTERNAL')]).toEqual([path, 500, true]);
    expect(headers.get('Content-Disposition')).toBeNull();
    expect(text).not.toMatch(/waiting|PDF/);
  }
  client.setHeader('X-Debug-Token', null);
  expect(codeOf(await client.get('/api/operator/desk'))).toEqual([500, 'INTERNAL']);
});

it('answers many at once, each in the chain, which stays whole', async () => {
  const client = await atTheConsole();
  const answers = await Promise.all(
    Array.from({ length: 150 }, (_, call) =>
      call % 3 === 0 ? client.get('/api/operator/desk/1.pdf') : client.get('/api/operator/desk'),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await audited()).toHaveLength(150);
  expect((await client.get('/api/operator/audit/check')).body).toEqual({ whole: true, broken_row: null });
});

describe('the audit', () => {
  const page = async (client: TestClient, query = '') =>
    operatorAudit.parse((await client.get(`/api/operator/audit${query}`)).body);

  it('is read newest first, by admin, by address, and what was refused', async () => {
    const client = await atTheConsole();
    const second = await makeAdmin(test.db);
    const other = await atTheConsole(second);
    await other.put('/api/operator/desk/7');
    await other.post('/api/operator/desk/7');
    const all = await page(client);
    expect(all.rows.map(({ path, status, admin: who }) => [path, status, who])).toEqual([
      ['/api/operator/desk/7', 409, second.email],
      ['/api/operator/desk/7', 204, second.email],
      ['/debug-tool/activate', 200, second.email],
      ['/debug-tool/activate', 200, admin.email],
    ]);
    expect(all.more).toBe(false);
    const of = encodeURIComponent(second.email.toUpperCase());
    expect((await page(client, `?admin=${of}&path=DESK/7&refused=true`)).rows).toHaveLength(1);
    expect((await page(client, '?path=%25')).rows).toEqual([]);
    expect((await page(client, `?before=${all.rows[2]?.id}`)).rows.map(({ id }) => id)).toEqual([
      all.rows[3]?.id,
    ]);
    const changed = await page(client, `?changes=true&path=DESK&admin=${of}`);
    expect(changed.rows.map(({ path, status }) => [path, status])).toEqual([['/api/operator/desk/7', 204]]);
    expect((await page(client, '?changes=true')).rows.map(({ method, status }) => [method, status])).toEqual([
      ['PUT', 204],
      ['POST', 200],
      ['POST', 200],
    ]);
    expect((await page(client, '?changes=true&refused=true')).rows).toEqual([]);
    expect((await page(client, '?changes=false&path=/audit')).rows[0]?.method).toBe('GET');
    expect(codeOf(await client.get('/api/operator/audit?changes=perhaps'))).toEqual([422, 'INVALID_INPUT']);
    expect(codeOf(await client.get('/api/operator/audit?before=x'))).toEqual([422, 'INVALID_INPUT']);
  });

  it('comes fifty rows at a time', async () => {
    const client = await atTheConsole();
    for (let call = 0; call < 51; call++) await client.get('/api/operator/desk');
    const first = await page(client);
    expect([first.rows.length, first.more]).toEqual([50, true]);
    const second = await page(client, `?path=desk&before=${first.rows.at(-1)?.id}`);
    expect([second.rows.length, second.more]).toEqual([1, false]);
  });

  it('names the first row that was changed', async () => {
    const client = await atTheConsole();
    for (let call = 0; call < 3; call++) await client.get('/api/operator/desk');
    await sql`ALTER TABLE debug_audit DISABLE TRIGGER debug_audit_append_only`.execute(test.owner);
    await sql`UPDATE debug_audit SET status = 201 WHERE id = 3`.execute(test.owner);
    expect((await client.get('/api/operator/audit/check')).body).toEqual({ whole: false, broken_row: '3' });
  });
});

describe('debug sessions', () => {
  const list = async (client: TestClient) =>
    debugSessions.parse((await client.get('/api/operator/debug-sessions')).body).sessions;

  it('are listed, and one of another admin is ended behind a recent proof', async () => {
    const client = await atTheConsole();
    const second = await makeAdmin(test.db);
    const other = await atTheConsole(second);
    const sessions = await list(client);
    expect(sessions.map(({ admin: who, current }) => [who.email, current])).toEqual([
      [second.email, false],
      [admin.email, true],
    ]);
    const id = sessions[0]?.id;
    clock.advance(6 * 60_000);
    await other.get('/api/operator/desk');
    await sql`UPDATE session SET sess = jsonb_set(sess::jsonb, '{provenAt}', '0')::json`.execute(test.db);
    const end = () => client.post<ErrorBody>(`/api/operator/debug-sessions/${id}/end`);
    expect(codeOf(await end())).toEqual([403, 'REAUTH_REQUIRED']);
    expect((await client.post('/debug-tool/prove', { password: admin.password })).status).toBe(200);
    expect((await end()).status).toBe(200);
    expect((await list(client)).map(({ admin: who }) => who.email)).toEqual([admin.email]);
    expect(codeOf(await other.get('/api/operator/desk'))).toEqual([401, 'CONSOLE_LOCKED']);
    expect(codeOf(await end())).toEqual([404, 'NOT_FOUND']);
    const row = await test.db.selectFrom('debug_session').selectAll().where('id', '=', Number(id)).execute();
    expect(row[0]?.ended_by).toBe(admin.id);
    const kept = await test.db
      .selectFrom('debug_audit')
      .select('detail')
      .where('path', 'like', '%/end')
      .where('status', '=', 200)
      .execute();
    expect(kept).toEqual([{ detail: { session: id, of: second.email } }]);
  });
});
