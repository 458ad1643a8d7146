import { formatMicros } from './formatMicros';

it.each([
  [0n, '0.00'],
  [-1_600n, '-0.0016'],
  [2_500_000n, '2.50'],
  [-100_000_000n, '-100.00'],
  [9_007_199_254_740_991n, '9007199254.740991'],
])('writes %s micros as %s', (micros, text) => {
  expect(formatMicros(micros)).toBe(text);
});
