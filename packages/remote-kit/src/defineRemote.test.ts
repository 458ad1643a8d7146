import { remoteManifest } from '@ezdash/contracts';
import { defineRemote } from './defineRemote';

const page = {
  id: 'dashboard',
  path: '/advertiser/dashboard',
  titleKey: 'advertiser:page.dashboard',
  access: { roles: ['advertiser' as const] },
  built: true,
};
const manifest = defineRemote({
  name: 'mf-advertiser',
  namespace: 'advertiser',
  contractVersion: 1,
  pages: [page, { ...page, id: 'news', path: '/advertiser/news', built: false }],
  navigation: [
    {
      page: 'dashboard',
      icon: 'dashboard',
      group: 1,
      labelKey: 'advertiser:nav.dashboard',
      roles: ['advertiser'],
    },
  ],
});

const problems = (value: unknown) =>
  remoteManifest.safeParse(value).error?.issues.map((issue) => issue.message) ?? [];

test('a manifest is plain data and passes its schema unchanged', () => {
  expect(remoteManifest.parse(JSON.parse(JSON.stringify(manifest)))).toEqual(manifest);
});

test('nothing in the navigation leads to a page that is not built', () => {
  const navigation = [{ ...manifest.navigation[0], page: 'news' }];
  expect(problems({ ...manifest, navigation })).toEqual([
    'The navigation leads to "news", which is not a built page',
  ]);
});

test('two pages with one id, a relative path and a key without a namespace are refused', () => {
  expect(problems({ ...manifest, pages: [page, page] })).toEqual(['Two pages have the same id']);
  expect(problems({ ...manifest, pages: [{ ...page, path: 'advertiser' }] })).toContain(
    'A path starts with a slash, and has no ? or #',
  );
  expect(problems({ ...manifest, pages: [{ ...page, titleKey: 'dashboard' }] })).toContain(
    'A key names its namespace',
  );
});

test('a module of a page needs the contract that brought it', () => {
  const pages = [{ ...page, module: 'Console' }];
  const admin = { ...manifest, pages, navigation: [] };
  expect(problems({ ...admin, contractVersion: 3 })).toEqual([]);
  expect(problems({ ...admin, contractVersion: 2 })).toEqual([
    'A page with a module needs contractVersion 3',
  ]);
});
