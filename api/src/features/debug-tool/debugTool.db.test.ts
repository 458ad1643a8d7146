import {
  type DebugAuditCheck,
  type DebugPageData,
  type DebugSession,
  type DebugVerify,
  debugAuditCheck,
  debugPageData,
  debugSession,
  debugVerify,
  type ErrorBody,
} from '@ezdash/contracts';
import { sql } from 'kysely';
import {
  buildApp,
  createTestDb,
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

let test: TestDb;
let app: TestApp;
let clock: FakeClock;
let feature: ReturnType<typeof createDebugToolFeature>;

// A new feature each time, so that the limits of one test do not stop the next.
beforeEach(async () => {
  test = await createTestDb();
  clock = fakeClock();
  feature = createDebugToolFeature({ db: test.db, clock, secret: 'a secret', secure: false });
  app = await buildApp({ test, clock, mounts: feature.mounts, trustProxy: ['loopback'] });
});
afterEach(async () => {
  await app.close();
  await test.drop();
});

const credentials = (admin: MadeUser, password = admin.password) => ({
  admin_email: admin.email,
  admin_password: password,
});

async function activate(client: TestClient, admin: MadeUser): Promise<DebugSession> {
  const { status, body } = await client.post<DebugSession>('/debug-tool/activate', credentials(admin));
  expect(status).toBe(200);
  client.setHeader('X-Debug-Token', body.session_token);
  return debugSession.parse(body);
}

const refused = { message: 'Invalid session', code: 'SESSION_INVALID' };

describe('activation', () => {
  it('gives half of the credential to the page and half to the cookie', async () => {
    const admin = await makeAdmin(test.db);
    const client = app.client();
    const { headers, body } = await client.post<DebugSession>('/debug-tool/activate', credentials(admin));
    expect(debugSession.parse(body).admin).toEqual({ email: admin.email });
    expect(body.expires_at).toBe('2026-11-16T12:15:00.000Z');
    expect(Buffer.from(body.session_token, 'base64url')).toHaveLength(32);
    const cookie = headers.getSetCookie().find((each) => each.startsWith('ez.debug='));
    for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/debug-tool']) expect(cookie).toContain(part);
    const [row] = await test.db.selectFrom('debug_session').selectAll().execute();
    expect(JSON.stringify(row)).not.toContain(body.session_token);
  });

  it.each([
    {},
    { admin_email: 'a@b.test' },
    { admin_email: ' ', admin_password: 'x' },
    { admin_email: 'a@b.test', admin_password: '' },
  ])('wants both fields: %j', async (input) => {
    const { status, body } = await app.client().post<ErrorBody>('/debug-tool/activate', input);
    expect([status, body.message]).toEqual([422, 'Please fill in all fields']);
  });

  it('says the same for a wrong password, nobody, no admin and a suspended one', async () => {
    const admin = await makeAdmin(test.db);
    const advertiser = await makeAdvertiser(test.db);
    const suspended = await makeAdmin(test.db, { status: 'suspended' });
    const nobody = { ...advertiser, email: 'nobody@example.test' };
    const tries = [
      credentials(admin, 'wrong'),
      credentials(nobody),
      credentials(advertiser),
      credentials(suspended),
    ];
    for (const input of tries) {
      const { status, body } = await app.client().post<ErrorBody>('/debug-tool/activate', input);
      expect([status, body.message]).toEqual([422, 'Wrong e-mail or password']);
    }
  });

  it('stops after five tries', async () => {
    const admin = await makeAdmin(test.db);
    for (let attempt = 0; attempt < 5; attempt++)
      await app.client().post('/debug-tool/activate', credentials(admin, 'wrong'));
    const { status, headers } = await app.client().post('/debug-tool/activate', credentials(admin));
    expect([status, headers.get('Retry-After')]).toEqual([429, '900']);
  });

  it('stops tries on one account from one address, and lets its admin in from another', async () => {
    const [admin, other] = [await makeAdmin(test.db), await makeAdmin(test.db)];
    const from = (address: string) => {
      const client = app.client();
      client.setHeader('X-Forwarded-For', address);
      return client;
    };
    const tries = async (address: string, who: MadeUser, password?: string) =>
      (await from(address).post('/debug-tool/activate', credentials(who, password))).status;
    for (let host = 1; host <= 5; host++)
      expect(await tries(`2001:db8:1:2::${host}`, admin, 'wrong')).toBe(422);
    expect(await tries('2001:db8:1:2::6', admin)).toBe(429);
    expect(await tries('2001:db8:1:2::6', other)).toBe(200);
    expect(await tries('2001:db8:1:3::6', admin)).toBe(200);
  });

  it('slows down whoever tries one account from everywhere, for a minute at first', async () => {
    const admin = await makeAdmin(test.db);
    const answers: [number, string | null][] = [];
    for (let host = 1; host <= 31; host++) {
      const client = app.client();
      client.setHeader('X-Forwarded-For', `203.0.113.${host}`);
      const { status, headers } = await client.post('/debug-tool/activate', credentials(admin, 'wrong'));
      answers.push([status, headers.get('Retry-After')]);
    }
    expect(answers).toEqual([...Array(30).fill([422, null]), [429, '60']]);
  });

  it('needs the CSRF token of the page', async () => {
    const { status } = await app.client().request('/debug-tool/activate', { method: 'POST' });
    expect(status).toBe(419);
  });

  it('keeps two sessions an admin: the third ends the first', async () => {
    const admin = await makeAdmin(test.db);
    const clients = [app.client(), app.client(), app.client()];
    for (const client of clients) await activate(client, admin);
    const statuses = await Promise.all(
      clients.map(async (client) => (await client.get('/debug-tool/verify')).status),
    );
    expect(statuses).toEqual([401, 200, 200]);
  });
});

describe('a session', () => {
  it('needs both halves', async () => {
    const admin = await makeAdmin(test.db);
    const client = app.client();
    const { session_token } = await activate(client, admin);
    const verified = await client.get<DebugVerify>('/debug-tool/verify');
    expect(debugVerify.parse(verified.body)).toMatchObject({ valid: true, admin: { email: admin.email } });
    const tokenAlone = await app
      .client()
      .request<ErrorBody>('/debug-tool/verify', { headers: { 'X-Debug-Token': session_token } });
    expect([tokenAlone.status, tokenAlone.body]).toEqual([401, expect.objectContaining(refused)]);
    client.setHeader('X-Debug-Token', null);
    expect((await client.get('/debug-tool/verify')).status).toBe(401);
    const other = app.client();
    await activate(other, admin);
    client.setHeader(
      'X-Debug-Token',
      session_token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
    );
    expect((await client.get('/debug-tool/verify')).status).toBe(401);
    const mixed = { 'X-Debug-Token': session_token, Cookie: `ez.debug=${other.cookies.get('ez.debug')}` };
    expect((await app.client().request('/debug-tool/verify', { headers: mixed })).status).toBe(401);
  });

  it('ends after 15 minutes without use', async () => {
    const client = app.client();
    await activate(client, await makeAdmin(test.db));
    clock.advance(14 * 60_000);
    const { body } = await client.get<DebugVerify>('/debug-tool/verify');
    expect(body.expires_at).toBe('2026-11-16T12:29:00.000Z');
    clock.advance(15 * 60_000);
    expect((await client.get('/debug-tool/verify')).status).toBe(401);
  });

  it('is not used by what a page asks while nobody sits before it, and each answer says when it ends', async () => {
    const client = app.client();
    await activate(client, await makeAdmin(test.db));
    client.setHeader('X-Unattended', 'true');
    clock.advance(14 * 60_000);
    const { status, headers } = await client.get('/debug-tool/page-data');
    expect([status, headers.get('X-Debug-Session-Ends')]).toEqual([200, '2026-11-16T12:15:00.000Z']);
    clock.advance(60_000);
    expect((await client.get('/debug-tool/page-data')).status).toBe(401);
  });

  it('ends after two hours whatever the use', async () => {
    const client = app.client();
    await activate(client, await makeAdmin(test.db));
    const statuses: number[] = [];
    for (let round = 0; round < 12; round++) {
      clock.advance(10 * 60_000);
      statuses.push((await client.get('/debug-tool/page-data')).status);
    }
    expect(statuses).toEqual([...Array(11).fill(200), 401]);
  });

  it('ends at once when it is given up or the admin is one no longer', async () => {
    const [one, two] = [await makeAdmin(test.db), await makeAdmin(test.db)];
    const client = app.client();
    await activate(client, one);
    expect((await client.post('/debug-tool/deactivate')).body).toEqual({ success: true });
    expect(client.cookies.has('ez.debug')).toBe(false);
    expect((await client.get('/debug-tool/verify')).status).toBe(401);
    await activate(client, two);
    await test.db.updateTable('app_user').set({ role: 'advertiser' }).where('id', '=', two.id).execute();
    expect((await client.get('/debug-tool/verify')).status).toBe(401);
  });
});

it('answers 401 before it looks at the input', async () => {
  expect((await app.client().post('/debug-tool/log', { level: 'loud' })).status).toBe(401);
});

it('tells the page about itself and who is signed in', async () => {
  const client = app.client();
  const admin = await makeAdmin(test.db);
  await activate(client, admin);
  client.setHeader('X-Page-Url', 'http://localhost:8080/advertiser/campaigns?state=running');
  const guest = debugPageData.parse((await client.get<DebugPageData>('/debug-tool/page-data')).body);
  expect(guest).toMatchObject({
    timestamp: '2026-11-16T12:00:00.000Z',
    uri: '/advertiser/campaigns?state=running',
    url: 'http://localhost:8080/advertiser/campaigns?state=running',
    authenticated: false,
    user: null,
    is_spa: false,
  });
  expect(guest.memory_usage).toBeGreaterThan(1_000_000);
  const advertiser = await makeAdvertiser(test.db);
  await client.signIn(advertiser);
  client.setHeader('X-Page-Load', 'spa');
  const person = (await client.get<DebugPageData>('/debug-tool/page-data')).body;
  expect(person).toMatchObject({
    authenticated: true,
    is_spa: true,
    user: { id: advertiser.id, email: advertiser.email, role: 'advertiser' },
  });
});

describe('the audit', () => {
  it('has every call in a chain that shows tampering', async () => {
    const admin = await makeAdmin(test.db);
    const client = app.client();
    await client.post('/debug-tool/activate', credentials(admin, 'wrong'));
    await client.get('/debug-tool/verify');
    await activate(client, admin);
    await client.post('/debug-tool/log', {
      level: 'warning',
      message: 'slow',
      data: { ms: 12.5, z: 1, a: [true, null] },
      timestamp: '2026-11-16T12:00:00Z',
    });
    await client.post('/debug-tool/log', {
      level: 'loud',
      message: 'x'.repeat(3_000),
      data: 1,
      timestamp: 'now',
    });
    await Promise.all([1, 2, 3, 4].map(() => client.get('/debug-tool/page-data')));
    const rows = await test.db.selectFrom('debug_audit').selectAll().orderBy('id').execute();
    expect(
      rows.slice(0, 5).map(({ method, path, status, admin_id }) => [method, path, status, admin_id]),
    ).toEqual([
      ['POST', '/debug-tool/activate', 422, null],
      ['GET', '/debug-tool/verify', 401, null],
      ['POST', '/debug-tool/activate', 200, admin.id],
      ['POST', '/debug-tool/log', 200, admin.id],
      ['POST', '/debug-tool/log', 422, admin.id],
    ]);
    expect(rows).toHaveLength(9);
    expect(rows[3]?.detail).toEqual({ level: 'warning', characters: 4 });
    expect(
      JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain(admin.password);
    expect(await feature.service.brokenAuditRow()).toBeNull();
    await sql`ALTER TABLE debug_audit DISABLE TRIGGER debug_audit_append_only`.execute(test.owner);
    await sql`UPDATE debug_audit SET status = 200 WHERE id = ${rows[1]?.id}`.execute(test.owner);
    expect(await feature.service.brokenAuditRow()).toBe(rows[1]?.id);
  });

  it('is checked by an admin, however many rows it has', async () => {
    const client = app.client();
    await activate(client, await makeAdmin(test.db));
    const entry = { adminId: null, debugSessionId: null, method: 'GET', path: '/', status: 200, detail: {} };
    for (let count = 0; count < 1_100; count++) await feature.service.audit(entry, '192.0.2.1');
    const check = () => client.get<DebugAuditCheck>('/debug-tool/audit/check');
    expect((await check()).body).toEqual({ whole: true, broken_row: null });
    await sql`ALTER TABLE debug_audit DISABLE TRIGGER debug_audit_append_only`.execute(test.owner);
    await sql`UPDATE debug_audit SET status = 500 WHERE id = 1050`.execute(test.owner);
    expect(debugAuditCheck.parse((await check()).body)).toEqual({ whole: false, broken_row: '1050' });
    expect((await app.client().get('/debug-tool/audit/check')).status).toBe(401);
  });

  const audited = async () => {
    const rows = await test.db.selectFrom('debug_audit').selectAll().orderBy('id').execute();
    return rows.map(({ method, path, status, admin_id, detail }) => [method, path, status, admin_id, detail]);
  };

  it("has calls without the page's token, and says nothing of what they carried", async () => {
    const admin = await makeAdmin(test.db);
    const client = app.client();
    const sent = await client.request<ErrorBody>('/debug-tool/activate', {
      method: 'POST',
      body: JSON.stringify(credentials(admin)),
      headers: { 'Content-Type': 'application/json', 'X-CSRF-TOKEN': 'f'.repeat(64) },
    });
    expect([sent.status, sent.body.redirect, sent.body.code]).toEqual([419, '/auth/login', 'CSRF_MISMATCH']);
    await activate(client, admin);
    const unmarked = { method: 'POST', headers: { 'X-CSRF-TOKEN': '' } };
    expect((await client.request('/debug-tool/deactivate', unmarked)).status).toBe(419);
    expect((await client.get('/debug-tool/verify')).status).toBe(200);
    expect(await audited()).toEqual([
      ['POST', '/debug-tool/activate', 419, null, {}],
      ['POST', '/debug-tool/activate', 200, admin.id, { email: admin.email }],
      ['POST', '/debug-tool/deactivate', 419, null, {}],
      ['GET', '/debug-tool/verify', 200, admin.id, {}],
    ]);
  });

  it('has addresses that do not exist, named without what looks like a secret', async () => {
    const admin = await makeAdmin(test.db);
    const client = app.client();
    const { session_token } = await activate(client, admin);
    const unknown = await client.get<ErrorBody>(`/debug-tool/verify/${session_token}?token=${session_token}`);
    expect([unknown.status, unknown.body.code]).toEqual([404, 'NO_SUCH_ADDRESS']);
    expect((await client.put('/debug-tool/verify')).status).toBe(404);
    await app.client().get(`/debug-tool/${'a/'.repeat(2_000)}`);
    const [, first, second, third] = await audited();
    expect(first).toEqual(['GET', '/debug-tool/verify/[hidden]', 404, null, {}]);
    expect(second).toEqual(['PUT', '/debug-tool/verify', 404, null, {}]);
    expect(third?.[2]).toBe(404);
    expect(String(third?.[1])).toHaveLength(500);
  });

  it.each([
    ['unknown addresses', 404, (client: TestClient) => client.get('/debug-tool/nothing')],
    [
      'calls without a token',
      419,
      (client: TestClient) => client.request('/debug-tool/log', { method: 'POST' }),
    ],
  ])('is not filled by %s', async (_, status, call) => {
    const statuses: number[] = [];
    for (let count = 0; count < 34; count++) statuses.push((await call(app.client())).status);
    expect(statuses).toEqual([...Array(30).fill(status), ...Array(4).fill(429)]);
    expect((await audited()).map((row) => row[2])).toEqual([...Array(30).fill(status), 429]);
  });

  it('has failed log-ins, each with the account that was tried and where from', async () => {
    const admin = await makeAdmin(test.db);
    await app.client().post('/debug-tool/activate', credentials(admin, 'hunter2'));
    await app
      .client()
      .post('/debug-tool/activate', { admin_email: 'x'.repeat(9_000), admin_password: 'hunter2' });
    const rows = await test.db.selectFrom('debug_audit').selectAll().orderBy('id').execute();
    expect(rows.map(({ status, detail }) => [status, detail])).toEqual([
      [422, { email: admin.email }],
      [422, { email: 'x'.repeat(254) }],
    ]);
    expect(rows[0]?.ip_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(await audited())).not.toContain('hunter2');
  });

  it('keeps one row of a flood, and an admin of the same address goes on', async () => {
    const client = app.client();
    await activate(client, await makeAdmin(test.db));
    const statuses: number[] = [];
    for (let call = 0; call < 36; call++)
      statuses.push((await app.client().get('/debug-tool/verify')).status);
    // The activation was the first of the 30.
    expect(statuses).toEqual([...Array(29).fill(401), ...Array(7).fill(429)]);
    const empty = await app.client().post<ErrorBody>('/debug-tool/activate', {});
    expect(empty.status).toBe(429);
    expect(empty.body.message).not.toMatch(/session|valid/i);
    expect((await client.get('/debug-tool/verify')).status).toBe(200);
    const rows = await test.db.selectFrom('debug_audit').select('status').orderBy('id').execute();
    expect(rows.map((row) => row.status)).toEqual([200, ...Array(29).fill(401), 429, 200]);
  });

  it('keeps the length of a message and none of its words, which may name somebody', async () => {
    const client = app.client();
    await activate(client, await makeAdmin(test.db));
    const { status } = await client.post('/debug-tool/log', {
      level: 'info',
      message: `\u0000${'😀'.repeat(600)} of Halden Outdoor\ud83d`,
      data: null,
      timestamp: '2026-11-16T12:00:00Z',
    });
    expect(status).toBe(200);
    const rows = await test.db.selectFrom('debug_audit').select('detail').orderBy('id').execute();
    expect(rows.at(-1)?.detail).toEqual({ level: 'info', characters: 1_220 });
  });

  it('cannot be changed in the database', async () => {
    await app.client().get('/debug-tool/verify');
    await expect(test.owner.deleteFrom('debug_audit').execute()).rejects.toThrow('append-only');
  });
});
