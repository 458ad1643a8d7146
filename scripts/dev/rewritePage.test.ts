import type { RegistryEntry } from '@ezdash/contracts';
import { rewritePage } from './rewritePage';

const entry = (version: string): RegistryEntry => ({
  version,
  entry: `/remotes/mf-auth/${version}/remoteEntry.js`,
  type: 'var',
  global: `mf_auth_${version}`,
  integrity: `sha384-${'a'.repeat(64)}`,
  manifest: { name: 'mf-auth', namespace: 'auth', contractVersion: 1, pages: [], navigation: [] },
  preload: {},
});

const page = (registry: unknown) =>
  '<html><head><script nonce="n1">boot()</script>' +
  '<link rel="preload" as="script" nonce="n1" href="/remotes/mf-auth/1.0.0/App.js" integrity="x" crossorigin>' +
  '<link rel="preload" as="script" nonce="n1" href="/remotes/mf-news/1.0.0/App.js" integrity="x" crossorigin>' +
  `<script type="application/json" id="registry" data-route-remote="mf-auth">${JSON.stringify(registry)}</script></head></html>`;

const registryOf = (html: string) => JSON.parse(/id="registry"[^>]*>(.*?)<\/script>/.exec(html)?.[1] ?? '{}');

test('the remote under development takes the deployed one’s place, which stays to fall back to', () => {
  const html = rewritePage(
    page({ 'mf-auth': entry('1.0.0'), 'mf-news': entry('2.0.0') }),
    'mf-auth',
    entry('0.0.0-dev.1'),
  );
  const registry = registryOf(html);
  expect(registry['mf-auth'].version).toBe('0.0.0-dev.1');
  expect(registry['mf-auth'].previous).toEqual({
    version: '1.0.0',
    entry: '/remotes/mf-auth/1.0.0/remoteEntry.js',
    type: 'var',
    global: 'mf_auth_1.0.0',
    integrity: `sha384-${'a'.repeat(64)}`,
  });
  expect(registry['mf-news'].version).toBe('2.0.0');
  expect(html).toContain('data-development="true" data-route-remote="mf-auth"');
  expect(html).not.toContain('/remotes/mf-auth/1.0.0/App.js');
  expect(html).toContain('/remotes/mf-news/1.0.0/App.js');
});

test('the listener runs under the page’s own nonce', () => {
  const html = rewritePage(page({}), 'mf-auth', entry('0.0.0-dev.3'));
  expect(html).toMatch(
    /<script nonce="n1">\{const events=new EventSource\("\/__dev\/events\?have=0\.0\.0-dev\.3"\)/,
  );
  expect(registryOf(html)['mf-auth'].previous).toBeUndefined();
});

test('a text in the registry cannot end the script', () => {
  const hostile = { ...entry('1'), manifest: { ...entry('1').manifest, namespace: '</script>$&' } };
  expect(registryOf(rewritePage(page({}), 'mf-auth', hostile))['mf-auth'].manifest.namespace).toBe(
    '</script>$&',
  );
});

test('pages without a registry are left alone', () => {
  expect(rewritePage('<h1>Demo property</h1>', 'mf-auth', entry('1'))).toBe('<h1>Demo property</h1>');
});
