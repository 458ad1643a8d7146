import type { ErrorBody, SessionAnswer, User } from '@ezdash/contracts';
import { user as userSchema } from '@ezdash/contracts';
import {
  buildApp,
  createTestDb,
  makeAdvertiser,
  makePublisher,
  makeUser,
  type TestApp,
  type TestDb,
} from '../../testing';

let test: TestDb;
let app: TestApp;
beforeAll(async () => {
  test = await createTestDb();
  app = await buildApp({ test });
});
afterAll(async () => {
  await app.close();
  await test.drop();
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
