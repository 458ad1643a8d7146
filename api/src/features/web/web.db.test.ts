import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Bootstrap, type Registry, TRY_RELEASE_PATH } from '@ezdash/contracts';
import { csrfToken } from '../../platform/auth';
import { projectRoot } from '../../platform/projectRoot';
import { buildApp, createTestDb, makeAdvertiser, type TestApp, type TestDb } from '../../testing';
import { buildRegistry } from '../remotes/offer/registry';
import { makeRelease, makeShell } from '../remotes/testReleases';
import { MOVED_PATHS, SHELL_PATHS } from './shellPaths';
import { pageRouter } from './web.routes';

const PERSON =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
const ROBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

let test: TestDb;
let registry: Registry;
/** What visitors get, where it is not all. */
let shown: Registry | null = null;
/** Pages that a release was said to show. */
const counted: string[] = [];
const apps: TestApp[] = [];

function makeRegistry(): Registry {
  const release = makeRelease();
  const access = { roles: ['advertiser' as const] };
  release.manifest.pages.push({
    id: 'news',
    path: '/advertiser/news',
    titleKey: 'advertiser:page.news',
    access,
    built: false,
  });
  return buildRegistry([{ release, previous: null }], makeShell());
}

async function open(pagesPerMinute?: number): Promise<TestApp> {
  const bootstrap: Bootstrap = {
    config: { app_name: 'Ads', locales: [], broadcaster: null, demo: false, demo_property_url: null },
    user: null,
    locale: 'en',
  };
  const router = pageRouter({
    shell: makeShell(),
    shellPath: '/assets/shell',
    getReleases: async () => ({ shown: { registry: shown ?? registry }, whole: { registry } }),
    getBootstrap: () => bootstrap,
    csrfToken,
    countPage: (remote, version) => counted.push(`${remote} ${version}`),
    pagesPerMinute,
  });
  const app = await buildApp({ test, mounts: [{ path: '/', router }], trustProxy: ['loopback'] });
  apps.push(app);
  return app;
}

beforeAll(async () => {
  test = await createTestDb();
  registry = makeRegistry();
});
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});
afterAll(() => test.drop());

const view = (app: TestApp, address: string, headers: Record<string, string> = {}) =>
  app.client().request(address, { headers: { Accept: 'text/html', 'User-Agent': PERSON, ...headers } });
const tokenIn = (html: string) => /<meta name="csrf-token" content="([^"]*)">/.exec(html)?.[1];
const sessions = () => test.db.selectFrom('session').select('sid').execute();

describe('a page view', () => {
  it.each([
    ['a person', PERSON],
    ['a robot', ROBOT],
    ['a browser that says little', 'Mozilla/5.0'],
    ['one that says nothing', ''],
  ])('gives %s a token and its cookie, and leaves no row', async (_, agent) => {
    const { text, headers } = await view(await open(), '/', { 'User-Agent': agent });
    expect(tokenIn(text)).toMatch(/^[0-9a-f]{64}$/);
    expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^ez\.guest=/)]);
    expect(await sessions()).toEqual([]);
  });

  it('gives whoever is signed in the token of the session, whatever the browser calls itself', async () => {
    const app = await open();
    const client = app.client();
    await client.signIn(await makeAdvertiser(test.db));
    const { body } = await client.get<{ csrf_token: string }>('/api/auth/me');
    const headers = { Accept: 'text/html', 'User-Agent': ROBOT };
    expect(tokenIn((await client.request('/', { headers })).text)).toBe(body.csrf_token);
  });
});

it('counts the page for the release that shows its address, and for none where the shell does', async () => {
  const app = await open();
  const client = app.client();
  await client.signIn(await makeAdvertiser(test.db));
  counted.length = 0;
  const look = (address: string, method = 'GET') =>
    client.request(address, { method, headers: { Accept: 'text/html', 'User-Agent': PERSON } });
  await look('/advertiser/campaigns/7');
  expect(counted).toEqual(['mf-advertiser 1.0.0']);
  for (const address of ['/', '/help', '/nobodys', '/advertiser/news', '/advertiser/campaigns/7.js'])
    await look(address);
  await look('/advertiser/campaigns/7', 'HEAD');
  expect(counted).toHaveLength(1);
});

describe('addresses', () => {
  it.each([
    ['/', 200],
    ['/help', 200],
    ['/payment/result', 200],
    ['/login', 200],
    ['/settings/', 200],
    ['/Advertiser/Campaigns/7', 200],
    ['/advertiser/news', 200],
    ['/advertiser/campaigns/7/edit', 404],
    ['/advertiser/campaigns', 404],
    ['/wp-admin', 404],
    ['/%2e%2e%2fetc', 404],
    ['//evil', 404],
  ])('%s: %i, with the page', async (address, status) => {
    const app = await open();
    const answer = await view(app, `${app.url}${address}`);
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([status, 'text/html; charset=utf-8']);
    expect(answer.text).toContain('<div id="root">');
  });

  it('become known with the release that brings them', async () => {
    const app = await open();
    expect((await view(app, '/advertiser/metrics')).status).toBe(404);
    const before = registry;
    const release = makeRelease();
    for (const page of release.manifest.pages) page.path = '/advertiser/metrics';
    registry = buildRegistry([{ release, previous: null }], makeShell());
    expect((await view(app, '/advertiser/metrics')).status).toBe(200);
    registry = before;
  });

  it.each([
    ['/', null],
    ['/help', null],
    ['/advertiser/campaigns/7', null],
    ['/nobodys', null],
    ['/staff/review', '/staff/review'],
    ['/admin', '/staff/review'],
    ['/operator/review', '/staff/review'],
  ])(
    '%s: the registry has the pages of staff for whoever asks for one of them: %s',
    async (address, known) => {
      const release = makeRelease();
      const { manifest } = makeRelease();
      const review = {
        id: 'review',
        path: '/staff/review',
        titleKey: 'debug:page.review',
        access: { roles: ['admin' as const] },
        built: true,
      };
      const before = registry;
      release.manifest.pages.push(review);
      registry = buildRegistry([{ release, previous: null }], makeShell());
      shown = buildRegistry([{ release: { ...release, manifest }, previous: null }], makeShell());
      const { text, status } = await view(await open(), address);
      expect(text.includes('"/staff/review"')).toBe(known !== null);
      if (known === address) expect(status).toBe(200);
      shown = null;
      registry = before;
    },
  );

  it('of the shell are those of its own tables', () => {
    const source = (name: string) =>
      readFileSync(path.join(projectRoot(), 'shell', 'src', 'app', 'router', name), 'utf8');
    const pages = /const SHELL_PAGES[^=]*= \[(.*?)\n\];/s.exec(source('pages.ts'))?.[1] ?? '';
    const written = pages.replaceAll('TRY_RELEASE_PATH', `'${TRY_RELEASE_PATH}'`);
    expect([...written.matchAll(/path: '([^']+)'/g)].map((found) => found[1])).toEqual([...SHELL_PATHS]);
    const areas = /const AREAS[^=]*= \{(.*?)\n\};/s.exec(source('guard.ts'))?.[1] ?? '';
    const moved = [...areas.matchAll(/^ {2}'([^']+)':/gm)].map((found) => found[1]);
    const old = ['/login', '/operator', '/operator/*'];
    expect([...old, ...moved].sort()).toEqual([...MOVED_PATHS].sort());
  });
});

it('stops rendering for an address that asks too often, and for no other', async () => {
  const app = await open(3);
  const statuses: number[] = [];
  for (let n = 1; n <= 4; n++)
    statuses.push((await view(app, '/', { 'X-Forwarded-For': `2001:db8:1:2::${n}` })).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  const refused = await view(app, '/', { 'X-Forwarded-For': '2001:db8:1:2::9' });
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect((await view(app, '/', { 'X-Forwarded-For': '2001:db8:1:3::1' })).status).toBe(200);
});
