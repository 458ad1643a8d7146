import { type Code, chooseJourneys, findPages, opens, reach } from './journeys';

const FILES = {
  'mf-a/src/App.tsx': `
const PAGES = {
  '/a/list': lazyPage(() => import('./pages/ListPage'), 'ListPage'),
  '/a/list/:id': lazyPage(() => import('./pages/OnePage'), 'OnePage'),
};`,
  'mf-a/src/pages/ListPage.tsx': '',
  'mf-a/src/pages/OnePage.tsx': '',
  'mf-a/src/Row.tsx': '',
  'mf-a/src/calls.ts': 'url: `/api/lists/7`',
  'mf-b/src/expose.tsx': '',
  'mf-b/src/App.tsx': `
import { OtherPage } from './pages/OtherPage';
<Route path="/b/other" element={<OtherPage />} />`,
  'mf-b/src/pages/OtherPage.tsx': '',
  'api/src/features/lists/lists.routes.ts': "mounts: [{ path: '/api/lists', router }]",
  'api/src/features/lists/rule.ts': '',
  'api/src/platform/words.ts': '',
  'api/src/platform/http/refusals.ts': '',
  'api/src/app.ts': '',
  'e2e/lists.spec.ts': "await page.goto('/a/list');",
  'e2e/one.spec.ts': 'await page.goto(`/a/list/7`);',
  'e2e/other.spec.ts': '',
  'e2e/support/openOther.ts': "page.goto('/b/other')",
  'e2e/api.spec.ts': "request.get('/api/lists')",
};
const ALL = ['e2e/api.spec.ts', 'e2e/lists.spec.ts', 'e2e/one.spec.ts', 'e2e/other.spec.ts'];
const code: Code = {
  files: new Map(Object.entries(FILES)),
  importers: new Map([
    ['mf-a/src/Row.tsx', ['mf-a/src/pages/ListPage.tsx']],
    ['mf-a/src/calls.ts', ['mf-a/src/pages/OnePage.tsx']],
    ['mf-a/src/pages/ListPage.tsx', ['mf-a/src/App.tsx']],
    ['mf-b/src/pages/OtherPage.tsx', ['mf-b/src/App.tsx']],
    ['mf-b/src/App.tsx', ['mf-b/src/expose.tsx']],
    ['e2e/support/openOther.ts', ['e2e/other.spec.ts']],
    ['api/src/platform/words.ts', ['api/src/features/lists/rule.ts', 'api/src/app.test.ts']],
    ['api/src/platform/http/refusals.ts', ['api/src/platform/http/index.ts']],
    ['api/src/platform/http/index.ts', ['api/src/features/lists/rule.ts', 'api/src/app.ts']],
  ]),
};

test('pages are found in tables of imports and in routes', () => {
  expect(Object.fromEntries(findPages(code))).toEqual({
    '/a/list': 'mf-a/src/pages/ListPage.tsx',
    '/a/list/:id': 'mf-a/src/pages/OnePage.tsx',
    '/b/other': 'mf-b/src/pages/OtherPage.tsx',
  });
});

test('a file reaches all that imports it, in a circle too', () => {
  const circle: Code = {
    files: new Map(),
    importers: new Map([
      ['a', ['b']],
      ['b', ['a', 'c']],
    ]),
  };
  expect([...reach(circle, ['a'])].sort()).toEqual(['a', 'b', 'c']);
});

test.each([
  ['/a/list', '/a/list', true],
  ['/a/list', '/a/list/:id', true],
  ['/a/list/7', '/a/list/:id', true],
  ['/a/list/new', '/a/list', false],
  ['/a', '/a/list', false],
  ['/b/list', '/a/list', false],
])('%s opens %s: %s', (said, page, expected) => expect(opens(said, page)).toBe(expected));

test.each([
  ['a component', ['mf-a/src/Row.tsx'], ['e2e/lists.spec.ts']],
  ['a page that a helper opens', ['mf-b/src/pages/OtherPage.tsx'], ['e2e/other.spec.ts']],
  ['what stands around the pages of a remote', ['mf-b/src/App.tsx'], ['e2e/other.spec.ts']],
  ['a helper', ['e2e/support/openOther.ts'], ['e2e/other.spec.ts']],
  ['a journey', ['e2e/lists.spec.ts'], ['e2e/lists.spec.ts']],
  [
    'a feature of the server: who calls it, and what shows what it says',
    ['api/src/features/lists/rule.ts'],
    ['e2e/api.spec.ts', 'e2e/lists.spec.ts', 'e2e/one.spec.ts'],
  ],
  [
    'what that feature shares with others',
    ['api/src/platform/words.ts'],
    ['e2e/api.spec.ts', 'e2e/lists.spec.ts', 'e2e/one.spec.ts'],
  ],
  ['what the whole server stands on', ['api/src/platform/http/refusals.ts'], ALL],
  ['the server itself', ['api/src/app.ts'], ALL],
  ['a test of the server', ['api/src/app.test.ts'], []],
  ['a document', ['docs/api.md'], []],
])('the journeys of %s', (_what, files, chosen) => {
  expect(chooseJourneys(code, files).chosen).toEqual(chosen);
});
