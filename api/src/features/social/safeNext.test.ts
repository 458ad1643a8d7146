import { safeNext } from './safeNext';

it.each([
  ['/settings/profile', '/settings/profile'],
  ['/reports?from=2026-11-01#top', '/reports?from=2026-11-01#top'],
  ['/a/../b', '/b'],
  ['/', '/'],
])('%s is safe', (next, expected) => expect(safeNext(next)).toBe(expected));

it.each([
  'https://evil.test/',
  '//evil.test',
  '/\\evil.test',
  '/\t/evil.test',
  '/.//evil.test',
  '/a/..//evil.test',
  'javascript:alert(1)',
  'settings',
  '',
  '/login',
  '/auth/login',
  '/x/../auth/login',
  '/auth/social/acme/start?intent=link',
  `/${'x'.repeat(1_000)}`,
])('%s is not', (next) => expect(safeNext(next)).toBeNull());

it.each([undefined, null, 7, ['/a']])('%p is no address', (next) => expect(safeNext(next)).toBeNull());

it('lets a confirmation lead on to linking, and to nothing else of the log-in', () => {
  const link = '/auth/social/acme/start?intent=link';
  expect(safeNext(link, { links: true })).toBe(link);
  for (const other of ['/auth/social/acme/start', '/auth/social/acme/callback?intent=link', '/auth/login'])
    expect(safeNext(other, { links: true })).toBeNull();
});
