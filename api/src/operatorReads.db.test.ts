import { randomUUID } from 'node:crypto';
import type { DebugAuditCheck, ErrorBody, NoticePage } from '@ezdash/contracts';
import { enterConsole, type MadeUser, makeAdmin, type TestClient } from './testing';
import { startOidcProvider, type TestOidcProvider } from './testing/oidcProvider';
import { type FoundRoute, routesOf } from './testing/routesOf';
import { startWholeApp, type WholeApp } from './testing/startWholeApp';
import { PROVIDER } from './testing/tenancy/accounts';
import { makeCall } from './testing/tenancy/calls';
import { TABLE } from './testing/tenancy/table';
import { MARKER, makeVisitors, type Visitors, WHO, type Who } from './testing/tenancy/visitors';

/** What an admin reads of others, over the whole server: nothing by the sign-in of the page alone, and nothing past the audit. */

jest.setTimeout(120_000);

const LEAST_REFUSAL = 400;
/** Who has nothing to do with what the walk asks for: what is theirs too, or everybody's, is no secret of its owner. */
const STRANGERS: readonly Who[] = ['guest', 'another advertiser', 'another publisher'];
/** The console itself is walked in consoleDoor.db.test.ts, the debug tool in its halfCredential.db.test.ts. */
const DESKS = ['/api/operator', '/debug-tool'];
/** Beyond the console, what is the owners' and open to admins. */
const OPEN_TO_ADMINS = [
  'GET /api/campaigns/:id/reasons',
  'GET /api/decisions/:id',
  'GET /api/documents/:id.pdf',
  'GET /api/support/attachments/:id',
  'GET /api/zones/:id/decisions',
  'GET /api/zones/:id/no-fill',
];

let app: WholeApp;
let provider: TestOidcProvider;
let visitors: Visitors;
let admin: MadeUser;
let reads: FoundRoute[];

beforeAll(async () => {
  const redirect = `http://localhost:8080/auth/social/${PROVIDER}/callback`;
  provider = await startOidcProvider({ clientId: 'ads', people: [], redirectUris: [redirect] });
  const { issuer } = provider;
  app = await startWholeApp({
    OIDC_PROVIDERS: JSON.stringify([{ id: PROVIDER, name: 'Acme', issuer, client_id: 'ads' }]),
  });
  visitors = await makeVisitors(app);
  admin = await makeAdmin(app.test.db);
  // What customers write reaches admins by notices, too.
  const customer = visitors.client('advertiser who owns it');
  const asked = await customer.post('/api/support/conversations', {
    client_id: randomUUID(),
    subject: MARKER,
    body: MARKER,
    skip_diagnosis: true,
  });
  expect(asked.status).toBe(201);
  reads = routesOf(app.mounts).filter(({ method }) => method === 'GET');
});
afterAll(async () => {
  await app.close();
  await provider.stop();
});

let addresses = 0;
async function signedIn(): Promise<TestClient> {
  const client = app.client();
  client.setHeader('X-Forwarded-For', `192.0.2.${++addresses}`);
  client.setHeader('Accept', 'text/html, application/json');
  await client.signIn(admin);
  return client;
}
/** What the audit has of an address: ids of decisions are too long for it, and stand in its details. */
const kept = (address: string) =>
  new URL(address, 'http://app.invalid').pathname.replace(/[^/]{32,}/, '[hidden]');

/** Rows of the audit that a call added. */
async function auditedBy(call: () => Promise<unknown>) {
  const { db } = app.test;
  const { last } = await db
    .selectFrom('debug_audit')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  await call();
  return db
    .selectFrom('debug_audit')
    .select(['admin_id', 'debug_session_id', 'method', 'path', 'status', 'detail'])
    .where('id', '>', BigInt(last ?? 0))
    .orderBy('id')
    .execute();
}
/** As the table of tenancy has it: others get in, too. */
const isOpenToStrangers = (name: string): boolean =>
  STRANGERS.some((who) => (TABLE.get(name)?.[WHO.indexOf(who)] ?? 0) < LEAST_REFUSAL);

it('by the sign-in of the page alone gets nothing of another account, whatever is asked', async () => {
  const client = await signedIn();
  const refused = new Set<string>();
  for (const route of reads) {
    const { address } = await makeCall({ app, visitors }, route);
    const { status, text, body } = await client.get<ErrorBody>(address);
    expect([route.name, text.toLowerCase().includes(MARKER.toLowerCase())]).toEqual([route.name, false]);
    if (status < LEAST_REFUSAL)
      expect([route.name, isOpenToStrangers(route.name)]).toEqual([route.name, true]);
    if (body?.code === 'CONSOLE_LOCKED' && !DESKS.some((desk) => route.path.startsWith(desk)))
      refused.add(route.name);
  }
  expect(reads.length).toBeGreaterThan(100);
  // What a stranger is refused and an admin is given is behind the door: of every read of the table.
  const behind = reads
    .map(({ name }) => name)
    .filter((name) => (TABLE.get(name)?.[WHO.indexOf('admin')] ?? LEAST_REFUSAL) < LEAST_REFUSAL)
    .filter((name) => !isOpenToStrangers(name) && !DESKS.some((desk) => name.startsWith(`GET ${desk}`)));
  expect(behind.sort()).toEqual(OPEN_TO_ADMINS);
  for (const name of behind) expect(refused).toContain(name);
});

it('hears by the sign-in of the page alone that a customer is waiting, and nothing of whom and for what', async () => {
  const { text, body } = await (await signedIn()).get<NoticePage>('/api/notices');
  expect(body.notices.map(({ event }) => event)).toContain('support_asked');
  expect(text.toLowerCase()).not.toContain(MARKER.toLowerCase());
});

describe.each(OPEN_TO_ADMINS)('%s', (name) => {
  const call = async (): Promise<string> => {
    const route = reads.find((each) => each.name === name);
    if (!route) throw new Error(`There is no route ${name}`);
    return (await makeCall({ app, visitors }, route)).address;
  };

  it('is refused an admin without a debug session, and that is in the audit', async () => {
    const client = await signedIn();
    const address = await call();
    const rows = await auditedBy(async () => {
      const { status, body } = await client.get<ErrorBody>(address);
      expect([status, body.code]).toEqual([403, 'CONSOLE_LOCKED']);
    });
    expect(rows).toEqual([
      {
        admin_id: admin.id,
        debug_session_id: null,
        method: 'GET',
        path: kept(address),
        status: 403,
        detail: {},
      },
    ]);
  });

  it.each<[string, string, (address: string) => string, Record<string, string>]>([
    ['HEAD', 'HEAD', (address) => address, {}],
    ['a part of it', 'GET', (address) => address, { Range: 'bytes=0-9' }],
    ['what was kept of it', 'GET', (address) => address, { 'If-None-Match': '*' }],
    ['a slash behind it', 'GET', (address) => address.replace(/([?]|$)/, '/$1'), {}],
    ['a slash too many', 'GET', (address) => address.replace('/api/', '/api//'), {}],
    ['capital letters', 'GET', (address) => address.replace('/api/', '/API/'), {}],
    ['escaped letters', 'GET', (address) => address.replace('/api/', '/%61pi/'), {}],
  ])('is given to no admin without a debug session by %s', async (_, method, change, headers) => {
    const client = await signedIn();
    const address = change(await call());
    const { status, text } = await client.request(address, { method, headers });
    // Where nothing lies, the shell's page answers.
    expect([200, 403, 404]).toContain(status);
    if (status === 200) expect(text).toContain('<!doctype html>');
    expect(text.toLowerCase()).not.toContain(MARKER.toLowerCase());
  });

  it.each([
    ['a call with the token', ['ez.debug', 'ez.debug-page'], true],
    ['a window, which has no token', ['ez.debug'], false],
  ])('is read by %s, and that is in the audit', async (_, gone, hasToken) => {
    const client = await signedIn();
    await enterConsole(client, admin);
    for (const cookie of gone) client.cookies.delete(cookie);
    if (!hasToken) client.setHeader('X-Debug-Token', null);
    const address = await call();
    const rows = await auditedBy(async () => expect((await client.get(address)).status).toBe(200));
    expect(rows).toEqual([
      {
        admin_id: admin.id,
        debug_session_id: expect.any(Number),
        method: 'GET',
        path: kept(address),
        status: 200,
        detail: expect.any(Object),
      },
    ]);
  });
});

it('is refused to a window whose debug session was ended, and to one of another admin’s', async () => {
  const client = await signedIn();
  await enterConsole(client, admin);
  client.setHeader('X-Debug-Token', null);
  const route = reads.find((each) => each.name === 'GET /api/documents/:id.pdf');
  if (!route) throw new Error('There is no route of documents');
  const { address } = await makeCall({ app, visitors }, route);
  const other = await makeAdmin(app.test.db);
  const theirs = app.client();
  await theirs.signIn(other);
  theirs.cookies.set('ez.debug-page', client.cookies.get('ez.debug-page') ?? '');
  expect((await theirs.get(address)).status).toBe(403);
  expect((await client.get(address)).status).toBe(200);
  await app.test.db
    .updateTable('debug_session')
    .set({ revoked_at: new Date() })
    .where('admin_id', '=', admin.id)
    .execute();
  expect((await client.get(address)).status).toBe(403);
});

it('has in the audit which decision was read', async () => {
  const client = await signedIn();
  await enterConsole(client, admin);
  const route = reads.find((each) => each.name === 'GET /api/decisions/:id');
  if (!route) throw new Error('There is no route of decisions');
  const { address } = await makeCall({ app, visitors }, route);
  expect((await client.get(address)).status).toBe(200);
  const row = await app.test.db
    .selectFrom('debug_audit')
    .select('detail')
    .where('path', '=', '/api/decisions/[hidden]')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(row.detail).toEqual({ decision: new URL(address, 'http://app.invalid').pathname.split('/').at(-1) });
});

it('has in the audit which decision was asked for in vain', async () => {
  const client = await signedIn();
  await enterConsole(client, admin);
  const id = '01890a5d-ac96-774b-bcce-000000000000';
  const rows = await auditedBy(async () => {
    expect((await client.get(`/api/decisions/${id}`)).status).toBe(404);
    expect((await client.get(`/api/decisions/${'a'.repeat(64)}`)).status).toBe(404);
  });
  expect(rows.map(({ status, detail }) => [status, detail])).toEqual([
    [404, { decision: id }],
    [404, {}],
  ]);
});

it('leaves owners what is theirs, past the audit', async () => {
  const route = reads.find((each) => each.name === 'GET /api/documents/:id.pdf');
  if (!route) throw new Error('There is no route of documents');
  const { address } = await makeCall({ app, visitors }, route);
  const owner = visitors.client('advertiser who owns it');
  const rows = await auditedBy(async () => expect((await owner.get(address)).status).toBe(200));
  expect(rows).toEqual([]);
});

it('leaves the chain whole', async () => {
  const client = await signedIn();
  await enterConsole(client, admin);
  const { body } = await client.get<DebugAuditCheck>('/api/operator/audit/check');
  expect(body).toEqual({ whole: true, broken_row: null });
});
