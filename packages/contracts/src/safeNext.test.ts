import { isLinkStart, safeNext } from './safeNext';

const LINK = '/auth/social/acme/start?intent=link';

it.each([
  ['/', '/'],
  ['/settings/profile', '/settings/profile'],
  ['/advertiser/campaigns?x=1#y', '/advertiser/campaigns?x=1#y'],
  ['/a/../b', '/b'],
  ['/authors', '/authors'],
  [`/${'x'.repeat(999)}`, `/${'x'.repeat(999)}`],
])('%s is safe', (next, expected) => expect(safeNext(next)).toBe(expected));

it.each([
  '',
  'advertiser',
  'https://evil.test/',
  'javascript:alert(1)',
  '//evil.test/x',
  '///evil.test',
  '/\\evil.test/x',
  '/\t/evil.test',
  '/.//evil.test/x',
  '/a/..//evil.test',
  '//',
  '/login',
  '/x/../login',
  '/auth/login',
  '/auth/register?role=advertiser',
  '/x/../auth/login',
  LINK,
  `/${'x'.repeat(1_000)}`,
])('%j is not', (next) => expect(safeNext(next)).toBeNull());

it.each([undefined, null, 7, ['/a']])('%p is no address', (next) => expect(safeNext(next)).toBeNull());

it('lets a confirmation lead on to linking, and to nothing else of the log-in', () => {
  expect(safeNext(LINK, { links: true })).toBe(LINK);
  for (const other of ['/auth/social/acme/start', '/auth/social/acme/callback?intent=link', '/auth/login'])
    expect(safeNext(other, { links: true })).toBeNull();
});

it.each([
  [LINK, true],
  ['/auth/social/acme/start?intent=confirm', false],
  ['/auth/social/acme/start/more?intent=link', false],
  ['/settings/profile', false],
  [`https://evil.test${LINK}`, false],
  ['http://', false],
  [null, false],
])('%j begins to link: %p', (address, expected) => expect(isLinkStart(address)).toBe(expected));
