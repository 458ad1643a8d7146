import { nextLook } from './nextLook';

const NOW = new Date('2026-11-21T14:00:00Z');
const minutes = (failures: number, random = 0) =>
  (nextLook(NOW, failures, random).getTime() - NOW.getTime()) / 60_000;

test('a page that answers is looked at daily; one that fails soon, then less and less often', () => {
  expect(minutes(0)).toBe(24 * 60);
  expect([1, 2, 3, 4, 5, 6, 7, 100].map((failures) => minutes(failures))).toEqual([
    5, 15, 60, 180, 360, 720, 1_440, 1_440,
  ]);
});

test('chance makes it sooner by a fifth at most, never later', () => {
  expect(minutes(0, 1)).toBe(24 * 60 * 0.8);
  expect(minutes(3, 0.5)).toBe(54);
});
