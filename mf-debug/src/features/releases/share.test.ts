import { shareDigits, shareInput, shareOf } from './share';

test.each([
  ['10', 10],
  ['2.5', 2.5],
  ['2,5', 2.5],
  [' 5 % ', 5],
  ['0.1', 0.1],
  ['99.9', 99.9],
  ['0', null],
  ['100', null],
  ['0.05', null],
  ['-1', null],
  ['', null],
  ['all', null],
])('"%s" is %s', (text, share) => {
  expect(shareOf(text)).toBe(share);
});

test('a share is typed as its language writes it', () => {
  expect(shareInput(2.5, 'en')).toBe('2.5');
  expect(shareInput(2.5, 'de')).toBe('2,5');
  expect(shareInput(10, 'de')).toBe('10');
  expect([shareDigits(10), shareDigits(2.5)]).toEqual([0, 1]);
});
