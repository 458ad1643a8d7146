import { date, dateRange, dateTime, relative, time } from './date';

const now = '2026-11-21T14:06:00Z';

test('the year stands there only when it is not this one', () => {
  expect(date('2026-11-21', { now })).toBe('21 Nov');
  expect(date('2025-11-21', { now })).toBe('21 Nov 2025');
  expect(date('2026-11-21', { now, weekday: true })).toBe('Sat 21 Nov');
  expect(date('2026-11-21', { now, locale: 'de' })).toBe('21. Nov.');
});

test('a plain day is the same day in every zone', () => {
  expect(date('2026-11-21', { now, timezone: 'America/Los_Angeles' })).toBe('21 Nov');
  expect(date('2026-11-21T03:00:00Z', { now, timezone: 'America/Los_Angeles' })).toBe('20 Nov');
});

test('times have 24 hours and follow the zone', () => {
  expect(dateTime('2026-11-21T14:02:09Z', { now })).toBe('21 Nov, 14:02');
  expect(dateTime('2026-11-21T23:30:00Z', { now, timezone: 'Europe/Berlin' })).toBe('22 Nov, 00:30');
  expect(time('2026-11-21T14:02:09Z', { seconds: true })).toBe('14:02:09');
  expect(time('2026-11-21T00:00:00Z')).toBe('00:00');
});

test('a range names the year once', () => {
  expect(dateRange('2026-10-25', '2026-11-21')).toMatch(/^25 Oct\s?–\s?21 Nov 2026$/);
});

test.each([
  ['2026-11-21T14:06:00Z', 'now'],
  ['2026-11-21T14:01:00Z', '5 minutes ago'],
  ['2026-11-19T14:06:00Z', '2 days ago'],
  ['2026-11-21T16:10:00Z', 'in 2 hours'],
])('%s is %s', (moment, text) => {
  expect(relative(moment, { now })).toBe(text);
});
