import { chartScale, niceStep } from './chartScale';

test.each([
  [519, 150],
  [597, 200],
  [4, 1],
  [1_000_000, 250_000],
  [0, 1],
  [0.37, 0.1],
])('an axis up to %s steps by round figures', (peak, most) => {
  const step = niceStep(peak, 4);
  expect(step).toBeGreaterThanOrEqual(peak / 4);
  expect([1, 2, 2.5, 5, 10]).toContainEqual(
    Number((step / 10 ** Math.floor(Math.log10(step))).toPrecision(3)),
  );
  expect(step).toBeLessThanOrEqual(Math.max(1, most * 2));
});

test('nothing to show still has an axis', () => {
  const scale = chartScale({ width: 400, height: 200, points: 0, peak: 0 });
  expect(scale.lines).toEqual([0, 1]);
  expect(scale.last).toBe(0);
  expect(scale.indexAt(9999)).toBe(0);
});

test('counts never step by less than one', () => {
  expect(chartScale({ width: 400, height: 200, points: 2, peak: 2, leastStep: 1 }).lines).toEqual([0, 1, 2]);
});

test('the pointer finds the nearest point', () => {
  const scale = chartScale({ width: 464, height: 200, points: 5, peak: 10 });
  expect([-20, 4, 54, 60, 500].map(scale.indexAt)).toEqual([0, 0, 1, 1, 4]);
});
