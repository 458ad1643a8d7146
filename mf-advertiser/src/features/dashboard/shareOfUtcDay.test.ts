import { dayBefore, shareOfUtcDay } from './shareOfUtcDay';

test.each([
  ['2026-11-21T00:00:00Z', 0],
  ['2026-11-21T18:00:00Z', 0.75],
  ['2026-11-21T02:00:00+02:00', 0],
])('at %s, %d of the day has passed', (timestamp, share) => {
  expect(shareOfUtcDay(timestamp)).toBe(share);
});

test('the day before, across the year', () => {
  expect(dayBefore('2027-01-01T00:30:00Z')).toBe('2026-12-31');
});
