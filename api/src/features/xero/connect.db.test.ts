import { type ErrorBody, type XeroAuthAnswer, type XeroStatus, xeroStatus } from '@ezdash/contracts';
import { enterConsole, makeAdmin, makeAdvertiser, type TestClient } from '../../testing';
import { ageProofs } from '../../testing/ageProofs';
import { openXero, visitPopup, type XeroWorld } from './testXero';

let world: XeroWorld;
beforeEach(async () => {
  world = await openXero();
});
afterEach(() => world.close());

const begin = async (client: TestClient) =>
  (await client.post<XeroAuthAnswer>('/debug-tool/xero/auth')).body.auth_url;
const statusOf = async (client: TestClient) =>
  xeroStatus.parse((await client.get<XeroStatus>('/debug-tool/xero/status')).body);
const MINUTE_MS = 60_000;

describe('connecting', () => {
  it('goes by Xero’s page, and tells the page that opened the window', async () => {
    const client = await world.debugger();
    expect((await statusOf(client)).status).toEqual({ connected: false, has_credentials: false });
    const url = new URL(await begin(client));
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    expect(url.searchParams.get('state')).toHaveLength(43);
    const page = await visitPopup(client, world.sandbox, url.href);
    expect(page.status).toBe(200);
    expect(page.text).toContain('window.opener.postMessage({"type":"xero-auth-success"}, "http://ads.test")');
    expect(page.text).not.toContain('"*"');
    expect(page.headers.get('Cross-Origin-Opener-Policy')).toBe('unsafe-none');
    const policy = page.headers.get('Content-Security-Policy') ?? '';
    const nonce = /nonce-([^']+)/.exec(policy)?.[1] ?? '';
    expect(policy).not.toContain('unsafe-inline');
    expect(page.text).toContain(`<script nonce="${nonce}">`);

    const status = await statusOf(client);
    expect(status).toMatchObject({
      status: { connected: true, has_credentials: true },
      // It runs on from the moment it was given.
      token: { expires_human: expect.stringMatching(/^in (29|30) minutes$/) },
      tenant: { name: 'Demo Company (Global)' },
      actions: {
        auth_url: 'http://ads.test/debug-tool/xero/auth',
        package_auth_url: 'http://ads.test/xero/auth/authorize',
      },
    });
    expect(status.token?.expires_in).toBeGreaterThan(1_780);
    expect(status.token?.expires_in).toBeLessThanOrEqual(1_800);
    expect(status.config.client_id).toBe(world.sandbox.clientId);
    expect(status.config.client_secret).toBe(`••••••••${world.sandbox.clientSecret.slice(-4)}`);
    expect(world.sandbox.invalidExchanges()).toEqual([]);
  });

  it('keeps nothing that the database alone would tell', async () => {
    await world.connect();
    const rows = await world.test.db.selectFrom('xero_connection').selectAll().execute();
    const sealed = Buffer.from(rows[0]?.tokens_sealed ?? []);
    expect(sealed.length).toBeGreaterThan(500);
    for (const clear of ['access', 'refresh', 'eyJ']) expect(sealed.includes(clear)).toBe(false);
  });

  it.each([['denied in Xero', { isDenied: true }, 'Access was not given in Xero']])(
    'says when it was %s',
    async (_, decision, text) => {
      const client = await world.debugger();
      const page = await visitPopup(client, world.sandbox, await begin(client), decision);
      expect(page.status).toBe(400);
      expect(page.text).toContain('xero-auth-error');
      expect(page.text).toContain(text);
      expect((await statusOf(client)).status.has_credentials).toBe(false);
    },
  );

  it('works once, in ten minutes, in the browser that began it', async () => {
    const client = await world.debugger();
    const first = await world.sandbox.authorize(await begin(client));
    const path = first.slice('http://ads.test'.length);
    // A thief of the address has another browser; the address is used up by that.
    expect((await world.app.client().get(path)).text).toContain('begun in another browser');
    expect((await client.get(path)).text).toContain('used before');

    const second = await begin(client);
    world.clock.advance(10 * MINUTE_MS + 1);
    expect((await visitPopup(client, world.sandbox, second)).text).toContain('has ended');

    const forged = await client.get('/xero/auth/callback?code=abc&state=made-up');
    expect([forged.status, /has ended/.test(forged.text)]).toEqual([400, true]);
    expect((await statusOf(client)).status.has_credentials).toBe(false);
  });

  it('begins with a recent proof alone, as what else moves money or rights', async () => {
    const client = await world.debugger();
    world.clock.advance(6 * MINUTE_MS);
    await ageProofs(world.test.db, world.admin.id, 6 * MINUTE_MS);
    const refused = await client.post<ErrorBody>('/debug-tool/xero/auth');
    expect([refused.status, refused.body.code]).toEqual([403, 'REAUTH_REQUIRED']);
    expect(refused.body.message).not.toMatch(/session|valid/i);
    expect(await world.test.db.selectFrom('xero_flow').select('admin_id').execute()).toEqual([]);
    const { password } = world.admin;
    expect((await client.post('/debug-tool/prove', { password })).status).toBe(200);
    expect((await visitPopup(client, world.sandbox, await begin(client))).status).toBe(200);
  });

  it('does not finish for whoever is an admin no longer', async () => {
    const client = await world.debugger();
    const url = await begin(client);
    await world.test.db
      .updateTable('app_user')
      .set({ role: 'advertiser' })
      .where('id', '=', world.admin.id)
      .execute();
    expect((await visitPopup(client, world.sandbox, url)).status).toBe(400);
    expect(await world.test.db.selectFrom('xero_connection').select('id').execute()).toEqual([]);
  });

  it('has two windows of one browser beside each other', async () => {
    const client = await world.debugger();
    const urls = [await begin(client), await begin(client)];
    for (const url of urls) expect((await visitPopup(client, world.sandbox, url)).status).toBe(200);
  });

  it('says when Xero does not answer, and works when it does again', async () => {
    const client = await world.debugger();
    const url = await begin(client);
    world.sandbox.fault({ kind: 'status', on: 'token', status: 503 });
    const page = await visitPopup(client, world.sandbox, url);
    expect([page.status, page.text.includes('Try again')]).toEqual([400, true]);
    expect((await visitPopup(client, world.sandbox, await begin(client))).status).toBe(200);
  });

  it('without an organisation leaves nothing behind', async () => {
    const client = await world.debugger();
    const back = await world.sandbox.authorize(await begin(client));
    world.sandbox.revokeConnections();
    const page = await client.get(back.slice('http://ads.test'.length));
    expect(page.text).toContain('No organisation was chosen');
    expect((await statusOf(client)).status.has_credentials).toBe(false);
  });
});

describe('the operator’s own address', () => {
  const atTheConsole = async (): Promise<TestClient> => {
    const client = await world.operator();
    await enterConsole(client, world.admin);
    return client;
  };
  const audited = () =>
    world.test.db
      .selectFrom('debug_audit')
      .select(['admin_id', 'method', 'status'])
      .where('path', '=', '/xero/auth/authorize')
      .orderBy('id')
      .execute();

  it('leads an admin who has just signed in to Xero', async () => {
    const client = await atTheConsole();
    client.setHeader('X-Debug-Token', null);
    const answer = await client.get('/xero/auth/authorize');
    expect(answer.status).toBe(303);
    expect(answer.headers.get('Cross-Origin-Opener-Policy')).toBe('unsafe-none');
    const page = await visitPopup(client, world.sandbox, answer.headers.get('Location') ?? '');
    expect(page.text).toContain('xero-auth-success');
    expect(await audited()).toEqual([{ admin_id: world.admin.id, method: 'GET', status: 303 }]);
  });

  it('begins nothing for a sign-in to the pages alone, with another admin’s debug session, or one that is over', async () => {
    const alone = await world.operator();
    const answer = await alone.get('/xero/auth/authorize');
    expect([answer.status, answer.text.includes('xero-auth-error')]).toEqual([403, true]);
    const others = await world.operator();
    await enterConsole(others, await makeAdmin(world.test.db));
    expect((await others.get('/xero/auth/authorize')).status).toBe(403);
    const client = await atTheConsole();
    world.clock.advance(15 * MINUTE_MS);
    expect((await client.get('/xero/auth/authorize')).status).toBe(403);
    expect((await audited()).map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(await world.test.db.selectFrom('xero_flow').select('admin_id').execute()).toEqual([]);
  });

  it('begins nothing for anybody else', async () => {
    const guest = await world.app.client().get('/xero/auth/authorize');
    expect([guest.status, guest.text.includes('xero-auth-error')]).toEqual([401, true]);
    const customer = world.app.client();
    await customer.signIn(await makeAdvertiser(world.test.db));
    expect((await customer.get('/xero/auth/authorize')).status).toBe(403);
    const client = await atTheConsole();
    const foreign = await client.request('/xero/auth/authorize', {
      headers: { 'Sec-Fetch-Site': 'cross-site' },
    });
    expect(foreign.status).toBe(403);
    await ageProofs(world.test.db, world.admin.id, 6 * MINUTE_MS);
    expect((await client.get('/xero/auth/authorize')).text).toContain('Confirm that it is you');
    expect(await world.test.db.selectFrom('xero_flow').select('admin_id').execute()).toEqual([]);
  });
});

describe('what is connected', () => {
  it('is the organisation that was chosen, and can be another one', async () => {
    const [first, second] = world.sandbox.organisations;
    await world.connect(first?.id);
    await world.connect(second?.id);
    const client = await world.operator();
    const { body } = await client.get<XeroStatus>('/api/operator/xero');
    expect(body.tenant?.id).toBe(second?.id);
    expect(body.tenants.map(({ id }) => id).sort()).toEqual([first?.id, second?.id].sort());
    const changed = await client.put<XeroStatus>('/api/operator/xero', {
      tenant_id: first?.id,
      auto_create: false,
    });
    expect(changed.body).toMatchObject({ tenant: { id: first?.id }, config: { auto_create: false } });
    const unknown = await client.put<ErrorBody>('/api/operator/xero', {
      tenant_id: '00000000-0000-4000-8000-000000000000',
    });
    expect([unknown.status, unknown.body.errors?.tenant_id]).toEqual([
      422,
      ['Xero has not opened this organisation to us'],
    ]);
  });

  it('is disconnected at Xero too', async () => {
    await world.connect();
    const client = await world.operator();
    const { body } = await client.post<XeroStatus>('/api/operator/xero/disconnect');
    expect(body).toMatchObject({
      status: { connected: false, has_credentials: false },
      tenant: null,
      tenants: [],
    });
    expect(world.sandbox.state().organisations.some(({ isConnected }) => isConnected)).toBe(false);
    expect(world.sandbox.invalidExchanges()).toEqual([]);
  });

  it('is forgotten although Xero does not hear of it', async () => {
    await world.connect();
    const client = await world.debugger();
    for (const on of ['revocation', 'connections'])
      world.sandbox.fault({ kind: 'status', on, status: 500, times: 9 });
    expect((await client.post('/debug-tool/xero/clear-credentials')).status).toBe(200);
    const [row] = await world.test.db.selectFrom('xero_connection').selectAll().execute();
    expect(row).toMatchObject({ tokens_sealed: null, tenant_id: null, tenants: [] });
  });

  it('is cleared with a recent proof alone', async () => {
    await world.connect();
    const client = await world.debugger();
    world.clock.advance(6 * MINUTE_MS);
    const refused = await client.post<ErrorBody>('/debug-tool/xero/clear-credentials');
    expect([refused.status, refused.body.code]).toEqual([403, 'REAUTH_REQUIRED']);
    expect(refused.body.message).not.toMatch(/session|valid/i);
    // The same admin has just signed in on the page.
    await client.signIn(world.admin);
    expect((await client.post('/debug-tool/xero/clear-credentials')).status).toBe(200);
    const other = await world.debugger();
    world.clock.advance(6 * MINUTE_MS);
    await other.signIn(await makeAdmin(world.test.db));
    expect((await other.post('/debug-tool/xero/clear-credentials')).status).toBe(403);
  });

  it('needs an app, which an operator may enter', async () => {
    await world.close();
    world = await openXero({ config: { clientId: undefined, clientSecret: undefined } });
    const client = await world.operator();
    const none = await client.post<ErrorBody>('/api/operator/xero/auth');
    expect([none.status, none.body.code]).toEqual([409, 'XERO_NO_KEYS']);
    const { clientId, clientSecret } = world.sandbox;
    expect((await client.put('/api/operator/xero', { client_id: clientId })).status).toBe(422);
    const keys = { client_id: clientId, client_secret: clientSecret };
    const { body } = await client.put<XeroStatus>('/api/operator/xero', keys);
    expect(body.config.client_secret).not.toContain(clientSecret.slice(0, 8));
    const { auth_url } = (await client.post<XeroAuthAnswer>('/api/operator/xero/auth')).body;
    expect((await visitPopup(client, world.sandbox, auth_url)).status).toBe(200);
    const other = { client_id: 'another', client_secret: 'another secret' };
    expect((await client.put<ErrorBody>('/api/operator/xero', other)).body.code).toBe('XERO_CONNECTED');
    await client.post('/api/operator/xero/disconnect');
    expect((await client.put('/api/operator/xero', other)).status).toBe(200);
  });
});
