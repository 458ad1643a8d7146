import { type DebugSession, debugProveAnswer, debugSessions, type ErrorBody } from '@ezdash/contracts';
import { generateSync } from 'otplib';
import { debugPageCookie } from '../../platform/auth';
import {
  type Answer,
  ageProofs,
  buildApp,
  createTestDb,
  type FakeClock,
  fakeClock,
  type MadeUser,
  makeAdmin,
  type TestApp,
  type TestClient,
  type TestDb,
} from '../../testing';
import { createAccountsFeature } from '../accounts';
import { createFactorsService } from '../factors';
import { createDebugToolFeature, type DebugToolFeature } from '.';

const STEP_MS = 30_000;
const SECRET = 'a secret of the tests';
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

let test: TestDb;
let app: TestApp;
let clock: FakeClock;
let feature: DebugToolFeature;
let admin: MadeUser;
let factors: ReturnType<typeof createFactorsService>;

async function open(factorRequired = false): Promise<void> {
  test = await createTestDb();
  clock = fakeClock();
  const { db } = test;
  factors = createFactorsService({
    db,
    clock,
    mail: { send: async () => ({ id: '', isNew: true }) },
    secret: SECRET,
    appName: 'Ads',
  });
  const { loadUser } = createAccountsFeature({ db, clock }).service;
  feature = createDebugToolFeature({
    db,
    clock,
    secret: SECRET,
    secure: false,
    factors: { ...factors, loadUser },
    factorRequired,
  });
  app = await buildApp({ test, clock, mounts: feature.mounts, trustProxy: ['loopback'] });
  admin = await makeAdmin(db);
}
beforeEach(() => open());
afterEach(async () => {
  await app.close();
  await test.drop();
});

/** Turns two-step verification on; the clock goes on a step, so that the next code is a new one. */
async function turnOn(): Promise<{ codeNow: () => string; recoveryCodes: string[] }> {
  const user = await createAccountsFeature({ db: test.db, clock }).service.loadUser(admin.id);
  if (!user) throw new Error('The admin is gone');
  const { secret } = await factors.totp.begin({ user });
  const codeNow = () => generateSync({ secret, epoch: Math.floor(clock.nowMs() / 1000) });
  const visitor = { device: 'desktop' as const, browser: null, system: null, country: null };
  const recoveryCodes = await factors.totp.confirm({ user, visitor }, codeNow());
  clock.advance(STEP_MS);
  return { codeNow, recoveryCodes };
}

const tryWith = (input: { password?: string; code?: string }, client = app.client()) =>
  client.post<DebugSession & ErrorBody>('/debug-tool/activate', {
    admin_email: admin.email,
    admin_password: input.password ?? admin.password,
    ...(input.code !== undefined && { code: input.code }),
  });
const codeOf = ({ status, body }: Answer<ErrorBody>) => [status, body?.code];
async function activated(client = app.client(), code?: string): Promise<TestClient> {
  const { status, body } = await tryWith({ code }, client);
  expect(status).toBe(200);
  client.setHeader('X-Debug-Token', body.session_token);
  return client;
}

describe('a second step', () => {
  it('is asked for behind the right password, and by nothing before', async () => {
    const { codeNow } = await turnOn();
    expect(codeOf(await tryWith({ password: 'wrong' }))).toEqual([422, 'WRONG_CREDENTIALS']);
    expect(codeOf(await tryWith({ password: 'wrong', code: codeNow() }))).toEqual([422, 'WRONG_CREDENTIALS']);
    const needed = await tryWith({});
    expect([...codeOf(needed), needed.body.message]).toEqual([
      422,
      'CODE_NEEDED',
      'Enter the six digits of your authenticator app',
    ]);
    expect(codeOf(await tryWith({ code: ' ' }))).toEqual([422, 'CODE_NEEDED']);
    expect((await tryWith({ code: codeNow() })).status).toBe(200);
  });

  it('takes each code once, one of the app or of the paper', async () => {
    const { codeNow, recoveryCodes } = await turnOn();
    const code = codeNow();
    const [paper = ''] = recoveryCodes;
    expect((await tryWith({ code })).status).toBe(200);
    expect(codeOf(await tryWith({ code }))).toEqual([422, 'CODE_WRONG']);
    expect(codeOf(await tryWith({ code: 'nothing like it' }))).toEqual([422, 'CODE_WRONG']);
    expect((await tryWith({ code: paper.toUpperCase() })).status).toBe(200);
    expect(codeOf(await tryWith({ code: paper }))).toEqual([422, 'CODE_WRONG']);
  });

  it('is guessed five times in 15 minutes: the sixth is refused, the right one too', async () => {
    const { codeNow } = await turnOn();
    for (let guess = 0; guess < 5; guess++)
      expect(codeOf(await tryWith({ code: '000000' }))).toEqual([422, 'CODE_WRONG']);
    const sixth = await tryWith({ code: codeNow() });
    expect([sixth.status, sixth.headers.get('Retry-After')]).toEqual([429, '900']);
  });

  it('counts every try: with a password alone, a wrong password and a wrong code together', async () => {
    await turnOn();
    const tries = [{}, { password: 'wrong' }, { code: '000000' }, {}, { password: 'wrong', code: '000000' }];
    for (const each of tries) expect((await tryWith(each)).status).toBe(422);
    expect((await tryWith({})).status).toBe(429);
  });

  it('leaves neither password nor code in the audit', async () => {
    const { codeNow } = await turnOn();
    const code = codeNow();
    await tryWith({ code });
    const rows = await test.db.selectFrom('debug_audit').select(['detail', 'path']).execute();
    expect(rows).toEqual([{ path: '/debug-tool/activate', detail: { email: admin.email } }]);
  });
});

describe('where the network asks its admins for one', () => {
  beforeEach(async () => {
    await app.close();
    await test.drop();
    await open(true);
  });

  it('an admin without one is not let in, and is told behind the right password alone', async () => {
    expect(codeOf(await tryWith({ password: 'wrong' }))).toEqual([422, 'WRONG_CREDENTIALS']);
    const refused = await tryWith({});
    expect([...codeOf(refused), refused.body.message]).toEqual([
      422,
      'SECOND_FACTOR_MISSING',
      'This network asks its admins for an authenticator app. Set one up in the settings of your account first',
    ]);
    const { codeNow } = await turnOn();
    expect((await tryWith({ code: codeNow() })).status).toBe(200);
  });
});

describe('a proof', () => {
  const prove = (client: TestClient, body: { password: string; code?: string }) =>
    client.post<ErrorBody>('/debug-tool/prove', body);
  const endOther = async (client: TestClient) => {
    const { sessions } = debugSessions.parse((await client.get('/debug-tool/sessions')).body);
    const other = sessions.find(({ admin: { email } }) => email !== admin.email);
    return client.post<ErrorBody>(`/debug-tool/sessions/${other?.id}/end`);
  };
  async function another(): Promise<void> {
    const { email, password } = await makeAdmin(test.db);
    await app.client().post('/debug-tool/activate', { admin_email: email, admin_password: password });
  }

  it('opens for five minutes what is dangerous', async () => {
    const client = await activated();
    clock.advance(5 * 60_000 + 1);
    await another();
    expect(codeOf(await endOther(client))).toEqual([403, 'REAUTH_REQUIRED']);
    expect(codeOf(await prove(client, { password: 'wrong' }))).toEqual([422, 'WRONG_PASSWORD']);
    const { body } = await prove(client, { password: admin.password });
    expect(debugProveAnswer.parse(body)).toEqual({ proven_until: '2026-11-16T12:10:00.001Z' });
    clock.advance(5 * 60_000 + 1);
    expect(codeOf(await endOther(client))).toEqual([403, 'REAUTH_REQUIRED']);
    await prove(client, { password: admin.password });
    expect((await endOther(client)).status).toBe(200);
  });

  it('asks for the code of whoever has an app', async () => {
    const { codeNow } = await turnOn();
    const client = await activated(app.client(), codeNow());
    const { password } = admin;
    expect(codeOf(await prove(client, { password }))).toEqual([422, 'CODE_NEEDED']);
    expect(codeOf(await prove(client, { password, code: codeNow() }))).toEqual([422, 'CODE_WRONG']);
    clock.advance(STEP_MS);
    expect((await prove(client, { password, code: codeNow() })).status).toBe(200);
  });

  it('is counted with the tries to activate', async () => {
    const client = await activated();
    for (let guess = 0; guess < 5; guess++) await prove(client, { password: 'wrong' });
    expect((await prove(client, { password: admin.password })).status).toBe(429);
    expect((await tryWith({})).status).toBe(429);
    expect((await client.get('/debug-tool/verify')).status).toBe(200);
  });

  it('is the session’s beginning and the page’s own by the same admin, too', async () => {
    const client = await activated();
    await another();
    expect((await endOther(client)).status).toBe(200);
    clock.advance(5 * 60_000 + 1);
    await another();
    await client.signIn(await makeAdmin(test.db));
    expect(codeOf(await endOther(client))).toEqual([403, 'REAUTH_REQUIRED']);
    await client.signIn(admin);
    expect((await endOther(client)).status).toBe(200);
    await another();
    await ageProofs(test.db, admin.id, 5 * 60_000 + 1);
    expect(codeOf(await endOther(client))).toEqual([403, 'REAUTH_REQUIRED']);
  });
});

describe('the sessions', () => {
  const list = async (client: TestClient) =>
    debugSessions.parse((await client.get('/debug-tool/sessions')).body).sessions;

  it('are listed with where they were begun, as long as they live', async () => {
    const first = app.client();
    first.setHeader('User-Agent', CHROME);
    await activated(first);
    clock.advance(60_000);
    const second = await activated();
    expect(await list(second)).toEqual([
      expect.objectContaining({ current: true, created_at: '2026-11-16T12:01:00.000Z' }),
      {
        id: expect.any(Number),
        current: false,
        admin: { email: admin.email },
        device: 'Chrome 141, Linux',
        created_at: '2026-11-16T12:00:00.000Z',
        last_used_at: '2026-11-16T12:00:00.000Z',
        ends_at: '2026-11-16T12:15:00.000Z',
      },
    ]);
    clock.advance(14 * 60_000);
    expect(await list(second)).toHaveLength(1);
  });

  it('of oneself are ended without another proof; what was never there is not found', async () => {
    const [first, second] = [await activated(), await activated()];
    clock.advance(6 * 60_000);
    const [, own] = await list(second);
    await first.get('/debug-tool/verify');
    expect((await second.post(`/debug-tool/sessions/${own?.id}/end`)).status).toBe(200);
    expect((await first.get('/debug-tool/verify')).status).toBe(401);
    for (const id of [String(own?.id), '999999', '99999999999', '0', 'x'])
      expect([404, 422]).toContain((await second.post(`/debug-tool/sessions/${id}/end`)).status);
  });

  it('are looked at by others without being kept alive', async () => {
    await activated();
    const [row] = await test.db.selectFrom('debug_session').select('id').execute();
    const id = row?.id ?? 0;
    clock.advance(14 * 60_000);
    expect(await feature.service.liveSession(id)).toMatchObject({ id, admin: { email: admin.email } });
    clock.advance(60_000);
    expect([await feature.service.liveSession(id), await feature.service.isLive(id)]).toEqual([null, false]);
  });

  it('live no longer when they were ended, or their admin is suspended', async () => {
    const client = await activated();
    const [row] = await test.db.selectFrom('debug_session').select('id').execute();
    const id = row?.id ?? 0;
    expect(await feature.service.isLive(id)).toBe(true);
    const setStatus = (status: 'active' | 'suspended') =>
      test.db.updateTable('app_user').set({ status }).where('id', '=', admin.id).execute();
    await setStatus('suspended');
    expect(await feature.service.isLive(id)).toBe(false);
    await setStatus('active');
    await client.post('/debug-tool/deactivate');
    expect(await feature.service.isLive(id)).toBe(false);
  });
});

describe('the cookie of the page', () => {
  const NAME = debugPageCookie(false);
  const claimsOf = (client: TestClient) => {
    const [text = ''] = (client.cookies.get(NAME) ?? '').split('.');
    return text === '' ? null : JSON.parse(Buffer.from(text, 'base64url').toString());
  };

  it('names the session until its end, from the activation to the deactivation', async () => {
    const client = app.client();
    const { headers } = await tryWith({}, client);
    const line = headers.getSetCookie().find((each) => each.startsWith(`${NAME}=`));
    for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/;']) expect(line).toContain(part);
    const [row] = await test.db.selectFrom('debug_session').select(['id', 'expires_at']).execute();
    expect(claimsOf(client)).toEqual({ session: row?.id, until: row?.expires_at.getTime() });
    const other = await activated();
    expect(claimsOf(other)).not.toBeNull();
    await other.post('/debug-tool/deactivate');
    expect(claimsOf(other)).toBeNull();
  });

  it('goes when a call shows that the session is over, and stays when another lives in the browser', async () => {
    const client = await activated();
    const kept = client.cookies.get(NAME) ?? '';
    client.setHeader('X-Debug-Token', 'of an old tab');
    expect((await client.get('/debug-tool/verify')).status).toBe(401);
    expect(client.cookies.get(NAME)).toBe(kept);
    clock.advance(15 * 60_000);
    expect((await client.get('/debug-tool/verify')).status).toBe(401);
    expect(client.cookies.has(NAME)).toBe(false);
  });

  it('keeps what it says of the same session, and begins anew with another', async () => {
    const client = await activated();
    const claims = { ...claimsOf(client), remotes: { 'mf-advertiser': { version: '2', until: 9 } }, view: 3 };
    const said: string[] = [];
    feature.page.write(
      Object.assign(Object.create(null), { cookie: (_: string, text: string) => said.push(text) }),
      claims,
    );
    client.cookies.set(NAME, said[0] ?? '');
    expect((await client.get('/debug-tool/verify')).status).toBe(200);
    expect(claimsOf(client)).toEqual(claims);
    client.cookies.delete(NAME);
    expect((await client.get('/debug-tool/verify')).status).toBe(200);
    expect(claimsOf(client)).toEqual({ session: claims.session, until: claims.until });
    client.cookies.set(NAME, said[0] ?? '');
    await activated(client);
    expect(Object.keys(claimsOf(client))).toEqual(['session', 'until']);
  });

  it('opens nothing, and its use keeps no session alive', async () => {
    const client = await activated();
    client.setHeader('X-Debug-Token', null);
    for (let minute = 0; minute < 15; minute++) {
      clock.advance(60_000);
      await client.get('/api/auth/me');
      expect((await client.get('/debug-tool/verify')).status).toBe(401);
    }
    const [row] = await test.db.selectFrom('debug_session').select('id').execute();
    expect(await feature.service.isLive(row?.id ?? 0)).toBe(false);
  });
});
