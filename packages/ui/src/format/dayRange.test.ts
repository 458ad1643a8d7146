import { dayCount, daysBefore, daysUpTo } from './dayRange';

test.each([
  [{ from: '2026-10-25', to: '2026-11-21' }, { from: '2026-09-27', to: '2026-10-24' }, 28],
  [{ from: '2026-11-21', to: '2026-11-21' }, { from: '2026-11-20', to: '2026-11-20' }, 1],
  [{ from: '2028-03-01', to: '2028-03-02' }, { from: '2028-02-28', to: '2028-02-29' }, 2],
])('before %o', (range, before, count) => {
  expect(daysBefore(range)).toEqual(before);
  expect(dayCount(range)).toBe(count);
});

test('so many days up to one', () => {
  expect(daysUpTo('2026-03-01', 2)).toEqual({ from: '2026-02-28', to: '2026-03-01' });
  expect(daysUpTo('2026-03-01', 1)).toEqual({ from: '2026-03-01', to: '2026-03-01' });
});
