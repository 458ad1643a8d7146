import type { RemoteManifest } from '@ezdash/contracts';
import { rangeApplies } from './DateRangePicker';
import { currentHref, navigationFor } from './navigation';

const access = { roles: ['advertiser' as const] };
const page = (id: string, path: string, built = true) => ({ id, path, titleKey: `x:${id}`, access, built });
const entry = (id: string, group: 1 | 2, roles: RemoteManifest['navigation'][number]['roles']) => ({
  page: id,
  icon: 'dashboard',
  group,
  labelKey: `x:${id}`,
  roles,
});
const manifests: RemoteManifest[] = [
  {
    name: 'mf-x',
    namespace: 'x',
    contractVersion: 1,
    pages: [page('a', '/x/a'), page('b', '/x/b'), page('plan', '/x/plan', false)],
    navigation: [
      entry('b', 2, ['advertiser']),
      entry('a', 1, ['advertiser', 'publisher']),
      entry('plan', 1, ['advertiser']),
    ],
  },
  {
    name: 'mf-settings',
    namespace: 'settings',
    contractVersion: 1,
    pages: [page('alerts', '/settings/alerts', false), page('profile', '/settings/profile')],
    navigation: [entry('profile', 2, ['advertiser'])],
  },
];

test('groups by use, built pages only, settings apart', () => {
  const { groups, settingsHref } = navigationFor(manifests, 'advertiser');
  expect(groups.map(({ entries }) => entries.map(({ href }) => href))).toEqual([['/x/a'], ['/x/b']]);
  expect(settingsHref).toBe('/settings/profile');
});

test('a role sees its own entries; empty groups are left out', () => {
  const hrefs = navigationFor(manifests, 'publisher').groups.map(({ entries }) =>
    entries.map(({ href }) => href),
  );
  expect(hrefs).toEqual([['/x/a']]);
  expect(navigationFor(manifests, 'admin').groups).toEqual([]);
});

test.each([
  ['/a/campaigns', '/a/campaigns'],
  ['/a/campaigns/7', '/a/campaigns'],
  ['/a/campaigns-old', null],
  ['/a', null],
])('%s lies under %s', (pathname, href) => {
  expect(currentHref(['/a/dashboard', '/a/campaigns'], pathname)).toBe(href);
});

test.each([
  ['/advertiser/dashboard', true],
  ['/advertiser/dashboard/', true],
  ['/advertiser/campaigns/7', true],
  ['/advertiser/campaigns/new', false],
  ['/publisher/properties/p1', true],
  ['/publisher/referrals', true],
  ['/publisher/ads', true],
  ['/settings/profile', false],
  ['/admin/review', false],
])('the date range applies on %s: %s', (pathname, applies) => {
  expect(rangeApplies(pathname)).toBe(applies);
});
