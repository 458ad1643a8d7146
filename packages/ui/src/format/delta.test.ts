import { delta } from './delta';

test.each([
  [1132, 1000, 'up', '13.2%', '+13.2%'],
  [931, 1000, 'down', '6.9%', '−6.9%'],
  [1000, 1000, 'same', '0.0%', '0.0%'],
  [10_002, 10_000, 'same', '0.0%', '0.0%'],
  [-50, -100, 'up', '50.0%', '+50.0%'],
  [0, 0, 'same', '0.0%', '0.0%'],
  [12, 0, 'new', '', ''],
  [0, 12, 'down', '100.0%', '−100.0%'],
])('from %2$s to %1$s', (now, before, direction, text, signedText) => {
  expect(delta(now, before)).toEqual({ direction, text, signedText });
});

test('a change of a rate is counted in points', () => {
  expect(delta(0.0035, 0.0037, 'en', 'points')).toEqual({
    direction: 'down',
    text: '0.02 pt',
    signedText: '−0.02 pt',
  });
  expect(delta(0.02, 0, 'de', 'points').signedText).toBe('+2,00 Pp.');
});
