import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { Registry as PromRegistry } from 'prom-client';
import { buildApp, createTestDb, type TestApp, type TestDb } from '../../testing';
import { createWebFeature, keepShell } from '../web';
import { findRelease, remoteNames } from './activation/activation.repo';
import { makeRelease } from './testReleases';
import { createTestRemotes, noTrouble, type TestRemotes } from './testRemotes';
import { failuresRouter } from './trouble/failures.routes';

let test: TestDb;
let remotes: TestRemotes;
let app: TestApp;
const metrics = new PromRegistry();

beforeAll(async () => {
  test = await createTestDb();
  remotes = createTestRemotes(test, {
    trouble: ({ manifestOf }) => ({
      ...noTrouble,
      mounts: [
        {
          path: '/api/remotes',
          router: failuresRouter({
            metrics,
            isOffered: (name, version) => manifestOf(name, version) !== null,
          }),
          csrf: false,
        },
      ],
    }),
  });
  await remotes.activation.publishBuilds([remotes.dist({}, 'one')]);
  const web = createWebFeature({
    kept: keepShell(remotes.shellDist, path.join(remotes.scratch, 'kept')),
    getReleases: remotes.releasesOf,
    getBootstrap: () => ({
      config: { app_name: 'EzDash', locales: [], broadcaster: null, demo: false, demo_property_url: null },
      user: null,
      locale: 'en',
    }),
    csrfToken: () => 'token',
  });
  app = await buildApp({ test, mounts: [...remotes.mounts, ...web.mounts] });
});
afterAll(async () => {
  await app.close();
  await remotes.close();
  await test.drop();
});

const fetchText = async (address: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(app.url + address, { headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

it('keeps releases and their history, append-only', async () => {
  const stored = await findRelease(test.db, 'mf-advertiser', '1.0.0');
  expect(stored?.release).toEqual(makeRelease());
  expect(await remoteNames(test.db)).toEqual(['mf-advertiser']);
  await expect(test.owner.deleteFrom('remote_event').execute()).rejects.toThrow('append-only');
  await expect(test.owner.updateTable('remote_release').set({ version: '2' }).execute()).rejects.toThrow(
    'append-only',
  );
});

it('is ready when every built remote is offered, whatever is offered beside them', async () => {
  const here = createTestRemotes(test, {
    dataDir: remotes.scratch,
    remoteDists: ['mf-advertiser', 'mf-auth'].map((name) => path.join('/srv', name, 'dist')),
  });
  const offer = async (name: string) => {
    const { manifest } = makeRelease();
    const change = { name, manifest: { ...manifest, name, namespace: name.slice(3), pages: [] } };
    await here.activation.publishBuilds([here.dist(change)]);
  };
  await offer('mf-elsewhere');
  expect(here.activation.offers().map(({ name }) => name)).toEqual(['mf-advertiser', 'mf-elsewhere']);
  expect(here.isReady()).toBe(false);
  await offer('mf-auth');
  expect(here.isReady()).toBe(true);
  await here.stop();
});

it('takes away, when it starts, what a crash has left of publications', async () => {
  const here = createTestRemotes(test, { dataDir: remotes.scratch });
  const folder = path.join(remotes.scratch, 'remotes', 'mf-advertiser');
  const longAgo = Date.now() / 1_000 - 2 * 3_600;
  for (const draft of ['.draft-old', '.draft-new']) mkdirSync(path.join(folder, draft));
  utimesSync(path.join(folder, '.draft-old'), longAgo, longAgo);
  await here.start();
  const left = readdirSync(folder).filter((name) => name.startsWith('.'));
  expect(left).toEqual(['.draft-new']);
  await here.stop();
});

it('serves the files of a release for ever, the smallest copy the browser takes', async () => {
  const plain = await fetchText('/remotes/mf-advertiser/1.0.0/App.js', { 'accept-encoding': 'identity' });
  expect(plain).toMatchObject({ status: 200, text: 'App.js one' });
  expect(plain.headers.get('cache-control')).toContain('immutable');
  expect(plain.headers.get('access-control-allow-origin')).toBe('*');
  expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(plain.headers.get('set-cookie')).toBeNull();
  const head = await fetch(`${app.url}/remotes/mf-advertiser/1.0.0/App.js`, {
    method: 'HEAD',
    headers: { 'accept-encoding': 'gzip, br' },
  });
  expect(head.headers.get('content-encoding')).toBe('br');
  expect(head.headers.get('content-length')).toBe(String('br of App.js'.length));
});

it.each([
  '/remotes/mf-advertiser/1.0.0/Missing.js',
  '/remotes/mf-advertiser/9.9.9/App.js',
  '/remotes/mf-advertiser/1.0.0/.stamp.js',
  '/remotes/mf-advertiser/1.0.0/%2e%2e%2f%2e%2e%2fsecrets.json',
  '/assets/shell/missing.js',
])('%s is an honest 404, never the page', async (address) => {
  writeFileSync(path.join(remotes.scratch, 'secrets.json'), '{}');
  const { status, headers, text } = await fetchText(address, { accept: 'text/html' });
  expect(status).toBe(404);
  expect(headers.get('content-type')).toContain('application/json');
  expect(JSON.parse(text)).toMatchObject({ code: 'NOT_FOUND' });
});

it('answers the registry', async () => {
  const { text, headers } = await fetchText('/remotes/registry.json');
  expect(JSON.parse(text)).toMatchObject({
    'mf-advertiser': {
      version: '1.0.0',
      entry: '/remotes/mf-advertiser/1.0.0/remoteEntry.js',
      type: 'var',
      global: 'mf_advertiser_0123456789ab',
      preload: {
        App: [
          { href: '/remotes/mf-advertiser/1.0.0/remoteEntry.js', as: 'script' },
          { href: '/remotes/mf-advertiser/1.0.0/App.js', as: 'script' },
          { href: '/remotes/mf-advertiser/1.0.0/App.css', as: 'style' },
          { href: '/assets/shell/data.js', as: 'script' },
        ],
      },
    },
  });
  expect(text).not.toContain('previous');
  expect(headers.get('cache-control')).toBe('private, no-cache');
  expect(headers.get('vary')).toContain('Cookie');
  expect(headers.get('set-cookie')).toBeNull();
});

it('answers no registry of a revision that is none', async () => {
  expect((await fetchText('/remotes/registry.json?revision=soon')).status).toBe(422);
  expect((await fetchText(`/remotes/registry.json?revision=${remotes.activation.revision()}`)).status).toBe(
    200,
  );
});

it('answers no old registry to whoever was told of a newer one that it cannot read', async () => {
  const { activation } = remotes;
  const by = { actor: { kind: 'command' }, why: '' } as const;
  const before = activation.revision();
  await remotes.publish('1.9.0');
  // Told of it by another server, whose change this one has not read.
  const other = createTestRemotes(test, { dataDir: remotes.scratch });
  await other.activation.activate('mf-advertiser', { version: '1.9.0', why: '' }, by);
  const told = `/remotes/registry.json?revision=${other.activation.revision()}`;
  const versionAt = async (address: string) =>
    JSON.parse((await fetchText(address)).text)['mf-advertiser'].version;
  await sql`ALTER TABLE remote_event RENAME TO remote_event_away`.execute(test.owner);
  try {
    const { status, headers, text } = await fetchText(told);
    expect([status, JSON.parse(text).code]).toEqual([503, 'RELEASES_AWAY']);
    expect(headers.get('retry-after')).toBe('5');
    // Whoever was told of nothing gets what there is, and so does who was told of what is known.
    expect(await versionAt('/remotes/registry.json')).toBe('1.0.0');
    expect(await versionAt(`/remotes/registry.json?revision=${before}`)).toBe('1.0.0');
  } finally {
    await sql`ALTER TABLE remote_event_away RENAME TO remote_event`.execute(test.owner);
  }
  expect(await versionAt(told)).toBe('1.9.0');
  await activation.rollback('mf-advertiser', undefined, by);
  await other.stop();
});

it('counts and bounds what browsers report', async () => {
  const report = {
    remote: 'mf-advertiser',
    module: 'App',
    version: '1.0.0',
    phase: 'load',
    message: 'Loading chunk 109 failed',
    fellBackTo: null,
  };
  const client = app.client();
  expect((await client.post('/api/remotes/failures', report)).status).toBe(204);
  expect((await client.post('/api/remotes/failures', { ...report, version: 'invented' })).status).toBe(204);
  const refused = await client.post('/api/remotes/failures', { ...report, phase: 'sleep', message: 7 });
  expect(refused.status).toBe(422);
  expect(Object.keys((refused.body as { errors: object }).errors).sort()).toEqual(['message', 'phase']);
  const text = await metrics.metrics();
  expect(text).toContain(
    'ezdash_remote_failures_total{remote="mf-advertiser",version="1.0.0",phase="load"} 1',
  );
  expect(text).toContain('ezdash_remote_failures_total{remote="other",version="other",phase="load"} 1');
  for (let sent = 0; sent < 20; sent += 1) await client.post('/api/remotes/failures', report);
  expect((await client.post('/api/remotes/failures', report)).status).toBe(429);
});

it('answers the page for every address that is nothing else', async () => {
  const { status, headers, text } = await fetchText('/advertiser/campaigns/7', { accept: 'text/html' });
  expect(status).toBe(200);
  expect(text).toContain('id="registry"');
  expect(headers.get('cache-control')).toBe('private, no-store');
  const nonce = /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1];
  expect(nonce).toBeTruthy();
  expect(text).toContain(`nonce="${nonce}"`);
  const again = await fetchText('/advertiser/campaigns/7', { accept: 'text/html' });
  expect(again.text).not.toContain(`nonce="${nonce}"`);
});

it.each([
  ['/api/nothing', 'text/html'],
  ['/advertiser/dashboard', 'application/json'],
  ['/favicon.ico', 'text/html'],
])('%s for %s is not the page', async (address, accept) => {
  const { status, text } = await fetchText(address, { accept });
  expect(status).toBe(404);
  expect(text).not.toContain('<html');
});
