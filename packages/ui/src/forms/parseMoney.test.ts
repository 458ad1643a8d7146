import { moneyInputText, parseMoney } from './parseMoney';

test.each([
  ['12.5', 'en', 12_500_000],
  ['$1,250.40', 'en', 1_250_400_000],
  ['.05', 'en', 50_000],
  ['3', 'en', 3_000_000],
  ['1.250,40', 'de', 1_250_400_000],
  ['12,5', 'de', 12_500_000],
  ['12.5', 'de', 12_500_000],
  ['12,5', 'en', 12_500_000],
  ['1.250', 'de', 1_250_000_000],
  ['0.1', 'en', 100_000],
  ['0.000001', 'en', 1],
  ['-2', 'en', -2_000_000],
  ['', 'en', null],
  ['.', 'en', null],
  ['twelve', 'en', null],
  ['1.2.3', 'en', null],
  ['0.0000001', 'en', null],
  ['99999999999999999', 'en', null],
] as const)('%s in %s is %s micros', (text, locale, micros) => {
  expect(parseMoney(text, locale)).toBe(micros);
});

test('amounts become what a person would type', () => {
  expect(moneyInputText(12_500_000, 'en', 2)).toBe('12.50');
  expect(moneyInputText(282_500, 'en', 4)).toBe('0.2825');
  expect(moneyInputText(1_250_400_000, 'de', 2)).toBe('1250,40');
  expect(moneyInputText(1_250_400_000, 'de', 2, true)).toBe('1.250,40');
  expect(moneyInputText(null, 'en', 2)).toBe('');
});
