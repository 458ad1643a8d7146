import { changedAmount } from './campaignRules';

test.each([
  ['to one amount', 'bid', 3_333_300, { set_micros: 12_345 }, 12_345],
  ['a budget to a cent', 'daily_budget', 33_330_000, { percent: -15 }, 28_330_000],
  ['a bid to a hundredth of a cent', 'bid', 333_300, { percent: 10 }, 366_600],
  // 110 hundredths of a cent times 1.15 are 126.49999999999999 in floating point.
  ['a half of it up', 'bid', 11_000, { percent: 15 }, 12_700],
  ['by fractions of a percent', 'bid', 3_400_000, { percent: 2.5 }, 3_485_000],
  ['as far down as it goes', 'bid', 50_000, { percent: -90 }, 5_000],
  ['as far up as it goes', 'daily_budget', 100_000_000, { percent: 900 }, 1_000_000_000],
] as const)('an amount changes %s', (_what, amount, micros, change, after) => {
  expect(changedAmount(amount, micros, change)).toBe(after);
});
