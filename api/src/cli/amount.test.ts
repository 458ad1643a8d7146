import { amountMicros, amountText } from './amount';

it.each([
  ['100', 100_000_000n],
  ['100.00', 100_000_000n],
  ['0.000001', 1n],
  ['123456789012.999999', 123_456_789_012_999_999n],
])('%s is %s micros', (text, micros) => expect(amountMicros(text)).toBe(micros));

it.each(['', '0', '0.00', '-1', '1,50', '1e3', '1.0000001', ' 1', '$5', '1.'])('%j is no amount', (text) =>
  expect(amountMicros(text)).toBeNull(),
);

it.each([
  [0n, '0.00'],
  [1n, '0.000001'],
  [-1n, '-0.000001'],
  [100_000_000n, '100.00'],
  [1_230_000n, '1.23'],
  [-12_345_600n, '-12.3456'],
  [123_456_789_012_999_999n, '123456789012.999999'],
])('%s micros are written %s', (micros, text) => expect(amountText(micros)).toBe(text));
