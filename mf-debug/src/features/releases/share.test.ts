import { isShare, shareDigits } from './share';

test('a canary gets some visitors, and never all', () => {
  expect([0.1, 2.5, 99.9].map(isShare)).toEqual([true, true, true]);
  expect([null, 0, 0.05, 100, -1].map(isShare)).toEqual([false, false, false, false, false]);
});

test('a whole share is written without decimals', () => {
  expect([shareDigits(10), shareDigits(2.5)]).toEqual([0, 1]);
});
