import { round, taxOf } from './amounts';

it.each([
  [1.005, 2, 1.01],
  [-1.005, 2, -1.01],
  [2.675, 2, 2.68],
  [0.1 + 0.2, 2, 0.3],
  [1e-9, 2, 0],
  [-0.001, 2, 0],
  [12345678.125, 2, 12345678.13],
  [0.12345, 4, 0.1235],
])('%d at %d places is %d', (value, places, wanted) => {
  expect(Object.is(round(value, places), wanted)).toBe(true);
});

it('takes tax on top, from within, or not at all', () => {
  expect(taxOf(99.99, 'OUTPUT2', 'Exclusive')).toBe(20);
  expect(taxOf(99.99, 'OUTPUT2', 'Inclusive')).toBe(16.67);
  expect(taxOf(99.99, 'OUTPUT2', 'NoTax')).toBe(0);
  expect(taxOf(99.99, 'NONE', 'Exclusive')).toBe(0);
});
