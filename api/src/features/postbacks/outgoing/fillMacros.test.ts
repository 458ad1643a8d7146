import { type CallData, callFields, fillMacros } from './fillMacros';

const data: CallData = {
  click_id: '019aa3b4-2c00-7123-8456-0123456789ab',
  conversion_id: 'cv_1001',
  goal: 'g_1001',
  value: '49.900000',
  tx: 'A & B/{value}',
  time: '2026-11-21T12:00:00Z',
  is_test: false,
};
const fields = callFields(data, 'approved');

test('macros are filled in and escaped as they say; a value brings no macro of its own', () => {
  expect(
    fillMacros(
      'https://t.example/?tx={tx}&raw={tx:raw}&twice={tx:esc2}&v={value}&s={status}&t={test}',
      fields,
    ),
  ).toBe(
    'https://t.example/?tx=A%20%26%20B%2F%7Bvalue%7D&raw=A & B/{value}&twice=A%2520%2526%2520B%252F%257Bvalue%257D&v=49.90&s=approved&t=0',
  );
});

test('what is no macro of ours stays as it is', () => {
  expect(fillMacros('https://t.example/?a={nobody}&b={value:odd}&c={constructor}', fields)).toBe(
    'https://t.example/?a={nobody}&b={value:odd}&c={constructor}',
  );
});

test.each([
  ['0.000000', '0.00'],
  ['12.500000', '12.50'],
  ['12.345678', '12.345678'],
  ['12.345600', '12.3456'],
  ['100.000000', '100.00'],
])('%s is told as %s', (value, told) => expect(callFields({ ...data, value }, 'pending').value).toBe(told));

test('a conversion without a transaction leaves its place empty', () =>
  expect(fillMacros('?tx={tx}', callFields({ ...data, tx: null }, 'rejected'))).toBe('?tx='));
