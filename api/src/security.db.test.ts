import { request } from 'node:http';
import type { ErrorBody } from '@ezdash/contracts';
import type { z } from 'zod';
import { hashPassword } from './platform/auth';
import { enterConsole, makeAdmin, makeAdvertiser, makePublisher, type TestClient } from './testing';
import { type FoundRoute, routesOf } from './testing/routesOf';
import { startWholeApp, type WholeApp } from './testing/startWholeApp';

/** What docs/security.md says of every route of the server, walked over the server as people get it. */

jest.setTimeout(120_000);

/** Read by scripts of the page on purpose: the specification names them. They hold no more than a choice. */
const FOR_SCRIPTS = ['appearance', 'ezdash_locale'];
/** Files whose address changes with their bytes, the list of releases, and who sells: anybody may read and keep them. */
const PUBLIC_FILES = ['/assets/shell', '/remotes', '/sellers.json'];
/** Says the same to everybody. */
const PUBLIC_ANSWERS = ['/api/v1/openapi.json', '/api/network/summary', '/api/translations/:locale'];
/** Answered in front of the features, to machines. */
const OPERATIONS = ['/healthz', '/readyz', '/metrics'];
/**
 * Asked by the publisher's own page with the token of its tag debugger, which stands in that page's address, holds for
 * half an hour and opens nothing else; no cookie counts there.
 */
const TAG_DEBUG = '/tag-debug/decisions/:id';
const WHO = ['guest', 'advertiser', 'publisher', 'admin'] as const;
type Who = (typeof WHO)[number];

interface Seen {
  route: FoundRoute;
  who: Who;
  status: number;
  headers: Headers;
}

let app: WholeApp;
let accountsAtFirst: number;
let routes: FoundRoute[];
const clients = new Map<Who, TestClient>();
const seen: Seen[] = [];

const addressOf = ({ path }: FoundRoute) =>
  path.replace(':locale', 'en').replace(':provider', 'none').replace(/:\w+/g, '999999');
const isFile = ({ path }: FoundRoute) => PUBLIC_FILES.some((prefix) => path.startsWith(prefix));
const label = ({ route: { name }, who }: Seen) => `${name} as ${who}`;
/** Those of the answers that have not what all should have. */
const without = (answers: Seen[], has: (answer: Seen) => boolean) =>
  answers.filter((each) => !has(each)).map(label);

/** A browser behind the proxy that ends https, at an address of its own. */
function browser(address: string): TestClient {
  const client = app.client();
  client.setHeader('X-Forwarded-For', address);
  client.setHeader('X-Forwarded-Proto', 'https');
  client.setHeader('Accept', 'text/html, application/json');
  return client;
}

async function open(who: Who): Promise<TestClient> {
  const { db } = app.test;
  const client = browser(`192.0.2.${WHO.indexOf(who) + 1}`);
  clients.set(who, client);
  if (who === 'advertiser') await client.signIn(await makeAdvertiser(db));
  if (who === 'publisher') await client.signIn(await makePublisher(db));
  if (who === 'admin') {
    const admin = await makeAdmin(db);
    await client.signIn(admin);
    await enterConsole(client, admin);
  }
  return client;
}

function clientOf(who: Who): TestClient {
  const client = clients.get(who);
  if (!client) throw new Error(`Nobody is ${who}`);
  return client;
}

const networkOf = (at: number) => `10.${at >> 8}.${at & 0xff}`;

async function ask(client: TestClient, route: FoundRoute) {
  const { get, post, put, patch, delete: remove } = client;
  const send = { GET: get, POST: post, PUT: put, PATCH: patch, DELETE: remove }[route.method];
  if (!send) throw new Error(`The walk cannot send ${route.method}`);
  return send<ErrorBody>(addressOf(route), {});
}

beforeAll(async () => {
  app = await startWholeApp({ APP_URL: 'https://ads.example', NODE_ENV: 'production' });
  routes = routesOf(app.mounts);
  accountsAtFirst = (await app.test.db.selectFrom('app_user').select('id').execute()).length;
  for (const who of WHO) await open(who);
  const ending = (name: string) => (/\/(deactivate|logout)$/.test(name) ? 1 : 0);
  const inOrder = [...routes].sort((a, b) => ending(a.name) - ending(b.name));
  for (const who of WHO)
    for (const [at, route] of inOrder.entries()) {
      // These hold off an address that shows them neither session nor token too often.
      const isShy = ['/debug-tool/', '/api/v1/'].some((area) => route.path.startsWith(area));
      const network = isShy ? networkOf(at) : '192.0.2';
      clientOf(who).setHeader('X-Forwarded-For', `${network}.${WHO.indexOf(who) + 1}`);
      const { status, headers } = await ask(clientOf(who), route);
      seen.push({ route, who, status, headers });
    }
});
afterAll(() => app.close());

it('reaches every route, for each kind of person', () => {
  expect(routes.length).toBeGreaterThan(70);
  expect(seen).toHaveLength(routes.length * WHO.length);
  expect(seen.filter(({ status }) => status >= 500 || status === 429).map(label)).toEqual([]);
  const reached = (name: string) =>
    WHO.map((who) => seen.find((each) => each.who === who && each.route.name === name)?.status);
  expect(reached('GET /api/settings/appearance')).toEqual([401, 200, 200, 200]);
});

describe('every answer', () => {
  it('is taken for what it says it is, and for nothing else', () => {
    expect(without(seen, ({ headers }) => headers.get('X-Content-Type-Options') === 'nosniff')).toEqual([]);
    expect(without(seen, ({ headers }) => !headers.has('X-Powered-By'))).toEqual([]);
  });

  it.each([
    '/serve?zones=z_1000',
    '/serve',
    '/e/i/made-up',
    '/e/c/made-up',
    '/tag.js',
    '/creatives/none.png',
  ])('of the ad server is taken for what it says, too: %s', async (path) => {
    const { headers, status } = await app.client().get(path);
    expect([status, headers.get('X-Content-Type-Options')]).toEqual([status, 'nosniff']);
  });

  it('says what kind of thing it is, and in which letters', () => {
    const isSaid = ({ status, headers }: Seen) => {
      const type = headers.get('Content-Type');
      if (type === null) return [204, 304].includes(status) || headers.get('Content-Length') === '0';
      return !/^(text\/|application\/json)/.test(type) || /; ?charset=utf-8$/i.test(type);
    };
    expect(without(seen, isSaid)).toEqual([]);
  });

  it('may be framed, based and extended by nobody', () => {
    const isClosed = ({ headers }: Seen) => {
      const policy = headers.get('Content-Security-Policy') ?? '';
      return ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"].every((rule) =>
        policy.split(/;\s*/).includes(rule),
      );
    };
    expect(without(seen, isClosed)).toEqual([]);
    expect(
      without(seen, ({ headers }) => !headers.get('Content-Security-Policy')?.includes('object-src')),
    ).toEqual([]);
  });

  it('asks for https for a year, on every host below too', () => {
    const lasts = ({ headers }: Seen) => {
      const [, seconds = '0', rest = ''] =
        /^max-age=(\d+)(.*)$/.exec(headers.get('Strict-Transport-Security') ?? '') ?? [];
      return Number(seconds) >= 31_536_000 && /includeSubDomains/i.test(rest);
    };
    expect(without(seen, lasts)).toEqual([]);
  });

  it('tells other sites no more than the host, and keeps the window of another site away', () => {
    const policies = ['strict-origin-when-cross-origin', 'no-referrer'];
    expect(without(seen, ({ headers }) => policies.includes(headers.get('Referrer-Policy') ?? ''))).toEqual(
      [],
    );
    // Those of the window that signs in to Xero must reach the page that opened it, past Xero's own pages.
    const isPopup = ({ path }: FoundRoute) => path.startsWith('/xero/auth/');
    const policy = ({ headers }: Seen) => headers.get('Cross-Origin-Opener-Policy') ?? '';
    const others = seen.filter(({ route }) => !isPopup(route));
    expect(without(others, (each) => /^same-origin/.test(policy(each)))).toEqual([]);
    const popups = seen.filter(({ route }) => isPopup(route));
    expect(without(popups, (each) => policy(each) === 'unsafe-none')).toEqual([]);
    const isOwn = ({ headers }: Seen) => headers.get('Cross-Origin-Resource-Policy') === 'same-origin';
    expect(
      without(
        seen.filter(({ route }) => !isFile(route)),
        isOwn,
      ),
    ).toEqual([]);
  });

  it('that may hold something of a person is kept by no cache', () => {
    const isPublic = ({ path }: FoundRoute) => [...PUBLIC_ANSWERS, ...OPERATIONS].includes(path);
    const mayBePersonal = seen.filter(({ route }) => !isFile(route) && !isPublic(route));
    const isKept = ({ headers }: Seen) => !/\bno-store\b/.test(headers.get('Cache-Control') ?? '');
    expect(mayBePersonal.filter(isKept).map(label)).toEqual([]);
  });

  it('of the API is open to no other origin', async () => {
    const isOpen = ({ headers }: Seen) => headers.has('Access-Control-Allow-Origin');
    const notForAll = ({ route }: Seen) => !isFile(route) && route.path !== TAG_DEBUG;
    expect(seen.filter((each) => isOpen(each) && notForAll(each)).map(label)).toEqual([]);
    const headers = {
      Origin: 'https://evil.example',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'X-CSRF-TOKEN',
    };
    const preflight = await app.client().request('/api/auth/login', { method: 'OPTIONS', headers });
    expect(preflight.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });
});

it.each([
  ...['/.git/HEAD', '/.env', '/package.json', '/api/package.json', '/shell/src/index.ts', '/secrets.json'],
  ...['/assets/', '/assets/shell/', '/remotes/', '/remotes/mf-auth/', '/creatives/', '/api/'],
])('nothing of the disk but what is published is answered, and no folder is listed: %s', async (path) => {
  const { status, text } = await app.client().request(path, { headers: { Accept: '*/*' } });
  expect([path, status]).toEqual([path, 404]);
  expect(text).not.toMatch(/\[core\]|ref:|"private"|"sessionSecret"|<li>/);
});

it('TRACE answers nothing of the request', async () => {
  const { hostname, port } = new URL(app.url);
  const text = await new Promise<string>((resolve, reject) => {
    const headers = { Cookie: 'of=mine' };
    const call = request({ host: hostname, port, method: 'TRACE', path: '/', headers }, (answer) => {
      answer.setEncoding('utf8');
      let said = `${answer.statusCode} `;
      answer.on('data', (part: string) => {
        said += part;
      });
      answer.on('end', () => resolve(said));
    });
    call.on('error', reject).end();
  });
  expect(text).toMatch(/^4\d\d /);
  expect(text).not.toContain('of=mine');
});

describe('every cookie', () => {
  const cookies = () => seen.flatMap(({ headers }) => headers.getSetCookie());
  const nameOf = (cookie: string) => cookie.slice(0, cookie.indexOf('='));

  it('is out of reach of scripts, unless scripts are what it is for', () => {
    expect(cookies().length).toBeGreaterThan(0);
    const readable = cookies().filter((cookie) => !/; HttpOnly/i.test(cookie));
    expect([...new Set(readable.map(nameOf))].filter((name) => !FOR_SCRIPTS.includes(name))).toEqual([]);
  });

  it('says which sites send it', () => {
    expect(cookies().filter((cookie) => !/; SameSite=(Lax|Strict)/i.test(cookie))).toEqual([]);
  });

  it('behind https is sent by https alone, and no neighbour can plant it', () => {
    const own = cookies().filter((cookie) => !FOR_SCRIPTS.includes(nameOf(cookie)));
    expect(own.filter((cookie) => !/; Secure/i.test(cookie))).toEqual([]);
    expect([...new Set(own.map(nameOf))].filter((name) => !/^__(Host|Secure)-/.test(name))).toEqual([]);
    const host = own.filter((cookie) => cookie.startsWith('__Host-'));
    expect(host.filter((cookie) => !/; Path=\/(;|$)/i.test(cookie) || /; Domain=/i.test(cookie))).toEqual([]);
  });

  it('that scripts read is sent by https alone too', async () => {
    const client = clientOf('publisher');
    await client.signIn(await makePublisher(app.test.db));
    const { headers } = await client.patch('/api/settings/appearance', { theme: 'dark', locale: 'en' });
    const set = headers.getSetCookie().filter((cookie) => FOR_SCRIPTS.includes(nameOf(cookie)));
    expect(set).toHaveLength(FOR_SCRIPTS.length);
    expect(set.filter((cookie) => !/; Secure/i.test(cookie) || !/; SameSite=Lax/i.test(cookie))).toEqual([]);
  });

  it('fits into a browser', () => {
    expect(cookies().filter((cookie) => (cookie.split(';')[0] ?? '').length > 4_096)).toEqual([]);
  });
});

describe('every change', () => {
  /** What browsers tell about releases that failed: pages that never got a token tell it too, and nothing is kept. */
  const REPORTS = '/api/remotes/failures';
  /** Where advertisers' servers report conversions: no cookie counts there, the click that is named alone. */
  const POSTBACK = '/postback';
  /** What Xero tells, by its signature; the body is never one of ours. */
  const XERO = '/webhooks/xero';
  /** As gateways call it: their signature over the body is what counts. */
  const GATEWAYS = '/webhooks/payments/:gateway';
  const TOKENLESS = [XERO, GATEWAYS, REPORTS, POSTBACK];
  /** By a token in a header of the call's own. */
  const BY_TOKEN = /^\/api\/(v1|releases)(\/|$)/;
  const changing = () =>
    routes.filter(
      ({ method, path }) => method !== 'GET' && !BY_TOKEN.test(path) && !TOKENLESS.includes(path),
    );

  it('needs the token of its page, whatever a foreign page makes the browser send', async () => {
    const client = clientOf('advertiser');
    const open: string[] = [];
    for (const [at, route] of changing().entries())
      for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
        const headers = {
          'Content-Type': type,
          // Of one address each: the limits on strangers are not what is asked here.
          'X-Forwarded-For': `192.0.2.${at % 250}`,
          Origin: 'https://evil.example',
          'Sec-Fetch-Site': 'cross-site',
        };
        const init = { method: route.method, headers, body: type.endsWith('json') ? '{}' : 'a=1' };
        const { status } = await client.request(addressOf(route), init);
        if (status !== 419) open.push(`${route.name} with ${type}: ${status}`);
      }
    expect(changing().length).toBeGreaterThan(40);
    expect(open).toEqual([]);
  });

  it('of the public API needs its token: no cookie counts there', async () => {
    const api = routes.filter(({ path }) => path.startsWith('/api/v1/') && !path.endsWith('openapi.json'));
    const statuses = new Set<number>();
    for (const [at, route] of api.entries()) {
      clientOf('advertiser').setHeader('X-Forwarded-For', `${networkOf(at)}.99`);
      statuses.add((await ask(clientOf('advertiser'), route)).status);
    }
    expect([...statuses]).toEqual([401]);
  });

  it('of releases needs a token of releases: no cookie counts there, an admin’s neither', async () => {
    const releases = routes.filter(({ path }) => path.startsWith('/api/releases'));
    const statuses = new Set<number>();
    for (const route of releases) statuses.add((await ask(clientOf('admin'), route)).status);
    expect(releases.length).toBeGreaterThan(3);
    expect([...statuses]).toEqual([401]);
  });
});

describe('secrets', () => {
  it('are in no address: no route reads one from its path or query', () => {
    const names = ({ schemas: { query, params } }: FoundRoute) =>
      [query, params].flatMap((schema) => Object.keys((schema as z.ZodObject | undefined)?.shape ?? {}));
    const secret = /token|password|secret|code|session/i;
    const withSecret = routes.filter((route) => names(route).some((name) => secret.test(name)));
    expect(withSecret.map(({ path }) => path)).toEqual([TAG_DEBUG]);
  });

  it('of a session are 192 random bits that no answer repeats, and nobody can make up one', async () => {
    const user = await makeAdvertiser(app.test.db);
    const values: string[] = [];
    for (const last of [1, 2, 3]) {
      const client = browser(`198.51.100.${last}`);
      await client.signIn(user);
      const value = decodeURIComponent(client.cookies.get('__Host-ez.sid') ?? '');
      const id = /^s:([\w-]{32})\.[\w+/]{43}$/.exec(value)?.[1] ?? '';
      expect(id).toHaveLength(32);
      expect((await client.get('/api/auth/me')).text).not.toContain(id);
      expect((await client.get('/api/settings/sessions')).text).not.toContain(id);
      values.push(value);
    }
    expect(new Set(values).size).toBe(3);
    const thief = browser('198.51.100.9');
    const [known = ''] = values;
    for (const made of [known.slice(0, -3), known.slice(0, 34), `s:${'a'.repeat(32)}.${'a'.repeat(43)}`]) {
      thief.cookies.set('__Host-ez.sid', encodeURIComponent(made));
      expect((await thief.get<{ user: unknown }>('/api/auth/me')).body.user).toBeNull();
    }
  });

  it('of people are taken as they were typed: spaces, capitals, forms of letters, up to 256 characters', async () => {
    const chosen = ` Über ${'x'.repeat(245)}Ende`.normalize('NFC').padEnd(256, ' ');
    const user = await makeAdvertiser(app.test.db, { password_hash: await hashPassword(chosen) });
    const logIn = async (password: string, last: number) =>
      (await browser(`198.51.100.${last}`).post('/api/auth/login', { email: user.email, password })).status;
    expect(chosen).toHaveLength(256);
    expect(await logIn(chosen, 20)).toBe(200);
    const others = [chosen.trim(), chosen.toLowerCase(), chosen.normalize('NFD'), chosen.slice(0, 72)];
    for (const [index, other] of others.entries()) expect(await logIn(other, 21 + index)).toBe(422);
  });

  it('of people last until they are changed, and no hint or question helps to remember them', async () => {
    const user = await makeAdvertiser(app.test.db, { password_changed_at: new Date('2019-01-01T00:00:00Z') });
    const client = browser('198.51.100.40');
    await client.signIn(user);
    expect((await client.get<{ user: unknown }>('/api/auth/me')).body.user).not.toBeNull();
    const fields = routes.flatMap(({ schemas: { body } }) =>
      Object.keys((body as z.ZodObject | undefined)?.shape ?? {}),
    );
    expect(fields).toContain('password');
    expect(fields.filter((name) => /hint|question|answer|maiden/i.test(name))).toEqual([]);
  });
});

it('has no account that nobody made', () => expect(accountsAtFirst).toBe(0));

it.each<[string, string, RequestInit]>([
  ['no address', '/api/nothing/here', {}],
  ['half an address', '/api/campaigns/%E0%A4%A', {}],
  ['an address that climbs', '/assets/shell/..%2f..%2fpackage.json', {}],
  [
    'half a body',
    '/api/auth/login',
    { method: 'POST', body: '{"email":', headers: { 'Content-Type': 'application/json' } },
  ],
  [
    'a body of another type',
    '/api/auth/login',
    { method: 'POST', body: '<a/>', headers: { 'Content-Type': 'text/xml' } },
  ],
  ['an unknown method', '/api/auth/login', { method: 'PROPFIND' }],
  [
    'a broken cookie',
    '/api/auth/me',
    { headers: { Cookie: '__Host-ez.sid=s%3Aa.b; __Host-ez.guest=%E0%A4%A' } },
  ],
])('%s is answered without a word of the inside', async (_, address, init) => {
  const client = browser('203.0.113.1');
  await client.get('/api/auth/me');
  const { status, text } = await client.request(address, init);
  expect(status).toBeLessThan(500);
  expect(text).not.toMatch(/node_modules|\.[jt]s\b|\bat \S+ \(|SELECT|postgres|Error:|ENOENT|stack/);
});
