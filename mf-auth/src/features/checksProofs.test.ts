import type { Say } from './checks';
import { checkCode, checkPassword, checkProfile, type ProfileValues } from './checksProofs';

const say: Say = (key: string) => key;
const GOOD: ProfileValues = {
  first_name: 'Rea',
  last_name: 'Aebi',
  company_name: 'Alpine Weather',
  country: 'CH',
  phone_number: '',
  tax_id: '',
};

test.each([
  ['totp', '123456', true],
  ['totp', ' 123 456 ', true],
  ['totp', '12345', false],
  ['totp', '12345a', false],
  ['recovery', 'k7m2q-9xw4d', true],
  ['recovery', 'K7M2Q 9XW4D', true],
  ['recovery', 'k7m2q-9xw4', false],
  ['recovery', '123456', false],
] as const)('%s: %p can be one: %p', (method, code, fine) => {
  expect(checkCode(method, { code }, say)).toEqual(fine ? {} : { code: `check.code.${method}` });
});

test('a password is any that was ever accepted', () => {
  expect(checkPassword({ password: 'x' }, say)).toEqual({});
  expect(checkPassword({ password: '' }, say)).toEqual({ password: 'check.password' });
});

test.each<[Partial<ProfileValues>, object]>([
  [{}, {}],
  [{ phone_number: ' +41 44 555 00 00 ', tax_id: 'che-123.456.789' }, {}],
  [
    { first_name: ' ', last_name: '' },
    { first_name: 'check.firstName', last_name: 'check.lastName' },
  ],
  [{ phone_number: 'none' }, { phone_number: 'check.phone' }],
  [{ tax_id: 'none' }, { tax_id: 'check.taxId' }],
  [
    { company_name: '', country: '' },
    { company_name: 'check.company', country: 'check.country' },
  ],
])('%j gives %j', (change, problems) => expect(checkProfile({ ...GOOD, ...change }, say)).toEqual(problems));
