import { tipLeft } from './ChartTip';

test.each([
  ['beside the cross-hair', 100, 1_000, 200, 112],
  ['on its other side in the second half', 800, 1_000, 200, 588],
  ['not beyond the end of a narrow chart', 150, 330, 300, 30],
  ['not beyond its start', 200, 330, 300, 0],
  ['as wide as the chart', 200, 330, 330, 0],
])('a tip stands %s', (_where, x, chart, tip, left) => {
  expect(tipLeft(x, chart, tip)).toBe(left);
});
