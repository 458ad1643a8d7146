import type { ErrorBody } from '@ezdash/contracts';
import { ACCOUNT_STATUSES, ACCOUNT_TYPES, MICROS } from '@ezdash/contracts/constants';
import { routesOf } from '../../testing/routesOf';
import { listOf, namesOf, openSpecification, type SpecificationWorld, sorted } from './testSpecification';

/**
 * The answers of the whole server against the words of the specification. The names of its fields stand here once more,
 * apart from the contracts, so that whoever renames one there is told.
 */

jest.setTimeout(120_000);

const CALLS = [
  'POST /debug-tool/activate',
  'GET /debug-tool/verify',
  'POST /debug-tool/deactivate',
  'GET /debug-tool/page-data',
  'POST /debug-tool/log',
  'GET /debug-tool/user/current',
  'POST /debug-tool/user/update-property',
  'GET /debug-tool/promo-codes',
  'GET /debug-tool/xero/status',
  'POST /debug-tool/xero/auth',
  'POST /debug-tool/xero/clear-credentials',
  'POST /debug-tool/xero/invoice/:id',
  'GET /debug-tool/xero/invoice/:id/pdf',
  'GET /debug-tool/xero/recent-payments',
  'GET /debug-tool/account-types',
  'GET /debug-tool/user/features',
  'GET /api/translations/:locale',
  'POST /api/locale',
];
const USER =
  'id email role verified status account_type username created_at last_login_at profile balance'.split(' ');
const PROFILE = ['first_name', 'last_name', 'company_name', 'phone_number'];
const BALANCE = ['balance', 'available_balance', 'last_deposit_date', 'total_spent'];
const PAGE_DATA = ['timestamp', 'uri', 'url', 'authenticated', 'user', 'memory_usage', 'is_spa'];

let world: SpecificationWorld;
beforeAll(async () => {
  world = await openSpecification();
});
afterAll(() => world.close());

it('has every call of the specification, by its method and path', () => {
  const routes = routesOf(world.app.mounts).map(({ name }) => name);
  expect(CALLS.filter((call) => !routes.includes(call))).toEqual([]);
});

describe('the session', () => {
  it('POST /debug-tool/activate: admin_email, admin_password → session_token, expires_at, admin', async () => {
    const session = await world.enter(world.app.client(), world.admin);
    expect(namesOf(session)).toEqual(['admin', 'expires_at', 'session_token']);
    expect(session.admin.email).toBe(world.admin.email);
  });

  it('GET /debug-tool/verify: valid, expires_at, admin', async () => {
    const answer = await world.read('/debug-tool/verify');
    expect(namesOf(answer)).toEqual(['admin', 'expires_at', 'valid']);
    expect(answer).toMatchObject({ valid: true, admin: { email: world.admin.email } });
  });

  it('POST /debug-tool/deactivate ends it', async () => {
    const other = world.app.client();
    await world.enter(other);
    expect((await other.post('/debug-tool/deactivate')).status).toBe(200);
    expect((await other.get('/debug-tool/verify')).status).toBe(401);
  });

  it('a change without the token of the page is answered 419 with redirect', async () => {
    for (const path of ['/debug-tool/activate', '/debug-tool/log', '/api/locale']) {
      const { status, body } = await world.app.client().request<{ redirect?: unknown }>(path, {
        method: 'POST',
        headers: { 'X-Forwarded-For': '192.0.2.19' },
      });
      expect([path, status, typeof body.redirect]).toEqual([path, 419, 'string']);
    }
  });
});

describe('the page and the log', () => {
  it('GET /debug-tool/page-data: its seven fields', async () => {
    const answer = await world.read('/debug-tool/page-data');
    expect(namesOf(answer)).toEqual(sorted(PAGE_DATA));
    expect(answer).toMatchObject({
      authenticated: true,
      user: { id: world.person.id, email: world.person.email },
    });
  });

  it.each(['info', 'warning', 'error'])('POST /debug-tool/log takes %s', async (level) => {
    const entry = { level, message: 'a line', data: { a: 1 }, timestamp: new Date().toISOString() };
    expect((await world.client.post('/debug-tool/log', entry)).status).toBe(200);
  });

  it('POST /debug-tool/log takes no other level', async () => {
    const entry = { level: 'debug', message: 'a line', data: null, timestamp: new Date().toISOString() };
    expect((await world.client.post('/debug-tool/log', entry)).status).toBe(422);
  });
});

describe('the user', () => {
  const change = (property: string, value: unknown) =>
    world.client.post<{ user: Record<string, unknown> } & ErrorBody>('/debug-tool/user/update-property', {
      property,
      value,
    });

  it('GET /debug-tool/user/current: user with every field', async () => {
    const { user } = (await world.read('/debug-tool/user/current')) as { user: Record<string, unknown> };
    expect(namesOf(user)).toEqual(sorted(USER));
    expect(namesOf(user.profile)).toEqual(expect.arrayContaining(PROFILE));
    expect(namesOf(user.balance)).toEqual(expect.arrayContaining(BALANCE));
    expect(namesOf(user.account_type)).toEqual(['id', 'name']);
    expect(user).toMatchObject({
      id: world.person.id,
      email: world.person.email,
      role: 'advertiser',
      verified: true,
      status: 'active',
      profile: { first_name: 'Ines', last_name: 'Halden', phone_number: '+49 30 1234' },
      balance: { balance: 100 * MICROS, available_balance: 100 * MICROS },
    });
  });

  it.each(ACCOUNT_STATUSES)('POST /debug-tool/user/update-property: status %s', async (status) => {
    const { status: code, body } = await change('status', status);
    expect([code, body.user.status]).toEqual([200, status]);
    expect((await world.read('/debug-tool/user/current')).user).toMatchObject({ status });
  });

  it('the account types are Regular, Premium, VIP1, VIP2, VIP3', async () => {
    expect(ACCOUNT_STATUSES).toEqual(['pending', 'active', 'suspended', 'ADK rejected']);
    expect(ACCOUNT_TYPES).toEqual(['Regular', 'Premium', 'VIP1', 'VIP2', 'VIP3']);
    const { account_types } = await world.read('/debug-tool/account-types');
    expect(listOf(account_types).map(namesOf)).toEqual(Array(5).fill(['id', 'name']));
    expect(listOf(account_types)).toEqual(ACCOUNT_TYPES.map((name) => ({ id: expect.any(Number), name })));
  });

  it('POST /debug-tool/user/update-property: an account type by its id, then GET /debug-tool/user/features', async () => {
    await change('status', 'active');
    const { account_types } = await world.read('/debug-tool/account-types');
    const seen: string[] = [];
    for (const type of listOf(account_types) as { id: number; name: string }[]) {
      const { status, body } = await change('account_type', type.id);
      expect([status, body.user.account_type]).toEqual([200, type]);
      const { features } = await world.read('/debug-tool/user/features');
      expect(Object.values(Object(features)).every((value) => typeof value === 'boolean')).toBe(true);
      seen.push(JSON.stringify(features));
    }
    expect(new Set(seen).size).toBeGreaterThan(1);
    expect((await change('account_type', 'VIP1')).status).toBe(422);
    expect((await change('account_type', 99)).status).toBe(422);
    expect((await change('status', 'deleted')).status).toBe(422);
    expect((await change('role', 'admin')).status).toBe(422);
  });

  it('is an advertiser or a publisher; of a guest the tool says so', async () => {
    const guest = world.app.client();
    await world.enter(guest);
    expect((await guest.get('/debug-tool/user/current')).body).toEqual({ user: null });
    expect((await guest.get('/debug-tool/user/features')).body).toEqual({ features: {} });
  });
});

describe('languages', () => {
  it('GET /api/translations/{locale}: translations', async () => {
    const { translations } = await world.read('/api/translations/en');
    expect(namesOf(translations)).toEqual(expect.arrayContaining(['shell', 'ui']));
  });

  it('POST /api/locale: locale, with the CSRF header', async () => {
    expect((await world.client.post('/api/locale', { locale: 'de' })).status).toBe(200);
    expect((await world.client.request('/api/locale', { method: 'POST' })).status).toBe(419);
  });
});
