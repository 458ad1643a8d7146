import { ecpmMicros, fillRate, viewableRate } from './rates';

test('rates divide what belongs together', () => {
  expect(fillRate({ filled: 3, requests: 4 })).toBe(0.75);
  expect(viewableRate({ viewables: 100, impressions: 400 })).toBe(0.25);
  expect(ecpmMicros({ earnings_micros: 2_500_001, impressions: 1_000 })).toBe(2_500_001);
});

test('without a base there is no rate, not a zero', () => {
  expect(fillRate({ filled: 0, requests: 0 })).toBeNull();
  expect(viewableRate({ viewables: 0, impressions: 0 })).toBeNull();
  expect(ecpmMicros({ earnings_micros: 0, impressions: 0 })).toBeNull();
});

test('eCPM stays a whole number of micros', () => {
  expect(ecpmMicros({ earnings_micros: 100, impressions: 300 })).toBe(333);
});

test('of too few impressions nothing is told', () => {
  expect(viewableRate({ viewables: 1, impressions: 4 })).toBeNull();
  expect(ecpmMicros({ earnings_micros: 1, impressions: 3 })).toBeNull();
});
