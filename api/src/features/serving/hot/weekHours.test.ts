import { clockOf, hourOfWeek, WeekClock, weekHours } from './weekHours';

const HOUR_MS = 3_600_000;
const at = (text: string) => Date.parse(text);

test.each([
  ['2027-01-11T00:00:00Z', 'UTC', 0],
  ['2027-01-17T23:59:59Z', 'UTC', 167],
  ['2027-01-10T23:30:00Z', 'Europe/Berlin', 0],
  ['2027-07-11T22:00:00Z', 'Europe/Berlin', 0],
  // Kathmandu is 5 hours and 45 minutes ahead.
  ['2027-01-10T18:15:00Z', 'Asia/Kathmandu', 0],
  ['2027-01-10T18:14:59Z', 'Asia/Kathmandu', 167],
])('%s in %s is hour %i of the week', (time, timezone, hour) => {
  expect(hourOfWeek(clockOf(timezone), at(time))).toBe(hour);
});

test('hours around the clock are none at all; the same hours are one object', () => {
  const known = new Map();
  const all = Array.from({ length: 168 }, (_, hour) => hour);
  expect(weekHours({ timezone: 'UTC', hours: all }, known)).toBeNull();
  const some = weekHours({ timezone: 'UTC', hours: [3, 1] }, known);
  expect(weekHours({ timezone: 'UTC', hours: [1, 3, 3] }, known)).toBe(some);
});

describe('a change of daylight saving time', () => {
  /** Open from 9 to 10 on Sundays in Berlin. */
  const hours = weekHours({ timezone: 'Europe/Berlin', hours: [6 * 24 + 9] }, new Map());
  const openHours = (day: string) => {
    const clock = new WeekClock();
    return Array.from({ length: 24 }, (_, hour) => at(`${day}T00:00:00Z`) + hour * HOUR_MS)
      .filter((time) => {
        clock.tick(time);
        return hours !== null && clock.isOpen(hours);
      })
      .map((time) => new Date(time).getUTCHours());
  };
  test.each([
    ['2027-03-21', [8]],
    ['2027-03-28', [7]],
    ['2027-10-24', [7]],
    ['2027-10-31', [8]],
  ])('on %s nine o’clock in Berlin is %p in UTC', (day, expected) => {
    expect(openHours(day)).toEqual(expected);
  });
  test('two o’clock comes twice in autumn and never in spring', () => {
    const two = weekHours({ timezone: 'Europe/Berlin', hours: [6 * 24 + 2] }, new Map());
    const count = (day: string) => {
      const clock = new WeekClock();
      return Array.from({ length: 24 }, (_, hour) => at(`${day}T00:00:00Z`) + hour * HOUR_MS).filter(
        (time) => {
          clock.tick(time);
          return two !== null && clock.isOpen(two);
        },
      ).length;
    };
    expect([count('2027-03-28'), count('2027-10-31')]).toEqual([0, 2]);
  });
});

test('the calendar is asked once a quarter of an hour', () => {
  const clock = new WeekClock();
  const start = at('2027-01-11T10:00:00Z');
  expect([0, 1, 899_999, 900_000, 0].map((after) => clock.tick(start + after))).toEqual([
    true,
    false,
    false,
    true,
    true,
  ]);
});
