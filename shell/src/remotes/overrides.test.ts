import { ownMachineOrigins, type Registry, type RegistryEntry } from '@ezdash/contracts';
import { overriddenRemotes } from './overrides';

const AT = '2026-11-30T14:05:00.000Z';

const entry = (address: string, change: Partial<RegistryEntry> = {}): RegistryEntry => ({
  version: '1.0.0',
  entry: address,
  type: 'var',
  global: 'mf_auth_x',
  integrity: `sha384-${'a'.repeat(64)}`,
  manifest: { name: 'mf-auth', namespace: 'auth', contractVersion: 1, pages: [], navigation: [] },
  preload: {},
  ...change,
});

test('remotes that others get another release of are named with their versions', () => {
  const registry: Registry = {
    'mf-auth': entry('/remotes/mf-auth/1.0.0/remoteEntry.js'),
    'mf-news': entry('/remotes/mf-news/1.1.0/remoteEntry.js', {
      version: '1.1.0',
      override: true,
      override_ends_at: AT,
    }),
  };
  expect(overriddenRemotes(registry)).toEqual([{ remote: 'mf-news', version: '1.1.0', endsAt: AT }]);
  expect(ownMachineOrigins(registry)).toEqual([]);
});

test.each([
  ['http://localhost:8090/remotes/mf-auth/0.0.0-dev.1/remoteEntry.js', ['http://localhost:8090']],
  ['http://127.0.0.1:80/remotes/mf-auth/0.0.0-dev.1/remoteEntry.js', ['http://127.0.0.1:80']],
  ['http://localhost:8090/elsewhere/remoteEntry.js', []],
  ['https://evil.example/remotes/mf-auth/1/remoteEntry.js', []],
  ['http://localhost.evil.example:80/remotes/mf-auth/1/remoteEntry.js', []],
  ['http://localhost:80@evil.example/remotes/mf-auth/1/remoteEntry.js', []],
])('of %s scripts are taken from %j', (address, origins) => {
  expect(ownMachineOrigins({ 'mf-auth': entry(address, { override: true }) })).toEqual(origins);
});

test('an address elsewhere that no signed link gave opens nothing', () => {
  const address = 'http://localhost:8090/remotes/mf-auth/1/remoteEntry.js';
  expect(ownMachineOrigins({ 'mf-auth': entry(address) })).toEqual([]);
});
