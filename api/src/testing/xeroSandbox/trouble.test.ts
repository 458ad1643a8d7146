import type { XeroClient } from 'xero-node';
import { until } from '../until';
import { connectedClient, refusalOf } from './officialClient';
import { startXeroSandbox } from './startXeroSandbox';
import type { Exchange, Fault, XeroSandbox } from './types';

const REFERENCE = 'payment:7';
let sandbox: XeroSandbox;
let client: XeroClient;
let tenant: string;
beforeAll(async () => {
  sandbox = await startXeroSandbox();
  client = await connectedClient(sandbox);
  tenant = sandbox.organisations[0]?.id ?? '';
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const organisation = () => client.accountingApi.getOrganisations(tenant);
const body = () =>
  JSON.stringify({
    Invoices: [{ Type: 'ACCREC', Contact: { Name: 'Acme' }, Reference: REFERENCE, LineItems: [] }],
  });
/** A call as it is on the wire. */
const call = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
  fetch(`${sandbox.apiUrl}/api.xro/2.0${path}`, {
    ...init,
    headers: {
      Authorization: `Bearer ${client.readTokenSet().access_token}`,
      'xero-tenant-id': tenant,
      Accept: 'application/json',
      'Content-Type': 'application/json',
      ...init.headers,
    },
  });
const putInvoice = (headers: Record<string, string> = {}, signal?: AbortSignal) =>
  call('/Invoices', { method: 'PUT', body: body(), headers, ...(signal && { signal }) });
const control = (path: string, content?: unknown, method = 'POST') =>
  fetch(`${sandbox.url}/__sandbox${path}`, {
    method,
    ...(content !== undefined && { body: JSON.stringify(content) }),
  });
const noted = async (isIt: (exchange: Exchange) => boolean) =>
  until(
    async () => sandbox.exchanges.find(isIt),
    (found) => found !== undefined,
    'the exchange',
  );
const invoices = () => sandbox.state().invoicesByReference[REFERENCE] ?? 0;

describe('limits', () => {
  it('refuse more than 60 a minute, say for how long, and count what is left on every answer', async () => {
    sandbox.setLimits({ minute: 3 });
    const left: (string | null)[] = [];
    for (let at = 0; at < 3; at += 1)
      left.push((await call('/Organisation')).headers.get('x-minlimit-remaining'));
    expect(left).toEqual(['2', '1', '0']);
    const { status, headers } = await refusalOf(organisation());
    expect([status, headers['x-rate-limit-problem']]).toEqual([429, 'minute']);
    expect(headers).toMatchObject({
      'x-minlimit-remaining': '0',
      'x-daylimit-remaining': '4997',
      'x-appminlimit-remaining': '9997',
    });
    const seconds = Number(headers['retry-after']);
    expect(seconds).toBeGreaterThan(58);
    sandbox.advance(seconds * 1_000);
    await organisation();
    // Refused ones are seen as well.
    expect(sandbox.peak.minute).toBe(4);
  });

  it('refuse more than 5,000 a day, until the oldest is a day ago', async () => {
    sandbox.setLimits({ day: 1 });
    await organisation();
    const { status, headers } = await refusalOf(organisation());
    expect([status, headers['x-rate-limit-problem'], headers['x-daylimit-remaining']]).toEqual([
      429,
      'day',
      '0',
    ]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(86_000);
    sandbox.advance(86_400_000);
    await client.refreshToken();
    await organisation();
  });

  it('refuse a sixth call while five are under way, and see how many there were', async () => {
    const stop = new AbortController();
    sandbox.fault({ kind: 'hangBefore', times: 5 });
    const hanging = Array.from({ length: 5 }, () => putInvoice({}, stop.signal).catch(() => 'gone'));
    await until(
      async () => sandbox.peak.concurrent,
      (peak) => peak === 5,
      'the fifth call',
    );
    const { status, headers } = await refusalOf(organisation());
    expect([status, headers['x-rate-limit-problem'], headers['retry-after']]).toEqual([
      429,
      'concurrent',
      '1',
    ]);
    expect(sandbox.peak.concurrent).toBe(6);
    stop.abort();
    expect(await Promise.all(hanging)).toEqual(['gone', 'gone', 'gone', 'gone', 'gone']);
    await noted(({ operation, status }) => operation === 'createInvoices' && status === null);
    // Their places are free again.
    await until(
      async () => (await call('/Organisation')).status,
      (status) => status === 200,
      'a free place',
    );
  });

  it('let five at a time through for as long as one likes', async () => {
    sandbox.setLimits({ minute: 1_000 });
    const worker = async () => {
      const statuses: number[] = [];
      for (let at = 0; at < 20; at += 1) statuses.push((await call('/Organisation')).status);
      return statuses;
    };
    const statuses = (await Promise.all(Array.from({ length: 5 }, worker))).flat();
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(sandbox.peak).toEqual({ concurrent: expect.any(Number), minute: 100 });
    expect(sandbox.peak.concurrent).toBeLessThanOrEqual(5);
  });

  it('are of each organisation by itself', async () => {
    const other = sandbox.organisations[1]?.id ?? '';
    const second = await connectedClient(sandbox, other);
    sandbox.setLimits({ minute: 1 });
    await second.accountingApi.getOrganisations(tenant);
    await second.accountingApi.getOrganisations(other);
    expect((await refusalOf(second.accountingApi.getOrganisations(other))).status).toBe(429);
  });
});

describe('faults', () => {
  it('answers 429 and 5xx without doing the work', async () => {
    sandbox.fault({ kind: 'rateLimit', retryAfterSeconds: 7 });
    sandbox.fault({ kind: 'status', status: 500 });
    sandbox.fault({ kind: 'status' });
    const limited = await putInvoice();
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7']);
    expect([(await putInvoice()).status, (await putInvoice()).status]).toEqual([500, 503]);
    expect(invoices()).toBe(0);
    expect((await putInvoice()).status).toBe(200);
    expect(sandbox.exchanges.map(({ fault }) => fault)).toEqual(['rateLimit', 'status', 'status', null]);
  });

  it('keeps an error under its key when asked to, as Xero does with what it had begun', async () => {
    sandbox.fault({ kind: 'status', status: 500, isRemembered: true });
    const key = { 'Idempotency-Key': 'k1' };
    expect([(await putInvoice(key)).status, (await putInvoice(key)).status]).toEqual([500, 500]);
    expect((await putInvoice({ 'Idempotency-Key': 'k2' })).status).toBe(200);
  });

  it.each([
    ['hangBefore', 0],
    ['hangAfter', 1],
    ['resetBefore', 0],
    ['resetAfter', 1],
  ] as const)('%s leaves the caller without an answer and %i invoices', async (kind, made) => {
    sandbox.fault({ kind });
    const stop = new AbortController();
    const key = { 'Idempotency-Key': 'once' };
    const answer = putInvoice(key, stop.signal).then(
      ({ status }) => status,
      () => 'no answer',
    );
    if (kind === 'hangAfter')
      await until(
        async () => invoices(),
        (count) => count === 1,
        'the invoice',
      );
    if (kind === 'hangBefore')
      await until(
        async () => sandbox.peak.concurrent,
        (peak) => peak === 1,
        'the call',
      );
    if (kind.startsWith('hang')) stop.abort();
    expect(await answer).toBe('no answer');
    await noted(({ fault, status }) => fault === kind && status === null);
    expect(invoices()).toBe(made);
    // The same call again: with the key it ends with one, whatever had happened.
    expect((await putInvoice(key)).status).toBe(200);
    expect([invoices(), sandbox.state().duplicates]).toEqual([1, {}]);
  });

  it('is slow, and has done the work after that', async () => {
    sandbox.fault({ kind: 'slow', delayMs: 20, on: 'createInvoices' });
    await organisation();
    expect((await putInvoice()).status).toBe(200);
    expect(sandbox.exchanges.map(({ fault }) => fault)).toEqual([null, 'slow']);
  });

  it('strikes the token endpoint and the connections too, or everything', async () => {
    sandbox.fault({ kind: 'status', on: 'everything', times: 2 });
    await expect(client.refreshToken()).rejects.toThrow('503');
    expect((await call('/Organisation')).status).toBe(503);
    sandbox.fault({ kind: 'status', on: 'token' });
    sandbox.fault({ kind: 'resetAfter', on: 'connections' });
    await expect(client.refreshToken()).rejects.toThrow('503');
    await expect(client.updateTenants(false)).rejects.toThrow('fetch failed');
    await client.refreshToken();
    expect(await client.updateTenants(false)).not.toEqual([]);
  });

  it('takes away the access token, or the connection', async () => {
    sandbox.fault({ kind: 'expiredAccessToken' });
    expect(await refusalOf(organisation())).toMatchObject({ status: 401, body: { Detail: 'TokenExpired' } });
    expect((await refusalOf(organisation())).status).toBe(401);
    await client.refreshToken();
    await organisation();
    sandbox.expireAccessTokens();
    expect((await refusalOf(organisation())).status).toBe(401);
    await client.refreshToken();
    sandbox.fault({ kind: 'revokedConnection' });
    expect((await refusalOf(organisation())).status).toBe(403);
    expect((await refusalOf(organisation())).status).toBe(403);
    client = await connectedClient(sandbox);
    await organisation();
  });

  it('come by themselves with a seed, the same ones for the same seed', async () => {
    const run = async (seed: number) => {
      sandbox.reset();
      sandbox.setLimits({ minute: 1_000 });
      sandbox.setChaos({ seed, probabilities: { status: 0.3, rateLimit: 0.2 }, retryAfterSeconds: 3 });
      const statuses: number[] = [];
      for (let at = 0; at < 40; at += 1) statuses.push((await call('/Organisation')).status);
      sandbox.setChaos(null);
      return statuses;
    };
    const first = await run(1);
    expect(await run(1)).toEqual(first);
    expect(await run(2)).not.toEqual(first);
    expect(new Set(first)).toEqual(new Set([200, 429, 503]));
  });
});

describe('what is against Xero’s description', () => {
  it.each<[string, string, RequestInit, string]>([
    [
      'a field of the wrong type',
      '/Invoices',
      { method: 'PUT', body: '{"Invoices":[{"Type":"ACCREC","LineItems":[{"Quantity":"1"}]}]}' },
      '/Invoices/0/LineItems/0/Quantity must be number',
    ],
    [
      'a value that there is not',
      '/Invoices',
      { method: 'PUT', body: '{"Invoices":[{"Type":"BOGUS"}]}' },
      'must be equal to one of the allowed values',
    ],
    [
      'a slip of the pen',
      '/Invoices',
      { method: 'PUT', body: '{"Invoices":[{"Type":"ACCREC","Lineitems":[]}]}' },
      'additional properties: Lineitems',
    ],
    [
      'a date as people write it',
      '/Invoices',
      { method: 'PUT', body: '{"Invoices":[{"DueDate":"6.12.2026"}]}' },
      '/Invoices/0/DueDate must match pattern',
    ],
    ['no JSON', '/Contacts', { method: 'POST', body: '{"Contacts":' }, 'body is no JSON'],
    ['no body', '/Contacts', { method: 'POST' }, 'a body is missing'],
    ['a parameter that there is not', '/Invoices?status=PAID', {}, 'query has no status'],
    ['a page that is no number', '/Invoices?page=two', {}, 'query page: / must be integer'],
    ['an id that is none', '/Invoices/42', {}, 'path InvoiceID: / must match format "uuid"'],
    [
      'a key that is too long',
      '/Invoices',
      { method: 'PUT', body: body(), headers: { 'Idempotency-Key': 'k'.repeat(129) } },
      'more than 128',
    ],
  ])('refuses a call with %s, and counts it', async (_what, path, init, said) => {
    const answer = await call(path, init as RequestInit & { headers?: Record<string, string> });
    expect(answer.status).toBe(400);
    const { ErrorNumber, Type, Elements } = await answer.json();
    expect([ErrorNumber, Type]).toEqual([14, 'PostDataInvalidException']);
    expect(JSON.stringify(Elements)).toContain(JSON.stringify(said).slice(1, -1));
    expect(sandbox.invalidExchanges()).toHaveLength(1);
    expect(sandbox.state().exchanges).toMatchObject({ total: 1, invalid: 1 });
    expect(sandbox.state().organisations[0]?.invoices).toBe(0);
  });

  it('has no such call', async () => {
    expect((await call('/Journals')).status).toBe(404);
    expect((await fetch(`${sandbox.url}/anything`)).status).toBe(404);
    expect(sandbox.invalidExchanges().map(({ operation }) => operation)).toEqual(['unknown', 'unknown']);
  });

  it.each([
    ['/Organisation', 'getOrganisations'],
    ['/Accounts', 'getAccounts'],
  ])('catches an answer of its own to %s that is against it', async (path, operation) => {
    sandbox.fault({ kind: 'invalidAnswer' });
    expect((await call(path)).status).toBe(500);
    expect(sandbox.invalidExchanges()).toEqual([
      expect.objectContaining({
        operation,
        status: 500,
        answerErrors: expect.arrayContaining([expect.stringContaining('must be string')]),
      }),
    ]);
  });

  it('catches it of invoices, PDFs and connections as well', async () => {
    const made = await client.accountingApi.createInvoices(tenant, {
      invoices: [{ type: 'ACCREC' as never, contact: { name: 'Acme' } }],
    });
    const id = made.body.invoices?.[0]?.invoiceID ?? '';
    sandbox.fault({ kind: 'invalidAnswer', times: 2 });
    sandbox.fault({ kind: 'invalidAnswer', on: 'connections' });
    expect((await call(`/Invoices/${id}`)).status).toBe(500);
    expect((await call(`/Invoices/${id}`, { headers: { Accept: 'application/pdf' } })).status).toBe(500);
    await expect(client.updateTenants(false)).rejects.toThrow('500');
    expect(sandbox.invalidExchanges().map(({ operation }) => operation)).toEqual([
      'getInvoice',
      'getInvoiceAsPdf',
      'getConnections',
    ]);
    expect(sandbox.invalidExchanges().every(({ requestErrors }) => requestErrors.length === 0)).toBe(true);
  });
});

describe('the switches from outside', () => {
  it('take faults, limits, chaos and time, and tell what was', async () => {
    const faults: Fault[] = [{ kind: 'status' }, { kind: 'rateLimit', on: 'getOrganisations' }];
    expect((await control('/faults', faults)).status).toBe(200);
    expect([(await call('/Organisation')).status, (await call('/Organisation')).status]).toEqual([503, 429]);
    await control('/faults', { kind: 'status', times: 5 });
    await control('/faults', undefined, 'DELETE');
    await control('/chaos', { seed: 3, probabilities: { status: 1 } });
    expect((await call('/Organisation')).status).toBe(503);
    await control('/chaos', null);
    await control('/limits', { day: 3 });
    await control('/clock', { ms: 61_000 });
    expect((await call('/Organisation')).headers.get('x-daylimit-remaining')).toBe('0');
    const state = await (await control('/state', undefined, 'GET')).json();
    expect(state).toMatchObject({ exchanges: { total: 4, invalid: 0 }, peak: { concurrent: 1 } });
    const { exchanges } = await (await control('/exchanges', undefined, 'GET')).json();
    expect(exchanges).toHaveLength(4);
    expect(JSON.stringify(exchanges)).not.toContain(client.readTokenSet().access_token);
    await control('/reset');
    expect(sandbox.exchanges).toEqual([]);
  });

  it('say what they do not understand', async () => {
    const wrong = await control('/faults', { kind: 'earthquake' });
    expect([wrong.status, (await wrong.json()).message]).toEqual([422, expect.stringContaining('kind')]);
    expect((await fetch(`${sandbox.url}/__sandbox/faults`, { method: 'POST', body: '{' })).status).toBe(400);
    expect((await control('/nothing', {})).status).toBe(404);
  });

  it('are not for pages in a browser', async () => {
    const page = await fetch(`${sandbox.url}/__sandbox/reset`, {
      method: 'POST',
      headers: { Origin: 'http://elsewhere.test' },
    });
    expect(page.status).toBe(403);
  });
});

it('closes while calls hang', async () => {
  const other = await startXeroSandbox();
  const connected = await connectedClient(other);
  other.fault({ kind: 'hangBefore' });
  const hanging = connected.accountingApi.getOrganisations(tenant).then(
    () => 'answered',
    () => 'cut',
  );
  await until(
    async () => other.peak.concurrent,
    (peak) => peak === 1,
    'the call',
  );
  await other.close();
  expect(await hanging).toBe('cut');
});
