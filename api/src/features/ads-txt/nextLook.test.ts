import { nextLook } from './nextLook';

const NOW = new Date('2026-11-23T12:00:00Z');
const minutes = (...given: Parameters<typeof nextLook> extends [Date, ...infer Rest] ? Rest : never) =>
  (nextLook(NOW, ...given).getTime() - NOW.getTime()) / 60_000;

test('whatever the file says, it is looked at again after a day, up to a fifth sooner', () => {
  expect(minutes('present', 0, 0)).toBe(1_440);
  expect(minutes('missing', 0, 1)).toBe(1_152);
  expect(minutes('too-large', 0, 0)).toBe(1_440);
});

test('without an answer it comes sooner, then less and less often', () => {
  expect([1, 2, 3, 4, 5, 6, 60].map((failures) => minutes('unreachable', failures, 0))).toEqual([
    15, 60, 180, 360, 720, 1_440, 1_440,
  ]);
});
