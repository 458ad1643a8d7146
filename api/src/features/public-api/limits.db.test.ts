import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ErrorBody } from '@ezdash/contracts';
import pino from 'pino';
import { makeAdvertiser } from '../../testing';
import { openTestApi, type TestApi } from './testApi';

const CALLS = 3;
const dataDir = mkdtempSync(path.join(tmpdir(), 'ezdash-api-'));
const lines: Record<string, unknown>[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
let api: TestApi;
beforeEach(async () => {
  lines.length = 0;
  api = await openTestApi(dataDir, { callsPerMinute: CALLS, log });
});
afterEach(() => api.close());
afterAll(() => rmSync(dataDir, { recursive: true }));

it('counts the calls of each token and says how many are left', async () => {
  const { id } = await makeAdvertiser(api.test.db);
  const [busy, idle] = [await api.makeToken(id, ['read']), await api.makeToken(id, ['read'])];
  for (let call = 1; call <= CALLS; call++) {
    const { status, headers } = await api.call('/account', { secret: busy });
    expect([status, headers.get('RateLimit-Policy')]).toEqual([200, '"token";q=3;w=60']);
    expect(headers.get('RateLimit')).toMatch(new RegExp(`^"token";r=${CALLS - call};t=\\d+$`));
  }
  const { status, headers, body } = await api.call<ErrorBody>('/account', { secret: busy });
  expect([status, body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
  expect(headers.get('RateLimit')).toBe(`"token";r=0;t=${headers.get('Retry-After')}`);
  expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
  expect((await api.call('/account', { secret: idle })).status).toBe(200);
});

it('holds off an address that tries one token after another, and nobody else', async () => {
  const from = (address: string, secret: string) =>
    api.call<ErrorBody>('/account', { secret, headers: { 'X-Forwarded-For': address } });
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 62; attempt++)
    statuses.push((await from('203.0.113.5', `ezt_${String(attempt).padStart(43, 'x')}`)).status);
  expect(statuses).toEqual([...Array(60).fill(401), 429, 429]);
  expect((await from('203.0.113.6', 'ezt_no')).status).toBe(401);
  const { id } = await makeAdvertiser(api.test.db);
  expect((await from('203.0.113.5', await api.makeToken(id, ['read']))).status).toBe(200);
  expect(lines.filter(({ event }) => event === 'auth.api-token.refused')).toHaveLength(61);
});

it('S6: holds off an address also when each try comes from another port', async () => {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 62; attempt++) {
    const headers = { 'X-Forwarded-For': `203.0.113.61:${40_000 + attempt}` };
    statuses.push((await api.call('/account', { secret: 'ezt_no', headers })).status);
  }
  expect(statuses).toEqual([...Array(60).fill(401), 429, 429]);
});

it('writes who was refused, never the token', async () => {
  const { id } = await makeAdvertiser(api.test.db);
  const secret = await api.makeToken(id, ['read'], { addresses: ['192.0.2.1'] });
  await api.call('/account', { secret });
  await api.call('/account', { secret: `ezt_${'y'.repeat(43)}` });
  const refused = lines.filter(({ event }) => event === 'auth.api-token.refused');
  expect(refused).toMatchObject([
    { code: 'ADDRESS_REFUSED', userId: id, credentialId: expect.stringMatching(/^at_/) },
    { code: 'TOKEN_REFUSED' },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/ezt_/);
});

it('writes who made and revoked a token', async () => {
  const user = await makeAdvertiser(api.test.db);
  const client = api.app.client();
  await client.signIn(user);
  const settings = '/api/settings/api-tokens';
  const input = { name: 'Nightly', scopes: ['read'], expires_in_days: 30, addresses: [] };
  const { body } = await client.post<{ token: { id: string } }>(settings, input);
  await client.delete(`${settings}/${body.token.id}`);
  const events = lines.filter(({ event }) => String(event).startsWith('auth.api-token'));
  expect(events).toMatchObject([
    { event: 'auth.api-token.created', userId: user.id, credentialId: body.token.id, scopes: ['read'] },
    { event: 'auth.api-token.revoked', userId: user.id, credentialId: body.token.id },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/ezt_/);
});
