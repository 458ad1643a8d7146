import { isSilent, type Reporting } from './isSilent';

const HOUR_MS = 3_600_000;
const NOW = new Date('2026-11-21T12:00:00Z');
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS);

/** 25 reports an hour apart, the last `silent` hours ago; four clicks for each. */
const reporting = (silent: number, change: Partial<Reporting> = {}): Reporting => ({
  reports: 25,
  firstAt: hoursAgo(silent + 24),
  lastAt: hoursAgo(silent),
  clicksBefore: 100,
  clicksSince: 40,
  ...change,
});

test.each<[string, Reporting, boolean]>([
  ['ten usual gaps without a report, and clicks enough', reporting(10), true],
  ['nine of them', reporting(9), false],
  ['as long, and hardly anybody clicked', reporting(10, { clicksSince: 19 }), false],
  ['as long, and five reports were to be expected', reporting(10, { clicksSince: 20 }), true],
  ['too few reports to know what is usual', reporting(10, { reports: 9 }), false],
  ['reports by the minute, quiet for five hours', reporting(5, { firstAt: hoursAgo(5.5) }), false],
  ['reports by the minute, quiet for six hours', reporting(6, { firstAt: hoursAgo(6.5) }), true],
  ['one a day, quiet for three days', reporting(72, { firstAt: hoursAgo(72 + 24 * 24) }), false],
])('%s', (_case, given, expected) => {
  expect(isSilent(given, NOW)).toBe(expected);
});
