import { hourSpans } from './hourSpans';

const at = (day: number, from: number, to: number) =>
  Array.from({ length: to - from }, (_, hour) => day * 24 + from + hour);

test('days of the same hours are said once, in rows', () => {
  const hours = [0, 1, 2, 3, 4].flatMap((day) => at(day, 8, 18)).concat(at(5, 10, 14), at(6, 10, 14));
  expect(hourSpans(hours)).toEqual([
    { from: 0, to: 4, spans: [[8, 18]] },
    { from: 5, to: 6, spans: [[10, 14]] },
  ]);
});

test('a gap within a day and one between days', () => {
  expect(hourSpans([...at(2, 22, 24), ...at(0, 0, 24), ...at(2, 0, 2)])).toEqual([
    { from: 0, to: 0, spans: [[0, 24]] },
    {
      from: 2,
      to: 2,
      spans: [
        [0, 2],
        [22, 24],
      ],
    },
  ]);
});

test('none, and all of the week', () => {
  expect(hourSpans([])).toEqual([]);
  expect(hourSpans(Array.from({ length: 168 }, (_, hour) => hour))).toEqual([
    { from: 0, to: 6, spans: [[0, 24]] },
  ]);
});
