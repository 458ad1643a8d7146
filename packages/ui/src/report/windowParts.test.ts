import { windowParts } from './windowParts';

const WINDOW = { count: 200, first: 100, last: 102, above: 4_000, below: 3_920 };
const gap = (id: string, height: number) => ({ kind: 'gap', id, height });
const row = (at: number) => ({ kind: 'row', at });

test('rows that are left out are one gap above and one below', () => {
  const whole = [gap('above', 4_000), row(100), row(101), gap('below', 3_920)];
  expect(windowParts(WINDOW, -1)).toEqual(whole);
  expect(windowParts(WINDOW, 101)).toEqual(whole);
});

test('a row that is kept stands where it is, and the table is as high as before', () => {
  expect(windowParts(WINDOW, 3)).toEqual([
    gap('above-before', 120),
    row(3),
    gap('above-after', 3_840),
    row(100),
    row(101),
    gap('below', 3_920),
  ]);
  expect(windowParts(WINDOW, 199).slice(-3)).toEqual([
    gap('below-before', 3_880),
    row(199),
    gap('below-after', 0),
  ]);
});
