import type { ErrorBody, SessionAnswer, User } from '@ezdash/contracts';
import { sessionAnswer, TERMS_VERSION, user as userSchema } from '@ezdash/contracts';
import {
  buildApp,
  createTestDb,
  makeAdvertiser,
  makePublisher,
  makeUser,
  type TestApp,
  type TestDb,
} from '../../testing';
import { verify } from '../ledger';

let test: TestDb;
let app: TestApp;
beforeAll(async () => {
  test = await createTestDb();
  app = await buildApp({ test, signupBonusMicros: 50_000_000n });
});
afterAll(async () => {
  await app.close();
  await test.drop();
});

const newcomer = (email: string, changes: object = {}) => ({
  email,
  password: 'a good long password',
  role: 'advertiser',
  company_name: 'Fern & Field',
  country: 'DE',
  terms_version: TERMS_VERSION,
  ...changes,
});

describe('registration', () => {
  it('signs in, gives the bonus of a demo network and answers the contract', async () => {
    const client = app.client();
    const { status, body } = await client.post<SessionAnswer>(
      '/api/auth/register',
      newcomer('New@Example.test'),
    );
    expect(status).toBe(201);
    expect(sessionAnswer.parse(body).user).toMatchObject({
      email: 'new@example.test',
      role: 'advertiser',
      status: 'active',
      account_type: { id: 1, name: 'Regular' },
      balance: { balance: 50_000_000, available_balance: 50_000_000, bonus: 50_000_000, total_spent: 0 },
      preferences: { theme: 'system', locale: null, timezone: 'UTC' },
    });
    const me = await client.get<SessionAnswer>('/api/auth/me');
    expect(me.body.user?.email).toBe('new@example.test');
    expect((await verify(test.db)).ok).toBe(true);
  });

  it('gives publishers no bonus', async () => {
    const { body } = await app
      .client()
      .post<SessionAnswer>('/api/auth/register', newcomer('pub@example.test', { role: 'publisher' }));
    expect(body.user?.balance.balance).toBe(0);
  });

  it('lists every wrong field at once', async () => {
    const wrong = {
      email: 'nobody',
      password: 'short',
      role: 'admin',
      company_name: ' ',
      country: 'XX',
      terms_version: '',
    };
    const { status, body } = await app.client().post<ErrorBody>('/api/auth/register', wrong);
    expect(status).toBe(422);
    expect(body.code).toBe('INVALID_INPUT');
    expect(Object.keys(body.errors ?? {}).sort()).toEqual(Object.keys(wrong).sort());
    expect(body.requestId).toMatch(/^[\w-]{8,}$/);
  });

  it('refuses a taken address in any case, and keeps one account when two come at once', async () => {
    const results = await Promise.all(
      ['twice@example.test', 'TWICE@example.test', 'Twice@Example.test'].map((email) =>
        app.client().post<ErrorBody>('/api/auth/register', newcomer(email)),
      ),
    );
    expect(results.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    const refused = results.find(({ status }) => status === 422);
    expect(refused?.body.errors?.email).toEqual(['There is an account with this address: sign in instead']);
  });

  it('asks to read the terms again when they have changed', async () => {
    const { body } = await app
      .client()
      .post<ErrorBody>('/api/auth/register', newcomer('terms@example.test', { terms_version: '2020-01' }));
    expect(Object.keys(body.errors ?? {})).toEqual(['terms_version']);
  });
});

describe('log-in', () => {
  it('renews the session id and the CSRF token', async () => {
    const user = await makeAdvertiser(test.db);
    const client = app.client();
    const guest = await client.get<SessionAnswer>('/api/auth/me');
    const before = client.cookies.get('ez.sid');
    const { status, body } = await client.post<SessionAnswer>('/api/auth/login', {
      email: user.email.toUpperCase(),
      password: user.password,
    });
    expect(status).toBe(200);
    expect(body.user?.id).toBe(user.id);
    expect(client.cookies.get('ez.sid')).not.toBe(before);
    expect(body.csrf_token).not.toBe(guest.body.csrf_token);
    expect(body.user?.last_login_at).not.toBeNull();
  });

  it('says the same for a wrong password and for nobody, never with 401 or 403', async () => {
    const user = await makeAdvertiser(test.db);
    const social = await makeUser(test.db, { password_hash: null });
    for (const email of [user.email, social.email, 'nobody@example.test']) {
      const { status, body } = await app
        .client()
        .post<ErrorBody>('/api/auth/login', { email, password: 'not this one' });
      expect([status, body.code, body.message]).toEqual([
        422,
        'WRONG_CREDENTIALS',
        'Wrong e-mail or password',
      ]);
    }
  });

  it('stops after ten tries on one account, with Retry-After, and leaves others alone', async () => {
    const [victim, other] = [await makeAdvertiser(test.db), await makeAdvertiser(test.db)];
    const client = app.client();
    for (let attempt = 0; attempt < 10; attempt++)
      expect((await client.post('/api/auth/login', { email: victim.email, password: 'wrong' })).status).toBe(
        422,
      );
    const { status, headers, body } = await client.post<ErrorBody>('/api/auth/login', {
      email: victim.email,
      password: victim.password,
    });
    expect([status, headers.get('Retry-After'), body.code]).toEqual([429, '900', 'TOO_MANY_REQUESTS']);
    await app.client().signIn(other);
  });

  it('forgets the tries after a success', async () => {
    const user = await makeAdvertiser(test.db);
    const client = app.client();
    for (let round = 0; round < 3; round++) {
      for (let attempt = 0; attempt < 4; attempt++)
        await client.post('/api/auth/login', { email: user.email, password: 'wrong' });
      await client.signIn(user);
    }
  });
});

it('logs out for good: the old cookie opens nothing', async () => {
  const user = await makeAdvertiser(test.db);
  const client = app.client();
  await client.signIn(user);
  const stolen = `ez.sid=${client.cookies.get('ez.sid')}`;
  const { status, body } = await client.post<SessionAnswer>('/api/auth/logout');
  expect([status, body.user]).toEqual([200, null]);
  const again = await app.client().request<SessionAnswer>('/api/auth/me', { headers: { Cookie: stolen } });
  expect(again.body.user).toBeNull();
});

describe('CSRF', () => {
  it.each([
    ['no token', {}],
    ['another one', { 'X-CSRF-TOKEN': 'f'.repeat(64) }],
  ])('answers 419 with the way to a fresh page for %s', async (_, headers: Record<string, string>) => {
    const client = app.client();
    await client.get('/api/auth/me');
    const { status, body } = await client.request<ErrorBody>('/api/auth/login', {
      method: 'POST',
      headers,
      body: '{}',
    });
    expect([status, body.redirect, body.code]).toEqual([419, '/auth/login', 'CSRF_MISMATCH']);
  });

  it('does not take the token of somebody else', async () => {
    const theirs = (await app.client().get<SessionAnswer>('/api/auth/me')).body.csrf_token;
    const client = app.client();
    await client.get('/api/auth/me');
    const { status } = await client.request('/api/auth/logout', {
      method: 'POST',
      headers: { 'X-CSRF-TOKEN': theirs },
    });
    expect(status).toBe(419);
  });
});

describe('settings', () => {
  it('changes the profile, all of it or nothing', async () => {
    const user = await makePublisher(test.db);
    const client = app.client();
    await client.signIn(user);
    const good = await client.patch<User>('/api/settings/profile', {
      first_name: ' Jonas ',
      last_name: 'Frei',
      phone_number: '+41 44 123 45 67',
      country: 'CH',
    });
    expect(userSchema.parse(good.body).profile).toMatchObject({
      first_name: 'Jonas',
      last_name: 'Frei',
      country: 'CH',
    });
    const bad = await client.patch<ErrorBody>('/api/settings/profile', {
      username: 'x',
      phone_number: 'call me',
      first_name: 'Other',
    });
    expect([bad.status, Object.keys(bad.body.errors ?? {})]).toEqual([422, ['username', 'phone_number']]);
    expect((await client.get<SessionAnswer>('/api/auth/me')).body.user?.profile.first_name).toBe('Jonas');
  });

  it('keeps the appearance with the person and in the cookies for 365 days', async () => {
    const client = app.client();
    await client.signIn(await makePublisher(test.db));
    const { headers, body } = await client.patch<User>('/api/settings/appearance', {
      theme: 'dark',
      locale: 'de',
      timezone: 'Europe/Berlin',
    });
    expect(body.preferences).toEqual({ theme: 'dark', locale: 'de', timezone: 'Europe/Berlin' });
    const cookies = headers.getSetCookie();
    expect(cookies.find((cookie) => cookie.startsWith('appearance=dark'))).toContain('Max-Age=31536000');
    expect(cookies.some((cookie) => cookie.startsWith('ezdash_locale=de'))).toBe(true);
    expect((await client.get('/api/settings/appearance')).body).toEqual(body.preferences);
    const bad = await client.patch<ErrorBody>('/api/settings/appearance', {
      theme: 'pink',
      timezone: 'Mars/Base',
    });
    expect(Object.keys(bad.body.errors ?? {})).toEqual(['theme', 'timezone']);
  });

  it('keeps the language of guests in the cookie and of people in their account', async () => {
    const guest = app.client();
    expect((await guest.post('/api/locale', { locale: 'de' })).body).toEqual({ locale: 'de' });
    expect(guest.cookies.get('ezdash_locale')).toBe('de');
    const person = app.client();
    await person.signIn(await makePublisher(test.db));
    await person.post('/api/locale', { locale: 'en-XA' });
    expect((await person.get<SessionAnswer>('/api/auth/me')).body.user?.preferences.locale).toBe('en-XA');
    expect((await guest.post('/api/locale', { locale: 'tlh' })).status).toBe(422);
  });

  it('is closed to guests', async () => {
    const { status, body } = await app.client().patch<ErrorBody>('/api/settings/profile', {});
    expect([status, body.code]).toEqual([401, 'SIGN_IN_REQUIRED']);
    expect(body.message).not.toMatch(/session|valid/i);
  });
});

it('lets somebody suspended sign in and see why', async () => {
  const user = await makeAdvertiser(test.db, { status: 'suspended' });
  const client = app.client();
  await client.signIn(user);
  expect((await client.get<SessionAnswer>('/api/auth/me')).body.user?.status).toBe('suspended');
});
