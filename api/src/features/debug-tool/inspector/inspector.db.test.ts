import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type DebugSession, type ErrorBody, inspectorMap, SOURCES_FILE } from '@ezdash/contracts';
import express from 'express';
import {
  buildApp,
  createTestDb,
  fakeClock,
  makeAdmin,
  type TestApp,
  type TestClient,
  type TestDb,
} from '../../../testing';
import { createDiskStore } from '../../remotes/store/diskStore';
import { immutableFiles } from '../../remotes/store/immutableFiles';
import { readBuiltRelease } from '../../remotes/store/readBuiltRelease';
import { makeRelease, makeShell, writeDist } from '../../remotes/testReleases';
import { keepShell } from '../../web/keepShell';
import { createDebugToolFeature } from '..';
import { inspectorRoutes } from './inspector.routes';

const SITES = { files: ['mf-advertiser/src/Page.tsx'], sites: { abcde0: [0, 12, 'Page', 'div'] } };

let test: TestDb;
let app: TestApp;
let dataDir: string;

/** A build as it leaves its folder, with what its ids stand for. */
function build(name: string, release: Parameters<typeof writeDist>[1]): string {
  const dist = writeDist(path.join(dataDir, name), release);
  writeFileSync(path.join(dist, SOURCES_FILE), JSON.stringify(SITES));
  return dist;
}

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'inspector-'));
  const store = createDiskStore(path.join(dataDir, 'remotes'));
  await store.install(await readBuiltRelease(build('remote-dist', makeRelease())), '1.0.0');
  const bare = makeRelease({ version: '2.0.0' });
  await store.install(await readBuiltRelease(writeDist(path.join(dataDir, 'bare-dist'), bare)), '2.0.0');
  keepShell(build('shell-dist', makeShell()), dataDir);
  mkdirSync(path.join(dataDir, 'remotes/mf-advertiser/3.0.0'));
  writeFileSync(path.join(dataDir, 'remotes/mf-advertiser/3.0.0', SOURCES_FILE), '{"files":[1]}');

  test = await createTestDb();
  const feature = createDebugToolFeature({
    db: test.db,
    clock: fakeClock(),
    secret: 'a secret',
    secure: false,
  });
  inspectorRoutes(feature.tabs, feature.routes, dataDir);
  const files = express.Router().use(immutableFiles(path.join(dataDir, 'remotes'), 3));
  app = await buildApp({ test, mounts: [...feature.mounts, { path: '/remotes', router: files }] });
});
afterAll(async () => {
  await app.close();
  await test.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function admin(): Promise<TestClient> {
  const { email, password } = await makeAdmin(test.db);
  const client = app.client();
  const { body } = await client.post<DebugSession>('/debug-tool/activate', {
    admin_email: email,
    admin_password: password,
  });
  client.setHeader('X-Debug-Token', body.session_token);
  return client;
}

it('says where the elements of a remote’s release are written', async () => {
  const { status, body } = await (await admin()).get('/debug-tool/inspector/mf-advertiser/1.0.0');
  expect(status).toBe(200);
  expect(inspectorMap.parse(body)).toEqual({ name: 'mf-advertiser', version: '1.0.0', ...SITES });
});

it('says it of the shell’s builds that are kept', async () => {
  const { body } = await (await admin()).get(`/debug-tool/inspector/shell/${makeShell().buildId}`);
  expect(inspectorMap.parse(body)).toMatchObject({ name: 'shell', ...SITES });
});

it.each([
  ['a release that was built without', 'mf-advertiser/2.0.0'],
  ['one that never was', 'mf-advertiser/9.9.9'],
  ['a remote that never was', 'mf-nobody/1.0.0'],
  ['another folder', 'mf-advertiser/..%2f..%2fshell-dist'],
  ['a hidden folder', 'mf-advertiser/.draft-1'],
  ['what is no remote', 'remote-dist/1.0.0'],
])('finds nothing for %s', async (_what, address) => {
  const { status, body } = await (await admin()).get<ErrorBody>(`/debug-tool/inspector/${address}`);
  expect([status, body.code]).toEqual([404, 'NO_SOURCES']);
});

it('does not answer with what was spoilt', async () => {
  const { status, body } = await (await admin()).get('/debug-tool/inspector/mf-advertiser/3.0.0');
  expect(status).toBe(500);
  expect(JSON.stringify(body)).not.toContain('files');
});

it('is told to nobody without the tool', async () => {
  const { status, body } = await app.client().get('/debug-tool/inspector/mf-advertiser/1.0.0');
  expect(status).toBe(401);
  expect(JSON.stringify(body)).not.toContain('Page.tsx');
});

it('is not among the files everybody may load', async () => {
  const client = app.client();
  expect((await client.get('/remotes/mf-advertiser/1.0.0/App.js')).status).toBe(200);
  for (const name of [SOURCES_FILE, encodeURIComponent(SOURCES_FILE), '%2Esources.json']) {
    const { status, body } = await client.get(`/remotes/mf-advertiser/1.0.0/${name}`);
    expect(status).toBe(404);
    expect(JSON.stringify(body)).not.toContain('Page.tsx');
  }
});
