import type { PageAccess, RemoteManifest } from '@ezdash/contracts';
import { makeRelease } from '../testReleases';
import { isOpenToGuests, mayOpen } from './whoOpens';

function manifestOf(...accesses: PageAccess[]): RemoteManifest {
  const { manifest } = makeRelease();
  const pages = accesses.map((access, index) => ({
    id: `page${index}`,
    path: `/page/${index}`,
    titleKey: 'advertiser:page.one',
    access,
    built: true,
  }));
  return { ...manifest, pages };
}

test.each<[string, RemoteManifest, string[]]>([
  ['public pages', manifestOf('public'), ['guest', 'advertiser', 'admin']],
  ['pages for guests beside others', manifestOf('signed-in', 'guest'), ['guest', 'advertiser', 'admin']],
  ['pages for whoever is signed in', manifestOf('signed-in'), ['advertiser', 'admin']],
  ['pages of one role', manifestOf({ roles: ['advertiser'] }), ['advertiser']],
  ['no pages at all', manifestOf(), ['guest', 'advertiser', 'admin']],
])('%s', (_, manifest, who) => {
  const shown = ([null, 'advertiser', 'admin'] as const).filter((role) => mayOpen(manifest, role));
  expect(shown.map((role) => role ?? 'guest')).toEqual(who);
  expect(isOpenToGuests(manifest)).toBe(who.includes('guest'));
});

test('a page that is not built yet is shown to nobody', () => {
  const manifest = manifestOf({ roles: ['advertiser'] }, 'public');
  const pages = manifest.pages.map((page) => ({ ...page, built: page.access !== 'public' }));
  expect(isOpenToGuests({ ...manifest, pages })).toBe(false);
  expect(mayOpen({ ...manifest, pages }, null)).toBe(false);
});
