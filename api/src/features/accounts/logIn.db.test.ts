import type { ErrorBody, LoginAnswer, SecondFactor, SessionAnswer } from '@ezdash/contracts';
import { loginAnswer } from '@ezdash/contracts';
import { createLog } from '../../platform/log';
import {
  buildApp,
  createTestDb,
  type MadeUser,
  makeAdvertiser,
  type TestApp,
  type TestClient,
  type TestDb,
} from '../../testing';

const lines: string[] = [];
const factors = new Map<number, SecondFactor[]>();
const signIns: number[] = [];
let test: TestDb;
let app: TestApp;
beforeAll(async () => {
  test = await createTestDb();
  app = await buildApp({
    test,
    trustProxy: ['loopback'],
    log: createLog({ production: true, level: 'debug', write: (line) => lines.push(line) }),
    accounts: {
      logKey: 'a key of the tests',
      secondFactorsOf: async (userId) => factors.get(userId) ?? [],
    },
    sessions: {
      onSignIn: async ({ id }) => {
        signIns.push(id);
      },
    },
  });
});
afterAll(async () => {
  await app.close();
  await test.drop();
});

const post = (client: TestClient, email: string, password: string) =>
  client.post<LoginAnswer & ErrorBody>('/api/auth/login', { email, password });
const me = async (client: TestClient) => (await client.get<SessionAnswer>('/api/auth/me')).body.user;

describe('a failed log-in', () => {
  interface Failure {
    event?: string;
    reason: string;
    userId: number | null;
    account: string;
    address: string;
  }
  const failures = (): Failure[] =>
    lines.map((line) => JSON.parse(line) as Failure).filter(({ event }) => event === 'auth.login_failed');

  it('is in the log, with pseudonyms in place of the e-mail and the address', async () => {
    const user = await makeAdvertiser(test.db);
    const tries: [email: string, address: string][] = [
      [user.email, '198.51.100.7'],
      [user.email.toUpperCase(), '198.51.100.8'],
      ['nobody@example.test', '198.51.100.7'],
    ];
    for (const [email, address] of tries) {
      const client = app.client();
      client.setHeader('X-Forwarded-For', address);
      expect((await post(client, email, 'a wrong phrase')).status).toBe(422);
    }
    const [first, second, third] = failures();
    expect([first?.userId, second?.userId, third?.userId]).toEqual([user.id, user.id, null]);
    expect(first?.account).toBe(second?.account);
    expect(first?.account).not.toBe(third?.account);
    expect(first?.address).toBe(third?.address);
    expect(first?.address).not.toBe(second?.address);
    expect(first?.account).toMatch(/^[\w-]{16}$/);
    const all = lines.join('').toLowerCase();
    for (const secret of [user.email, 'nobody@example.test', 'a wrong phrase', user.password])
      expect(all).not.toContain(secret);
  });

  it('says so when there were too many', async () => {
    const user = await makeAdvertiser(test.db);
    const client = app.client();
    for (let n = 0; n < 10; n++) await post(client, user.email, 'a wrong phrase');
    expect((await post(client, user.email, user.password)).status).toBe(429);
    const mine = failures().filter(({ account }) => account === failures().at(-1)?.account);
    expect(mine.map(({ reason }) => reason)).toEqual([...Array(10).fill('credentials'), 'limited']);
  });

  it('is none when the password is right', async () => {
    const before = failures().length;
    await app.client().signIn(await makeAdvertiser(test.db));
    expect(failures()).toHaveLength(before);
  });
});

describe('with a second factor', () => {
  async function withFactor(): Promise<MadeUser> {
    const user = await makeAdvertiser(test.db);
    factors.set(user.id, ['totp', 'recovery']);
    return user;
  }

  it('nobody is signed in by the password', async () => {
    const user = await withFactor();
    const client = app.client();
    const { status, body } = await post(client, user.email, user.password);
    expect(status).toBe(200);
    expect(loginAnswer.parse(body)).toEqual({
      user: null,
      csrf_token: expect.stringMatching(/^[\w-]{20,}$/),
      second_factor: ['totp', 'recovery'],
    });
    expect(await me(client)).toBeNull();
    expect((await client.patch<ErrorBody>('/api/settings/profile', { first_name: 'Jo' })).status).toBe(401);
    // What follows a sign-in follows a complete one alone.
    expect(signIns).not.toContain(user.id);
  });

  it('the token of the answer is good for the next call', async () => {
    const user = await withFactor();
    const client = app.client();
    await post(client, user.email, user.password);
    expect((await client.post('/api/auth/logout')).status).toBe(200);
  });

  it('a wrong password says nothing of it', async () => {
    const user = await withFactor();
    const { status, body } = await post(app.client(), user.email, 'a wrong phrase');
    expect([status, body.code, body.second_factor]).toEqual([422, 'WRONG_CREDENTIALS', undefined]);
  });

  it('whoever was signed in before is not any more', async () => {
    const client = app.client();
    await client.signIn(await makeAdvertiser(test.db));
    const user = await withFactor();
    await post(client, user.email, user.password);
    expect(await me(client)).toBeNull();
  });
});
