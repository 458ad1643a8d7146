import type { PageAccess, Role } from '@ezdash/contracts';
import { guard, HOMES, oldAddress } from './guard';

const at = { pathname: '/advertiser/campaigns', search: '?state=running', next: null };
const login = '/auth/login?next=%2Fadvertiser%2Fcampaigns%3Fstate%3Drunning';

type Row = [access: PageAccess, role: Role | null, outcome: string];
const advertisers: PageAccess = { roles: ['advertiser'] };
const rows: Row[] = [
  ['public', null, 'open'],
  ['public', 'advertiser', 'open'],
  ['public', 'publisher', 'open'],
  ['public', 'admin', 'open'],
  ['guest', null, 'open'],
  ['guest', 'advertiser', HOMES.advertiser],
  ['guest', 'publisher', HOMES.publisher],
  ['guest', 'admin', HOMES.admin],
  ['signed-in', null, login],
  ['signed-in', 'advertiser', 'open'],
  ['signed-in', 'publisher', 'open'],
  ['signed-in', 'admin', 'open'],
  [advertisers, null, login],
  [advertisers, 'advertiser', 'open'],
  [advertisers, 'publisher', 'forbidden'],
  [advertisers, 'admin', 'forbidden'],
  [{ roles: ['advertiser', 'admin'] }, 'admin', 'open'],
];

test.each(rows)('%j for %s: %s', (access, role, outcome) => {
  const verdict = guard(access, { ...at, role });
  expect(verdict.kind === 'redirect' ? verdict.to : verdict.kind).toBe(outcome);
});

test('who signed in on the way to a page goes there', () => {
  expect(guard('guest', { ...at, role: 'advertiser', next: '/advertiser/campaigns/7' })).toEqual({
    kind: 'redirect',
    to: '/advertiser/campaigns/7',
  });
});

test('what comes first comes before the page that was wished for, and keeps it in mind', () => {
  const visit = { ...at, role: 'advertiser' as const, stop: '/auth/complete-profile' };
  expect(guard('guest', visit)).toEqual({ kind: 'redirect', to: '/auth/complete-profile' });
  expect(guard('guest', { ...visit, next: '/advertiser/campaigns/7?tab=days' })).toEqual({
    kind: 'redirect',
    to: '/auth/complete-profile?next=%2Fadvertiser%2Fcampaigns%2F7%3Ftab%3Ddays',
  });
  // After signing in only: who is in the app stays where they are.
  expect(guard('signed-in', visit)).toEqual({ kind: 'open' });
  expect(guard(advertisers, visit)).toEqual({ kind: 'open' });
});

test('a forbidden page says whose it is', () => {
  expect(guard(advertisers, { ...at, role: 'publisher' })).toEqual({
    kind: 'forbidden',
    roles: ['advertiser'],
  });
});

test.each([
  ['/', '', '#/login', '/auth/login'],
  ['/advertiser/dashboard', '?a=1', '#/login', '/auth/login'],
  ['/login', '?next=%2Fx', '', '/auth/login?next=%2Fx'],
  ['/login/', '', '', '/auth/login'],
  ['/advertiser', '', '', '/advertiser/dashboard'],
  ['/publisher/', '', '', '/publisher/dashboard'],
  ['/settings', '', '', '/settings/profile'],
  ['/admin', '', '', null],
  ['/operator', '', '', '/admin'],
  ['/operator/', '', '', '/admin/'],
  ['/operator/payments', '?payment=pay_1', '', '/admin/payments?payment=pay_1'],
  ['/operators', '', '', null],
  ['/advertiser/campaigns', '', '', null],
  ['/auth/login', '', '', null],
  ['/', '', '#money', null],
])('%s%s%s moved to %j', (pathname, search, hash, expected) => {
  expect(oldAddress({ pathname, search, hash })).toBe(expected);
});
