import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Release } from '@ezdash/contracts';
import { silentLog } from '../../platform/log';
import { createReleaseStore } from './releaseStore';
import { createMemoryReleaseRepo } from './remotes.repo';
import { createRemotesService } from './remotes.service';
import { makeRelease, makeShell, writeDist } from './testReleases';

let scratch = '';
beforeEach(() => {
  scratch = mkdtempSync(path.join(os.tmpdir(), 'remotes-'));
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

let dists = 0;
const built = (change: Partial<Release> = {}, content?: string) => {
  dists += 1;
  return writeDist(path.join(scratch, `dist-${dists}`), makeRelease(change), content);
};

/** A server's start: the same data, another process. */
function start(repo = createMemoryReleaseRepo(), shell = makeShell()) {
  const store = createReleaseStore(path.join(scratch, 'data/remotes'));
  return { repo, store, service: createRemotesService({ repo, store, shell, log: silentLog }) };
}

const stored = (version: string, file = 'App.js') =>
  readFileSync(path.join(scratch, 'data/remotes/mf-advertiser', version, file), 'utf8');

test('a build is published under its package’s version and becomes active', async () => {
  const { service } = start();
  await service.publishBuilds([built()]);
  expect(service.registry()['mf-advertiser']).toMatchObject({
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
  });
  expect(service.registry()['mf-advertiser']?.previous).toBeUndefined();
  expect(stored('1.0.0', 'App.js.br')).toBe('br of App.js');
});

test('the same build again changes nothing', async () => {
  const { service, repo } = start();
  const dist = built();
  await service.publishBuilds([dist]);
  await service.publishBuilds([dist]);
  expect(await repo.history('mf-advertiser')).toHaveLength(1);
});

test('other bytes under the same version never replace the first', async () => {
  const { service } = start();
  await service.publishBuilds([built({}, 'one')]);
  await service.publishBuilds([built({ buildId: 'fedcba987654' }, 'two')]);
  expect(stored('1.0.0')).toBe('App.js one');
  expect(stored('1.0.0-build.fedcba98')).toBe('App.js two');
  const entry = service.registry()['mf-advertiser'];
  expect(entry?.version).toBe('1.0.0-build.fedcba98');
  expect(entry?.previous).toMatchObject({
    version: '1.0.0',
    entry: '/remotes/mf-advertiser/1.0.0/remoteEntry.js',
  });
});

test('a roll back made by hand outlives the next start with the same build', async () => {
  const { service, repo } = start();
  await service.publishBuilds([built()]);
  const second = built({ version: '1.1.0' });
  await service.publishBuilds([second]);
  await service.activate('mf-advertiser', '1.0.0', 'rollback');
  const again = start(repo);
  await again.service.publishBuilds([second]);
  expect(again.service.registry()['mf-advertiser']).toMatchObject({
    version: '1.0.0',
    previous: { version: '1.1.0' },
  });
});

test('going back to an older build by building it makes it active', async () => {
  const { service } = start();
  const first = built();
  await service.publishBuilds([first]);
  await service.publishBuilds([built({ version: '1.1.0' })]);
  await service.publishBuilds([first]);
  expect(service.registry()['mf-advertiser']?.version).toBe('1.0.0');
});

test('a release the shell cannot run is neither activated nor offered', async () => {
  const { service, repo } = start();
  await service.publishBuilds([built(), built({ version: '2.0.0', pluginVersion: '3.0.0' })]);
  expect(service.registry()['mf-advertiser']?.version).toBe('1.0.0');
  await expect(service.activate('mf-advertiser', '2.0.0', 'publish')).rejects.toThrow(
    'built with federation 3.0.0',
  );
  const upgraded = start(repo, makeShell({ pluginVersion: '3.0.0' }));
  await upgraded.service.refresh();
  expect(upgraded.service.registry()).toEqual({});
});

test('a release whose files are not on this machine is not offered', async () => {
  const { service, repo } = start();
  await service.publishBuilds([built()]);
  await service.publishBuilds([built({ version: '1.1.0' })]);
  rmSync(path.join(scratch, 'data/remotes/mf-advertiser/1.1.0'), { recursive: true });
  const again = start(repo);
  await again.service.refresh();
  expect(again.service.registry()['mf-advertiser']?.version).toBe('1.0.0');
});

test('one broken build stops neither the start nor the others', async () => {
  const { service } = start();
  await service.publishBuilds([path.join(scratch, 'nothing-here'), built()]);
  expect(Object.keys(service.registry())).toEqual(['mf-advertiser']);
});

test('only versions that are offered count as known', async () => {
  const { service } = start();
  await service.publishBuilds([built()]);
  await service.publishBuilds([built({ version: '1.1.0' })]);
  expect(service.isOffered('mf-advertiser', '1.1.0')).toBe(true);
  expect(service.isOffered('mf-advertiser', '1.0.0')).toBe(true);
  expect(service.isOffered('mf-advertiser', '9.9.9')).toBe(false);
  expect(service.isOffered('mf-auth', '1.0.0')).toBe(false);
});
