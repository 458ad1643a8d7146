import { areaPath, bandPath, linePath, peakOf } from './chartPaths';
import { chartScale } from './chartScale';

// Points at 4, 104, 204, 304; one unit of the axis, which ends at 100, is one pixel below 110.
const scale = chartScale({ width: 364, height: 136, points: 4, peak: 100 });
const band = (low: number, high: number) => ({ low, high });

test('a line goes through its values', () => {
  expect(linePath([10, 30, 20, 0], scale)).toBe('M4.0 100.0L104.0 80.0L204.0 90.0L304.0 110.0');
});

test('a line has a gap where nothing is known, and a dash where one value stands alone', () => {
  expect(linePath([10, 20, null, 30], scale)).toBe('M4.0 100.0L104.0 90.0M302.5 80.0h3');
  expect(linePath([null, null], scale)).toBe('');
});

test('an area is under each stretch of the line, and under no value that stands alone', () => {
  expect(areaPath([10, 30, 20, 0], scale)).toBe(
    'M4.0 100.0L104.0 80.0L204.0 90.0L304.0 110.0L304.0 110.0L4.0 110.0Z',
  );
  expect(areaPath([10, 20, null, 30], scale)).toBe('M4.0 100.0L104.0 90.0L104.0 110.0L4.0 110.0Z');
  expect(areaPath([null, 20, 10, null], scale)).toBe('M104.0 90.0L204.0 100.0L204.0 110.0L104.0 110.0Z');
  expect(areaPath([null, null], scale)).toBe('');
});

test('a band is there along the upper ends and back along the lower ones', () => {
  expect(bandPath([band(5, 15), band(10, 40), null, null], scale)).toBe(
    'M4.0 95.0L104.0 70.0L104.0 100.0L4.0 105.0Z',
  );
});

test('a band of one point has a width; where there is no interval is no band', () => {
  expect(bandPath([null, band(10, 40), null, null], scale)).toBe(
    'M100.0 70.0L108.0 70.0L108.0 100.0L100.0 100.0Z',
  );
  expect(bandPath([null, null], scale)).toBe('');
});

test.each([
  ['lines alone', { values: [1, 3], previous: [4, null] }, 4],
  ['a band that is as wide as others', { values: [1, 1], bounds: [band(0, 1.5), band(0, 1.6)] }, 1.6],
  [
    'one day of few cases among ten',
    {
      values: Array.from({ length: 10 }, () => 1),
      bounds: Array.from({ length: 10 }, (_, at) => band(0, at === 3 ? 56 : 1.4)),
    },
    1.4,
  ],
  ['bands that would press the line flat', { values: [1, 1], bounds: [band(0, 30), band(0, 40)] }, 2],
  ['nothing but bands', { values: [0, 0], bounds: [band(0, 0.04), band(0, 0.03)] }, 0.04],
  ['nothing', { values: [null], bounds: [null] }, 0],
])('the axis has room for %s', (_what, series, peak) => {
  expect(peakOf([series], true)).toBe(peak);
});

test('bands that are not drawn need no room', () => {
  expect(peakOf([{ values: [1, 1], bounds: [band(0, 1.5), band(0, 1.6)] }], false)).toBe(1);
});
