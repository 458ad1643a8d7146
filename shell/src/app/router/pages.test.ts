import type { RemoteManifest, RemotePage } from '@ezdash/contracts';
import { appPages, findPage } from './pages';

const page = (path: string): RemotePage => ({
  id: path,
  path,
  titleKey: 'advertiser:page.x',
  access: 'public',
  built: true,
});
const manifest: RemoteManifest = {
  name: 'mf-advertiser',
  namespace: 'advertiser',
  contractVersion: 1,
  pages: [
    page('/advertiser/campaigns/:id'),
    page('/advertiser/campaigns/new'),
    page('/advertiser/campaigns'),
  ],
  navigation: [],
};
const pages = appPages([manifest]);

test.each([
  ['/advertiser/campaigns', '/advertiser/campaigns'],
  ['/advertiser/campaigns/', '/advertiser/campaigns'],
  ['/advertiser/campaigns/new', '/advertiser/campaigns/new'],
  ['/advertiser/campaigns/7', '/advertiser/campaigns/:id'],
  ['/', '/'],
  ['/help', '/help'],
])('%s is %s', (pathname, path) => {
  expect(findPage(pages, pathname)?.path).toBe(path);
});

test.each(['/advertiser', '/advertiser/campaigns/7/8', '/nothing'])('%s is no page', (pathname) => {
  expect(findPage(pages, pathname)).toBeNull();
});

test('the shell shows its own pages, a remote the others', () => {
  expect(findPage(pages, '/')?.remote).toBeNull();
  expect(findPage(pages, '/advertiser/campaigns')?.remote).toBe('mf-advertiser');
});

test('a page may name the module that shows it', () => {
  const shown = appPages([{ ...manifest, pages: [{ ...page('/x'), module: 'Console' }, page('/y')] }]);
  expect(['/x', '/y', '/'].map((path) => findPage(shown, path)?.module)).toEqual([
    'Console',
    undefined,
    undefined,
  ]);
});
