import { apiTokenInput } from './publicApi';

const input = (changes: object) =>
  apiTokenInput.safeParse({
    name: 'Report',
    scopes: ['read'],
    expires_in_days: 30,
    addresses: [],
    ...changes,
  });

it.each(['203.0.113.7', '203.0.113.0/24', '2001:db8::1', '2001:DB8::/32', ' 192.0.2.1 ', '::1'])(
  'takes %s as an address',
  (address) => {
    expect(input({ addresses: [address] }).data?.addresses).toEqual([address.trim().toLowerCase()]);
  },
);

it.each(['office', '203.0.113', '203.0.113.0/33', '2001:db8::/129', 'fe80::1%eth0', '10.0.0.1-10.0.0.9', ''])(
  'does not take %s as an address',
  (address) => {
    expect(input({ addresses: [address] }).error?.issues.map(({ path }) => path)).toEqual([['addresses', 0]]);
  },
);

it('takes each scope once, and at least one', () => {
  expect(input({ scopes: ['read', 'write', 'finance'] }).success).toBe(true);
  for (const scopes of [[], ['read', 'read'], ['admin']]) expect(input({ scopes }).success).toBe(false);
});

it('knows no token that lasts for ever', () => {
  for (const expires_in_days of [0, 366, 1.5, null, undefined])
    expect(input({ expires_in_days }).success).toBe(false);
});
