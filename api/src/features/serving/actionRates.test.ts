import fc from 'fast-check';
import { actionRatePpm } from './actionRates';

const DOLLAR = 1_000_000;
const ecpmMicros = (bid: number, conversions: number, impressions: number) =>
  (bid * actionRatePpm(bid, conversions, impressions)) / 1_000;

test.each([1, 10, 100, 1_000])('a new campaign is worth about 1.00 a mille at a bid of %d', (dollars) => {
  expect(ecpmMicros(dollars * DOLLAR, 0, 0)).toBeCloseTo(DOLLAR, -1);
});

test('a cheap conversion is no more likely than two in a thousand', () => {
  expect(actionRatePpm(100_000, 0, 0)).toBe(2_000);
});

test('its own figures outweigh the guess as they grow', () => {
  expect(actionRatePpm(10 * DOLLAR, 0, 0)).toBe(100);
  expect(actionRatePpm(10 * DOLLAR, 0, 20_000)).toBe(50);
  expect(actionRatePpm(10 * DOLLAR, 100, 200_000)).toBeCloseTo(463.6, 5);
  expect(actionRatePpm(10 * DOLLAR, 10_000, 20_000_000)).toBeCloseTo(499.6, 5);
});

test.each([1, 10, 100, 1_000, 4_000])(
  'what never converts ends up worth nearly nothing at a bid of %d, and never nothing',
  (dollars) => {
    const bid = dollars * DOLLAR;
    expect(ecpmMicros(bid, 0, 20_000)).toBeCloseTo(0.5 * DOLLAR, -2);
    expect(ecpmMicros(bid, 0, 2_000_000)).toBeLessThan(0.01 * DOLLAR);
    expect(actionRatePpm(bid, 0, 1e9)).toBeGreaterThan(0);
  },
);

test('more conversions are worth more, more impressions for the same less, whatever the bid', () => {
  const bid = fc.integer({ min: 100_000, max: 1_000 * DOLLAR });
  const count = fc.integer({ min: 0, max: 10_000 });
  fc.assert(
    fc.property(bid, count, fc.integer({ min: 0, max: 10_000_000 }), (micros, conversions, impressions) => {
      const rate = actionRatePpm(micros, conversions, impressions);
      expect(rate).toBeGreaterThan(0);
      expect(actionRatePpm(micros, conversions + 1, impressions)).toBeGreaterThanOrEqual(rate);
      expect(actionRatePpm(micros, conversions, impressions + 1_000)).toBeLessThanOrEqual(rate);
    }),
  );
});
