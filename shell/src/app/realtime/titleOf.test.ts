import type { RemoteManifest } from '@ezdash/contracts';
import { titleKeyOf } from './titleOf';

const page = (id: string, built = true): RemoteManifest['pages'][number] => ({
  id,
  path: `/${id}`,
  titleKey: `weather:page.${id}`,
  access: 'public',
  built,
});
const entry: RemoteManifest['navigation'][number] = {
  page: 'today',
  icon: 'chart',
  group: 1,
  labelKey: 'weather:nav.today',
  roles: ['advertiser'],
};

test.each([
  ['its entry in the navigation', { navigation: [entry], pages: [page('today')] }, 'weather:nav.today'],
  [
    'its first page that is built',
    { navigation: [], pages: [page('plan', false), page('today')] },
    'weather:page.today',
  ],
  ['nothing', { navigation: [], pages: [page('plan', false)] }, null],
])('a remote is known by %s', (_, manifest, key) => {
  expect(titleKeyOf(manifest)).toBe(key);
});
