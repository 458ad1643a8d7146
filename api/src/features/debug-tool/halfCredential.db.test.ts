import type { DebugAuditCheck, ErrorBody } from '@ezdash/contracts';
import { sql } from 'kysely';
import { makeAdmin, type TestClient } from '../../testing';
import { type FoundRoute, routesOf } from '../../testing/routesOf';
import { openSpecification, type SpecificationWorld } from './testSpecification';

/** What a debug token is worth by itself, at every route of the tool and of the console, and what the audit knows. */

jest.setTimeout(120_000);

let world: SpecificationWorld;
let routes: FoundRoute[];
let token: string;
/** Another browser than the one the token was made for. */
let thief: TestClient;

const isTools = ({ path }: FoundRoute) => path.startsWith('/debug-tool/');
const isConsoles = ({ path }: FoundRoute) => path.startsWith('/api/operator/');
/** Where the credential is made: its routes ask for none. */
const ENTRANCE = 'POST /debug-tool/activate';

beforeAll(async () => {
  world = await openSpecification();
  routes = routesOf(world.app.mounts).filter((route) => isTools(route) || isConsoles(route));
  token = (await world.enter(world.app.client())).session_token;
  thief = world.app.client();
  thief.setHeader('X-Debug-Token', token);
});
afterAll(() => world.close());

const addressOf = ({ path }: FoundRoute) => path.replace(/:\w+/g, '1');
let callers = 0;

/** One call as a page makes it, each from an address of its own, so that no limit answers in the place of a guard. */
function call(who: TestClient, route: FoundRoute) {
  const { method } = route;
  callers += 1;
  who.setHeader('X-Forwarded-For', `2001:db8:${callers.toString(16)}::1`);
  const address = addressOf(route);
  if (method === 'GET') return who.get<ErrorBody>(address);
  const send = { POST: who.post, PUT: who.put, PATCH: who.patch, DELETE: who.delete }[method];
  if (!send) throw new Error(`Nobody knows how to send ${method}`);
  return send<ErrorBody>(address, {});
}

it('knows the routes of the tool and of the console', () => {
  expect(routes.filter(isTools).length).toBeGreaterThan(20);
  expect(routes.filter(isConsoles).length).toBeGreaterThan(30);
});

it('a stolen token alone: no call succeeds', async () => {
  for (const route of routes.filter(({ name }) => name !== ENTRANCE)) {
    const { status, body } = await call(thief, route);
    expect([route.name, status]).toEqual([route.name, 401]);
    if (isTools(route)) expect([route.name, body.code]).toEqual([route.name, 'SESSION_INVALID']);
    else
      expect([route.name, body.message]).toEqual([route.name, expect.not.stringMatching(/session|valid/i)]);
  }
});

it('nor is it told by the tool which calls there are', async () => {
  for (const route of routes.filter(isTools)) {
    callers += 1;
    thief.setHeader('X-Forwarded-For', `2001:db8:${callers.toString(16)}::1`);
    const { status, headers } = await thief.request(addressOf(route), { method: 'OPTIONS' });
    expect([route.name, status, headers.get('Allow')]).toEqual([route.name, 404, null]);
  }
});

it('nor does one succeed with the page of an advertiser, or of another admin', async () => {
  const others = [world.person, await makeAdmin(world.app.test.db)];
  for (const other of others) {
    const client = world.app.client();
    client.setHeader('X-Debug-Token', token);
    await client.signIn(other);
    for (const route of routes.filter(({ name }) => name !== ENTRANCE)) {
      const { status } = await call(client, route);
      expect([other.role, route.name, [401, 403].includes(status)]).toEqual([other.role, route.name, true]);
    }
  }
});

it('nor does the console open for the page of an admin without a token', async () => {
  const client = world.app.client();
  await client.signIn(world.admin);
  for (const route of routes.filter(isConsoles)) {
    const { status, body } = await call(client, route);
    expect([route.name, status, body.code]).toEqual([route.name, 403, 'CONSOLE_LOCKED']);
  }
});

it('the sixth wrong sign-in within 15 minutes is refused, and so is the right one then', async () => {
  const { email, password } = await makeAdmin(world.app.test.db);
  const client = world.app.client();
  client.setHeader('X-Forwarded-For', '192.0.2.66');
  const attempt = async (admin_password: string) =>
    (await client.post('/debug-tool/activate', { admin_email: email, admin_password })).status;
  const statuses: number[] = [];
  for (let count = 0; count < 6; count += 1) statuses.push(await attempt('a wrong password'));
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  expect(await attempt(password)).toBe(429);
});

describe('the audit', () => {
  const rows = () => world.app.test.db.selectFrom('debug_audit').selectAll().orderBy('id').execute();
  const check = async (who: TestClient) => (await who.get<DebugAuditCheck>('/debug-tool/audit/check')).body;

  it('has every call of the tool and the console, by whom', async () => {
    const client = world.app.client();
    await client.signIn(world.admin);
    await world.enter(client, world.admin);
    const last = 'POST /debug-tool/deactivate';
    const order = routes.filter(({ name }) => name !== ENTRANCE && name !== last);
    for (const route of [...order, ...routes.filter(({ name }) => name === last)]) {
      const before = (await rows()).length;
      const { status } = await call(client, route);
      const added = (await rows()).slice(before);
      expect([route.name, added.map((row) => [row.method, row.path, row.status, row.admin_id])]).toEqual([
        route.name,
        [[route.method, addressOf(route), status, world.admin.id]],
      ]);
    }
  });

  it.each(['/debug-tool/log', '/api/operator/users/1/status'])(
    'has what came to %s with a body that is none',
    async (path) => {
      const client = world.app.client();
      await client.signIn(world.admin);
      await world.enter(client, world.admin);
      const csrf = (await client.get<{ csrf_token: string }>('/api/auth/me')).body.csrf_token;
      const headers = { 'X-CSRF-TOKEN': csrf, 'Content-Type': 'application/json' };
      const before = (await rows()).length;
      const answer = await client.request<ErrorBody>(path, { method: 'POST', headers, body: '{"level":' });
      expect([answer.status, answer.body.code]).toEqual([400, 'MALFORMED_BODY']);
      expect((await rows()).slice(before)).toMatchObject([
        { method: 'POST', path, status: 400, admin_id: world.admin.id },
      ]);
    },
  );

  it('is whole, and names a row that was changed', async () => {
    const client = world.app.client();
    await world.enter(client);
    expect(await check(client)).toEqual({ whole: true, broken_row: null });
    const row = (await rows())[7];
    await sql`ALTER TABLE debug_audit DISABLE TRIGGER debug_audit_append_only`.execute(world.app.test.owner);
    await sql`UPDATE debug_audit SET path = '/debug-tool/verify' WHERE id = ${row?.id}`.execute(
      world.app.test.owner,
    );
    expect(await check(client)).toEqual({ whole: false, broken_row: String(row?.id) });
  });
});
