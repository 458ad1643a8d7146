import {
  addressAfterView,
  addressOfView,
  chosenType,
  cutName,
  lookOfStatus,
  nameOf,
  typeName,
} from './userFacts';

const types = [
  { id: 1, name: 'Regular' as const },
  { id: 3, name: 'VIP1' as const },
];
const profile = {
  first_name: 'Ines',
  last_name: 'Vidal',
  company_name: null,
  phone_number: null,
  country: null,
};

test.each([
  ['Premium', 'Premium'],
  ['VIP3', 'VIP3'],
  ['Diamond', 'Regular'],
])('the account type %s is shown as %s', (name, shown) => expect(typeName({ name })).toBe(shown));
test('without an account type it is Regular', () => expect(typeName(null)).toBe('Regular'));

test('an account type that is not in the list is chosen as Regular', () => {
  expect(chosenType(types, { id: 3, name: 'VIP1' })).toBe(3);
  expect(chosenType(types, { id: 9, name: 'VIP2' })).toBe(1);
  expect(chosenType([], { id: 3, name: 'VIP1' })).toBeNull();
});

test('names of features are cut at 25 characters', () => {
  expect(cutName('a'.repeat(25))).toBe('a'.repeat(25));
  expect(cutName(`${'a'.repeat(25)}b`)).toBe(`${'a'.repeat(25)}…`);
});

test('a name is put together of what there is', () => {
  expect(nameOf(profile)).toBe('Ines Vidal');
  expect(nameOf({ ...profile, first_name: null, company_name: 'Halden' })).toBe('Vidal, Halden');
  expect(nameOf({ ...profile, first_name: null, last_name: null })).toBe('');
});

test('a status has a look of the one vocabulary, or none', () => {
  expect([lookOfStatus('ADK rejected'), lookOfStatus('frozen')]).toEqual(['adkRejected', undefined]);
});

test.each([
  ['advertiser', '/advertiser/campaigns', null],
  ['advertiser', '/settings/profile', null],
  ['publisher', '/advertiser/campaigns', '/publisher/dashboard'],
  ['advertiser', '/admin/users/7', '/advertiser/dashboard'],
])('as %s at %s: %s', (role, pathname, to) => expect(addressOfView(role, pathname)).toBe(to));

test.each([
  ['/publisher/dashboard', '/auth/login'],
  ['/advertiser', '/auth/login'],
  ['/settings/profile', null],
  ['/publishers', null],
])('from %s, after a view: %s', (pathname, to) => expect(addressAfterView(pathname)).toBe(to));
