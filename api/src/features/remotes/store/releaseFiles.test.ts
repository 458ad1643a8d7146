import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import express from 'express';
import { filesOf } from '../publish/testArchive';
import type { ReleaseStore } from '../releases.types';
import { createDiskStore } from './diskStore';
import { releaseFiles } from './releaseFiles';

let folder = '';
let server: Server;
const asked: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'release-files-'));
  const local = createDiskStore(folder);
  /** Has one release elsewhere. */
  const store: Pick<ReleaseStore, 'folder' | 'serves'> = {
    folder,
    async serves(name, version) {
      asked.push(`${name}/${version}`);
      if (version === '1.0.0') await local.install(filesOf('one'), version);
      return local.serves(name, version);
    },
  };
  await local.install(filesOf('not offered'), '2.0.0');
  const app = express().use(
    '/remotes',
    releaseFiles({
      ...store,
      serves: async (name, version) => version !== '2.0.0' && store.serves(name, version),
    }),
  );
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.close();
  await once(server, 'close');
  rmSync(folder, { recursive: true, force: true });
});

const get = (address: string) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${address}`);

it('serves a release that has to be brought here first', async () => {
  const answer = await get('/remotes/mf-advertiser/1.0.0/App.js');
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('"one"');
  expect(asked).toEqual(['mf-advertiser/1.0.0']);
});

it('serves nothing that the store does not stand for, although it lies there', async () => {
  expect((await get('/remotes/mf-advertiser/2.0.0/App.js')).status).toBe(404);
});

it.each([
  '/remotes/mf-advertiser/1.0.0',
  '/remotes/mf-advertiser/1.0.0/a/App.js',
  '/remotes/%2e%2e/1.0.0/App.js',
])('%s is no file of a release', async (address) => {
  expect((await get(address)).status).toBe(404);
});
