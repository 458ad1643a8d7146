import { type Bootstrap, FIRST_PAINT, type Registry } from '@ezdash/contracts';
import { buildRegistry } from '../remotes/offer/registry';
import { makeRelease, makeShell } from '../remotes/testReleases';
import { contentSecurityPolicy } from './contentSecurityPolicy';
import { createRouteFinder } from './matchPath';
import { escapeHtml, inlineJson, renderPage } from './renderPage';
import { chooseRouteModule, themeOf } from './web.routes';

const bootstrap: Bootstrap = {
  config: { app_name: 'Ads & <Co>', locales: [], broadcaster: null, demo: false, demo_property_url: null },
  user: null,
  locale: 'en',
};
const shell = makeShell();
const registry = buildRegistry([{ release: makeRelease(), previous: null }], shell);
const render = (change: Partial<Parameters<typeof renderPage>[0]> = {}) =>
  renderPage({
    shell,
    shellPath: '/assets/shell',
    registry,
    route: { remote: 'mf-advertiser', module: 'App' },
    bootstrap,
    csrfToken: 'token"1',
    nonce: 'abc',
    theme: 'system',
    dir: 'ltr',
    ...change,
  });

test('the page names everything the first rendering needs, with its integrity', () => {
  const html = render();
  expect(html).toMatch(/^<!doctype html><html lang="en" dir="ltr">/);
  expect(html).toContain('<title>Ads &amp; &lt;Co&gt;</title>');
  expect(html).toMatch(/<meta name="description" content="Ads &amp; &lt;Co&gt;: [^"]{50,200}">/);
  expect(html).toContain('<meta name="csrf-token" content="token&quot;1">');
  expect(html).toContain('<meta name="shell-build" content="ba9876543210">');
  expect(html).toContain('<meta name="csp-nonce" nonce="abc">');
  expect(html).toContain('<script nonce="abc">document.documentElement.dataset.seen=1</script>');
  for (const file of ['vendor.js', 'main.js']) {
    expect(html).toContain(
      `<script defer nonce="abc" src="/assets/shell/${file}" integrity="${shell.files[file]?.integrity}" crossorigin>`,
    );
  }
  expect(html).toContain('<link rel="stylesheet" href="/assets/shell/main.css" integrity="sha384-');
  const preloads = [...html.matchAll(/<link rel="preload" as="(\w+)"[^>]* href="([^"]+)"/g)].map(
    (found) => found[2],
  );
  expect(preloads).toEqual([
    '/remotes/mf-advertiser/1.0.0/remoteEntry.js',
    '/remotes/mf-advertiser/1.0.0/App.js',
    '/remotes/mf-advertiser/1.0.0/App.css',
    '/assets/shell/data.js',
    '/assets/shell/latin.woff2',
  ]);
});

test('registry and bootstrap come back out of the page as they went in', () => {
  const html = render({ bootstrap: { ...bootstrap, locale: 'de' } });
  const json = (id: string) =>
    JSON.parse(new RegExp(`id="${id}"[^>]*>(.*?)</script>`).exec(html)?.[1] ?? 'null') as unknown;
  expect(json('registry')).toEqual(registry);
  expect(json('bootstrap')).toEqual({ ...bootstrap, locale: 'de' });
  expect(html).toContain(
    'id="registry" data-route-remote="mf-advertiser" data-route-module="App" data-shell="1.0.0+ba987654"',
  );
  expect(html).toContain('Diese Seite braucht JavaScript');
});

test('pages of the shell itself preload no remote', () => {
  const html = render({ route: null });
  expect(html).not.toContain('data-route-remote');
  expect(html).not.toContain('as="script"');
});

const page = {
  scripts: ['welcome.js'],
  styles: ['welcome.css'],
  paint: { en: `<h1 nonce="${FIRST_PAINT.nonce}">${FIRST_PAINT.appName}</h1>` },
};

test('a guest sees what is painted before any script runs, and each script once', () => {
  const html = render({ route: null, page });
  // Without scripts, too: they set the scheme of the device.
  expect(html).toContain('<html lang="en" dir="ltr" data-mantine-color-scheme="light">');
  expect(html).toContain('<div id="root"><h1 nonce="abc">Ads &amp; &lt;Co&gt;</h1></div>');
  expect(html).toMatch(/href="\/assets\/shell\/main.css".*href="\/assets\/shell\/welcome.css"/);
  const head = html.slice(0, html.indexOf('<body>'));
  expect(head).not.toContain('<script defer');
  const preloads = [...head.matchAll(/<link rel="preload" as="script"[^>]* href="([^"]+)"/g)].map(
    ([, href]) => href,
  );
  expect(preloads).toEqual(['vendor.js', 'main.js', 'welcome.js'].map((file) => `/assets/shell/${file}`));
  const kept = /<template id="start">(.*)<\/template>/.exec(html)?.[1] ?? '';
  expect(
    [...kept.matchAll(/<script defer nonce="abc" src="([^"]+)" integrity="sha384-/g)].map(([, src]) => src),
  ).toEqual(['/assets/shell/vendor.js', '/assets/shell/main.js']);
});

test.each([
  ['somebody signed in', { user: {} as Bootstrap['user'] }],
  ['a language without a painting', { locale: 'de' as const }],
])('nothing is painted for %s, and the files of the page still come early', (_, change) => {
  const html = render({ route: null, page, bootstrap: { ...bootstrap, ...change } });
  expect(html).toContain('<div id="root"></div>');
  expect(html).not.toContain('<template');
  expect(html).toContain('<script defer nonce="abc" src="/assets/shell/main.js"');
  expect(html).toContain('href="/assets/shell/welcome.js"');
});

test.each([
  ['dark', ' data-mantine-color-scheme="dark"'],
  ['light', ' data-mantine-color-scheme="light"'],
  ['system', ''],
] as const)('theme %s', (theme, attribute) => {
  expect(render({ theme })).toContain(`<html lang="en" dir="ltr"${attribute}>`);
});

test('no text can leave its place', () => {
  expect(inlineJson({ name: '</script><script>alert(1)</script>' })).not.toContain('<');
  expect(inlineJson('\u2028')).toBe('"\\u2028"');
  expect(escapeHtml('"><script>')).toBe('&quot;&gt;&lt;script&gt;');
});

test.each([
  ['appearance=dark', 'dark'],
  ['a=1; appearance=light; b=2', 'light'],
  ['appearance=system', 'system'],
  ['xappearance=dark', 'system'],
  ['appearance=dark"><script>', 'system'],
  [undefined, 'system'],
])('the cookie %s asks for %s', (cookie, theme) => {
  expect(themeOf(cookie)).toBe(theme);
});

test('the policy allows no script but ours and no inline code', () => {
  const policy = contentSecurityPolicy('abc', ['wss://live.example']);
  expect(policy).toContain("script-src 'nonce-abc' 'strict-dynamic'");
  expect(policy).toContain("connect-src 'self' wss://live.example");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toContain('unsafe-eval');
  expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toContain('unsafe-inline');
});

test('a build on the browser’s own machine brings its sheets, pictures and fonts, and no script without the nonce', () => {
  const policy = contentSecurityPolicy('abc', [], ['http://localhost:8090']);
  const naming = policy.split('; ').filter((line) => line.includes('localhost'));
  expect(naming.map((line) => line.split(' ')[0])).toEqual(['style-src', 'img-src', 'font-src']);
  expect(contentSecurityPolicy('abc')).not.toContain('localhost');
});

test('the creatives’ host brings pictures, videos and frames, and nothing that runs in the page', () => {
  const policy = contentSecurityPolicy('abc', [], [], ['https://files.example']);
  const naming = policy.split('; ').filter((line) => line.includes('files.example'));
  expect(naming).toEqual([
    "img-src 'self' data: blob: https://files.example",
    "frame-src 'self' https://files.example",
    "media-src 'self' https://files.example",
  ]);
});

const site: Registry = Object.fromEntries(
  [
    ['mf-advertiser', '/advertiser/campaigns/:id', { roles: ['advertiser'] }, true],
    ['mf-advertiser2', '/advertiser/campaigns/new', { roles: ['advertiser'] }, true],
    ['mf-news', '/advertiser/news', { roles: ['advertiser'] }, false],
    ['mf-auth', '/auth/login', 'guest', true],
    ['mf-debug', '/admin', { roles: ['admin'] }, true, 'Console'],
  ].map(([name, path, access, isBuilt, module]) => {
    const page = { id: 'x', path, titleKey: 'x:y', access, built: isBuilt, module };
    return [name, { manifest: { name, pages: [page] } }];
  }),
) as unknown as Registry;

test.each([
  ['/advertiser/campaigns/7', true, 'mf-advertiser/App'],
  ['/advertiser/campaigns/7/', true, 'mf-advertiser/App'],
  ['/advertiser/campaigns/new', true, 'mf-advertiser2/App'],
  ['/advertiser/campaigns/7/edit', true, null],
  ['/advertiser/news', true, null],
  ['/advertiser/campaigns/7', false, 'mf-auth/App'],
  ['/auth/login', false, 'mf-auth/App'],
  ['/login', false, 'mf-auth/App'],
  ['/admin', true, 'mf-debug/Console'],
  ['/admin', false, 'mf-auth/App'],
  ['/', true, null],
])('%s (signed in: %s) loads %s first', (path, signedIn, first) => {
  const route = chooseRouteModule(createRouteFinder(site), path, signedIn);
  expect(route && `${route.remote}/${route.module}`).toBe(first);
});

test('the preloads are those of the module that shows the address', () => {
  const release = makeRelease();
  release.modules.Console = { scripts: ['Console.js'], styles: [], tiers: [] };
  release.files['Console.js'] = { integrity: `sha384-${'c'.repeat(64)}`, byteCount: 3 };
  const html = render({
    registry: buildRegistry([{ release, previous: null }], shell),
    route: { remote: 'mf-advertiser', module: 'Console' },
  });
  expect(html).toContain('href="/remotes/mf-advertiser/1.0.0/Console.js"');
  expect(html).not.toContain(
    '<link rel="preload" as="script" nonce="abc" href="/remotes/mf-advertiser/1.0.0/App.js"',
  );
});
