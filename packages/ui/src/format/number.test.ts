import {
  compact,
  compactMoney,
  count,
  decimalOfMicros,
  digitsOfStep,
  money,
  moneyParts,
  percent,
} from './number';

/** German and others set no-break spaces; tests are easier to read with plain ones. */
const plain = (text: string) => text.replace(/\u00a0/g, ' ');

describe('money', () => {
  test.each([
    [0, 'en', {}, '$0.00'],
    [1_250_000, 'en', {}, '$1.25'],
    [11_480_890_000, 'en', {}, '$11,480.89'],
    [-86_412_700, 'en', { digits: 4 }, '−$86.4127'],
    [2_610, 'en', { digits: 6 }, '$0.002610'],
    [3_400_000, 'en', { digits: [2, 4] }, '$3.40'],
    [282_500, 'en', { digits: [2, 4] }, '$0.2825'],
    [12_000_000, 'en', { digits: [0, 2] }, '$12'],
    [12_500_000, 'en', { digits: [0, 2] }, '$12.50'],
    [83_900_000, 'de', { digits: [0, 2] }, '83,90 $'],
    [5_000_000, 'en', { signed: true }, '+$5.00'],
    [0, 'en', { signed: true }, '$0.00'],
    [1_250_000, 'en-XA', {}, '$1.25'],
    [1_250_400_000, 'de', {}, '1.250,40 $'],
    [-1_000_000, 'de', {}, '−1,00 $'],
  ] as const)('%s in %s with %o is %s', (micros, locale, options, text) => {
    expect(plain(money(micros, locale, options))).toBe(text);
  });

  test('what rounds to nothing has no minus', () => {
    expect(money(-4_000)).toBe('$0.00');
  });

  test('is exact where a float is not', () => {
    expect(money(9_007_199_254_740_991, 'en', { digits: 6 })).toBe('$9,007,199,254.740991');
    expect(money(123_456_789_012_345_678_901n, 'en', { digits: 6 })).toBe('$123,456,789,012,345.678901');
  });

  test('comes in pieces, whatever side the sign is on', () => {
    expect(moneyParts(-11_480_890_000)).toEqual({ main: '−$11,480', fraction: '.89', tail: '' });
    const german = moneyParts(11_480_890_000, 'de');
    expect([german.main, german.fraction, plain(german.tail)]).toEqual(['11.480', ',89', ' $']);
  });

  test('is short on an axis', () => {
    expect([0, 200_000_000, 1_200_000_000, 400_000, 2_500_000].map((micros) => compactMoney(micros))).toEqual(
      ['$0', '$200', '$1.2K', '$0.40', '$2.50'],
    );
  });
});

describe('the lines of an axis can be told apart', () => {
  test.each([
    [5_000, ['$0.000', '$0.005', '$0.010', '$0.015']],
    [2_500, ['$0.0000', '$0.0025', '$0.0050', '$0.0075']],
    [10_000, ['$0.00', '$0.01', '$0.02', '$0.03']],
    [500_000, ['$0.00', '$0.50', '$1.00', '$1.50']],
    [2_500_000, ['$0.00', '$2.50', '$5.00', '$7.50']],
    [20_000_000, ['$0', '$20', '$40', '$60']],
    [250_000_000, ['$0', '$250', '$500', '$750']],
    [1_250_000_000, ['$0', '$1.25K', '$2.5K', '$3.75K']],
  ])('steps of %i micros', (step, texts) => {
    expect([0, 1, 2, 3].map((times) => compactMoney(times * step, 'en', 'USD', step))).toEqual(texts);
  });

  test.each([
    [1, 0],
    [0.5, 1],
    [0.025, 3],
    [250, 0],
    [0.000_1, 4],
  ])('a step of %d has %i digits', (step, digits) => {
    expect(digitsOfStep(step)).toBe(digits);
  });
});

test('micros become a decimal without a float', () => {
  expect([0, 1, -1, 1_500_000, -20_000_001].map(decimalOfMicros)).toEqual([
    '0.000000',
    '0.000001',
    '-0.000001',
    '1.500000',
    '-20.000001',
  ]);
});

test('counts are exact in tables, short in tiles', () => {
  expect(count(5_245_236)).toBe('5,245,236');
  expect(count(-1_200, 'de')).toBe('−1.200');
  expect(compact(1_240_000)).toBe('1.24M');
});

test('rates carry two digits, shares one', () => {
  expect(percent(0.00412)).toBe('0.41%');
  expect(percent(0.876, 'en', 1)).toBe('87.6%');
  expect(plain(percent(-0.0005, 'de'))).toBe('−0,05 %');
  expect(percent(0)).toBe('0.00%');
});
