import { instantOf } from './zonedTime';

test.each([
  ['2026-11-24T14:00', 'UTC', '2026-11-24T14:00:00.000Z'],
  ['2026-11-24T14:00', 'Europe/Vienna', '2026-11-24T13:00:00.000Z'],
  ['2026-07-24T14:00', 'Europe/Vienna', '2026-07-24T12:00:00.000Z'],
  ['2026-11-24T00:30', 'Asia/Kolkata', '2026-11-23T19:00:00.000Z'],
  ['2026-11-24T23:30', 'America/New_York', '2026-11-25T04:30:00.000Z'],
  // The hours around both changes of the clocks.
  ['2026-03-29T01:59', 'Europe/Vienna', '2026-03-29T00:59:00.000Z'],
  ['2026-03-29T03:00', 'Europe/Vienna', '2026-03-29T01:00:00.000Z'],
  ['2026-10-25T03:00', 'Europe/Vienna', '2026-10-25T02:00:00.000Z'],
  ['2026-11-01T00:30', 'America/New_York', '2026-11-01T04:30:00.000Z'],
])('%s in %s is %s', (minute, timezone, instant) => {
  expect(instantOf(minute, timezone)).toBe(instant);
});

test('a minute that the clocks skip is taken an hour later', () => {
  expect(instantOf('2026-03-29T02:30', 'Europe/Vienna')).toBe('2026-03-29T01:30:00.000Z');
});

test.each(['', '24.11.', '2026-13-24T14:00', '2026-11-24'])('"%s" is no minute', (text) => {
  expect(instantOf(text, 'UTC')).toBeNull();
});
