import type { RegistryEntry } from '@ezdash/contracts';

import { contentSecurityPolicy } from '../../api/src/features/web/contentSecurityPolicy';
import { type PageInput, renderPage } from '../../api/src/features/web/renderPage';
import {
  developmentPage,
  developmentPolicy,
} from '../../packages/remote-kit/src/development/developmentPage';

/** The pages that the application really renders, with what is worked on in them. */

const integrity = `sha384-${'a'.repeat(64)}`;
const entry = (name: string, version: string, paths: string[]): RegistryEntry => ({
  version,
  entry: `/remotes/${name}/${version}/remoteEntry.js`,
  type: 'var',
  global: `${name.replace('-', '_')}_1`,
  integrity,
  manifest: {
    name,
    namespace: name.slice(3),
    contractVersion: 1,
    navigation: [],
    pages: paths.map((path, at) => ({ id: `p${at}`, path, titleKey: 'x', access: 'public', built: true })),
  },
  preload: { App: [{ href: `/remotes/${name}/${version}/App.js`, as: 'script', integrity }] },
});
const input = (changes: Partial<PageInput> = {}): PageInput => ({
  shell: {
    name: 'shell',
    version: '1.0.0',
    buildId: 'abcdefabcdef',
    locales: {},
    scripts: ['vendor.1.js', 'main.2.js'],
    styles: ['main.3.css'],
    fonts: ['latin.woff2'],
    tiers: {},
    files: {},
    shared: {},
    pluginVersion: '1',
    contractVersion: 1,
    appearanceScript: 'appearance()',
  },
  shellPath: '/assets/shell',
  registry: {
    'mf-auth': entry('mf-auth', '1.0.0', ['/auth/login']),
    'mf-news': entry('mf-news', '2.0.0', ['/news']),
  },
  route: { remote: 'mf-auth', module: 'App' },
  bootstrap: { user: null, locale: 'en', config: { app_name: 'EzDash' } } as PageInput['bootstrap'],
  csrfToken: 'token',
  nonce: 'n0nce+/=',
  theme: 'light',
  dir: 'ltr',
  ...changes,
});
const worked = { 'mf-auth': entry('mf-auth', '0.0.0-development', ['/auth/login', '/auth/items/:id']) };
const registryOf = (html: string) => JSON.parse(/id="registry"[^>]*>(.*?)<\/script>/.exec(html)?.[1] ?? '{}');
const front = {
  target: new URL('https://ads.example'),
  policy: contentSecurityPolicy('n', ['wss://live.example', 'wss://ads.example']),
  host: 'localhost:8090',
};
const made = (html: string, pathname = '/') => {
  const page = developmentPage(html, worked, pathname, front);
  if (!page) throw new Error('This is no page of the application');
  return page;
};

test('the shell and the remote come from their sources, every other remote as it is released', () => {
  const { html } = made(renderPage(input()));
  const registry = registryOf(html);
  expect(registry['mf-auth'].version).toBe('0.0.0-development');
  expect(registry['mf-news'].version).toBe('2.0.0');
  expect(html).not.toMatch(/vendor\.1|main\.2|main\.3|latin\.woff2|mf-auth\/1\.0\.0/);
  expect(html).toContain('<script defer nonce="n0nce+/=" src="/assets/shell/main.js"></script>');
  expect(html.match(/<div id="root"><\/div>/g)).toHaveLength(1);
  expect(html).toContain('<meta name="csrf-token" content="token">');
});

test('what the server has painted is not kept: the scripts beside it would be the released ones', () => {
  const page = { scripts: ['welcome.js'], styles: ['welcome.css'], paint: { en: '<main>Painted</main>' } };
  const { html } = made(renderPage(input({ page, route: null })));
  expect(html).not.toMatch(/Painted|welcome\.|<template/);
  expect(html).toContain('<body><div id="root"></div><noscript>');
});

test.each([
  ['/auth/login', true],
  ['/auth/items/7', true],
  ['/auth/items/7/', true],
  ['/auth/items', false],
  ['/news', false],
])('%s is an address of what is worked on: %s', (pathname, found) => {
  expect(made(renderPage(input()), pathname).found).toBe(found);
});

test('a text in the registry cannot end its script, nor stand for a part of the page', () => {
  const hostile = entry('mf-news', '1', []);
  hostile.manifest.namespace = '</script>$&';
  const { html } = made(renderPage(input({ registry: { 'mf-news': hostile } })));
  expect(registryOf(html)['mf-news'].manifest.namespace).toBe('</script>$&');
});

test.each([
  ['ads.example', { key: 'k', host: 'localhost', port: 8090, scheme: 'http' }],
  ['another-name.example', { key: 'k', host: 'localhost', port: 8090, scheme: 'http' }],
  ['live.example', { key: 'k', host: 'live.example', port: 443, scheme: 'https' }],
] as const)('a live connection to %s is asked for where the page may', (host, asked) => {
  const broadcaster = { key: 'k', host, port: 443, scheme: 'https' };
  const bootstrap = { ...input().bootstrap, config: { app_name: '</script>$&', broadcaster } };
  const { html } = made(renderPage(input({ bootstrap: bootstrap as PageInput['bootstrap'] })));
  const told = JSON.parse(/id="bootstrap">(.*?)<\/script>/.exec(html)?.[1] ?? '{}');
  expect(told.config).toEqual({ app_name: '</script>$&', broadcaster: asked });
});

test('other pages are left alone', () => {
  expect(developmentPage('<h1>Demo property</h1>', worked, '/', front)).toBeNull();
});

test('the policy stays as strict, but for what draws errors', () => {
  const policy = contentSecurityPolicy('n');
  const changed = developmentPolicy(policy);
  expect(changed).not.toBe(policy);
  expect(changed.replace(" development-overlay 'allow-duplicates'", '')).toBe(policy);
});
