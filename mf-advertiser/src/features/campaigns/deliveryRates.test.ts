import { ctr, ecpmMicros, sumFigures } from './deliveryRates';

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

test('a sum keeps every micro; of nothing it is zero', () => {
  expect(sumFigures([figures(1, 1, 900_001), figures(2, 0, 100_002)])).toEqual(figures(3, 1, 1_000_003));
  expect(sumFigures([])).toEqual(figures(0, 0, 0));
});
