import type { RemoteManifest } from '@ezdash/contracts';
import { makeRelease, makeShell } from '../testReleases';
import { addressesCheck, addressesOverlap } from './addressesCheck';

const shell = makeShell();
const pages = (...paths: string[]): RemoteManifest['pages'] =>
  paths.map((path) => ({ id: path, path, titleKey: 'weather:page', access: 'public' as const, built: true }));
const manifest = (name: string, namespace: string, ...paths: string[]): RemoteManifest => ({
  name,
  namespace,
  contractVersion: 1,
  pages: pages(...paths),
  navigation: [],
});
const taken = {
  others: [
    manifest('mf-auth', 'auth', '/auth/login', '/auth/reset/:token?'),
    manifest('mf-advertiser', 'advertiser', '/advertiser/campaigns/:id'),
  ],
  shellPaths: ['/', '/help', '/operator/*'],
};
const check = (one: RemoteManifest) =>
  addressesCheck(makeRelease({ name: one.name, manifest: one }), shell, taken);

test.each([
  [['/weather', '/weather/:day']],
  [['/advertiser/campaigns']],
  [['/advertiser/campaigns/:id/weather']],
  [['/auth/reset/a/b']],
])('%j is nobody else’s', (paths) => {
  expect(check(manifest('mf-weather', 'weather', ...paths)).outcome).toBe('passed');
});

test.each([
  ['/auth/login', '/auth/login is an address of mf-auth: /auth/login'],
  ['/Auth/Login/', '/Auth/Login/ is an address of mf-auth: /auth/login'],
  ['/advertiser/campaigns/weather', 'is an address of mf-advertiser: /advertiser/campaigns/:id'],
  ['/advertiser/:area/:id', 'is an address of mf-advertiser'],
  ['/auth/reset', 'is an address of mf-auth: /auth/reset/:token?'],
  ['/auth/*', 'is an address of mf-auth'],
  ['/:anything', 'is an address of the shell: /help'],
  ['/', '/ is an address of the shell: /'],
  ['/operator/weather', 'is an address of the shell: /operator/*'],
])('%s is somebody’s', (path, problem) => {
  const { outcome, detail } = check(manifest('mf-weather', 'weather', path));
  expect(outcome).toBe('failed');
  expect(detail).toContain(problem);
});

test.each([
  ['shell', 'the shell'],
  ['auth', 'mf-auth'],
])('the words of %s are not another one’s to write', (namespace, owner) => {
  const { outcome, detail } = check(manifest('mf-weather', namespace, '/weather'));
  expect(outcome).toBe('failed');
  expect(detail).toContain(owner);
});

test('the next release of a remote has what the one before it has', () => {
  expect(check(manifest('mf-auth', 'auth', '/auth/login', '/auth/reset/:token?')).outcome).toBe('passed');
});

test('addresses of many parts that may be absent are compared part by part, not way by way', () => {
  const parts = (name: string, count: number, end: string) => `${`/:${name}?`.repeat(count)}/${end}`;
  // Way by way there are 2^80 of them.
  expect(addressesOverlap(parts('a', 40, 'x'), parts('b', 40, 'y'))).toBe(false);
  expect(addressesOverlap(parts('a', 40, 'x'), parts('b', 40, 'x'))).toBe(true);
  expect(addressesOverlap(parts('a', 2_000, 'x'), parts('b', 2_000, 'y'))).toBe(true);
});
