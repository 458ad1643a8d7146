import type { ErrorBody, SessionAnswer } from '@ezdash/contracts';
import { buildApp, createTestDb, makeAdvertiser, type TestApp, type TestDb } from '../../testing';

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
beforeEach(async () => {
  await test.db.deleteFrom('session').execute();
});

const rows = () => test.db.selectFrom('session').selectAll().execute();
const me = (client = app.client()) => client.get<SessionAnswer>('/api/auth/me');
/** A changing call that a guest may make. */
const change = (headers: Record<string, string>) =>
  app.client().request<ErrorBody>('/api/auth/logout', { method: 'POST', headers });

it('makes no row for guests, whatever they call', async () => {
  for (let visit = 0; visit < 20; visit++) await me();
  const guest = app.client();
  expect((await guest.post('/api/locale', { locale: 'de' })).status).toBe(200);
  expect((await guest.post('/api/auth/logout')).status).toBe(200);
  expect((await guest.post('/api/auth/login', { email: 'a@b.test', password: 'wrong' })).status).toBe(422);
  expect(await rows()).toEqual([]);
});

it('gives a cookie that scripts cannot read, and keeps the token as long as the cookie', async () => {
  const client = app.client();
  const first = await me(client);
  const [cookie, ...others] = first.headers.getSetCookie();
  expect(others).toEqual([]);
  for (const part of ['ez.guest=', 'HttpOnly', 'SameSite=Lax', 'Path=/', 'Max-Age=43200'])
    expect(cookie).toContain(part);
  expect(cookie).not.toContain(first.body.csrf_token);
  expect((await me(client)).body.csrf_token).toBe(first.body.csrf_token);
  expect((await me()).body.csrf_token).not.toBe(first.body.csrf_token);
});

describe('takes the token with its own cookie alone', () => {
  const answer = async (forge: (cookie: string, token: string) => Record<string, string>) => {
    const client = app.client();
    const token = (await me(client)).body.csrf_token;
    return (await change(forge(client.cookies.get('ez.guest') ?? '', token))).status;
  };
  it.each<[string, number, (cookie: string, token: string) => Record<string, string>]>([
    ['both', 200, (cookie, token) => ({ Cookie: `ez.guest=${cookie}`, 'X-CSRF-TOKEN': token })],
    ['no cookie', 419, (_, token) => ({ 'X-CSRF-TOKEN': token })],
    ['no token', 419, (cookie) => ({ Cookie: `ez.guest=${cookie}` })],
    ['an empty token', 419, (cookie) => ({ Cookie: `ez.guest=${cookie}`, 'X-CSRF-TOKEN': '' })],
    ['the cookie as the token', 419, (cookie) => ({ Cookie: `ez.guest=${cookie}`, 'X-CSRF-TOKEN': cookie })],
    [
      'a cookie we did not sign',
      419,
      (cookie, token) => ({
        Cookie: `ez.guest=${cookie.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
        'X-CSRF-TOKEN': token,
      }),
    ],
    [
      'a cookie without a signature',
      419,
      (cookie, token) => ({ Cookie: `ez.guest=${cookie.split('.')[0]}`, 'X-CSRF-TOKEN': token }),
    ],
  ])('%s: %i', async (_, status, forge) => expect(await answer(forge)).toBe(status));
});

it('has one row from sign-in to sign-out, and neither token outlives its side of the door', async () => {
  const user = await makeAdvertiser(test.db);
  const client = app.client();
  const guestToken = (await me(client)).body.csrf_token;
  const guestCookie = client.cookies.get('ez.guest') ?? '';
  await client.signIn(user);
  expect(await rows()).toHaveLength(1);
  expect(client.cookies.has('ez.guest')).toBe(false);
  const person = `ez.sid=${client.cookies.get('ez.sid')}`;
  const asPerson = (cookie: string, token: string) => change({ Cookie: cookie, 'X-CSRF-TOKEN': token });
  expect((await asPerson(person, guestToken)).status).toBe(419);
  expect((await asPerson(`${person}; ez.guest=${guestCookie}`, guestToken)).status).toBe(419);
  const personToken = (await me(client)).body.csrf_token;

  const out = await client.post<SessionAnswer>('/api/auth/logout');
  expect([out.status, out.body.user]).toEqual([200, null]);
  expect(await rows()).toEqual([]);
  expect(client.cookies.has('ez.sid')).toBe(false);
  expect(client.cookies.get('ez.guest')).not.toBe(guestCookie);
  expect([guestToken, personToken]).not.toContain(out.body.csrf_token);
  expect((await asPerson(person, personToken)).status).toBe(419);
  expect((await client.post('/api/locale', { locale: 'de' })).status).toBe(200);
});
