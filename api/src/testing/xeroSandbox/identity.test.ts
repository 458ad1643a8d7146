import { decodeJwt, decodeProtectedHeader } from 'jose';
import { connectedClient, finishConsent, officialClient, refusalOf, startConsent } from './officialClient';
import { startXeroSandbox } from './startXeroSandbox';
import type { XeroSandbox } from './types';

const MINUTE_MS = 60_000;
let sandbox: XeroSandbox;
beforeAll(async () => {
  sandbox = await startXeroSandbox({ clientId: 'an app', clientSecret: 's:e c%r&t' });
});
afterAll(() => sandbox.close());

const token = (form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${sandbox.issuer}/connect/token`, { method: 'POST', body: new URLSearchParams(form), headers });
const ownClient = () => ({ client_id: sandbox.clientId, client_secret: sandbox.clientSecret });
const organisationId = (at: number) => sandbox.organisations[at]?.id ?? '';

/** The page's form, as a browser without script sends it. */
async function submit(html: string, fields: Record<string, string>): Promise<Response> {
  const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1] ?? '';
  const request = /name="request" value="([^"]+)"/.exec(html)?.[1] ?? '';
  return fetch(new URL(action, sandbox.url), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ request, ...fields }),
  });
}

describe('the way to a connection', () => {
  it('asks on a page for whom and what, connects what was chosen, and answers with tokens', async () => {
    const client = await officialClient(sandbox);
    const started = startConsent(client);
    const page = await fetch(started.authorizeUrl);
    expect(page.headers.get('content-type')).toContain('text/html');
    const html = await page.text();
    for (const text of ['an app wants to connect', 'http://localhost:8080', 'Demo Company (Global)'])
      expect(html).toContain(text);
    expect(html).toContain('View and manage your payments');
    const answer = await submit(html, { decision: 'allow', organisation: organisationId(1) });
    expect(answer.status).toBe(302);
    const tokens = await finishConsent(client, answer.headers.get('location') ?? '', started);

    expect(tokens.expires_in).toBe(1_800);
    expect(tokens.claims()).toMatchObject({ email: 'adviser@example.test', given_name: 'Ada' });
    const access = tokens.access_token ?? '';
    expect(decodeProtectedHeader(access)).toMatchObject({ alg: 'RS256' });
    expect(decodeJwt(access)).toMatchObject({
      iss: sandbox.issuer,
      aud: 'https://identity.xero.com/resources',
      client_id: 'an app',
      scope: expect.arrayContaining(['accounting.invoices']),
    });
    const [tenant, ...others] = await client.updateTenants();
    expect(others).toEqual([]);
    expect(tenant).toMatchObject({
      tenantId: organisationId(1),
      tenantName: 'Demo Company (UK)',
      orgData: expect.objectContaining({ baseCurrency: 'GBP' }),
    });
    expect(sandbox.invalidExchanges()).toEqual([]);
  });

  it('sends the visitor back when they say no, and the page is good once', async () => {
    const started = startConsent(await officialClient(sandbox));
    const html = await (await fetch(started.authorizeUrl)).text();
    const denied = new URL((await submit(html, { decision: 'deny' })).headers.get('location') ?? '');
    expect(denied.searchParams.get('error')).toBe('access_denied');
    expect(denied.searchParams.get('state')).toBe(started.state);
    const again = await submit(html, { decision: 'allow' });
    expect(again.status).toBe(400);
    expect(await again.text()).toContain('too old');
  });

  it('takes the decision from the address too, for tests that have no page', async () => {
    const { authorizeUrl } = startConsent(await officialClient(sandbox));
    const ask = async (decision: string) => {
      const url = `${authorizeUrl}&sandbox_decision=${decision}&sandbox_organisation=${organisationId(1)}`;
      const answer = await fetch(url, { redirect: 'manual' });
      return new URL(answer.headers.get('location') ?? '').searchParams;
    };
    sandbox.revokeConnections();
    expect((await ask('deny')).get('error')).toBe('access_denied');
    expect((await ask('allow')).get('code')).not.toBeNull();
    expect(sandbox.state().organisations.map(({ isConnected }) => isConnected)).toEqual([false, true]);
  });

  it('shows what it cannot answer, and never goes back to an address that is not the app’s', async () => {
    const { authorizeUrl } = startConsent(await officialClient(sandbox));
    const changed = (name: string, value: string | null) => {
      const url = new URL(authorizeUrl);
      if (value === null) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
      return sandbox.authorize(url.href);
    };
    await expect(changed('redirect_uri', 'http://localhost:8080/xero/auth/callback/')).rejects.toThrow(
      'redirect_uri is none of this app’s',
    );
    await expect(changed('client_id', 'somebody')).rejects.toThrow('client_id is not known');
    expect(await changed('code_challenge', null)).toContain('error=invalid_request');
    expect(await changed('code_challenge_method', 'plain')).toContain('error=invalid_request');
    expect(await changed('response_type', 'token')).toContain('error=unsupported_response_type');
    // Apps made since March 2026 do not get it any more.
    expect(await changed('scope', 'accounting.transactions')).toContain('error=invalid_scope');
  });

  it('gives tokens for the code once, to the app itself, with the verifier alone', async () => {
    const client = await officialClient(sandbox);
    const codeOf = async () => {
      const started = startConsent(client);
      const url = new URL(await sandbox.authorize(started.authorizeUrl));
      return { verifier: started.verifier, code: url.searchParams.get('code') ?? '' };
    };
    const [redirect_uri = ''] = sandbox.redirectUris;
    const form = ({ code, verifier }: { code: string; verifier: string }) => ({
      grant_type: 'authorization_code',
      code,
      redirect_uri,
      code_verifier: verifier,
    });
    const first = await codeOf();
    expect((await token({ ...form(first), client_id: 'an app', client_secret: 'wrong' })).status).toBe(401);
    expect((await token({ ...form(first), ...ownClient() })).status).toBe(200);
    const second = await token({ ...form(first), ...ownClient() });
    expect([second.status, await second.json()]).toEqual([400, { error: 'invalid_grant' }]);
    const stolen = { ...(await codeOf()), verifier: 'x'.repeat(43) };
    expect((await token({ ...form(stolen), ...ownClient() })).status).toBe(400);
    const late = await codeOf();
    sandbox.advance(6 * MINUTE_MS);
    expect((await token({ ...form(late), ...ownClient() })).status).toBe(400);
    const strange = await token({ grant_type: 'password', ...ownClient() });
    expect(await strange.json()).toEqual({ error: 'unsupported_grant_type' });
  });
});

describe('refresh tokens', () => {
  it('are exchanged for new ones; the old one answers the same pair for 30 minutes, and then no more', async () => {
    const client = await connectedClient(sandbox);
    const old = client.readTokenSet().refresh_token ?? '';
    const next = await client.refreshToken();
    expect(next.refresh_token).not.toBe(old);
    sandbox.advance(29 * MINUTE_MS);
    const retried = await client.openIdClient.refresh(old);
    expect(retried.refresh_token).toBe(next.refresh_token);
    expect(retried.access_token).toBe(next.access_token);
    expect(retried.expires_in).toBeLessThanOrEqual(60);
    sandbox.advance(2 * MINUTE_MS);
    await expect(client.openIdClient.refresh(old)).rejects.toMatchObject({ error: 'invalid_grant' });
    // The new one has nothing to do with that.
    const later = await client.openIdClient.refresh(next.refresh_token ?? '');
    expect(later.refresh_token).not.toBe(next.refresh_token);
  });

  it('make one pair however many ask at once', async () => {
    const client = await connectedClient(sandbox);
    const before = sandbox.state().tokens;
    const old = client.readTokenSet().refresh_token ?? '';
    const sets = await Promise.all(Array.from({ length: 20 }, () => client.openIdClient.refresh(old)));
    expect(new Set(sets.map(({ refresh_token }) => refresh_token)).size).toBe(1);
    const { refreshed, retried } = sandbox.state().tokens;
    expect([refreshed - before.refreshed, retried - before.retried]).toEqual([1, 19]);
  });

  it('end after 60 days that nobody used them', async () => {
    const client = await connectedClient(sandbox);
    const unused = client.readTokenSet().refresh_token ?? '';
    sandbox.advance(60 * 24 * 60 * MINUTE_MS);
    await expect(client.openIdClient.refresh(unused)).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  it('are given with offline_access alone', async () => {
    const client = await officialClient(sandbox, ['openid', 'accounting.settings']);
    const started = startConsent(client);
    await finishConsent(client, await sandbox.authorize(started.authorizeUrl), started);
    expect(client.readTokenSet().refresh_token).toBeUndefined();
  });
});

describe('access', () => {
  it('ends with the access token, and a new one opens it again', async () => {
    const client = await connectedClient(sandbox);
    const call = () => client.accountingApi.getOrganisations(organisationId(0));
    await call();
    sandbox.advance(31 * MINUTE_MS);
    expect(await refusalOf(call())).toMatchObject({ status: 401, body: { Detail: 'TokenExpired' } });
    await client.refreshToken();
    expect((await call()).body.organisations).toHaveLength(1);
  });

  it('is for the connected organisations and the scopes that were granted', async () => {
    sandbox.revokeConnections();
    const client = await officialClient(sandbox, ['openid', 'accounting.settings']);
    const started = startConsent(client);
    await finishConsent(client, await sandbox.authorize(started.authorizeUrl), started);
    const { accountingApi } = client;
    expect(await refusalOf(accountingApi.getOrganisations(organisationId(1)))).toMatchObject({
      status: 403,
      body: { Detail: 'AuthenticationUnsuccessful' },
    });
    expect(await refusalOf(accountingApi.getInvoices(organisationId(0)))).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'insufficient_scope' },
    });
    const nobody = await fetch(`${sandbox.apiUrl}/api.xro/2.0/Organisation`, {
      headers: { 'xero-tenant-id': organisationId(0), Authorization: 'Bearer made.up.token' },
    });
    expect(nobody.status).toBe(401);
  });

  it('ends when the organisation is disconnected, and with the revoked refresh token', async () => {
    const client = await connectedClient(sandbox);
    const [connection] = await client.updateTenants(false);
    await client.disconnect(connection.id);
    const call = () => client.accountingApi.getOrganisations(organisationId(0));
    expect(await refusalOf(call())).toMatchObject({ status: 403 });
    await expect(client.disconnect(connection.id)).rejects.toThrow('404');
    const again = await connectedClient(sandbox);
    const refresh = again.readTokenSet().refresh_token ?? '';
    await again.revokeToken();
    await expect(again.openIdClient.refresh(refresh)).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(sandbox.state().organisations.every(({ isConnected }) => !isConnected)).toBe(true);
  });
});

it('tells its connections as Xero describes them, to those who ask as it describes', async () => {
  const client = await connectedClient(sandbox);
  sandbox.reset();
  const headers = { Authorization: `Bearer ${client.readTokenSet().access_token}` };
  const ask = (query: string) => fetch(`${sandbox.apiUrl}/connections${query}`, { headers });
  const [{ authEventId }] = await (await ask('')).json();
  expect(await (await ask(`?authEventId=${authEventId}`)).json()).toHaveLength(1);
  expect(await (await ask('?authEventId=8a6c3f5e-0000-4000-8000-000000000000')).json()).toEqual([]);
  expect(sandbox.invalidExchanges()).toEqual([]);
  expect((await ask('?authEventId=17')).status).toBe(400);
  expect(sandbox.invalidExchanges()).toEqual([
    expect.objectContaining({
      operation: 'getConnections',
      requestErrors: [expect.stringContaining('uuid')],
    }),
  ]);
});
