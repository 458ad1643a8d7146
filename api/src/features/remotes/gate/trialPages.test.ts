import { type RemotePage, release as releaseSchema, user } from '@ezdash/contracts';
import { makeRelease } from '../testReleases';
import { trialPages, trialUser } from './trialPages';

const none = { scripts: [], styles: [], tiers: [] };

function releaseOf(modules: string[], pages: (Partial<RemotePage> & { path: string })[]) {
  const release = makeRelease({ modules: Object.fromEntries(modules.map((module) => [module, none])) });
  release.manifest.contractVersion = 3;
  release.manifest.pages = pages.map((page, index) => ({
    id: `page${index}`,
    titleKey: 'advertiser:page',
    access: 'signed-in',
    built: true,
    ...page,
  }));
  return releaseSchema.parse(release);
}

test('each module is tried by its first built page', () => {
  const release = releaseOf(
    ['App', 'Console', 'Tool'],
    [
      { path: '/a/soon', built: false },
      { path: '/a/list' },
      { path: '/a/:id' },
      { path: '/admin', module: 'Console', access: { roles: ['admin', 'advertiser'] } },
    ],
  );
  expect(trialPages(release)).toEqual([
    { module: 'App', address: '/a/list', role: 'advertiser', shows: true },
    { module: 'Console', address: '/admin', role: 'admin', shows: true },
  ]);
});

test.each([
  ['/a/:id', '/a/1'],
  ['/a/:id/edit/*', '/a/1/edit'],
  ['/', '/'],
])('%s is opened at %s', (path, address) => {
  expect(trialPages(releaseOf(['App'], [{ path }]))).toMatchObject([{ address }]);
});

test.each(['guest', 'public'] as const)('a page for a %s visitor is opened signed out', (access) => {
  expect(trialPages(releaseOf(['App'], [{ path: '/a', access }]))).toMatchObject([{ role: null }]);
});

test('a remote without pages is loaded on any page', () => {
  const expected = [{ module: 'Tool', address: '/help', role: null, shows: false }];
  expect(trialPages(releaseOf(['Tool', 'Other'], []))).toEqual(expected);
  expect(trialPages(releaseOf([], []))).toEqual([]);
});

test('who opens them lacks nothing that a page of the shell would ask for first', () => {
  const one = user.parse(trialUser('publisher', new Date('2026-11-22T12:00:00Z')));
  expect(one).toMatchObject({
    role: 'publisher',
    status: 'active',
    standing: { registration_complete: true, profile_complete: true },
  });
});
