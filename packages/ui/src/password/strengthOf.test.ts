import { strengthOf } from './strengthOf';

test.each([
  ['', 0],
  ['123456789', 0],
  // Nine signs, though more units.
  ['😀😀😀😀😀😀😀😀😀', 0],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', 1],
  ['correct ho', 1],
  ['correct horse', 2],
  ['correct horse batte', 3],
])('%p is %i', (password, strength) => {
  expect(strengthOf(password)).toBe(strength);
});
