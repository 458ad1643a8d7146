import { RateCounter } from './RateCounter';

const MINUTE_MS = 60_000;
const START_MS = 1_800_000_000_000 - (1_800_000_000_000 % MINUTE_MS);
const take = (counter: RateCounter, times: number, nowMs: number, key = 1) =>
  Array.from({ length: times }, () => counter.take(key, nowMs));

test('as many as the limit are within it, one more is not', () => {
  const counter = new RateCounter({ most: 3, windowMs: MINUTE_MS });
  expect(take(counter, 4, START_MS)).toEqual([true, true, true, false]);
  expect(counter.take(2, START_MS)).toBe(true);
});

test('what was in the window before counts by the part that is still covered', () => {
  const counter = new RateCounter({ most: 10, windowMs: MINUTE_MS });
  take(counter, 10, START_MS + MINUTE_MS - 1);
  // All of them are a moment ago, in whichever minute.
  expect(counter.take(1, START_MS + MINUTE_MS)).toBe(false);
  // Half a minute later half of them count, and the one just refused.
  expect(take(counter, 5, START_MS + 1.5 * MINUTE_MS)).toEqual([true, true, true, true, false]);
  // Two windows later none do.
  expect(counter.take(1, START_MS + 3 * MINUTE_MS)).toBe(true);
});

test('whoever goes on at that rate stays out', () => {
  const counter = new RateCounter({ most: 5, windowMs: MINUTE_MS });
  let counted = 0;
  for (let second = 0; second < 600; second += 1)
    if (counter.take(1, START_MS + second * 1_000)) counted += 1;
  expect(counted).toBe(5);
});

test('looking counts nothing', () => {
  const counter = new RateCounter({ most: 1, windowMs: MINUTE_MS });
  for (let time = 0; time < 3; time += 1) expect(counter.take(1, START_MS, 0)).toBe(true);
  expect(counter.size).toBe(0);
  take(counter, 2, START_MS);
  expect(counter.take(1, START_MS, 0)).toBe(false);
});

test('its memory is bounded: keys beyond it are held against nobody, those known are counted on', () => {
  const counter = new RateCounter({ most: 1, windowMs: MINUTE_MS }, 100);
  for (let key = 0; key < 10_000; key += 1) expect(counter.take(key, START_MS)).toBe(true);
  expect(counter.size).toBe(100);
  expect(counter.take(5, START_MS)).toBe(false);
  expect(counter.take(5_000, START_MS)).toBe(true);
  for (let key = 0; key < 10_000; key += 1) counter.take(key, START_MS + MINUTE_MS);
  expect(counter.size).toBeLessThanOrEqual(200);
  counter.clear();
  expect(counter.size).toBe(0);
});

test('a clock that jumps back begins anew', () => {
  const counter = new RateCounter({ most: 1, windowMs: MINUTE_MS });
  take(counter, 5, START_MS);
  expect(counter.take(1, START_MS - 10 * MINUTE_MS)).toBe(true);
});
