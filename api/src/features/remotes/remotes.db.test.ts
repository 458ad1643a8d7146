import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Registry as PromRegistry } from 'prom-client';
import { systemClock } from '../../platform/clock';
import { silentLog } from '../../platform/log';
import { buildApp, createTestDb, type TestApp, type TestDb } from '../../testing';
import { createDebugToolFeature } from '../debug-tool';
import { createWebFeature } from '../web';
import { createRemotesFeature, type RemotesFeature } from './createRemotesFeature';
import { createReleaseRepo } from './remotes.repo';
import { makeRelease, makeShell, writeDist } from './testReleases';

let scratch = '';
let test: TestDb;
let remotes: RemotesFeature;
let app: TestApp;
const metrics = new PromRegistry();

beforeAll(async () => {
  scratch = mkdtempSync(path.join(os.tmpdir(), 'remotes-db-'));
  test = await createTestDb();
  const shellDist = writeDist(path.join(scratch, 'shell'), makeShell());
  remotes = createRemotesFeature({
    db: test.db,
    dataDir: scratch,
    shellDist,
    remoteDists: [writeDist(path.join(scratch, 'dist'), makeRelease())],
    log: silentLog,
    metrics,
    clock: systemClock,
    debugTool: createDebugToolFeature({ db: test.db, clock: systemClock, secret: 'a secret', secure: false }),
  });
  await remotes.start();
  const web = createWebFeature({
    shellDist,
    dataDir: path.join(scratch, 'kept'),
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
  await test.drop();
  rmSync(scratch, { recursive: true, force: true });
});

const fetchText = async (address: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(app.url + address, { headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

it('keeps releases and their history, append-only', async () => {
  const repo = createReleaseRepo(test.db);
  const stored = await repo.find('mf-advertiser', '1.0.0');
  expect(stored?.release).toEqual(makeRelease());
  expect(await repo.history('mf-advertiser')).toEqual([{ releaseId: stored?.id, reason: 'start' }]);
  expect(await repo.names()).toEqual(['mf-advertiser']);
  const other = await repo.add({
    name: 'mf-advertiser',
    version: '1.0.0',
    digest: 'f'.repeat(64),
    release: makeRelease(),
  });
  expect(other.digest).toBe(stored?.digest);
  await expect(test.db.deleteFrom('remote_activation').execute()).rejects.toThrow('append-only');
  await expect(test.db.updateTable('remote_release').set({ version: '2' }).execute()).rejects.toThrow(
    'append-only',
  );
});

it('is ready when every built remote is offered', () => {
  expect(remotes.isReady()).toBe(true);
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
  writeFileSync(path.join(scratch, 'secrets.json'), '{}');
  const { status, headers, text } = await fetchText(address, { accept: 'text/html' });
  expect(status).toBe(404);
  expect(headers.get('content-type')).toContain('application/json');
  expect(JSON.parse(text)).toMatchObject({ code: 'NOT_FOUND' });
});

it('answers the registry', async () => {
  const { text, headers } = await fetchText('/remotes/registry.json');
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(remotes.service.registry())));
  expect(headers.get('cache-control')).toBe('private, no-cache');
  expect(headers.get('vary')).toContain('Cookie');
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
