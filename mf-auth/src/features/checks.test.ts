import { checkLogin, checkRegister, type RegisterValues, type Say } from './checks';

const say: Say = (key: string, options?: { count: number }) => (options ? `${key} ${options.count}` : key);
const GOOD: RegisterValues = {
  role: 'publisher',
  company_name: 'Alpine Weather',
  country: 'CH',
  email: 'rea@alpine.test',
  password: 'ten signs.',
  agreed: true,
};
const register = (change: Partial<RegisterValues>) => checkRegister({ ...GOOD, ...change }, say);

test('what is complete has no problems', () => {
  expect(checkLogin({ email: ' rea@alpine.test ', password: 'x' }, say)).toEqual({});
  expect(register({})).toEqual({});
});

test.each([
  '',
  'rea',
  'rea@',
  '@alpine.test',
  'rea@alpine',
  'rea@alpine.t',
  're a@alpine.test',
  'a@b@c.test',
])('%p is no address', (email) => {
  expect(register({ email })).toEqual({ email: 'check.email' });
  expect(checkLogin({ email, password: 'x' }, say)).toEqual({ email: 'check.email' });
});

test.each([
  [{ company_name: '  ' }, { company_name: 'check.company' }],
  [{ country: '' }, { country: 'check.country' }],
  [{ password: 'nine sign' }, { password: 'check.passwordShort 10' }],
  [{ password: 'x'.repeat(256) }, {}],
  [{ password: 'x'.repeat(257) }, { password: 'check.passwordLong 256' }],
  [{ agreed: false }, { agreed: 'check.agreed' }],
])('%j gives %j', (change, problems) => expect(register(change)).toEqual(problems));

test('an old password may be as short as it was', () => {
  expect(checkLogin({ email: GOOD.email, password: '' }, say)).toEqual({ password: 'check.password' });
});
