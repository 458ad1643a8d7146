import { costPerConversion, ctr, ecpmMicros, shownCtr, shownEcpmMicros } from './deliveryRates';

const figures = (impressions: number, clicks: number, spend_micros: number) => ({
  impressions,
  viewables: 0,
  clicks,
  conversions: 0,
  spend_micros,
});

test('rates of a period', () => {
  expect(ctr(figures(2_000, 7, 0))).toBe(0.0035);
  expect(ecpmMicros(figures(3, 0, 10_000))).toBe(3_333_333);
});

test('nothing shown has no rate, not a rate of zero', () => {
  expect(ctr(figures(0, 0, 0))).toBeNull();
  expect(ecpmMicros(figures(0, 0, 500))).toBeNull();
});

test('what a conversion cost, where there is one', () => {
  expect(costPerConversion({ ...figures(10, 3, 25_000_000), conversions: 3 })).toBe(8_333_333);
  expect(costPerConversion(figures(10, 3, 25_000_000))).toBeNull();
});

test('one click of one impression is not shown as a rate', () => {
  expect(shownCtr(figures(1, 1, 0))).toBeNull();
  expect(shownCtr(figures(99, 1, 0))).toBeNull();
  expect(shownCtr(figures(100, 1, 0))).toBe(0.01);
});

test('what a thousand impressions cost is told from as many, whatever is paid for', () => {
  expect(shownEcpmMicros(figures(99, 1, 10_000_000))).toBeNull();
  expect(shownEcpmMicros(figures(100, 1, 660_000))).toBe(6_600_000);
});
