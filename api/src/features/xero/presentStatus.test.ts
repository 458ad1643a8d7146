import { decimal, masked, relative } from './presentStatus';

it.each([
  [1_000_000_000n, '1000.00'],
  [10_000n, '0.01'],
  [5_000n, '0.01'],
  [4_999n, '0.00'],
  [-1_230_000n, '-1.23'],
  [0n, '0.00'],
])('%i micros are %s', (micros, text) => expect(decimal(micros)).toBe(text));

it.each([
  [-300_000, '5 minutes ago'],
  [1_500_000, 'in 25 minutes'],
  [-7_200_000, '2 hours ago'],
  [-400, 'just now'],
  [-500_000_000, '5 days ago'],
])('%i ms is %s', (ms, text) => expect(relative(new Date(ms), 0)).toBe(text));

it('a secret shows its last four at most, and a short one nothing', () => {
  expect(masked('0123456789abcdefWXYZ')).toBe('••••••••WXYZ');
  expect(masked('short')).toBe('••••••••');
});
