import { wilson } from './wilson';

test('an interval holds its share, narrows with the sample, and is everything without one', () => {
  expect(wilson(0.5, 0)).toEqual({ low: 0, high: 1 });
  const few = wilson(0.1, 30);
  const many = wilson(0.1, 3_000);
  // By the tables of Wilson's score.
  expect([few.low, few.high].map((bound) => bound.toFixed(3))).toEqual(['0.035', '0.256']);
  expect([many.low, many.high].map((bound) => bound.toFixed(3))).toEqual(['0.090', '0.111']);
  expect(wilson(0, 100).low).toBe(0);
  expect(wilson(1, 100).high).toBe(1);
});
