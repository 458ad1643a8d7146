import { moved, rectangle, withHours } from './weekGrid';

test('a rectangle is the same whichever corners it is drawn from', () => {
  const hours = [25, 26, 49, 50];
  for (const [one, other] of [
    [25, 50],
    [50, 25],
    [26, 49],
    [49, 26],
  ] as const)
    expect(rectangle(one, other)).toEqual(hours);
  expect(rectangle(7, 7)).toEqual([7]);
});

test('hours are switched on and off, each once and in order', () => {
  expect(withHours([5, 1], [3, 5], true)).toEqual([1, 3, 5]);
  expect(withHours([1, 3, 5], [3, 4], false)).toEqual([1, 5]);
});

test('arrows stay within the week', () => {
  expect([
    moved(0, 'ArrowUp'),
    moved(0, 'ArrowLeft'),
    moved(167, 'ArrowDown'),
    moved(167, 'ArrowRight'),
  ]).toEqual([0, 0, 167, 167]);
  expect([moved(30, 'Home'), moved(30, 'End'), moved(30, 'ArrowDown'), moved(30, 'x')]).toEqual([
    24,
    47,
    54,
    null,
  ]);
});
