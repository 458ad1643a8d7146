import type { ErrorBody } from '@ezdash/contracts';
import {
  buildApp,
  createTestDb,
  type MadeUser,
  makeAdvertiser,
  type TestApp,
  type TestDb,
} from '../../testing';

let test: TestDb;
let app: TestApp;
// The limits live as long as the app: a new one each time.
beforeEach(async () => {
  test = await createTestDb();
  app = await buildApp({ test, trustProxy: ['loopback'] });
});
afterEach(async () => {
  await app.close();
  await test.drop();
});

async function logIn(email: string, password: string, address: string) {
  const client = app.client();
  client.setHeader('X-Forwarded-For', address);
  const { status, headers, body } = await client.post<ErrorBody>('/api/auth/login', { email, password });
  return { status, retryAfter: headers.get('Retry-After'), message: body.message };
}

/** Wrong passwords, each from an address of its own. */
async function tryFromEverywhere(email: string, count: number) {
  const answers: Awaited<ReturnType<typeof logIn>>[] = [];
  for (let n = 0; n < count; n++) answers.push(await logIn(email, 'wrong', `203.0.113.${n}`));
  return answers;
}
const right = (user: MadeUser, address: string) => logIn(user.email, user.password, address);

it('S6: counts an address as one, however proxies write it', async () => {
  const user = await makeAdvertiser(test.db);
  const written = [
    ...[
      '203.0.113.61:40001',
      '203.0.113.61:40002',
      '[203.0.113.61]:1',
      '"203.0.113.61"',
      '::ffff:203.0.113.61',
    ],
    ...[
      '[::FFFF:203.0.113.61]:7',
      '6.6.6.6, 203.0.113.61',
      '203.0.113.61, ',
      '203.0.113.61:',
      '::ffff:cb00:713d',
    ],
  ];
  const tries: number[] = [];
  for (const address of [...written, ...written.slice(0, 2)])
    tries.push((await logIn(user.email, 'wrong', address)).status);
  expect(tries).toEqual([...Array(10).fill(422), 429, 429]);
  expect((await right(user, '203.0.113.62:40001')).status).toBe(200);
});

it('counts an IPv6 network of one home as one address', async () => {
  const user = await makeAdvertiser(test.db);
  for (let n = 1; n <= 10; n++)
    expect((await logIn(user.email, 'wrong', `2001:db8:1:2::${n}`)).status).toBe(422);
  expect((await right(user, '2001:db8:1:2:ffff::1')).status).toBe(429);
  expect((await right(user, '2001:db8:1:3::1')).status).toBe(200);
});

it('slows down whoever tries one account from everywhere, and says the same of accounts nobody has', async () => {
  const user = await makeAdvertiser(test.db);
  const known = await tryFromEverywhere(user.email, 52);
  const unknown = await tryFromEverywhere('nobody@example.test', 52);
  expect(known.map(({ status }) => status)).toEqual([...Array(50).fill(422), 429, 429]);
  expect(known[50]).toEqual({
    status: 429,
    retryAfter: '60',
    message: 'Too many tries. Wait a minute and try again',
  });
  expect(unknown).toEqual(known);
  expect((await right(user, '198.51.100.1')).status).toBe(429);
});

it('leaves the door open for the addresses its owner came from', async () => {
  const user = await makeAdvertiser(test.db);
  const other = await makeAdvertiser(test.db);
  const home = '198.51.100.7';
  expect((await right(user, home)).status).toBe(200);
  await tryFromEverywhere(user.email, 51);
  expect((await right(user, '198.51.100.8')).status).toBe(429);
  expect((await right(user, home)).status).toBe(200);
  expect((await right(other, '198.51.100.8')).status).toBe(200);
});

it('knows its owner’s door after a restart too, as long as a sign-in from there lasts', async () => {
  const user = await makeAdvertiser(test.db);
  const home = '198.51.100.7';
  expect((await right(user, home)).status).toBe(200);
  await app.close();
  app = await buildApp({ test, trustProxy: ['loopback'] });
  await tryFromEverywhere(user.email, 51);
  expect((await right(user, '198.51.100.8')).status).toBe(429);
  expect((await right(user, home)).status).toBe(200);
  const { rows } = await test.pool.query('SELECT sess FROM session');
  expect(JSON.stringify(rows)).not.toContain(home);
});
