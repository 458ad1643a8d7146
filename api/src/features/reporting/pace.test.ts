import { daysLeft, foreseenDaysLeft, paceStart } from './pace';

const now = new Date('2026-11-21T12:00:00Z');
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

test.each([
  ['a whole week of spending', 70_000_000, 70_000_000, ago(24 * 7), 7],
  ['began two days ago', 100_000_000, 40_000_000, ago(48), 5],
  ['began an hour ago: counted as a day', 30_000_000, 10_000_000, ago(1), 3],
  ['hours of the eighth day do not stretch the week', 70_000_000, 70_000_000, ago(24 * 7 + 1), 7],
  ['nothing left', 0, 10_000_000, ago(24), 0],
  ['one digit', 10_000_000, 30_000_000, ago(24), 0.3],
])('%s', (_title, balance, spendMicros, firstHour, expected) => {
  expect(daysLeft(balance, { spendMicros, firstHour }, now)).toBe(expected);
});

test('nothing spent says nothing', () => {
  expect(daysLeft(5, { spendMicros: 0, firstHour: null }, now)).toBeNull();
});

test('the pace looks back seven days', () => {
  expect(paceStart(now).toISOString()).toBe('2026-11-14T12:00:00.000Z');
});

test.each([
  ['a few impressions of the last minutes foretell nothing', 50_000_000, 26_000, ago(1), null],
  ['just short of a day', 50_000_000, 1_000_000, ago(23), null],
  ['a day of spend', 50_000_000, 1_000_000, ago(24), 50],
  ['what will not last a week is said at once', 30_000_000, 10_000_000, ago(1), 3],
  ['the edge of it', 70_000_000, 10_000_000, ago(1), null],
])('foreseen: %s', (_title, balance, spendMicros, firstHour, expected) => {
  expect(foreseenDaysLeft(balance, { spendMicros, firstHour }, now, 7)).toBe(expected);
});

test('foreseen: nothing spent says nothing', () => {
  expect(foreseenDaysLeft(5, { spendMicros: 0, firstHour: null }, now, 7)).toBeNull();
});
