import type { DebugAuditCheck, ErrorBody } from '@ezdash/contracts';
import { generateSync } from 'otplib';
import { enterConsole, type MadeUser, makeAdmin, type TestClient } from './testing';
import { type FoundRoute, routesOf } from './testing/routesOf';
import { startWholeApp, type WholeApp } from './testing/startWholeApp';

/** The door of the console over the server as people get it. */

jest.setTimeout(120_000);

let app: WholeApp;
let admin: MadeUser;
let desks: FoundRoute[];
let addresses = 0;

beforeAll(async () => {
  app = await startWholeApp({ ADMIN_SECOND_FACTOR: 'optional' });
  admin = await makeAdmin(app.test.db);
  desks = routesOf(app.mounts).filter(({ path }) => path.startsWith('/api/operator'));
});
afterAll(() => app.close());

function browser(of: WholeApp = app): TestClient {
  const client = of.client();
  client.setHeader('X-Forwarded-For', `192.0.2.${++addresses}`);
  return client;
}
async function signedIn(): Promise<TestClient> {
  const client = browser();
  await client.signIn(admin);
  return client;
}
/** What each of the console's calls answers the client. */
async function askAll(client: TestClient): Promise<Set<string>> {
  const answers = new Set<string>();
  for (const { method, path } of desks) {
    const { get, post, put, patch, delete: remove } = client;
    const send = { GET: get, POST: post, PUT: put, PATCH: patch, DELETE: remove }[method];
    if (!send) throw new Error(`The walk cannot send ${method}`);
    const { status, body } = await send<ErrorBody>(path.replace(/:\w+/g, '999999'), {});
    answers.add(`${status} ${body?.code}`);
  }
  return answers;
}
const audited = async (): Promise<number> => {
  const rows = await app.test.db
    .selectFrom('debug_audit')
    .select('id')
    .where('path', 'like', '/api/operator%')
    .execute();
  return rows.length;
};

it('is in front of every call of the console, and has each in the audit', async () => {
  expect(desks.length).toBeGreaterThan(45);
  const client = await signedIn();
  expect([...(await askAll(client))]).toEqual(['403 CONSOLE_LOCKED']);
  client.setHeader('X-Debug-Token', 'of nobody');
  expect([...(await askAll(client))]).toEqual(['401 CONSOLE_LOCKED']);
  expect(await audited()).toBe(2 * desks.length);
});

it('opens to nobody who has the token alone', async () => {
  const client = await signedIn();
  const { body } = await client.post<{ session_token: string }>('/debug-tool/activate', {
    admin_email: admin.email,
    admin_password: admin.password,
  });
  const thief = browser();
  thief.setHeader('X-Debug-Token', body.session_token);
  expect([...(await askAll(thief))]).toEqual(['401 SIGN_IN_REQUIRED']);
});

it('lets many calls through at once, and the chain stays whole', async () => {
  const client = await signedIn();
  await enterConsole(client, admin);
  const before = await audited();
  // What can be read without naming anything.
  const reads = desks.filter(
    ({ method, path, schemas }) =>
      method === 'GET' && !path.includes(':') && schemas.query?.safeParse({}).success !== false,
  );
  const calls = Array.from({ length: 8 }, () => reads).flat();
  const answers = await Promise.all(calls.map(({ path }) => client.get(path)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await audited()) - before).toBe(calls.length);
  const { body } = await client.get<DebugAuditCheck>('/api/operator/audit/check');
  expect(body).toEqual({ whole: true, broken_row: null });
});

describe('a second step', () => {
  const activate = (client: TestClient, code?: string) =>
    client.post<ErrorBody>('/debug-tool/activate', {
      admin_email: admin.email,
      admin_password: admin.password,
      code,
    });

  it('is asked of an admin who turned it on in the settings', async () => {
    const client = await signedIn();
    const { body } = await client.post<{ secret: string }>('/api/settings/factors/totp');
    const code = (steps: number) =>
      generateSync({ secret: body.secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });
    const confirmed = await client.post('/api/settings/factors/totp/confirm', { code: code(0) });
    expect(confirmed.status).toBe(200);
    expect((await activate(client)).body.code).toBe('CODE_NEEDED');
    expect((await activate(client, '000000')).body.code).toBe('CODE_WRONG');
    // The code of now was used up in the settings.
    expect((await activate(client, code(1))).status).toBe(200);
  });

  it('is missing where the network asks for it', async () => {
    const strict = await startWholeApp({ ADMIN_SECOND_FACTOR: 'required' });
    const { email, password } = await makeAdmin(strict.test.db);
    const given = { admin_email: email, admin_password: password };
    const { status, body } = await browser(strict).post<ErrorBody>('/debug-tool/activate', given);
    expect([status, body.code]).toEqual([422, 'SECOND_FACTOR_MISSING']);
    await strict.close();
  });
});
